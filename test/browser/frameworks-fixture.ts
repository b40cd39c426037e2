import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { test as base, type Page, type Route } from '@playwright/test';
import { compileScript, parse } from '@vue/compiler-sfc';
import { type Plugin, rolldown } from 'rolldown';
import { buildPackage } from '../../scripts/build-package.ts';
import { ApplyService } from './apply-service.ts';
import { BRUNO, phq9 } from './panel-data.ts';

const ORIGIN = 'http://frameworks.test';
const CONTENT: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };

/** The examples that a bundler makes: name and entry. */
const BUNDLED = {
  'react, by its components': 'react/components.tsx',
  'react, by plain tags': 'react/tags.tsx',
  vue: 'vue/main.js',
  angular: 'angular/main.ts',
} as const;
const PAGES = { 'plain HTML, one file': 'html/', 'plain HTML, modules': 'html/modules.html' } as const;

export const EXAMPLES = [...Object.keys(PAGES), ...Object.keys(BUNDLED)] as readonly Example[];
export type Example = keyof typeof PAGES | keyof typeof BUNDLED;

/** What `@vitejs/plugin-vue` does of examples/widget/vue/vite.config.js: compiles the file, and leaves our tags be. */
const vueFiles: Plugin = {
  name: 'vue-files',
  transform(code, id) {
    if (!id.endsWith('.vue')) return null;
    const compilerOptions = { isCustomElement: (tag: string) => tag.startsWith('instrument-') };
    const { descriptor } = parse(code, { filename: id, templateParseOptions: compilerOptions });
    const templateOptions = { compilerOptions };
    const { content } = compileScript(descriptor, { id: 'chart', inlineTemplate: true, templateOptions });
    return { code: content, moduleType: 'ts' };
  },
};

/** A partner's project: the built package and the frameworks beside it, and the examples bundled. */
async function buildExamples(folder: string): Promise<void> {
  const modules = join(folder, 'node_modules');
  await buildPackage(join(modules, 'instrument-panel', 'dist'));
  cpSync('package.json', join(modules, 'instrument-panel', 'package.json'));
  for (const name of readdirSync('node_modules')) {
    if (/^(@angular|@vue|react|react-dom|rxjs|scheduler|tslib|vue)$/.test(name)) {
      symlinkSync(join(process.cwd(), 'node_modules', name), join(modules, name));
    }
  }
  cpSync(join('examples', 'widget'), join(folder, 'widget'), { recursive: true });
  cpSync(join(modules, 'instrument-panel', 'dist'), join(folder, 'site', 'html', 'kit'), { recursive: true });
  cpSync(join('examples', 'widget', 'html'), join(folder, 'site', 'html'), { recursive: true });
  cpSync(join('examples', 'widget', 'clinic.js'), join(folder, 'site', 'clinic.js'));
  for (const [name, entry] of Object.entries(BUNDLED)) {
    const dir = join(folder, 'site', entry.split('.')[0] ?? name);
    mkdirSync(dir, { recursive: true });
    const made = await rolldown({
      input: { main: join(folder, 'widget', entry) },
      platform: 'browser',
      plugins: [vueFiles],
      transform: {
        // React's development build is the one that runs effects twice.
        define: {
          'process.env.NODE_ENV': '"development"',
          __VUE_OPTIONS_API__: 'true',
          __VUE_PROD_DEVTOOLS__: 'false',
          __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
        },
        decorator: { legacy: true },
        jsx: { runtime: 'automatic', importSource: 'react' },
      },
      logLevel: 'silent',
    });
    await made.write({ dir, format: 'esm', entryFileNames: '[name].js' });
    await made.close();
  }
}

const folder = mkdtempSync(join(tmpdir(), 'instrument-panel-frameworks-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
let built: Promise<void> | undefined;

const SHELL = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Chart</title></head>
  <body><main id="app"></main><script type="module" src="./main.js"></script></body></html>`;

export interface Chart {
  readonly service: ApplyService;
  /** How often the instrument, which a panel asks for once for each reading, was asked for. */
  readings(): number;
  /** Answers about Bruno wait from now on; the function that is given lets them go. */
  holdBruno(): () => void;
  /** Opens the page of one example. */
  open(example: Example): Promise<void>;
}

async function serve(page: Page): Promise<Chart> {
  const service = new ApplyService();
  let count = 0;
  let gate = Promise.resolve();
  const file = (route: Route, path: string) =>
    route.fulfill({
      contentType: CONTENT[extname(path)] ?? 'text/plain',
      body: readFileSync(join(folder, 'site', path), 'utf8'),
    });
  await page.route(`${ORIGIN}/**`, async (route) => {
    const { pathname, searchParams } = new URL(route.request().url());
    if (pathname === '/session') return route.fulfill({ json: { token: 'test-token', expiresIn: 600 } });
    if (pathname === '/favicon.ico') return route.fulfill({ status: 204 });
    if (!pathname.startsWith('/third-party/')) {
      if (extname(pathname)) return file(route, pathname);
      if (pathname === '/html/') return file(route, '/html/index.html');
      return route.fulfill({ contentType: 'text/html', body: SHELL });
    }
    const [, patientId = ''] = /patients\/([^/]+)/.exec(pathname) ?? [];
    const { graph, submissions, instrument } =
      patientId === BRUNO ? phq9({ patientId, scores: [16, 12, 8] }) : phq9();
    if (patientId === BRUNO) await gate;
    if (pathname.endsWith('/score-graph')) return route.fulfill({ json: graph });
    if (pathname.endsWith('/submissions'))
      return route.fulfill({
        json: searchParams.get('offset')
          ? submissions.slice(Number(searchParams.get('offset')))
          : submissions,
      });
    if (/\/forms\/[0-9a-f-]{36}$/.test(pathname)) {
      count++;
      return route.fulfill({ json: instrument });
    }
    return service.answer(route);
  });
  return {
    service,
    readings: () => count,
    holdBruno() {
      let release = (): void => {};
      gate = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
    async open(example) {
      const path =
        example in PAGES
          ? PAGES[example as keyof typeof PAGES]
          : `${BUNDLED[example as keyof typeof BUNDLED].split('.')[0]}/`;
      await page.goto(`${ORIGIN}/${path}`);
    },
  };
}

/** A test with a partner's page; it fails where the console holds an error or a warning. */
export const test = base.extend<{ chart: Chart }>({
  chart: async ({ page }, use) => {
    built ??= buildExamples(folder);
    await built;
    const said: string[] = [];
    page.on('pageerror', (error) => said.push(String(error)));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) said.push(message.text());
    });
    await use(await serve(page));
    base.expect(said, 'errors and warnings on the console').toEqual([]);
  },
});
export { expect } from '@playwright/test';
