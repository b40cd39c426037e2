/**
 * `npm run docs`: writes every generated document and every generated part of one. The tests of each say when it
 * is out of date.
 *
 * @module
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const WRITERS = [
  'scripts/openapi.ts',
  'scripts/service-doc.ts',
  'scripts/profile-schema.ts',
  'scripts/elements/readme.ts',
  'sandbox/service/states/diagram.ts',
];

function run(program: string, args: readonly string[]): void {
  const { status } = spawnSync(program, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status === 0) return;
  console.error(`${args.join(' ')} failed.`);
  process.exit(1);
}

for (const script of WRITERS) run(process.execPath, [script]);
run(join('node_modules', '.bin', 'biome'), ['format', '--write', 'docs/profile.schema.json']);
