import { cpSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { defineConfig } from 'vitepress';
import { liveExamples } from '../../scripts/site/live-examples.ts';
import { markdown } from '../../scripts/site/markdown.ts';
import { FILES, isMade, leftOut, pages, root } from '../../scripts/site/pages.ts';
import { colorTokens } from '../../shared/ui/tokens.ts';

const link = (text: string, address: string) => ({ text, link: address });

const guide = [
  link('Overview', '/'),
  link('Quick start', '/guide/quick-start'),
  link('Show scores', '/guide/show-scores'),
  link('Caseload', '/guide/caseload'),
  link('Apply instruments', '/guide/apply'),
  link('The client', '/packages/client'),
  link('Webhooks', '/guide/webhooks'),
  link('Cookies and sign-in', '/guide/sign-in'),
  link('Theming', '/guide/theming'),
  link('Content-Security-Policy', '/guide/csp'),
  link('Server rendering', '/guide/server-rendering'),
  link('Testing your page', '/guide/testing'),
  link('Extension roll-out', '/guide/extension-roll-out'),
  link('Going live', '/guide/going-live'),
  link('Troubleshooting', '/guide/troubleshooting'),
];

const packages = [
  link('Widget', '/packages/widget'),
  link('Proxy', '/packages/proxy'),
  link('Sandbox', '/packages/sandbox'),
  link('Extension', '/packages/extension'),
  link('Elements in frameworks', '/examples/widget'),
  link('Proxy in servers', '/examples/proxy'),
];

const reference = [
  link('Elements', '/reference/elements'),
  link('Client', '/reference/client'),
  link('Options of the proxy', '/reference/proxy-options'),
  link('HTTP API', '/reference/http-api'),
  link('The widget', '/widget'),
  link('Operating the proxy', '/proxy'),
  link('From nothing to production', '/deployment'),
  link('The service', '/service'),
  link('Errors', '/errors'),
  link('Mistakes in the page', '/mistakes-in-the-page'),
  link('Mistakes on the server', '/mistakes-on-the-server'),
  link('Site profiles', '/profiles'),
  link('Sandbox: addresses and faults', '/sandbox/addresses'),
  link('Sandbox: behaviour', '/sandbox/behaviour'),
  link('Instruments', '/instruments'),
  link('Glossary', '/glossary'),
];

const project = [
  link('Architecture', '/architecture'),
  link('Decisions', '/decisions/'),
  link('Design', '/design'),
  link('Accessibility', '/accessibility'),
  link('Security of the proxy', '/security'),
  link('Security of the extension', '/extension-security'),
  link('Report a vulnerability', '/project/reporting'),
  link('Contributing', '/project/contributing'),
  link('Changelog', '/project/changelog'),
];

const sidebar = [
  { text: 'Guide', items: guide },
  { text: 'Packages and examples', items: packages },
  { text: 'Reference', items: reference },
  { text: 'Project', items: project },
];

// An address of its own for each page, so that any server of static files can serve them.
export default defineConfig({
  title: 'instrument-panel',
  description: 'Patient-reported scores in front of a clinician, inside the EHR they already use.',
  srcDir: '..',
  srcExclude: [...leftOut],
  rewrites: { ...pages },
  outDir: '../dist/docs',
  cacheDir: '../.cache/vitepress',
  head: [['style', {}, `:root{${colorTokens}}`]],
  markdown,
  // The browsers of the elements (docs/widget.md#browsers).
  vite: {
    build: { target: 'es2022' },
    // Nor can the bundler of `--dev` make older code of what it prepares, and the pages of other parts are none of its own.
    optimizeDeps: { esbuildOptions: { target: 'es2022' }, entries: ['docs/.vitepress/theme/index.ts'] },
    // A build beside it writes a tsconfig.json, at which the server would have every open page loaded again.
    server: { watch: { ignored: (path: string) => isMade(relative(root, path).split(sep)[0] ?? '') } },
    plugins: [liveExamples()],
  },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === 'live-example' } } },
  appearance: true,
  lastUpdated: false,
  buildEnd({ outDir }) {
    for (const file of FILES) cpSync(join(root, file), join(outDir, file));
  },
  locales: {
    root: { label: 'English', lang: 'en', link: '/' },
    'pt-BR': {
      label: 'Português',
      lang: 'pt-BR',
      link: '/pt-BR/guide/quick-start',
      themeConfig: {
        sidebar: [{ text: 'Guia', items: [link('Início rápido', '/pt-BR/guide/quick-start')] }, ...sidebar],
        outline: { level: [2, 3], label: 'Nesta página' },
      },
    },
  },
  // Few pages are in another language, so its link leads to the first of them.
  themeConfig: {
    i18nRouting: false,
    sidebar,
    outline: { level: [2, 3] },
    search: { provider: 'local' },
    externalLinkIcon: true,
  },
});
