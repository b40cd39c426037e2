import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SOURCE_CHECKS } from '../../scripts/check.ts';

const bin = (name: string): string => resolve('node_modules', '.bin', name);

/** Imports that the lint rule refuses: by relative path, and by the name of a package. */
const REFUSED = [
  ['shared/score', '../../widget/index.ts'],
  ['shared/score', '@instrument-panel/widget'],
  ['shared/score', 'node:fs'],
  ['shared/client', '../../sandbox/index.ts'],
  ['shared/client', '../../proxy/index.ts'],
  ['shared/client', '@instrument-panel/proxy'],
  ['shared/client', '@instrument-panel/shared/score'],
  ['shared/client', 'zod'],
  ['widget', '../proxy/index.ts'],
  ['widget', '../shared/score/index.ts'],
  ['widget/panel', '../../sandbox/index.ts'],
  ['widget/panel', '@instrument-panel/proxy'],
  ['widget/panel', '@instrument-panel/extension/intents/surface'],
  ['widget', 'node:fs'],
  ['widget', 'zod'],
  ['extension', '../widget/index.ts'],
  ['extension', '@instrument-panel/widget/apply'],
  ['extension', 'node:fs'],
  ['extension/entrypoints', '../../proxy/index.ts'],
  ['proxy', '../sandbox/index.ts'],
  ['proxy', '@instrument-panel/sandbox'],
  ['proxy', '@instrument-panel/shared/score'],
  ['proxy/token', '../../shared/score/index.ts'],
  ['sandbox', '../proxy/index.ts'],
  ['sandbox', '@instrument-panel/proxy'],
  ['sandbox/ehr', '../../widget/index.ts'],
  ['sandbox/ehr', '../../shared/chart/index.ts'],
  ['sandbox/ehr', '@instrument-panel/shared/chart'],
] as const;

const ALLOWED = [
  ['shared/client', './contract/index.ts'],
  ['shared/client/contract', 'zod/mini'],
  ['shared/score', '@instrument-panel/client/contract'],
  ['widget/panel', '@instrument-panel/shared/score'],
  ['extension/entrypoints', '@instrument-panel/client'],
  ['proxy', '@instrument-panel/client/contract'],
  ['proxy', 'node:fs'],
  ['sandbox/patient', '@instrument-panel/client'],
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
        [form, from, folder, `${folder}/case-${index}-${kind}-${from.length}.ts`, source(from)] as const,
    ),
  );

/** The lint rule's refusals, by file. */
const refusals = new Map<string, string>();

beforeAll(() => {
  const tree = mkdtempSync(join(tmpdir(), 'instrument-panel-rooms-'));
  const config: Record<string, unknown> = JSON.parse(readFileSync('biome.json', 'utf8'));
  writeFileSync(join(tree, 'biome.json'), JSON.stringify({ ...config, $schema: undefined, vcs: undefined }));
  for (const [, , , file, source] of [...cases(REFUSED), ...cases(ALLOWED)]) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), source);
  }
  const args = ['lint', '--max-diagnostics=none', '--colors=off', '--only=style/noRestrictedImports', '.'];
  const { stderr } = spawnSync(bin('biome'), args, { cwd: tree, encoding: 'utf8' });
  for (const report of stderr.split(/^(?=\S+:\d+:\d+ lint)/m)) {
    const [, file] = /^(\S+):\d+:\d+ lint\/style\/noRestrictedImports/.exec(report) ?? [];
    if (file !== undefined) refusals.set(file, report);
  }
  rmSync(tree, { recursive: true, force: true });
});

describe('the rules of import', () => {
  it.each(cases(REFUSED))('refuse %s of %s in %s', (_form, from, _folder, file) => {
    expect(refusals.get(file)).toContain(from === 'zod' ? 'zod/mini' : 'docs/architecture.md');
  });

  it.each(cases(ALLOWED))('allow %s of %s in %s', (_form, _from, _folder, file) => {
    expect(refusals.has(file)).toBe(false);
  });

  it('are in a document that says why', () => {
    expect(readFileSync('docs/architecture.md', 'utf8')).toContain('\n## Rules of import\n');
  });
});

/** The projects of the compiler, one for each platform that code runs on. */
const PROJECTS = [
  'shared/client',
  'shared',
  'widget',
  'extension',
  'proxy',
  'sandbox',
  'sandbox/ehr/assets',
  'sandbox/pages/assets',
] as const;
const BUFFER = "export const bytes = Buffer.from('');";
const DOCUMENT = 'export const { title } = document;';

describe('the types of each room', () => {
  const scratch = '.cache/rooms';
  const config = (project: string): string => join(scratch, project, 'tsconfig.json');
  let output = '';

  beforeAll(() => {
    for (const project of PROJECTS) {
      const folder = join(scratch, project);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'buffer.ts'), BUFFER);
      writeFileSync(join(folder, 'document.ts'), DOCUMENT);
      const compilerOptions = { composite: false, emitDeclarationOnly: false, noEmit: true };
      const files = ['buffer.ts', 'document.ts'];
      const extended = { extends: resolve(project, 'tsconfig.json'), compilerOptions, files, include: [] };
      writeFileSync(config(project), JSON.stringify({ ...extended, references: [] }));
    }
    for (const project of PROJECTS) {
      output += spawnSync(bin('tsc'), ['-p', config(project), '--singleThreaded'], {
        encoding: 'utf8',
      }).stdout;
    }
  });
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));

  const SERVERS = ['proxy', 'sandbox'];
  it.each(PROJECTS.filter((one) => !SERVERS.includes(one)))('have no Buffer in %s', (project) => {
    expect(output).toContain(`${join(scratch, project, 'buffer.ts')}(1,22): error TS2591`);
  });
  it.each(['shared/client', ...SERVERS])('have no document in %s', (project) => {
    expect(output).toContain(`${join(scratch, project, 'document.ts')}(1,26): error TS2584`);
  });
  it('have what the platform of each room has', () => {
    for (const server of SERVERS) expect(output).not.toContain(join(scratch, server, 'buffer.ts'));
    for (const page of ['shared', 'widget', 'extension', 'sandbox/ehr/assets', 'sandbox/pages/assets'])
      expect(output).not.toContain(join(scratch, page, 'document.ts'));
  });

  it('are checked by npm run check, every room in a project of its own', () => {
    const { references } = JSON.parse(readFileSync('tsconfig.json', 'utf8')) as {
      references: { path: string }[];
    };
    expect(references.map(({ path }) => path).toSorted()).toEqual([...PROJECTS].toSorted());
    expect(SOURCE_CHECKS.map(({ program, args }) => [program, ...args].join(' '))).toEqual([
      'tsc -b --checkers 1',
      'biome check --error-on-warnings --diagnostic-level=warn .',
    ]);
  });
});

/** Packages that the shipped sources of a room import, or those of which they import more than types. */
function importsOf(room: string, kind: 'all' | 'values' = 'all'): Set<string> {
  const exclude = [
    '**/*.test.ts',
    '**/*.fixture.ts',
    '**/fixtures/**',
    '**/words/compiled/**',
    '**/node_modules/**',
  ];
  if (room === 'shared') exclude.push('shared/client/**');
  const text = globSync(`${room}/**/*.{ts,tsx}`, { exclude })
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
    .replaceAll(kind === 'values' ? /^(?:import|export) type [^'";]*from '[^']*'/gm : /$^/g, '');
  const specifiers = [
    ...text.matchAll(/^(?:import|export) [^'";]*from '([^'.][^']*)'/gm),
    ...text.matchAll(/^import '([^'.][^']*)'/gm),
    ...text.matchAll(/\bimport\('([^'.][^']*)'\)/g),
    // A file of a package that is read, such as a style sheet.
    ...text.matchAll(/\brequire\.resolve\('([^'.][^']*)'\)/g),
  ];
  const names = specifiers.map(([, specifier = '']) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? '');
  // Sources hold code for pages as text, too.
  return new Set(names.filter((name) => /^(?:@[\w-]+\/)?[a-z][\w.-]*$/.test(name)));
}

describe('the package.json of each room', () => {
  // The types of a package that is listed beside it, and what builds the room.
  const isUnseen = (name: string): boolean => name.startsWith('@types/') || name === 'wxt';
  it.each(['shared/client', 'shared', 'widget', 'extension', 'proxy', 'sandbox'])(
    'lists exactly what %s imports',
    (room) => {
      const manifest: Record<string, object | undefined> = JSON.parse(
        readFileSync(`${room}/package.json`, 'utf8'),
      );
      const listed = ['dependencies', 'peerDependencies', 'devDependencies'].flatMap((kind) =>
        Object.keys(manifest[kind] ?? {}),
      );
      const imported = importsOf(room);
      imported.delete(String(manifest.name));
      // A format that has no package of its own, such as FHIR: only its types are imported.
      const values = importsOf(room, 'values');
      for (const name of imported) {
        const isTypesOnly = !values.has(name) && !listed.includes(name);
        if (isTypesOnly && listed.includes(`@types/${name}`)) imported.delete(name);
      }
      const seen = [...new Set(listed)].filter((name) => !isUnseen(name));
      expect(seen.toSorted()).toEqual([...imported].filter((name) => !isUnseen(name)).toSorted());
    },
  );
});
