import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, type Route } from '@playwright/test';
import { widgetModules } from './kit.ts';
import { test as base } from './own-page.ts';
import { createListService, type ListService } from './sparkline-service.ts';

export { attributes, INSTRUMENT, patient, sparkline, submissionsOf, tableOf } from './sparkline-service.ts';

const ORIGIN = 'http://list.test';
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; " +
  "require-trusted-types-for 'script'; trusted-types 'none'";

/** The page's own script; what is under test is loaded after the markup is there. */
const PAGE_SCRIPT = `
globalThis.violations = [];
globalThis.events = [];
globalThis.shifts = [];
addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  violations.push(violatedDirective + ' ' + blockedURI));
for (const type of ['instrument-load', 'instrument-error'])
  addEventListener(type, ({ detail }) => events.push({ type, detail }));
new PerformanceObserver((list) => shifts.push(...list.getEntries().map(({ value, sources }) =>
  [value, ...sources.map(({ node, previousRect, currentRect }) =>
    [node?.nodeName, node?.id, JSON.stringify(previousRect), JSON.stringify(currentRect)].join(' '))].join(' | '))))
  .observe({ type: 'layout-shift', buffered: true });
globalThis.scopes = [];
globalThis.fetchToken = async ({ scope }) => (scopes.push(scope), { token: 'test-token', expiresIn: 600 });
const kit = await import('/kit/configure.js');
globalThis.kit = kit;
kit.configure({ baseUrl: location.origin, fetchToken });
await import('/kit/sparkline/define.js');`;

/** The documented way to reserve space for sparklines (docs/guide/server-rendering.md#reserving-space). */
const PAGE_STYLE = `:root{color-scheme:light dark;font-family:system-ui,sans-serif;background:Canvas}body{margin:16px}
table{border-collapse:collapse}td,th{padding:6px 10px;text-align:start;border-block-end:1px solid #8886;font-weight:400}
instrument-sparkline{display:inline-block;vertical-align:middle;inline-size:22em;min-block-size:max(3.25em,1.25em + 32px)}
instrument-sparkline[density=comfortable]{min-block-size:max(7.25em,1.25em + 96px)}
@media (max-width:40em){
instrument-sparkline{inline-size:15em;min-block-size:max(6.75em,1.25em + 88px)}
instrument-sparkline[density=comfortable]{min-block-size:max(10.5em,1.25em + 148px)}
}
instrument-sparkline[density=line]{inline-size:11em;min-block-size:1.5em}`;

export interface Lists extends ListService<Route> {
  open(markup: string, setup?: string): Promise<void>;
  /** The text of a sparkline as it is seen or heard, and the picture's name. */
  said(at?: number): Promise<string>;
}

async function serve(page: Page): Promise<Lists> {
  const folder = await widgetModules();
  let markup = '';
  let setup = '';
  const service = createListService<Route>();
  const lists: Lists = Object.assign(service, {
    async open(body: string, script = '') {
      markup = body;
      setup = script;
      await page.goto(ORIGIN);
    },
    said: (at = 0) =>
      page
        .locator('instrument-sparkline')
        .nth(at)
        .evaluate(({ shadowRoot }) =>
          [shadowRoot?.querySelector('svg')?.getAttribute('aria-label'), shadowRoot?.textContent].join(' '),
        ),
  });
  await page.route(`${ORIGIN}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const script = (body: string) => route.fulfill({ contentType: 'text/javascript', body });
    if (pathname === '/') {
      const body = `<!doctype html><html lang="en"><head><title>Patients</title>
        <meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/page.css">
        <script type="module" src="/page.js"></script></head><body><main><h1>Patients</h1>${markup}</main></body></html>`;
      return route.fulfill({
        contentType: 'text/html; charset=utf-8',
        headers: { 'content-security-policy': POLICY },
        body,
      });
    }
    if (pathname === '/page.js') return script(`${setup}\n${PAGE_SCRIPT}`);
    if (pathname === '/page.css') return route.fulfill({ contentType: 'text/css', body: PAGE_STYLE });
    if (pathname.startsWith('/kit/')) return script(readFileSync(join(folder, pathname.slice(5)), 'utf8'));
    await service.serve(route);
  });
  return lists;
}

/** A test with a page that serves a list of patients; it fails where the policy refused anything. */
export const test = base.extend<{ lists: Lists }>({
  lists: async ({ page }, use) => {
    await use(await serve(page));
    const violations = await page.evaluate(() => Reflect.get(globalThis, 'violations') ?? []);
    expect(violations, 'the Content-Security-Policy was not violated').toEqual([]);
  },
});
export { expect };
