/**
 * The packed package in empty projects of partners: installed by npm with the frameworks' latest versions, built by
 * their own tools, and opened in a browser. It needs the npm registry, so only `npm run test:soak` does it.
 *
 * @module
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { chromium, type Page, type Route } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM_ARGS, findBrowser } from '../../scripts/browser.mjs';
import { buildPackage } from '../../scripts/build-package.ts';
import { NEXT_ENV, startNext } from '../browser/frameworks-next.ts';
import { phq9 } from '../browser/panel-data.ts';
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
      const contentType = CONTENT[extname(path)] ?? 'text/html';
      return route.fulfill({ contentType, body: readFileSync(join(files ?? '', path), 'utf8') });
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

const SHOWN = { score: expect.stringMatching(/Score\s*14\s*of 27/), thrown: [] };

it('finds every file that the examples’ README names, since the projects are made of them', () => {
  const examples = join('examples', 'widget');
  const readme = readFileSync(join(examples, 'README.md'), 'utf8');
  const named = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, path = '']) => path);
  expect(named).toContain('vue/vite.config.js');
  expect(named.filter((path) => !existsSync(join(examples, path)))).toEqual([]);
});

// Declared in the long form alone, where it cannot be skipped: without the registry it fails.
if (SOAK) {
  describe('the packed package in an empty project', () => {
    const folder = mkdtempSync(join(tmpdir(), 'instrument-panel-partners-'));
    let tarball = '';

    beforeAll(async () => {
      const packed = join(folder, 'packed');
      await buildPackage(join(packed, 'dist'));
      for (const file of ['package.json', 'README.md', 'CHANGELOG.md', 'LICENSE']) {
        cpSync(file, join(packed, file));
      }
      const name = run(packed, 'npm', 'pack', '--ignore-scripts', '--loglevel=error').trim();
      tarball = join(packed, name);
    }, 600_000);

    afterAll(() => rmSync(folder, { recursive: true, force: true }), 600_000);

    /** A project with the package and others from the registry, and the examples in `src`. */
    function project(name: string, ...packages: readonly string[]): string {
      const cwd = join(folder, name);
      mkdirSync(cwd);
      writeFileSync(join(cwd, 'package.json'), JSON.stringify({ name, private: true, type: 'module' }));
      run(cwd, 'npm', 'install', '--no-audit', '--no-fund', '--loglevel=error', tarball, ...packages);
      cpSync(join('examples', 'widget'), join(cwd, 'src'), { recursive: true });
      return cwd;
    }
    const bin = (cwd: string, name: string): string => join(cwd, 'node_modules', '.bin', name);

    it('is imported by plain modules of Node, and by a page without a bundler', async () => {
      const cwd = project('plain');
      const script = `
        import { createClient } from 'instrument-panel';
        import { InstrumentPanel } from 'instrument-panel/widget';
        import { createProxy } from 'instrument-panel/proxy';
        import { createSandbox } from 'instrument-panel/sandbox';
        const sandbox = await createSandbox({ seed: null });
        const auth = { 'X-Api-Key': 'demo-key', 'X-Api-Secret': 'demo-secret' };
        const reply = await sandbox.fetch(new Request('http://sandbox/third-party/api/v1/forms/tags', { headers: auth }));
        console.log(reply.status, [createClient, InstrumentPanel, createProxy].map((one) => typeof one).join());
        await sandbox.close();`;
      const said = run(cwd, process.execPath, '--input-type=module', '-e', script);
      expect(said.trim()).toBe('200 function,function,function');
      const site = join(cwd, 'src');
      cpSync(join(cwd, 'node_modules', 'instrument-panel', 'dist'), join(site, 'html', 'kit'), {
        recursive: true,
      });
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
