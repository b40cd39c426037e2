import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'wxt';
import * as z from 'zod/mini';
import { createManifest, MANAGED_SCHEMA, UNPACKED_KEY } from './extension/manifest.ts';
import { Profile } from './extension/profile/profile.ts';
import { manifestMessages } from './extension/words/compiled/manifest/all.js';
import { createNotices } from './scripts/notices.ts';
import { writeSbom } from './scripts/sbom.ts';

/** The words that the browser itself shows, in its own format: a file for each language. */
const localeFiles = Object.entries(manifestMessages).map(([tag, { lang: _, ...words }]) => ({
  relativeDest: `_locales/${tag.replace('-', '_')}/messages.json`,
  contents: JSON.stringify(
    Object.fromEntries(Object.entries(words).map(([key, message]) => [key, { message }])),
  ),
}));

/** Writes or leaves out the key of the unpacked build: a store takes none, and gives an id of its own. */
function writeKey(folder: string, key: string | undefined): void {
  const file = join(folder, 'manifest.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), key }));
}

const notices = createNotices();

/** File with the profiles that a managed build brings along: a list of them in JSON (scripts/extension.ts). */
const file = process.env.INSTRUMENT_PANEL_PROFILES;
const profiles = file === undefined ? [] : z.array(Profile).parse(JSON.parse(readFileSync(file, 'utf8')));
process.env.WXT_PROFILES = JSON.stringify(profiles);

/**
 * The extension, from one source, for Chromium browsers and Firefox. Modes: `production` for the stores, `managed`
 * with fixed sites, `e2e` for tests.
 */
export default defineConfig({
  srcDir: 'extension',
  publicDir: 'extension/public',
  // Another folder to build beside what is there: `npm run verify` compares the two.
  outDir: process.env.INSTRUMENT_PANEL_EXTENSION_FOLDER ?? 'dist/extension',
  // Firefox would default to MV2, which drops optional_host_permissions.
  manifestVersion: 3,
  imports: false,
  vite: () => ({
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    // In development it would look for dependencies in every page of the repository.
    optimizeDeps: { entries: ['extension/entrypoints/*.html'] },
    plugins: [
      {
        // What WXT puts around a script logs nothing in production, and has no plugin to begin: its first line imports the script.
        name: 'scripts-as-they-are',
        transform: (code, id) =>
          id.includes('virtual:wxt-unlisted-script-entrypoint')
            ? `${code.split('\n', 1)[0]}\nexport default definition.main();`
            : null,
      },
      {
        name: 'notices',
        generateBundle: (_, files) => notices.add(Object.values(files).filter((one) => one.type === 'chunk')),
      },
    ],
  }),
  hooks: {
    'build:publicAssets': (wxt, files) => {
      files.push(...localeFiles);
      if (wxt.config.browser !== 'firefox') {
        files.push({ relativeDest: 'managed-schema.json', contents: JSON.stringify(MANAGED_SCHEMA) });
      }
    },
    'build:done': ({ config }) => notices.write(config.outDir),
    'zip:extension:start': ({ config }) => {
      if (config.browser !== 'firefox' && config.mode === 'production') writeKey(config.outDir, undefined);
    },
    'zip:extension:done': ({ config }, zip) => {
      writeSbom(zip.replace(/zip$/, 'cdx.json'), 'extension', notices.folders());
      if (config.browser !== 'firefox' && config.mode === 'production') writeKey(config.outDir, UNPACKED_KEY);
    },
  },
  zip: { name: 'instrument-panel', artifactTemplate: '{{name}}-{{version}}-{{browser}}{{modeSuffix}}.zip' },
  manifest: ({ browser, mode }) => createManifest({ browser, mode, profiles }),
});
