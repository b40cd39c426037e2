/**
 * `npm run docs`: writes every generated document and every generated part of one. The tests of each say when it
 * is out of date.
 *
 * @module
 */
import { run } from './program.ts';

const WRITERS = [
  'scripts/openapi.ts',
  'scripts/service-doc.ts',
  'scripts/profile-schema.ts',
  'scripts/elements/readme.ts',
  'sandbox/service/states/diagram.ts',
];

const commands = [
  ...WRITERS.map((script) => [process.execPath, script] as const),
  ['biome', 'format', '--write', 'docs/profile.schema.json'] as const,
];
for (const [program, ...args] of commands) {
  if ((await run(program, args)).isOk) continue;
  console.error(`${args.join(' ')} failed.`);
  process.exit(1);
}
