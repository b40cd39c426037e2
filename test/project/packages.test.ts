import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { PACKAGE_NAMES, type PackageName, packPackages } from '../../scripts/packages.ts';
import { builtPackages } from '../built-packages.ts';
import { playgroundCode } from '../playground-code.ts';
import { expectGraphs, startExample } from '../started-example.ts';

const root = resolve('.');
const folder = mkdtempSync(join(tmpdir(), 'instrument-panel-partner-'));
/** A partner's project, in an empty folder, that has the packages as `npm install` would lay them. */
const partner = join(folder, 'partner');
const installed = (name: PackageName): string => join(partner, 'node_modules', '@instrument-panel', name);
let tarballs: Readonly<Record<PackageName, string>>;

const Manifest = z.object({
  name: z.string(),
  bin: z.optional(z.record(z.string(), z.string())),
  dependencies: z.optional(z.record(z.string(), z.string())),
  devDependencies: z.optional(z.unknown()),
  peerDependencies: z.optional(z.record(z.string(), z.string())),
  peerDependenciesMeta: z.optional(z.record(z.string(), z.unknown())),
  engines: z.optional(z.object({ node: z.string() })),
  exports: z.record(
    z.string(),
    z.union([z.string(), z.object({ types: z.string(), default: z.optional(z.string()) })]),
  ),
});
const Bill = z.object({
  components: z.array(
    z.object({
      'bom-ref': z.string(),
      name: z.string(),
      purl: z.string(),
      hashes: z.optional(z.array(z.object({ alg: z.string() }))),
    }),
  ),
  dependencies: z.array(z.object({ dependsOn: z.array(z.string()) })),
});
const readManifest = (name: PackageName) =>
  Manifest.parse(JSON.parse(readFileSync(join(installed(name), 'package.json'), 'utf8')));

/** Packages of others that an installation of ours, or a partner's framework, would bring. */
const OTHERS = [
  ...[
    '@hono',
    'hono',
    'ioredis',
    'jose',
    'leven',
    'lru-cache',
    'oauth4webapi',
    'openid-client',
    'pdfkit',
    'vite',
    'prom-client',
    'simpledotcss',
    'undici',
    'zod',
    '@messageformat',
  ],
  ...[
    '@angular',
    '@types',
    '@vue',
    'csstype',
    'react',
    'react-dom',
    'rxjs',
    'scheduler',
    'undici-types',
    'vue',
  ],
  // What ioredis and prom-client need themselves.
  ...['@ioredis', '@opentelemetry', 'tdigest', 'bintrees', 'cluster-key-slot', 'debug', 'denque', 'ms'],
  ...['redis-errors', 'redis-parser', 'standard-as-callback'],
];

beforeAll(async () => {
  const packages = await builtPackages();
  tarballs = await packPackages(packages, folder);
  for (const name of PACKAGE_NAMES) {
    mkdirSync(installed(name), { recursive: true });
    const unpack = ['-xzf', tarballs[name], '-C', installed(name), '--strip-components=1'];
    expect(spawnSync('tar', unpack).status).toBe(0);
  }
  for (const name of OTHERS) {
    const from = join(root, 'node_modules', name);
    if (existsSync(from)) symlinkSync(from, join(partner, 'node_modules', name));
  }
  writeFileSync(join(partner, 'package.json'), JSON.stringify({ type: 'module' }));
}, 180_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Modules that partners rely on. */
const MODULES = [
  '@instrument-panel/client',
  '@instrument-panel/client/contract',
  '@instrument-panel/widget',
  '@instrument-panel/widget/define',
  '@instrument-panel/widget/overview',
  '@instrument-panel/widget/overview/define',
  '@instrument-panel/widget/seen-by',
  '@instrument-panel/widget/seen-by/define',
  '@instrument-panel/widget/sparkline',
  '@instrument-panel/widget/sparkline/define',
  '@instrument-panel/widget/apply',
  '@instrument-panel/widget/apply/define',
  '@instrument-panel/widget/caseload',
  '@instrument-panel/widget/caseload/define',
  '@instrument-panel/widget/react',
  '@instrument-panel/proxy',
  '@instrument-panel/sandbox',
  '@instrument-panel/sandbox/playwright',
] as const;

/** All of them in one process: starting one costs more than most imports. */
const IMPORTING = `
  const said = {};
  for (const specifier of process.argv.slice(1))
    said[specifier] = await import(specifier).then(() => 'ok', (error) => String(error.stack));
  console.log(JSON.stringify(said));`;

let importing: Readonly<Record<string, string>> | undefined;
/** What became of the import of each module, in the partner's project. */
function imported(): Readonly<Record<string, string>> {
  if (!importing) {
    const args = ['--input-type=module', '-e', IMPORTING, ...MODULES];
    const run = spawnSync(process.execPath, args, { cwd: partner, encoding: 'utf8' });
    expect(run.stderr).toBe('');
    importing = z.record(z.string(), z.string()).parse(JSON.parse(run.stdout));
  }
  return importing;
}

/** What arethetypeswrong.github.io says of a tarball, as far as it is looked at. */
const Analysed = z.record(
  z.string(),
  z.object({ entries: z.array(z.string()), problems: z.array(z.string()), exitCode: z.number() }),
);

/** All of them in one process: loading its compiler costs as much as looking at a package. */
const ATTW = `
  import { readFileSync } from 'node:fs';
  import { createRequire } from 'node:module';
  import { getExitCode } from '@arethetypeswrong/cli/internal/getExitCode';
  const command = createRequire(createRequire(process.cwd() + '/').resolve('@arethetypeswrong/cli/package.json'));
  const { checkPackage, createPackageFromTarballData } = await import(command.resolve('@arethetypeswrong/core'));
  // Modules only: \`require\` of them is Node's own affair, and no resolver from before \`exports\` is supported.
  const ignoreResolutions = ['node10', 'node16-cjs'];
  const said = {};
  for (const tarball of process.argv.slice(1)) {
    const analysis = await checkPackage(createPackageFromTarballData(readFileSync(tarball)));
    said[tarball] = {
      entries: Object.keys(analysis.entrypoints),
      problems: analysis.problems.map(({ kind }) => kind),
      exitCode: analysis.types ? getExitCode(analysis, { ignoreResolutions }) : 1,
    };
  }
  console.log(JSON.stringify(said));`;

let analysed: z.infer<typeof Analysed> | undefined;
function attw(tarball: string) {
  if (!analysed) {
    const args = ['--input-type=module', '-e', ATTW, ...Object.values(tarballs)];
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect(stderr).toBe('');
    analysed = Analysed.parse(JSON.parse(stdout));
  }
  const said = analysed[tarball];
  if (!said) throw new Error(`Nothing is said of ${tarball}.`);
  return said;
}

describe.each(PACKAGE_NAMES)('@instrument-panel/%s as it would be published', (name) => {
  it('is well formed to publint, its suggestions included', async () => {
    const { buffer, byteOffset, byteLength } = readFileSync(tarballs[name]);
    const bytes = new Uint8Array(buffer, byteOffset, byteLength).slice().buffer;
    const { messages, pkg } = await publint({ pack: { tarball: bytes }, strict: true });
    expect(pkg?.name).toBe(`@instrument-panel/${name}`);
    expect(messages).toEqual([]);
  });

  it('has types that are right for every way of import that it supports', () => {
    const { entries, problems, exitCode } = attw(tarballs[name]);
    const { exports } = readManifest(name);
    const one = Object.keys(exports).filter((entry) => !entry.includes('*'));
    expect(entries).toEqual(expect.arrayContaining(one));
    expect(exitCode, problems.join()).toBe(0);
    // It names what is left aside too, and so is known to have looked.
    expect(problems).toContain('CJSResolvesToESM');
  });

  it('carries no source, no test and no other room', () => {
    const { stdout } = spawnSync('tar', ['-tzf', tarballs[name]], { encoding: 'utf8' });
    const files = stdout.trim().split('\n');
    const carried = ['README.md', 'CHANGELOG.md', 'LICENSE'].map((file) => `package/${file}`);
    expect(files).toEqual(expect.arrayContaining(carried));
    const isForeign = (file: string): boolean =>
      /(?<!\.d)\.tsx?$|\.test\.|\.fixture\.|\/(?:extension|shared|test)\//.test(file);
    // The examples are there to be copied, as they are.
    expect(files.filter((file) => isForeign(file) && !file.includes('/templates/'))).toEqual([]);
  });

  it('says what it consists of and needs, of the versions in package-lock.json, and names nothing twice', () => {
    const { components, dependencies } = Bill.parse(
      JSON.parse(readFileSync(join(installed(name), 'sbom.cdx.json'), 'utf8')),
    );
    const refs = components.map((one) => one['bom-ref']);
    expect(new Set(refs).size).toBe(refs.length);
    for (const { purl, hashes } of components)
      expect(hashes?.[0]?.alg, purl).toBe(purl.includes('%40instrument-panel') ? undefined : 'SHA-512');
    expect(refs).toEqual(expect.arrayContaining(dependencies.flatMap(({ dependsOn }) => dependsOn)));
    const names = components.map((one) => one.name);
    expect(names).toEqual(expect.arrayContaining(Object.keys(readManifest(name).dependencies ?? {})));
    // What npm itself counts. It leaves out what a room that is not published needs too.
    const room = name === 'client' ? 'shared/client' : name;
    const args = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only', '-w', room];
    const said = Bill.parse(JSON.parse(spawnSync('npm', args, { encoding: 'utf8' }).stdout));
    const others = said.components.filter((one) => !one.purl.includes('%40instrument-panel'));
    expect(refs).toEqual(expect.arrayContaining(others.map(({ purl }) => purl)));
  });

  it('says nothing of the machine that built it, and links to no file that is not in it', () => {
    const texts = globSync('**/*.{js,ts,json,map,md,txt}', { cwd: installed(name) });
    for (const file of texts)
      expect(readFileSync(join(installed(name), file), 'utf8').includes(root), file).toBe(false);
    for (const file of ['README.md', 'CHANGELOG.md']) {
      const links = readFileSync(join(installed(name), file), 'utf8').matchAll(/\]\(([^)\s]+)\)/g);
      for (const [, target] of links) expect(target).toMatch(/^(https?:|#)/);
    }
  });

  it('needs nothing of the workspace: every dependency has a version, and no field is for development', () => {
    const { dependencies = {}, devDependencies, exports: entries } = readManifest(name);
    expect(devDependencies).toBeUndefined();
    expect(Object.values(dependencies).filter((version) => !/^[\^~]?\d/.test(version))).toEqual([]);
    expect(Object.keys(dependencies)).not.toContain('@instrument-panel/shared');
    expect(JSON.stringify(entries)).not.toMatch(/(?<!\.d)\.tsx?"/);
  });
});

describe('the widget’s package', () => {
  it('brings no other package, and asks for no version of Node', () => {
    const { dependencies, engines, peerDependencies, peerDependenciesMeta } = readManifest('widget');
    expect(dependencies).toBeUndefined();
    expect(Object.keys(peerDependencies ?? {})).toEqual(['@angular/core', 'react']);
    for (const peer of Object.keys(peerDependencies ?? {}))
      expect(peerDependenciesMeta, peer).toHaveProperty([peer], { optional: true });
    expect(engines).toBeUndefined();
  });

  it('has types of its own alone: nothing of our other packages, nor of zod', () => {
    const files = globSync(join(installed('widget'), '**', '*.d.ts'));
    expect(files.length).toBeGreaterThan(6);
    const isOurs = /from\s*['"](?!\.|@angular\/core['"]|react['"]|svelte\/elements['"]|vue['"])/;
    for (const file of files) expect(readFileSync(file, 'utf8'), file).not.toMatch(isOurs);
  });

  it('keeps zod out of what reaches a browser', () => {
    const files = globSync(join(installed('widget'), '**', '*.js'));
    expect(files.length).toBeGreaterThan(2);
    for (const file of files) expect(readFileSync(file, 'utf8'), file).not.toMatch(/from\s*['"`]zod/);
  });

  it('registers elements in the define entries alone: a bundler drops what it is not told to keep', () => {
    const files = globSync('{,apply/,caseload/,overview/,seen-by/,sparkline/}*.js', {
      cwd: installed('widget'),
    });
    const registering = files.filter((file) =>
      /\b[\w$]+\.define\(\)/.test(readFileSync(join(installed('widget'), file), 'utf8')),
    );
    expect(registering.toSorted()).toEqual([
      'apply/define.js',
      'caseload/define.js',
      'define.js',
      'overview/define.js',
      'seen-by/define.js',
      'sparkline/define.js',
    ]);
  });

  it('names each package that it has bundled, with its licence', () => {
    const map = JSON.parse(
      readFileSync(join(installed('widget'), 'cdn', 'instrument-panel.js.map'), 'utf8'),
    ) as { sources: string[] };
    const mapped = map.sources.flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
    // The library for QR codes is in a file of its own, without a map.
    const used = new Set(['uqr', ...mapped]);
    for (const place of ['', 'cdn']) {
      const notices = readFileSync(join(installed('widget'), place, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
      for (const name of used) expect(notices).toMatch(new RegExp(`^${name} \\d+\\.\\d+`, 'm'));
      expect(notices).toContain('Copyright (c) Project Nayuki');
    }
  });

  it('has the single file with its integrity, the themes, and data for editors', () => {
    const files = [
      ...['cdn/instrument-panel.js', 'cdn/integrity.json', 'themes/slate.css', 'custom-elements.json'],
      ...['web-types.json', 'vscode.html-custom-data.json', 'jsx.d.ts', 'svelte.d.ts', 'vue.d.ts'],
      ...['angular/index.js', 'angular/index.d.ts', 'react/index.js', 'react/index.d.ts'],
    ];
    expect(files.filter((file) => !existsSync(join(installed('widget'), file)))).toEqual([]);
    const { modules } = JSON.parse(
      readFileSync(join(installed('widget'), 'custom-elements.json'), 'utf8'),
    ) as {
      modules: { path: string }[];
    };
    expect(modules.length, 'a module for each element').toBe(6);
    for (const { path } of modules) expect(existsSync(join(installed('widget'), path)), path).toBe(true);
  });
});

describe('the packages', () => {
  it('are packed by `npm run pack` alone: the rooms are source, and npm would pack that', () => {
    for (const room of ['shared/client', 'proxy', 'sandbox', 'widget']) {
      const pack = spawnSync('npm', ['pack', '--dry-run', '--offline'], { cwd: room, encoding: 'utf8' });
      expect([room, pack.status === 0]).toEqual([room, false]);
      expect(pack.stderr).toContain('Run `npm run pack` in the root');
    }
  });

  it('say which Node they need: servers 22.13, the client any', () => {
    for (const name of ['proxy', 'sandbox'] as const)
      expect(readManifest(name).engines?.node).toBe('>=22.13');
    expect(readManifest('client').dependencies).toEqual({ zod: expect.any(String) });
  });

  it('have the service’s OpenAPI document with the client', () => {
    const script = `import openapi from '@instrument-panel/client/openapi.json' with { type: 'json' }; console.log(openapi.openapi)`;
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: partner,
      encoding: 'utf8',
    });
    expect(run.stdout.trim(), run.stderr).toMatch(/^3\.1\./);
  });

  it.each(MODULES)('can import %s in Node, where there is no DOM', (specifier) => {
    expect(imported()[specifier]).toBe('ok');
  });

  it('bring the program instrument-panel: packed, unpacked and linked as npm does, npx finds it', () => {
    const npm = (args: readonly string[], cwd: string) =>
      spawnSync('npm', ['--offline', '--loglevel=error', ...args], { cwd, encoding: 'utf8' });
    const program = join(installed('proxy'), readManifest('proxy').bin?.['instrument-panel'] ?? '');
    chmodSync(program, 0o755);
    mkdirSync(join(partner, 'node_modules', '.bin'));
    symlinkSync(program, join(partner, 'node_modules', '.bin', 'instrument-panel'));
    const run = npm(['exec', '--no', '--', 'instrument-panel', 'proxy', '--help'], partner);
    expect(run.status, run.stderr).toBe(0);
    expect(run.stdout).toContain('Usage: instrument-panel proxy [--config proxy.config.mts]');
    const unknown = spawnSync(process.execPath, [program, 'prxy'], { cwd: partner });
    expect(unknown.status).toBe(2);
  });

  it('serve the sandbox from the built package as from its source', () => {
    const script = `
      import { createSandbox } from '@instrument-panel/sandbox';
      const sandbox = await createSandbox({ seed: null });
      const reply = await sandbox.fetch(new Request('http://sandbox/third-party/api/v1/forms/tags', {
        headers: { 'X-Api-Key': 'demo-key', 'X-Api-Secret': 'demo-secret' },
      }));
      console.log(reply.status, (await reply.json()).length > 0);
      await sandbox.close();`;
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: partner,
      encoding: 'utf8',
    });
    expect(run.stderr).toBe('');
    expect(run.stdout.trim()).toBe('200 true');
  });

  it('run the README’s test of a partner, in Vitest and in an empty folder', () => {
    const [code = ''] = readFileSync(join(installed('sandbox'), 'README.md'), 'utf8')
      .split('```ts\n')
      .slice(1);
    writeFileSync(join(partner, 'scores.test.ts'), code.slice(0, code.indexOf('```')));
    symlinkSync(join(root, 'node_modules', 'vitest'), join(partner, 'node_modules', 'vitest'));
    const { VITEST: _, VITEST_POOL_ID: __, VITEST_WORKER_ID: ___, ...env } = process.env;
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
    const args = [vitest, 'run', '--root', partner, '--no-color'];
    const run = spawnSync(process.execPath, args, { cwd: partner, encoding: 'utf8', env });
    expect(run.status, run.stdout + run.stderr).toBe(0);
    expect(run.stdout).toMatch(/Tests\s+1 passed/);
  });

  it('write a running example by the sandbox’s init, with plain HTML', async () => {
    const program = join(
      installed('sandbox'),
      readManifest('sandbox').bin?.['instrument-panel-sandbox'] ?? '',
    );
    const init = (...args: readonly string[]) =>
      spawnSync(process.execPath, [program, 'init', ...args], { cwd: partner, encoding: 'utf8' });
    const args = ['--front', 'html', '--server', 'hono', '--folder', 'try', '--tarballs', folder];
    const run = init(...args);
    expect(run.stderr).toBe('');
    expect(run.stdout).toContain('cd try && npm install && npm start');
    expect(init(...args)).toMatchObject({ status: 2, stderr: expect.stringContaining('is not empty') });
    expect(init('--front', 'ember', ...args.slice(2))).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(
        '--front must be one of html, vite, react, vue, svelte, angular, next; got "ember"',
      ),
    });
    expect(init(...args.slice(0, 6)).stderr).toContain('run `npm run pack`');
    const manifest = JSON.parse(readFileSync(join(partner, 'try', 'package.json'), 'utf8'));
    expect(resolve(partner, 'try', manifest.dependencies['@instrument-panel/widget'].slice(5))).toBe(
      tarballs.widget,
    );

    const [block = ''] = readFileSync('README.md', 'utf8').split('```html\n').slice(1);
    writeFileSync(join(partner, 'try', 'src', 'html', 'readme.html'), block.slice(0, block.indexOf('```')));
    const example = await startExample(join(partner, 'try'), 'hono');
    await expectGraphs(example.address, ['', 'readme.html']).finally(example.stop);
  });

  it('give their types to a strict TypeScript project, and the elements’ types to React and to Vue', () => {
    writeFileSync(
      join(partner, 'page.ts'),
      `import { createClient, getScoreGraph, type ScoreGraph } from '@instrument-panel/client';
import { configure, InstrumentPanel } from '@instrument-panel/widget';
import '@instrument-panel/widget/define';
import { createProxy } from '@instrument-panel/proxy';
import { createSandbox } from '@instrument-panel/sandbox';

const client = createClient({ baseUrl: 'https://scores.example', auth: { key: 'k', secret: 's' } });
export const graph: Promise<ScoreGraph> = client(getScoreGraph, {
  params: { professionalId: 'a', patientId: 'b', formId: 'c' },
}).then((reply) => reply.data);
// @ts-expect-error A path parameter that is missing does not compile.
client(getScoreGraph, { params: { professionalId: 'a', patientId: 'b' } });
configure({ baseUrl: 'https://scores.example', fetchToken: async () => ({ token: 't', expiresIn: 600 }) });
export const panel: InstrumentPanel = document.createElement('instrument-panel');
export const rooms = [createProxy, createSandbox];
`,
    );
    writeFileSync(
      join(partner, 'course.tsx'),
      `import { InstrumentPanel } from '@instrument-panel/widget/react';
import type {} from '@instrument-panel/widget/jsx';
import type {} from '@instrument-panel/widget/vue';
import type { GlobalComponents } from 'vue';

export const component = (
  <InstrumentPanel patientId="p" headingLevel={3} onInstrumentSelect={(event) => event.detail.submissionId} />
);
export const tag = <instrument-panel patient-id="p" density="compact" oninstrument-load={(event) => event.type} />;
// @ts-expect-error A value that the attribute does not accept does not compile.
export const dense = <instrument-panel density="dense" />;
// @ts-expect-error Nor does one of a component.
export const level = <InstrumentPanel headingLevel={7} />;
export type OfVue = InstanceType<GlobalComponents['instrument-panel']>['$props']['patientId'];
export const id: OfVue = 'p';
`,
    );
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--types', 'node'];
    const run = spawnSync(
      join(root, 'node_modules', '.bin', 'tsc'),
      [...options, '--singleThreaded', '--jsx', 'react-jsx', 'page.ts', 'course.tsx'],
      { cwd: partner, encoding: 'utf8' },
    );
    expect(run.stdout).toBe('');
    expect(run.status).toBe(0);
  });

  it('type-check the examples and the playground’s code in React and in Angular, whose references the tags’ own names type', () => {
    cpSync(join(root, 'examples', 'widget'), join(partner, 'widget'), { recursive: true });
    writeFileSync(
      join(partner, 'reference.ts'),
      `import type {} from '@instrument-panel/widget/define';
import { type ElementRef, ViewChild } from '@angular/core';

export class Chart {
  @ViewChild('panel') panel?: ElementRef<HTMLElementTagNameMap['instrument-panel']>;

  status(): 'loading' | 'ready' | 'empty' | 'error' | 'stale' | undefined {
    return this.panel?.nativeElement.status;
  }

  patient(): void {
    // @ts-expect-error An element of the kit, whose properties have types.
    if (this.panel) this.panel.nativeElement.patientId = 7;
  }
}
`,
    );
    const shown = { ...playgroundCode('React', 'tsx'), ...playgroundCode('Angular', 'ts') };
    mkdirSync(join(partner, 'shown'));
    for (const [file, code] of Object.entries(shown)) {
      expect(code, file).toContain('<instrument-');
      writeFileSync(join(partner, 'shown', file), code);
    }
    const files = [
      ...Object.keys(shown).map((file) => join('shown', file)),
      'widget/react/components.tsx',
      'widget/react/tags.tsx',
      'widget/angular/main.ts',
      'reference.ts',
    ];
    const options =
      '--noEmit --strict --allowJs --checkJs --module esnext --moduleResolution bundler --target es2024';
    const more = '--types node --jsx react-jsx --experimentalDecorators --skipLibCheck --singleThreaded';
    const run = spawnSync(
      join(root, 'node_modules', '.bin', 'tsc'),
      [...`${options} ${more}`.split(' '), ...files],
      {
        cwd: partner,
        encoding: 'utf8',
      },
    );
    expect(run.stdout).toBe('');
    expect(run.status).toBe(0);
  });
});
