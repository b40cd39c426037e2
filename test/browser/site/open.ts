import type { Page } from '@playwright/test';
import { build } from 'esbuild';

export const ORIGIN = 'http://ehr.test';

const scripts = new Map<string, Promise<string>>();

/** A page's script, bundled once for a file of tests; by itself the script of a site (page.ts). */
export function bundled(name = './page.ts'): Promise<string> {
  const script =
    scripts.get(name) ??
    build({
      entryPoints: [new URL(name, import.meta.url).pathname],
      bundle: true,
      write: false,
      format: 'iife',
      target: 'es2024',
    }).then(({ outputFiles }) => outputFiles[0]?.text ?? '');
  scripts.set(name, script);
  return script;
}

/** Opens a page at a path of an origin that is nobody's, with `bench` in it (page.ts). */
export async function openBench(page: Page, { path = '/', html = '<body></body>' } = {}): Promise<void> {
  await page.route(`${ORIGIN}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: `<!doctype html><html lang="en">${html}</html>` }),
  );
  await page.addInitScript({ content: await bundled() });
  await page.goto(ORIGIN + path);
}
