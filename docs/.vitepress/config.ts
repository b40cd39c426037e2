import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { markdown } from '../../scripts/site/markdown.ts';
import { FILES, leftOut, pages, root } from '../../scripts/site/pages.ts';
import { colorTokens } from '../../shared/ui/tokens.ts';

const link = (text: string, address: string) => ({ text, link: address });

const guide = [
  link('Overview', '/'),
  link('Show scores', '/packages/widget'),
  link('Host the proxy', '/packages/proxy'),
  link('The client', '/packages/client'),
  link('Extension', '/packages/extension'),
  link('Going live', '/deployment'),
];

const reference = [
  link('The widget', '/widget'),
  link('Operating the proxy', '/proxy'),
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
  link('Security of the proxy', '/security'),
  link('Security of the extension', '/extension-security'),
  link('Report a vulnerability', '/project/reporting'),
  link('Contributing', '/project/contributing'),
  link('Changelog', '/project/changelog'),
];

const sidebar = [
  { text: 'Guide', items: guide },
  { text: 'Reference', items: reference },
  { text: 'Project', items: project, collapsed: true },
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
  vite: { build: { target: 'es2022' } },
  appearance: true,
  lastUpdated: false,
  buildEnd({ outDir }) {
    for (const file of FILES) cpSync(join(root, file), join(outDir, file));
  },
  locales: { root: { label: 'English', lang: 'en' } },
  themeConfig: { sidebar, outline: { level: [2, 3] }, search: { provider: 'local' }, externalLinkIcon: true },
});
