import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';

/** The READMEs whose TypeScript is compiled, with the names that their examples take as given. */
const READMES: Readonly<Record<string, string>> = {
  'shared/client/README.md': `
    declare const professionalId: string, patientId: string, formId: string;
    declare const save: (items: readonly unknown[]) => void;
    declare const store: (id: string, event: unknown) => Promise<void>;
    declare const fetchToken: import('@instrument-panel/client').FetchToken<unknown>;`,
  'proxy/README.md': `
    declare const staffOfSession: (cookie: string | undefined) => Promise<{ id: string; serviceId: string } | null>;`,
  'sandbox/README.md': '',
  'widget/README.md': '',
  'docs/widget.md': '',
};

/** A strict project of a partner, which reads the packages' sources. */
const OPTIONS = {
  target: 'ES2024',
  lib: ['ES2024', 'DOM', 'DOM.Iterable'],
  module: 'NodeNext',
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  noEmit: true,
};

// Inside node_modules an example finds the packages as a partner's project does.
const folder = resolve('node_modules', '.readme-examples');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const examplesOf = (readme: string): readonly string[] =>
  [...readFileSync(readme, 'utf8').matchAll(/^```ts\n(.*?)^```$/gms)]
    .map(([, code = '']) => code)
    // A fragment of an object literal is no module.
    .filter((code) => /^(?:import|export) /m.test(code));

it('the TypeScript in the READMEs compiles', () => {
  mkdirSync(folder, { recursive: true });
  const files = Object.entries(READMES).flatMap(([readme, given]) =>
    examplesOf(readme).map((code, index) => {
      const name = `${readme.replaceAll('/', '-').replace('.md', '')}-${index}.ts`;
      writeFileSync(join(folder, name), `${code}\n${given}\n`);
      return name;
    }),
  );
  expect(files.length).toBeGreaterThanOrEqual(Object.keys(READMES).length);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS, files }));
  const { stdout } = spawnSync(join('node_modules', '.bin', 'tsc'), ['-p', folder, '--singleThreaded'], {
    encoding: 'utf8',
  });
  expect(stdout).toBe('');
}, 180_000);
