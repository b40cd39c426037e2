import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, type Route } from '@playwright/test';
import { widgetModules } from './kit.ts';
import { createOverviewService, type OverviewService } from './overview-service.ts';
import { test as base } from './own-page.ts';
import { ANA, PROFESSIONAL } from './panel-data.ts';
import { untilEnd } from './panel-fixture.ts';

const ORIGIN = 'http://overview.test';
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; " +
  "require-trusted-types-for 'script'; trusted-types 'none'";

const PAGE_SCRIPT = `
globalThis.violations = [];
globalThis.events = [];
addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  violations.push(violatedDirective + ' ' + blockedURI));
for (const type of ['instrument-load', 'instrument-error', 'instrument-partial'])
  addEventListener(type, ({ detail }) => events.push({ type, detail }));
const kit = await import('/kit/configure.js');
globalThis.kit = kit;
kit.configure({ baseUrl: location.origin, fetchToken: async () => ({ token: 'test-token', expiresIn: 600 }) });
await import('/kit/overview/define.js');`;

export interface Overviews extends OverviewService<Route> {
  open(more?: string): Promise<void>;
}

async function serve(page: Page): Promise<Overviews> {
  const folder = await widgetModules();
  let attributes = '';
  const overviews: Overviews = Object.assign(createOverviewService<Route>(), {
    async open(more = '') {
      attributes = more;
      await page.goto(ORIGIN);
      await untilEnd(page, '/page.js');
    },
  });
  await page.route(`${ORIGIN}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const script = (body: string) => route.fulfill({ contentType: 'text/javascript', body });
    if (pathname === '/') {
      const body = `<!doctype html><html lang="en"><head><title>Chart</title>
        <meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/page.css">
        <script type="module" src="/page.js"></script></head><body><main><h1>Chart</h1>
        <instrument-overview patient-id="${ANA}" professional-id="${PROFESSIONAL}" time-zone="UTC" ${attributes}>
        </instrument-overview></main></body></html>`;
      const headers = { 'content-security-policy': POLICY };
      return route.fulfill({ contentType: 'text/html; charset=utf-8', headers, body });
    }
    if (pathname === '/page.js') return script(PAGE_SCRIPT);
    if (pathname === '/page.css')
      return route.fulfill({
        contentType: 'text/css',
        body: ':root{color-scheme:light dark;font-family:system-ui,sans-serif}body{margin:16px}',
      });
    if (pathname.startsWith('/kit/')) return script(readFileSync(join(folder, pathname.slice(5)), 'utf8'));
    await overviews.serve(route);
  });
  return overviews;
}

/** A test with a page that serves an overview; it fails where the policy refused anything. */
export const test = base.extend<{ overviews: Overviews }>({
  overviews: async ({ page }, use) => {
    await use(await serve(page));
    const violations = await page.evaluate(() => Reflect.get(globalThis, 'violations') ?? []);
    expect(violations, 'the Content-Security-Policy was not violated').toEqual([]);
  },
});
export { expect };
