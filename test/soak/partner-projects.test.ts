/**
 * The packed packages in empty projects of partners: installed by npm, pnpm and Yarn, run on the versions of Node that
 * they support, and with the frameworks' latest versions, built by
 * their own tools, and opened in a browser. It needs the npm registry, so only `npm run test:soak` does it.
 *
 * @module
 */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { chromium, type Page, type Route } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM_ARGS, findBrowser } from '../../scripts/browser.mjs';
import { PACKAGE_NAMES, type PackageName, packPackages } from '../../scripts/packages.ts';
import { NEXT_ENV, startNext } from '../browser/frameworks-next.ts';
import { phq9 } from '../browser/panel-data.ts';
import { builtPackages } from '../built-packages.ts';
import { playgroundCode } from '../playground-code.ts';
import { expectGraphs, startExample } from '../started-example.ts';
import { SOAK } from './scale.ts';

const SITE = 'http://partner.test';
const CONTENT: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' };

/** Runs a program in a folder; what it said is in the failure. */
function run(cwd: string, program: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8', env: NEXT_ENV });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}\n${stderr}`);
  return stdout;
}

/** The proxy of the page: the course of one patient. */
async function answer(page: Page): Promise<void> {
  const { graph, submissions, instrument } = phq9();
  await page.route('**/session', (route) => route.fulfill({ json: { token: 'test-token', expiresIn: 600 } }));
  await page.route('**/third-party/**', (route) => {
    const { pathname, searchParams } = new URL(route.request().url());
    if (pathname.endsWith('/score-graph')) return route.fulfill({ json: graph });
    const rows = submissions.slice(Number(searchParams.get('offset') ?? 0));
    if (pathname.endsWith('/submissions')) return route.fulfill({ json: rows });
    if (/\/forms\/[0-9a-f-]{36}$/.test(pathname)) return route.fulfill({ json: instrument });
    return route.fulfill({ status: 404, json: { code: 'NOT_FOUND', message: 'Not here.' } });
  });
}

/** Opens an address and gives what the panel shows, with what the page threw. */
async function shown(address: string, files?: string): Promise<{ score: string | null; thrown: string[] }> {
  const executablePath = findBrowser();
  const browser = await chromium.launch({
    args: CHROMIUM_ARGS,
    ...(executablePath === null ? {} : { executablePath }),
  });
  try {
    const page = await browser.newPage();
    const thrown: string[] = [];
    page.on('pageerror', (error) => thrown.push(String(error)));
    const file = (route: Route) => {
      const { pathname } = new URL(route.request().url());
      if (pathname === '/favicon.ico') return route.fulfill({ status: 204 });
      const path = pathname === '/' ? '/index.html' : pathname;
      const found = join(files ?? '', path);
      // A proxy that packs no courses answers so.
      if (!existsSync(found)) return route.fulfill({ status: 404 });
      const contentType = CONTENT[extname(path)] ?? 'text/html';
      return route.fulfill({ contentType, body: readFileSync(found, 'utf8') });
    };
    if (files !== undefined) await page.route(`${SITE}/**`, file);
    await answer(page);
    await page.goto(address);
    const score = page.locator('instrument-panel [part=score]');
    await score.getByText('14').waitFor();
    return { score: await score.textContent(), thrown };
  } finally {
    await browser.close();
  }
}

/** The page of a Vite project, which mounts an example. */
const pageOf = (entry: string): string =>
  `<!doctype html><html lang="en"><head><title>Chart</title></head>
   <body><main id="app"></main><script type="module" src="${entry}"></script></body></html>`;

const SHOWN = { score: expect.stringMatching(/^14\s*of 27$/), thrown: [] };

it('finds every file that the examples’ README names, since the projects are made of them', () => {
  const examples = join('examples', 'widget');
  const readme = readFileSync(join(examples, 'README.md'), 'utf8');
  const named = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, path = '']) => path);
  expect(named).toContain('vue/vite.config.js');
  expect(named.filter((path) => !existsSync(join(examples, path.replace(/#.*$/, ''))))).toEqual([]);
});

/** Versions of Node by the npm package `node`, the oldest of a range exactly, and what each has to run. */
const NODES = [
  ['20', ['client', 'sandbox']],
  ['22.13', ['client', 'proxy', 'sandbox']],
  ['24', ['client', 'proxy', 'sandbox']],
  ['26', ['client', 'proxy', 'sandbox']],
] as const;

/** Installs tarballs by each package manager; our packages, which no registry has yet, come from their tarballs. */
const MANAGERS: Readonly<Record<string, (cwd: string, tarballs: Tarballs) => void>> = {
  npm(cwd) {
    run(cwd, 'npm', 'install', '--no-audit', '--no-fund', '--loglevel=error');
  },
  pnpm(cwd, tarballs) {
    const overrides = PACKAGE_NAMES.map((name) => `  '@instrument-panel/${name}': file:${tarballs[name]}`);
    writeFileSync(join(cwd, 'pnpm-workspace.yaml'), `packages: []\noverrides:\n${overrides.join('\n')}\n`);
    run(cwd, 'npx', '--yes', 'pnpm@10', 'install', '--reporter=silent');
  },
  yarn(cwd) {
    writeFileSync(join(cwd, '.yarnrc.yml'), 'nodeLinker: node-modules\nenableTelemetry: false\n');
    writeFileSync(join(cwd, 'yarn.lock'), '');
    run(cwd, 'npx', '--yes', '@yarnpkg/cli-dist@4', 'install');
  },
};

type Tarballs = Readonly<Record<PackageName, string>>;

// Declared in the long form alone, where it cannot be skipped: without the registry it fails.
if (SOAK) {
  describe('the packed packages in an empty project', () => {
    const folder = mkdtempSync(join(tmpdir(), 'instrument-panel-partners-'));
    let tarballs: Tarballs;

    beforeAll(async () => {
      tarballs = await packPackages(await builtPackages(), folder);
    }, 600_000);

    afterAll(() => rmSync(folder, { recursive: true, force: true }), 600_000);

    /** An empty project that asks for some of our packages, by their tarballs. */
    function emptyProject(name: string, packages: readonly PackageName[]): string {
      const cwd = join(folder, name);
      mkdirSync(cwd);
      const files = Object.fromEntries(
        packages.map((one) => [`@instrument-panel/${one}`, `file:${tarballs[one]}`]),
      );
      const manifest = { name, private: true, type: 'module', dependencies: files, resolutions: files };
      writeFileSync(join(cwd, 'package.json'), JSON.stringify(manifest));
      return cwd;
    }

    /** A project with the widget and others from the registry, and the examples in `src`. */
    function project(name: string, ...packages: readonly string[]): string {
      const cwd = emptyProject(name, ['widget']);
      run(cwd, 'npm', 'install', '--no-audit', '--no-fund', '--loglevel=error', ...packages);
      cpSync(join('examples', 'widget'), join(cwd, 'src'), { recursive: true });
      return cwd;
    }
    const bin = (cwd: string, name: string): string => join(cwd, 'node_modules', '.bin', name);
    const packagesIn = (cwd: string): string[] =>
      globSync(['*/package.json', '@*/*/package.json', '.pnpm/*/node_modules/{*,@*/*}/package.json'], {
        cwd: join(cwd, 'node_modules'),
      }).map((file) => file.replace(/^.*node_modules\//, ''));

    it.each(Object.keys(MANAGERS))(
      'are installed by %s, and the widget’s brings no other package',
      (manager) => {
        const widget = emptyProject(`${manager}-widget`, ['widget']);
        MANAGERS[manager]?.(widget, tarballs);
        expect([...new Set(packagesIn(widget))]).toEqual(['@instrument-panel/widget/package.json']);
        const all = emptyProject(`${manager}-all`, PACKAGE_NAMES);
        MANAGERS[manager]?.(all, tarballs);
        const imports = PACKAGE_NAMES.map((name) => `await import('@instrument-panel/${name}');`).join('');
        run(all, process.execPath, '--input-type=module', '-e', imports);
        expect(run(all, bin(all, 'instrument-panel'), 'proxy', '--help')).toContain(
          'Usage: instrument-panel proxy',
        );
      },
    );

    it.each(NODES)('run on Node %s: %s', (version, names) => {
      const cwd = emptyProject(`node-${version}`, names);
      run(cwd, 'npm', 'install', '--no-audit', '--no-fund', '--loglevel=error', `node@${version}`);
      const node = join(cwd, 'node_modules', 'node', 'bin', 'node');
      const served = `
        const { createSandbox } = await import('@instrument-panel/sandbox');
        const { createProxy } = await import('@instrument-panel/proxy');
        const sandbox = await createSandbox({ seed: null });
        const auth = { 'X-Api-Key': 'demo-key', 'X-Api-Secret': 'demo-secret' };
        const ask = (path) => sandbox.fetch(new Request('http://sandbox/third-party/api/v1' + path, { headers: auth }));
        const reply = await ask('/forms/tags');
        if (reply.status !== 200 || typeof createProxy !== 'function') throw new Error(String(reply.status));
        const pdf = await (await ask('/forms/' + sandbox.instruments['PHQ-9'] + '?format=pdf')).text();
        if (!pdf.trimEnd().endsWith('%%EOF')) throw new Error('The PDF ends early.');
        await sandbox.close();`;
      const script = `
        const { createClient } = await import('@instrument-panel/client');
        createClient({ baseUrl: 'https://scores.example', auth: { key: 'k', secret: 's' } });
        ${version === '20' ? '' : served}
        console.log(process.versions.node);`;
      expect(`${run(cwd, node, '--input-type=module', '-e', script)}.`).toMatch(new RegExp(`^${version}\\.`));
      if (version === '20') {
        const old = `const { createSandbox } = await import('@instrument-panel/sandbox'); await createSandbox();`;
        const refused = () => run(cwd, node, '--input-type=module', '-e', old);
        expect(refused).toThrow(/The sandbox needs Node 22\.13 or newer; this is 20\./);
        return;
      }
      const help = run(
        cwd,
        node,
        join('node_modules', '@instrument-panel', 'proxy', 'cli', 'main.js'),
        'proxy',
        '--help',
      );
      expect(help).toContain('Usage: instrument-panel proxy');
    });

    it('the widget is imported by plain modules of Node, and by a page without a bundler', async () => {
      const cwd = project('plain');
      const script = `import { InstrumentPanel } from '@instrument-panel/widget'; console.log(typeof InstrumentPanel);`;
      expect(run(cwd, process.execPath, '--input-type=module', '-e', script).trim()).toBe('function');
      const site = join(cwd, 'src');
      const kit = join(site, 'html', 'kit');
      cpSync(join(cwd, 'node_modules', '@instrument-panel', 'widget'), kit, { recursive: true });
      expect(await shown(`${SITE}/html/modules.html`, site)).toEqual(SHOWN);
    });

    it('is built by Vite with React', async () => {
      const cwd = project('vite-react', 'vite', '@vitejs/plugin-react', 'react', 'react-dom');
      writeFileSync(join(cwd, 'index.html'), pageOf('/src/react/components.tsx'));
      const config = `import react from '@vitejs/plugin-react'; export default { plugins: [react()] };`;
      writeFileSync(join(cwd, 'vite.config.js'), config);
      run(cwd, bin(cwd, 'vite'), 'build', '--logLevel', 'error');
      expect(await shown(`${SITE}/`, join(cwd, 'dist'))).toEqual(SHOWN);
    });

    it('is built by Vite with Vue', async () => {
      const cwd = project('vite-vue', 'vite', '@vitejs/plugin-vue', 'vue');
      writeFileSync(join(cwd, 'index.html'), pageOf('/src/vue/main.js'));
      cpSync(join(cwd, 'src', 'vue', 'vite.config.js'), join(cwd, 'vite.config.js'));
      run(cwd, bin(cwd, 'vite'), 'build', '--logLevel', 'error');
      expect(await shown(`${SITE}/`, join(cwd, 'dist'))).toEqual(SHOWN);
    });

    it.each([
      ['vite', 'express'],
      ['react', 'fastify'],
      ['vue', 'hono'],
      ['svelte', 'next'],
      ['angular', 'fastify'],
      ['next', 'express'],
      ['next', 'next'],
    ])('the sandbox’s init writes an example with %s and %s, which runs', async (front, server) => {
      const cwd = emptyProject(`init-${front}-${server}`, ['client', 'sandbox']);
      MANAGERS.npm?.(cwd, tarballs);
      const choices = ['--front', front, '--server', server, '--folder', 'try', '--tarballs', folder];
      run(cwd, bin(cwd, 'instrument-panel-sandbox'), 'init', ...choices);
      const example = join(cwd, 'try');
      MANAGERS.npm?.(example, tarballs);
      const running = await startExample(example, server);
      await expectGraphs(running.address, ['']).finally(running.stop);
      if (front !== 'next') return;
      const next = join(example, 'node_modules', 'next', 'dist', 'bin', 'next');
      run(join(example, 'src', 'next'), process.execPath, next, 'build');
    });

    it('the written example starts on the oldest Node that it names', async () => {
      const cwd = emptyProject('init-oldest', ['client', 'sandbox']);
      MANAGERS.npm?.(cwd, tarballs);
      const choices = ['--front', 'vite', '--server', 'express', '--folder', 'try', '--tarballs', folder];
      run(cwd, bin(cwd, 'instrument-panel-sandbox'), 'init', ...choices);
      const example = join(cwd, 'try');
      const { engines } = JSON.parse(readFileSync(join(example, 'package.json'), 'utf8'));
      const oldest = engines.node.replace('>=', '');
      run(example, 'npm', 'install', '--no-audit', '--no-fund', '--loglevel=error', `node@${oldest}`);
      const running = await startExample(example, 'express', join('node_modules', 'node', 'bin', 'node'));
      await expectGraphs(running.address, ['']).finally(running.stop);
    });

    it('is built by Angular’s own tools, which refuse a value that an input does not take', async () => {
      const parts = ['core', 'common', 'compiler', 'compiler-cli', 'platform-browser', 'cli', 'build'];
      const packages = parts.map((part) => `@angular/${part}@22`);
      const cwd = project('angular', ...packages, 'rxjs', 'tslib', 'typescript@6');
      const path = join(cwd, 'src', 'angular', 'main.ts');
      const example = readFileSync(path, 'utf8').replace("import '@angular/compiler';\n", '');
      writeFileSync(path, example);
      writeFileSync(join(cwd, 'src', 'index.html'), '<!doctype html><main id="app"></main>');
      const options = {
        ...{ outputPath: { base: 'dist', browser: '' }, index: 'src/index.html' },
        ...{ browser: 'src/angular/main.ts', tsConfig: 'tsconfig.json' },
      };
      const build = { builder: '@angular/build:application', options };
      const clinic = { projectType: 'application', root: '', sourceRoot: 'src', architect: { build } };
      const workspace = { version: 1, cli: { analytics: false }, projects: { clinic } };
      writeFileSync(join(cwd, 'angular.json'), JSON.stringify(workspace));
      const compilerOptions = {
        ...{ strict: true, allowJs: true, skipLibCheck: false, types: [], outDir: 'out' },
        ...{ target: 'es2022', module: 'esnext', moduleResolution: 'bundler' },
      };
      const angularCompilerOptions = { strictTemplates: true };
      const config = { compilerOptions, angularCompilerOptions, include: ['src/angular/main.ts', 'shown'] };
      writeFileSync(join(cwd, 'tsconfig.json'), JSON.stringify(config));
      mkdirSync(join(cwd, 'shown'));
      for (const [name, code] of Object.entries(playgroundCode('Angular', 'ts')))
        writeFileSync(join(cwd, 'shown', name), code);

      run(cwd, bin(cwd, 'ng'), 'build');
      expect(await shown(`${SITE}/`, join(cwd, 'dist'))).toEqual(SHOWN);
      const check = () => run(cwd, bin(cwd, 'ngc'), '-p', 'tsconfig.json', '--noEmit');
      check();
      for (const [right, wrong] of [
        ['heading-level="2"', 'heading-level="7"'],
        ['density="comfortable"', 'density="dense"'],
        ['[formId]', '[formid]'],
        ['[patientId]="patient().id"', '[patientId]="7"'],
        ['[data]="patient().latest"', '[data]="patient().name"'],
        ['detail.submissionId', 'detail.submission'],
      ] as const) {
        writeFileSync(path, example.replace(right, wrong));
        expect(check, wrong).toThrow(/error/i);
      }
    });

    it.each([
      ['vue-tsc under strictTemplates', 'vue/Chart.vue', ['vue', 'vue-tsc'], 'vue-tsc'],
      ['svelte-check', 'svelte/Chart.svelte', ['svelte', 'svelte-check'], 'svelte-check'],
    ])(
      '%s accepts the example and the playground’s code, and refuses a value that an attribute does not take',
      (_, file, needs, checker) => {
        const cwd = project(checker, 'typescript@5', ...needs);
        const [framework = ''] = needs;
        // The plugin that it names is not installed here.
        rmSync(join(cwd, 'src', framework, 'vite.config.js'));
        writeFileSync(
          join(cwd, 'tsconfig.json'),
          JSON.stringify({
            compilerOptions: {
              ...{ strict: true, noEmit: true, allowJs: true, skipLibCheck: false, types: [] },
              ...{ target: 'es2022', module: 'esnext', moduleResolution: 'bundler' },
            },
            vueCompilerOptions: { strictTemplates: true },
            include: ['types.d.ts', 'shown', `src/${file}`],
          }),
        );
        writeFileSync(
          join(cwd, 'types.d.ts'),
          `import type {} from '@instrument-panel/widget/define';\nimport type {} from '@instrument-panel/widget/${framework}';\n`,
        );
        const shown =
          checker === 'vue-tsc' ? playgroundCode('Vue', 'vue') : playgroundCode('Svelte', 'svelte');
        mkdirSync(join(cwd, 'shown'));
        for (const [name, code] of Object.entries(shown)) writeFileSync(join(cwd, 'shown', name), code);
        const args =
          checker === 'vue-tsc' ? ['--noEmit'] : ['--tsconfig', 'tsconfig.json', '--threshold', 'error'];
        run(cwd, bin(cwd, checker), ...args);
        const path = join(cwd, 'src', file);
        for (const [right, wrong] of [
          ['heading-level="2"', 'heading-level="7"'],
          ['density="comfortable"', 'density="dense"'],
          ['density="comfortable"', 'densty="comfortable"'],
          ['detail.submissionId', 'detail.submission'],
        ] as const) {
          const code = readFileSync(path, 'utf8');
          writeFileSync(path, code.replace(right, wrong));
          expect(() => run(cwd, bin(cwd, checker), ...args), wrong).toThrow(/error/i);
          writeFileSync(path, code);
        }
      },
    );

    it('runs a partner’s test in Jest', () => {
      const cwd = emptyProject('jest', ['client', 'sandbox']);
      run(cwd, 'npm', 'install', '--no-audit', '--no-fund', '--loglevel=error', 'jest');
      const readme = readFileSync(
        join(cwd, 'node_modules', '@instrument-panel', 'sandbox', 'README.md'),
        'utf8',
      );
      const [code = ''] = readme.split('```ts\n').slice(1);
      const test = code.slice(0, code.indexOf('```')).replace("'vitest'", "'@jest/globals'");
      writeFileSync(join(cwd, 'scores.test.js'), test);
      const program = join(cwd, 'node_modules', 'jest', 'bin', 'jest.js');
      run(cwd, process.execPath, '--experimental-vm-modules', program, '--silent');
    });

    it('is built and served by Next', async () => {
      const cwd = project('next', 'next', 'react', 'react-dom');
      const program = join(cwd, 'node_modules', 'next', 'dist', 'bin', 'next');
      run(join(cwd, 'src', 'next'), process.execPath, program, 'build');
      const next = await startNext(program, join(cwd, 'src', 'next'), 'start');
      try {
        const source = await (await fetch(next.address)).text();
        expect(source).toContain('<p slot="loading">Loading the course</p></instrument-panel>');
        expect(await shown(next.address)).toEqual(SHOWN);
      } finally {
        await next.stop();
      }
    });
  });
}
