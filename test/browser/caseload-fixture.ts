import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, type Route } from '@playwright/test';
import {
  applicationsPage,
  day,
  GAD,
  type GivenApplication,
  type GivenSubmission,
  PHQ,
  patientsPage,
  submissionsPage,
  uuid,
} from '../../shared/caseload/pages.fixture.ts';
import { widgetModules } from './kit.ts';
import { test as base } from './own-page.ts';
import { PROFESSIONAL } from './panel-data.ts';

const ORIGIN = 'http://caseload.test';
export const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; " +
  "require-trusted-types-for 'script'; trusted-types 'none'";
/** The service's clock: Friday, 20 November 2026, noon UTC. */
export const NOW = day(20);
export const HOUR_MS = 3_600_000;

const pageScript = (createWorker: string): string => `
globalThis.violations = [];
globalThis.events = [];
globalThis.scopes = [];
addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  violations.push(violatedDirective + ' ' + blockedURI));
for (const type of ['instrument-load', 'instrument-error', 'instrument-partial', 'instrument-open'])
  addEventListener(type, ({ detail }) => events.push({ type, detail }));
globalThis.fetchToken = async ({ scope }) => (scopes.push(scope), { token: 'test-token', expiresIn: 600 });
const kit = await import('/kit/configure.js');
globalThis.kit = kit;
kit.configure({ baseUrl: location.origin, fetchToken, createWorker: ${createWorker} });
await import('/kit/caseload/define.js');`;
const PAGE_STYLE = `:root{color-scheme:light dark;font-family:system-ui,sans-serif;background:Canvas}body{margin:0}
main{padding:16px}@media (max-width:40em){main{padding:8px}}h1{margin:0 0 12px;font-size:1.25rem}
instrument-caseload{--instrument-block-size:calc(100vh - 80px)}`;

export interface Clinic {
  patients: { serviceId: string; name?: string; surname?: string }[];
  applications: GivenApplication[];
  submissions: GivenSubmission[];
  seenAt: string | null;
}

export const flag = {
  flags: 1,
  answers: [{ questionId: 9, position: 9, flagType: 'SUICIDE_SELF_HARM', severity: 'HIGH' }],
};

const NAMES = ['Ana Lima', 'Bruno Sá', 'Clara Reis', 'Davi Prado', 'Elisa Nunes', 'Fábio Melo', 'Gil Costa'];

/** A clinic in which each patient stands in another group; ids of patients are `uuid(1)` and so on. */
export function smallClinic(): Clinic {
  const patients = NAMES.map((text, index) => {
    const [name = '', surname = ''] = text.split(' ');
    return { serviceId: uuid(index + 1), name, surname };
  });
  const answers = (patient: number, first: number, given: Partial<GivenSubmission>[]): GivenSubmission[] =>
    given.map((one, index) => ({
      id: first + index,
      patient: uuid(patient),
      application: patient * 10,
      at: day(1 + 4 * index),
      ...one,
    }));
  return {
    patients,
    seenAt: new Date(day(19)).toISOString(),
    applications: [1, 2, 3, 4, 5, 6].map((one) => ({
      id: one * 10,
      patient: uuid(one),
      ...(one === 6 ? { nextAt: NOW + HOUR_MS } : {}),
    })),
    submissions: [
      ...answers(1, 100, [
        { score: 9, className: 'Mild' },
        { score: 16, className: 'Moderate', ...flag },
      ]),
      { id: 150, patient: uuid(1), form: GAD, at: day(10), score: 7, className: 'Mild' },
      ...answers(2, 200, [{ score: 4 }, { score: null, isPartial: true, at: day(19) - HOUR_MS }]),
      ...answers(3, 300, [
        { score: 8, className: 'Mild' },
        { score: 8, className: 'Mild', at: NOW - 4 * HOUR_MS },
      ]),
      ...answers(4, 400, [
        { score: 6, className: 'Mild' },
        { score: 12, className: 'Moderate' },
      ]),
      ...answers(5, 500, [{ score: 6, className: 'Mild' }]),
      ...[6, 7, 8].map((date) => ({
        id: 510 + date,
        patient: uuid(5),
        application: 50,
        status: 'CANCELED_LATE',
        startedAt: day(date),
        at: null,
        score: null,
      })),
      ...answers(6, 600, [{ score: 3, className: 'Minimal' }]),
    ],
  };
}

/** Makes the worker of the package, and keeps it as `worker`, under the policy of Trusted Types that the page names. */
export const WORKER = `() => (globalThis.worker = new Worker(
  (globalThis.trusted ??= globalThis.trustedTypes?.createPolicy('page', { createScriptURL: (url) => url }) ?? { createScriptURL: (url) => url })
    .createScriptURL('/kit/caseload/worker.js'), { type: 'module' }))`;
/** What a page that makes a worker has in its policy besides. */
export const WORKER_POLICY = POLICY.replace("trusted-types 'none'", 'trusted-types page');

export interface Caseloads {
  /** Source of the page's `createWorker`. */
  createWorker: string;
  /** Directives in place of those of the page's policy. */
  policy: string;
  clinic: Clinic;
  /** In place of the proxy, where it gives something: an answer, or the route that it took care of. */
  instead: (path: string, query: URLSearchParams, route: Route) => unknown;
  /** Paths and queries that were asked for, `/events` not among them. */
  readonly requests: string[];
  /** Bodies of `/caseload/seen`. */
  readonly seen: { seenAt: string }[];
  /** Lets the stream of events tell of something. */
  tell(...hints: object[]): Promise<void>;
  rows: number;
  open(attributes?: string, lang?: string): Promise<void>;
  texts(): Promise<string[]>;
}

/** What the proxy answers of a clinic, `rows` to a page. */
export function answerCaseload(
  { clinic, rows }: Pick<Caseloads, 'clinic' | 'rows'>,
  path: string,
  query: URLSearchParams,
): unknown {
  const offset = Number(query.get('offset') ?? 0);
  const cut = <T>(all: readonly T[]) => ({
    some: all.slice(offset, offset + rows),
    next: offset + rows < all.length ? offset + rows : null,
  });
  if (path === '/caseload/patients') return patientsPage(clinic.patients, clinic.seenAt);
  if (path === '/caseload/applications') {
    const { some, next } = cut(clinic.applications);
    return { ...applicationsPage(some), next };
  }
  const ids = query.get('ids')?.split(',').map(Number);
  if (ids) return submissionsPage(clinic.submissions.filter(({ id }) => ids.includes(id)));
  const from = Date.parse(query.get('startDate') ?? '');
  const to = Date.parse(query.get('endDate') ?? '9999-01-01T00:00:00Z');
  const { some, next } = cut(
    clinic.submissions.filter((one) => {
      const at = one.at ?? one.startedAt ?? 0;
      return at >= from && at <= to;
    }),
  );
  return submissionsPage(some, { next });
}

async function serve(page: Page): Promise<Caseloads> {
  const folder = await widgetModules();
  let markup = '';
  let language = 'en';
  const streams: ((hints: readonly object[]) => void)[] = [];
  const list = page.locator('instrument-caseload');
  const caseloads: Caseloads = {
    createWorker: 'undefined',
    policy: POLICY,
    clinic: smallClinic(),
    instead: () => undefined,
    requests: [],
    seen: [],
    async tell(...hints) {
      await expect.poll(() => streams.length).toBeGreaterThan(0);
      // Those that were given up meanwhile hear nothing.
      for (const stream of streams.splice(0)) stream(hints);
    },
    rows: 1_000,
    async open(attributes = '', lang = 'en') {
      markup = `<instrument-caseload professional-id="${PROFESSIONAL}" time-zone="UTC" ${attributes}></instrument-caseload>`;
      language = lang;
      await page.goto(ORIGIN);
    },
    texts: () =>
      list.evaluate(({ shadowRoot }) =>
        [...(shadowRoot?.querySelectorAll<HTMLElement>('.heading, .row') ?? [])].map((line) => {
          const [group, count] = line.querySelectorAll('.group, .count');
          return group ? `# ${group.textContent}${count?.textContent}` : (line.ariaLabel ?? '');
        }),
      ),
  };
  await page.route(`${ORIGIN}/**`, async (route) => {
    const { pathname, search, searchParams } = new URL(route.request().url());
    const script = (body: string) => route.fulfill({ contentType: 'text/javascript', body });
    const headers = { date: new Date(NOW).toUTCString() };
    if (pathname === '/') {
      const body = `<!doctype html><html lang="${language}"><head><title>Caseload</title><meta name="viewport" content="width=device-width">
        <link rel="stylesheet" href="/page.css"><script type="module" src="/page.js"></script></head><body><main><h1>Clinic</h1>${markup}</main></body></html>`;
      return route.fulfill({
        contentType: 'text/html; charset=utf-8',
        headers: { 'content-security-policy': caseloads.policy },
        body,
      });
    }
    if (pathname === '/page.js') return script(pageScript(caseloads.createWorker));
    if (pathname === '/page.css') return route.fulfill({ contentType: 'text/css', body: PAGE_STYLE });
    if (pathname.startsWith('/kit/')) return script(readFileSync(join(folder, pathname.slice(5)), 'utf8'));
    if (pathname === '/favicon.ico') return route.fulfill({ status: 204 });
    if (pathname === '/events') {
      const hints = await new Promise<readonly object[]>((resolve) => streams.push(resolve));
      const body = hints.map((hint, index) => `id: ${index + 1}\ndata: ${JSON.stringify(hint)}\n\n`).join('');
      return route.fulfill({ contentType: 'text/event-stream', body }).catch(() => {});
    }
    caseloads.requests.push(`${pathname}${search}`);
    const given = await caseloads.instead(pathname, searchParams, route);
    if (given === route) return;
    if (pathname === '/caseload/seen') {
      const body = route.request().postDataJSON() as { seenAt: string };
      caseloads.seen.push(body);
      return route.fulfill({ headers, json: { seenAt: body.seenAt } });
    }
    return route.fulfill({ headers, json: given ?? answerCaseload(caseloads, pathname, searchParams) });
  });
  return caseloads;
}

/** A test with a page that shows a caseload; it fails where the policy refused anything. */
export const test = base.extend<{ caseloads: Caseloads }>({
  caseloads: async ({ page }, use) => {
    await use(await serve(page));
    const violations = await page.evaluate(() => Reflect.get(globalThis, 'violations') ?? []);
    expect(violations, 'the Content-Security-Policy was not violated').toEqual([]);
  },
});
export { expect, PHQ };
