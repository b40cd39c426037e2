import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { Page, Route } from '@playwright/test';
import { compileScript, parse } from '@vue/compiler-sfc';
import { type Plugin, rolldown } from 'rolldown';
import { layPackages } from '../built-packages.ts';
import { type Answering, test as withAnswers } from './frameworks-service.ts';

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

/** A partner's project: the built widget and the frameworks beside it, and the examples bundled. */
async function buildExamples(folder: string): Promise<void> {
  const modules = join(folder, 'node_modules');
  await layPackages(modules, 'widget');
  for (const name of readdirSync('node_modules')) {
    if (/^(@angular|@vue|react|react-dom|rxjs|scheduler|tslib|vue)$/.test(name)) {
      symlinkSync(join(process.cwd(), 'node_modules', name), join(modules, name));
    }
  }
  cpSync(join('examples', 'widget'), join(folder, 'widget'), { recursive: true });
  const kit = join(folder, 'site', 'html', 'kit');
  cpSync(join(modules, '@instrument-panel', 'widget'), kit, { recursive: true });
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

export interface Chart extends Answering {
  /** Opens the page of one example. */
  open(example: Example): Promise<void>;
}

async function serve(page: Page): Promise<void> {
  const file = (route: Route, path: string) =>
    route.fulfill({
      contentType: CONTENT[extname(path)] ?? 'text/plain',
      body: readFileSync(join(folder, 'site', path), 'utf8'),
    });
  await page.route(`${ORIGIN}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    // What the proxy answers is another's.
    if (/^\/(session|favicon\.ico|third-party\/.*)$/.test(pathname)) return route.fallback();
    if (extname(pathname)) return file(route, pathname);
    if (pathname === '/html/') return file(route, '/html/index.html');
    return route.fulfill({ contentType: 'text/html', body: SHELL });
  });
}

/** A test with a partner's page, and the proxy that it reads through. */
export const test = withAnswers.extend<{ chart: Chart }>({
  chart: async ({ page, answering }, use) => {
    built ??= buildExamples(folder);
    await built;
    await serve(page);
    await use({
      ...answering,
      async open(example) {
        const path =
          example in PAGES
            ? PAGES[example as keyof typeof PAGES]
            : `${BUNDLED[example as keyof typeof BUNDLED].split('.')[0]}/`;
        await page.goto(`${ORIGIN}/${path}`);
      },
    });
  },
});
export { expect } from '@playwright/test';
