import { defineConfig } from 'wxt';
import { en } from './shared/locale/extension/en.ts';
import type { ExtensionMessages } from './shared/locale/extension/messages.ts';
import { ptBR } from './shared/locale/extension/pt-BR.ts';

/** Our words in the browser's own format. */
const localeFile = (folder: string, messages: ExtensionMessages) => ({
  relativeDest: `_locales/${folder}/messages.json`,
  contents: JSON.stringify(
    Object.fromEntries(Object.entries(messages).map(([key, message]) => [key, { message }])),
  ),
});

/**
 * The extension, from one source, for Chromium browsers and Firefox. Permissions are those of the design
 * ("The extension, Least privilege") that what is built so far needs; a permission comes with its feature.
 */
export default defineConfig({
  srcDir: 'extension',
  outDir: 'dist/extension',
  // Firefox would default to MV2, which drops optional_host_permissions.
  manifestVersion: 3,
  imports: false,
  vite: () => ({ oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } } }),
  hooks: {
    'build:publicAssets': (_, files) => {
      files.push(localeFile('en', en), localeFile('pt_BR', ptBR));
    },
  },
  manifest: ({ browser }) => ({
    name: 'instrument-panel',
    description: '__MSG_description__',
    default_locale: 'en',
    action: { default_title: 'instrument-panel' },
    ...(browser === 'firefox'
      ? {
          browser_specific_settings: {
            gecko: {
              id: 'instrument-panel@instrument-panel.example',
              strict_min_version: '142.0',
              data_collection_permissions: { required: ['none'] },
            },
            gecko_android: { strict_min_version: '142.0' },
          },
        }
      : { minimum_chrome_version: '120' }),
  }),
});
