import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, type Page, type Route } from '@playwright/test';
import { widgetFile, widgetModules } from './kit.ts';
import { test as base } from './own-page.ts';
import type { Course } from './panel-data.ts';
import { type AnswersTo, attributes, createPanelService, ORIGIN } from './panel-service.ts';

export { attributes, fromCourse } from './panel-service.ts';
export type Answers = AnswersTo<Route>;

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; " +
  "require-trusted-types-for 'script'; trusted-types 'none'";

/** The page's own script: keeps what the policy refused and what the panels said, for the tests. */
const PAGE_SCRIPT = `
globalThis.violations = [];
globalThis.events = [];
addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  violations.push(violatedDirective + ' ' + blockedURI));
for (const type of ['instrument-load', 'instrument-error', 'instrument-select'])
  addEventListener(type, ({ detail }) => events.push({ type, detail }));
globalThis.fetchToken = async () => ({ token: 'test-token', expiresIn: 600 });`;

/**
 * Waits until a module script of the page has come to its end. `waitForFunction` would send Playwright's 340 KB into
 * the page's own world, and have them compiled, for each page.
 */
export const untilEnd = (page: Page, script: string): Promise<void> =>
  page.evaluate((address) => import(address).then(() => {}), script);

/** Opens the menu of a panel's tools, and gives the tool of this name. */
export async function openTool(page: Page, name: string) {
  await page.locator('[part=tools] summary').click();
  return page.getByRole('button', { name });
}

export interface Panels {
  /** Opens a page with this markup under the strict policy, and the kit loaded. */
  open(markup: string, setup?: string): Promise<void>;
  /** What the service answers from now on: for a course, that course. */
  answer(answers: Answers | Course): void;
  /** How many requests of one kind arrived. */
  asked(what: string): number;
  readonly attributes: string;
  /** From now on the proxy serves `POST /courses`. */
  serveCourses(): void;
}

async function serve(page: Page): Promise<Panels> {
  const [folder, single] = await Promise.all([widgetModules(), widgetFile()]);
  const service = createPanelService<Route>();
  let markup = '';
  let setup = '';
  const html = () => `<!doctype html><html lang="en"><head><title>Panel</title>
    <meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/page.css">
    <script type="module" src="/page.js"></script></head><body><main><h1>Chart</h1>${markup}</main></body></html>`;

  await page.route(`${ORIGIN}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const script = (body: string) => route.fulfill({ contentType: 'text/javascript', body });
    if (pathname === '/') {
      const headers = { 'content-security-policy': POLICY };
      return route.fulfill({ contentType: 'text/html; charset=utf-8', headers, body: html() });
    }
    if (pathname === '/page.js') {
      return script(
        `${PAGE_SCRIPT}${setup}\nconst kit = await import('/kit/define.js'); globalThis.kit = kit;
         for (const panel of document.querySelectorAll('instrument-panel')) panel.fetchToken ??= fetchToken;`,
      );
    }
    if (pathname.startsWith('/kit/')) return script(readFileSync(join(folder, basename(pathname)), 'utf8'));
    if (pathname === '/kit-copy.js') return script(readFileSync(single, 'utf8'));
    if (pathname === '/page.css') {
      const body = ':root{color-scheme:light dark;font-family:system-ui,sans-serif}body{margin:16px}';
      return route.fulfill({ contentType: 'text/css', body });
    }
    await service.serve(route);
  });

  return {
    attributes: attributes(),
    async open(body, script = '') {
      markup = body;
      setup = script;
      await page.goto(ORIGIN);
      // A page counts as loaded before a script that waits has come to its end: a panel taken out by then has no token.
      await untilEnd(page, '/page.js');
    },
    answer: service.answer,
    asked: service.asked,
    serveCourses() {
      service.servesCourses = true;
    },
  };
}

/** A test with a page that serves panels; it fails where the policy refused anything. */
export const test = base.extend<{ panels: Panels }>({
  panels: async ({ page }, use) => {
    await use(await serve(page));
    const violations = await page.evaluate(() => Reflect.get(globalThis, 'violations') ?? []);
    expect(violations, 'the Content-Security-Policy was not violated').toEqual([]);
  },
});
export { expect };
