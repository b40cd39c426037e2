import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, type Route } from '@playwright/test';
import { ApplyService } from './apply-service.ts';
import { widgetModules } from './kit.ts';
import { test as base } from './own-page.ts';
import { ANA, PROFESSIONAL } from './panel-data.ts';

const ORIGIN = 'http://apply.test';
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; " +
  "require-trusted-types-for 'script'; trusted-types 'none'";

const PAGE_SCRIPT = `
globalThis.violations = [];
globalThis.events = [];
addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  violations.push(violatedDirective + ' ' + blockedURI));
for (const type of ['instrument-applied', 'instrument-error'])
  addEventListener(type, ({ detail }) => events.push({ type, detail }));
globalThis.fetchToken = async () => ({ token: 'test-token', expiresIn: 600 });
const kit = await import('/kit/index.js');
globalThis.kit = kit;
const batteries = document.documentElement.dataset.batteries;
if (batteries) kit.configure({ baseUrl: location.origin, fetchToken, batteries: JSON.parse(batteries) });
const apply = await import('/kit/apply/define.js');
for (const form of document.querySelectorAll('instrument-apply')) form.fetchToken ??= fetchToken;`;

/** Attributes of a form for Ana. */
export const attributes = (more = '', patientId: string = ANA): string =>
  `patient-id="${patientId}" professional-id="${PROFESSIONAL}" base-url="${ORIGIN}" ${more}`;

export interface Forms {
  readonly service: ApplyService<Route>;
  /** What the page gives to `configure`, as JSON. */
  batteries: unknown;
  /** Opens a page with one form under the strict policy. */
  open(more?: string, patientId?: string): Promise<void>;
  /** What the page was told: types and details. */
  events(): Promise<{ type: string; detail: Record<string, unknown> }[]>;
}

async function serve(page: Page): Promise<Forms> {
  const folder = await widgetModules();
  const service = new ApplyService<Route>();
  let markup = '';
  const forms: Forms = {
    service,
    batteries: undefined,
    async open(more = '', patientId: string = ANA) {
      markup = `<instrument-apply ${attributes(more, patientId)}></instrument-apply>`;
      await page.goto(ORIGIN);
    },
    events: () => page.evaluate(() => Reflect.get(globalThis, 'events') ?? []),
  };
  await page.route(`${ORIGIN}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const script = (body: string) => route.fulfill({ contentType: 'text/javascript', body });
    if (pathname === '/') {
      const body = `<!doctype html><html lang="en" data-batteries='${JSON.stringify(forms.batteries) ?? ''}'><head><title>Apply</title>
        <meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/page.css">
        <script type="module" src="/page.js"></script></head><body><main><h1>Chart</h1>${markup}</main></body></html>`;
      const headers = { 'content-security-policy': POLICY };
      return route.fulfill({ contentType: 'text/html; charset=utf-8', headers, body });
    }
    if (pathname === '/page.js') return script(PAGE_SCRIPT);
    if (pathname === '/page.css') {
      const body = ':root{color-scheme:light dark;font-family:system-ui,sans-serif}body{margin:16px}';
      return route.fulfill({ contentType: 'text/css', body });
    }
    if (pathname.startsWith('/kit/')) {
      return script(readFileSync(join(folder, pathname.slice('/kit/'.length)), 'utf8'));
    }
    return service.answer(route);
  });
  return forms;
}

/** A test with a page that serves a form; it fails where the policy refused anything. */
export const test = base.extend<{ forms: Forms }>({
  forms: async ({ page }, use) => {
    await use(await serve(page));
    const violations = await page.evaluate(() => Reflect.get(globalThis, 'violations') ?? []);
    expect(violations, 'the Content-Security-Policy was not violated').toEqual([]);
  },
});
export { expect };

/** Selects a form in a state. */
export const state = (name: string): string => `instrument-apply:state(${name})`;

/** Chooses instruments by their short titles and goes on to the confirmation. */
export async function choose(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) await page.getByRole('option', { name }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}
