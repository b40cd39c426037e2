import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const REFUSED = [
  ['shared/score', '../../widget/index.ts'],
  ['shared/client', '../../sandbox/index.ts'],
  ['shared/client', '../../proxy/index.ts'],
  ['shared/client', 'zod'],
  ['widget', '../proxy/index.ts'],
  ['widget/panel', '../../sandbox/index.ts'],
  ['widget', 'node:fs'],
  ['widget', 'zod'],
  ['extension', '../widget/index.ts'],
  ['extension/entrypoints', '../../proxy/index.ts'],
  ['proxy', '../sandbox/index.ts'],
  ['proxy/token', '../../shared/score/index.ts'],
  ['proxy', '../shared/locale/panel/index.ts'],
  ['sandbox', '../proxy/index.ts'],
  ['sandbox/ehr', '../../widget/index.ts'],
  ['sandbox/ehr', '../../shared/chart/index.ts'],
] as const;

const ALLOWED = [
  ['shared/client', '../contract/index.ts'],
  ['shared/contract', 'zod/mini'],
  ['widget/panel', '../../shared/score/index.ts'],
  ['extension/entrypoints', '../../shared/client/index.ts'],
  ['proxy', '../shared/contract/index.ts'],
  ['sandbox/patient', '../../shared/locale/answer/index.ts'],
  ['test', '../proxy/index.ts'],
] as const;

const FORMS = {
  import: (from: string) => `import { name } from '${from}';\nname();\n`,
  'import type': (from: string) => `import type { Name } from '${from}';\nexport const name: Name = 1;\n`,
  export: (from: string) => `export { name } from '${from}';\n`,
  'import()': (from: string) => `export const later = () => import('${from}');\n`,
};

const cases = (pairs: readonly (readonly [string, string])[]) =>
  pairs.flatMap(([folder, from], index) =>
    Object.entries(FORMS).map(
      ([form, source], kind) =>
        [form, folder, from, `${folder}/case-${index}-${kind}.ts`, source(from)] as const,
    ),
  );

/** A tree with the project's own lint rules, and a file for each case. */
let tree: string;
let refusals: ReadonlySet<string>;

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'instrument-panel-rooms-'));
  const config: Record<string, unknown> = JSON.parse(readFileSync('biome.json', 'utf8'));
  writeFileSync(join(tree, 'biome.json'), JSON.stringify({ ...config, $schema: undefined, vcs: undefined }));
  for (const [, , , file, source] of [...cases(REFUSED), ...cases(ALLOWED)]) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), source);
  }
  const biome = resolve('node_modules', '.bin', 'biome');
  const run = spawnSync(biome, ['lint', '--max-diagnostics=none', '--colors=off', '.'], {
    cwd: tree,
    encoding: 'utf8',
  });
  refusals = new Set(
    [...run.stderr.matchAll(/^(\S+):\d+:\d+ lint\/style\/noRestrictedImports/gm)].map(
      (found) => found[1] ?? '',
    ),
  );
});

afterAll(() => rmSync(tree, { recursive: true, force: true }));

describe('the import rule between rooms', () => {
  it.each(cases(REFUSED))('refuses %s in %s of %s', (_form, _folder, _from, file) => {
    expect(refusals).toContain(file);
  });

  it.each(cases(ALLOWED))('allows %s in %s of %s', (_form, _folder, _from, file) => {
    expect(refusals).not.toContain(file);
  });
});
