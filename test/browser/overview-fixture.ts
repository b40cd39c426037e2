import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, type Route } from '@playwright/test';
import type { Application } from '../../shared/client/contract/index.ts';
import { widgetModules } from './kit.ts';
import { test as base } from './own-page.ts';
import { ANA, type Course, PROFESSIONAL } from './panel-data.ts';
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

export interface Overviews {
  courses: readonly Course[];
  applications: Partial<Application>[];
  /** In place of the service, where it gives something: what a call answers, or the route that it took care of. */
  instead: (what: string, route: Route) => unknown;
  readonly requests: string[];
  open(more?: string, setup?: string): Promise<void>;
}

async function serve(page: Page): Promise<Overviews> {
  const folder = await widgetModules();
  let attributes = '';
  let setup = '';
  const overviews: Overviews = {
    courses: [],
    applications: [],
    instead: () => undefined,
    requests: [],
    async open(more = '', script = '') {
      attributes = more;
      setup = script;
      await page.goto(ORIGIN);
      await untilEnd(page, '/page.js');
    },
  };
  await page.route(`${ORIGIN}/**`, async (route) => {
    const { pathname, searchParams } = new URL(route.request().url());
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
    if (pathname === '/page.js') return script(`${setup}\n${PAGE_SCRIPT}`);
    if (pathname === '/page.css')
      return route.fulfill({
        contentType: 'text/css',
        body: ':root{color-scheme:light dark;font-family:system-ui,sans-serif}body{margin:16px}',
      });
    if (pathname.startsWith('/kit/')) return script(readFileSync(join(folder, pathname.slice(5)), 'utf8'));
    const none = { status: 404, json: { code: 'NOT_FOUND', message: 'no' } };
    const what = pathname.endsWith('/score-graph')
      ? 'graph'
      : pathname.endsWith('/submissions')
        ? 'submissions'
        : pathname.endsWith('/applications')
          ? 'applications'
          : /\/submissions\/\d+$/.test(pathname)
            ? 'submission'
            : /\/forms\/[^/]+$/.test(pathname)
              ? 'instrument'
              : 'other';
    overviews.requests.push(`${what} ${pathname.split('/').at(-1)}`);
    const given = await overviews.instead(what, route);
    if (given === route) return;
    const course = overviews.courses.find(({ instrument }) => pathname.includes(instrument.id));
    const answers: Readonly<Record<string, unknown>> = {
      graph: course?.graph,
      submissions: overviews.courses.flatMap(({ submissions }) => submissions),
      applications: overviews.applications,
      instrument: course?.instrument,
    };
    const answer = given ?? answers[what];
    if (answer === undefined) return route.fulfill(none);
    const offset = Number(searchParams.get('offset') ?? 0);
    const limit = Number(searchParams.get('limit') ?? 1_000);
    await route.fulfill({ json: Array.isArray(answer) ? answer.slice(offset, offset + limit) : answer });
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
