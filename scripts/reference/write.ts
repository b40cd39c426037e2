/** Writes the pages of docs/reference that come from the sources: `node scripts/reference/write.ts`. @module */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../site/pages.ts';
import { httpApiPage } from './http-api.ts';
import { clientPage, clientReadme, proxyOptionsPage } from './options.ts';

/** Each page's text, by its file. */
export const PAGES = {
  'docs/reference/client.md': clientPage,
  'docs/reference/http-api.md': httpApiPage,
  'docs/reference/proxy-options.md': proxyOptionsPage,
  'shared/client/README.md': clientReadme,
} as const;

if (import.meta.main) {
  for (const [file, page] of Object.entries(PAGES)) writeFileSync(join(root, file), page());
}
