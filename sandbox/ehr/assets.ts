import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BASE_STYLES } from '../pages/base-styles.ts';
import { stripTypes } from '../pages/strip-types.ts';
import { EXTENSION_PICTURES } from './extension-pictures.ts';
import type { EhrOptions } from './options.ts';

/** Style sheets of every page, in the order in which they apply. */
export const STYLES = ['base.css', 'ehr.css'] as const;

const OWN_FILES = ['ehr.css', 'page.ts', 'panels.ts', 'requests.ts', 'tour.ts', 'icon.svg'];
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};

/**
 * Creates the reader of the files that pages load. It gives null for any name that is not in its list, so that
 * nothing else of the disk can be reached. Scripts are written in TypeScript and served without their types.
 */
export function createAssets({ widgetFile, frontEnds = [], tour }: EhrOptions) {
  // What the widget loads on demand lies beside its bundle.
  const widgetFolder = dirname(widgetFile);
  const sources = [
    ...OWN_FILES.map((name) => new URL(`assets/${name}`, import.meta.url)),
    ...frontEnds.flatMap(({ assets }) => assets),
    ...(tour ? EXTENSION_PICTURES.map((name) => new URL(name, tour.extension)) : []),
    ...readdirSync(widgetFolder)
      .filter((name) => name.endsWith('.js'))
      .map((name) => pathToFileURL(join(widgetFolder, name))),
  ];
  const files = new Map(
    sources.map((url) => [basename(url.pathname).replace(/\.ts$/, '.js'), url] as const),
  ).set('instrument-panel.js', pathToFileURL(widgetFile));

  return async (name: string): Promise<Response | null> => {
    const type = MEDIA_TYPES[extname(name)] ?? '';
    if (name === 'base.css') return new Response(BASE_STYLES, { headers: { 'content-type': type } });
    const url = files.get(name);
    if (!url) return null;
    const content = await readFile(url);
    const body = url.pathname.endsWith('.ts') ? stripTypes(content.toString('utf8')) : content;
    return new Response(body, { headers: { 'content-type': type } });
  };
}
