import type { Page } from '@playwright/test';
import { build } from 'esbuild';

export const ORIGIN = 'http://ehr.test';

let script: Promise<string> | undefined;

/** The page's script with the script of a site in it, bundled once for a file of tests. */
export const bundled = (): Promise<string> => {
  script ??= build({
    entryPoints: [new URL('./page.ts', import.meta.url).pathname],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2024',
  }).then(({ outputFiles }) => outputFiles[0]?.text ?? '');
  return script;
};

/** Opens a page at a path of an origin that is nobody's, with `bench` in it (page.ts). */
export async function openBench(page: Page, { path = '/', html = '<body></body>' } = {}): Promise<void> {
  await page.route(`${ORIGIN}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: `<!doctype html><html lang="en">${html}</html>` }),
  );
  await page.addInitScript({ content: await bundled() });
  await page.goto(ORIGIN + path);
}
