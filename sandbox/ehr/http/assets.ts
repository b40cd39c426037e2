import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const own = (name: string): string => fileURLToPath(new URL(`../assets/${name}`, import.meta.url));

/** Gives the files that pages load, by name; null for any other name. Nothing else of the disk can be reached. */
export function createAssets(widgetFile: string) {
  const files: ReadonlyMap<string, readonly [path: string, type: string]> = new Map([
    ['ehr.css', [own('ehr.css'), 'text/css; charset=utf-8']],
    ['ehr.js', [own('ehr.js'), 'text/javascript; charset=utf-8']],
    ['icon.svg', [own('icon.svg'), 'image/svg+xml']],
    ['instrument-panel.js', [widgetFile, 'text/javascript; charset=utf-8']],
  ]);
  return async (name: string): Promise<Response | null> => {
    const file = files.get(name);
    if (!file) return null;
    const [path, type] = file;
    return new Response(await readFile(path), { headers: { 'content-type': type } });
  };
}
