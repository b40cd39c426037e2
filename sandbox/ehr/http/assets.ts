import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SCRIPT = 'text/javascript; charset=utf-8';

/** Style sheets of every page, in the order in which they apply. */
export const STYLES = ['base.css', 'forms.css', 'lists.css', 'chart.css'] as const;

const VARIANT_SCRIPTS = [
  'spa.js',
  'spa-chart.js',
  'spa-list.js',
  'templates.js',
  'framed.js',
  'navigation.js',
];
const VARIANT_STYLES = ['variants.css', 'hazards.css'];

const own = (name: string): string => fileURLToPath(new URL(`../assets/${name}`, import.meta.url));

/** Gives the files that pages load, by name; null for any other name. Nothing else of the disk can be reached. */
export function createAssets(widgetFile: string) {
  const files = new Map<string, readonly [path: string, type: string]>([
    ...STYLES.map((name) => [name, [own(name), 'text/css; charset=utf-8']] as const),
    ...['ehr.js', 'panels.js'].map((name) => [name, [own(name), SCRIPT]] as const),
    ...VARIANT_SCRIPTS.map((name) => [name, [own(`variants/${name}`), SCRIPT]] as const),
    ...VARIANT_STYLES.map((name) => [name, [own(`variants/${name}`), 'text/css; charset=utf-8']] as const),
    ['icon.svg', [own('icon.svg'), 'image/svg+xml']],
    ['instrument-panel.js', [widgetFile, SCRIPT]],
    // What the panel fetches when it is used lies beside it.
    ...['explore.js', 'handover.js', 'item.js', 'live.js'].map(
      (name) => [name, [join(dirname(widgetFile), name), SCRIPT]] as const,
    ),
  ]);
  return async (name: string): Promise<Response | null> => {
    const file = files.get(name);
    if (!file) return null;
    const [path, type] = file;
    return new Response(await readFile(path), { headers: { 'content-type': type } });
  };
}
