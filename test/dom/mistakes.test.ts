import type { KitOptions } from '../../widget/configure.ts';
import { ANA, PHQ9, PROFESSIONAL, phq9 } from '../browser/panel-data.ts';
import { attributes, createPanelService, ORIGIN } from '../browser/panel-service.ts';
import { type Mistake, toPage } from '../mistakes/table.ts';
import type { Page, Route } from './page.ts';
import { expect, test } from './panel-fixture.ts';

const TOKEN = { token: 'test-token', expiresIn: 600 };
/** The proxy on a host of its own. */
const ELSEWHERE = 'https://scores.clinic.example';
const PANEL = `<instrument-panel ${attributes().replace(/base-url="[^"]*"/, '')}></instrument-panel>`;
/** The panel of Ana with another attribute. */
const panelWith = (name: string, value: string): string =>
  PANEL.replace(new RegExp(` ${name}="[^"]*"`), '').replace('></', ` ${name}="${value}"></`);
const without = (name: string): string => PANEL.replace(new RegExp(`${name}="[^"]*"`), '');

interface Case {
  /** Origin of the page. */
  readonly at?: string;
  readonly markup?: string;
  readonly configure?: Partial<KitOptions> | null;
  readonly answer?: Parameters<Route['fulfill']>[0] | 'none' | 'unreadable';
}
const configured = (more: Partial<KitOptions>): Case => ({ configure: { baseUrl: ORIGIN, ...more } });
const withToken = (fetchToken: () => unknown): Case =>
  configured({ fetchToken: fetchToken as KitOptions['fetchToken'] });
const answered = (status: number, code: string): Case => ({
  answer: { status, json: { code, message: 'no' } },
});
const webPage = (status: number): Case => ({
  answer: { status, contentType: 'text/html', body: '<!doctype html>' },
});

const ATTRIBUTES: Readonly<Record<string, Case>> = {
  'patient-id is left out': { markup: without('patient-id') },
  'professional-id is left out': { markup: without('professional-id') },
  "patient-id is the EHR's own number": { markup: panelWith('patient-id', '4711') },
  'patient-id is a placeholder that was not replaced': { markup: panelWith('patient-id', '{{patientId}}') },
  'form-id is the name of the instrument': { markup: panelWith('form-id', 'PHQ-9') },
  'base-url without https://': { markup: panelWith('base-url', 'scores.clinic.example') },
  'audience in the plural': { markup: panelWith('audience', 'patients') },
  'start-date in words': { markup: panelWith('start-date', 'yesterday') },
  'lang with an underscore': { markup: panelWith('lang', 'pt_BR') },
  'time-zone without its continent': { markup: panelWith('time-zone', 'Lisbon') },
  'refresh in milliseconds': { markup: panelWith('refresh', '100000000') },
  'an unknown tool': { markup: panelWith('tools', 'csv pdf') },
};

const CONFIGURE: Readonly<Record<string, Case>> = {
  'configure() is never called': { configure: null },
  'configure() without baseUrl': { configure: { fetchToken: async () => TOKEN } },
  'configure() without fetchToken': { configure: { baseUrl: ORIGIN } },
  'baseUrl is a page of your own (404, HTML)': webPage(404),
  'baseUrl is an application that answers everything with its page (200, HTML)': webPage(200),
  'baseUrl with the API path': answered(404, 'NOT_FOUND'),
};

const TOKENS: Readonly<Record<string, Case>> = {
  'fetchToken throws': withToken(() => Promise.reject(new TypeError('Failed to fetch'))),
  'fetchToken reads a sign-in page as JSON': withToken(async () => JSON.parse('<!doctype html>')),
  'fetchToken returns the page as text': withToken(async () => '<!doctype html>'),
  'fetchToken returns the answer itself, unread': withToken(async () => new Response('{}')),
  'expiresIn in milliseconds': withToken(async () => ({ ...TOKEN, expiresIn: 600_000 })),
  'nobody is signed in': withToken(async () => ({ code: 'NOT_SIGNED_IN', message: 'no' })),
  'the token is of another proxy': answered(401, 'TOKEN_INVALID'),
  'the token was kept and has expired': answered(401, 'TOKEN_EXPIRED'),
};

const AROUND: Readonly<Record<string, Case>> = {
  'the proxy is down': {
    ...configured({ baseUrl: ELSEWHERE, fetchToken: async () => TOKEN }),
    answer: 'none',
  },
  'the origins of the proxy lack the page': {
    ...configured({ baseUrl: ELSEWHERE, fetchToken: async () => TOKEN }),
    answer: 'unreadable',
  },
  'an https page asks http': {
    at: 'https://ehr.clinic.example',
    ...configured({ baseUrl: 'http://scores.clinic.example', fetchToken: async () => TOKEN }),
    answer: 'none',
  },
  'the token was minted for another page': answered(403, 'ORIGIN_NOT_ALLOWED'),
  'the session hook does not grant read': answered(403, 'FORBIDDEN'),
  'the professional is of another environment': answered(404, 'INTEGRATION_NOT_FOUND'),
  'all clinicians seem to have one address': answered(429, 'RATE_LIMITED'),
  'the widget is newer than the proxy': {
    answer: {
      status: 406,
      json: {
        code: 'PROTOCOL_NOT_SERVED',
        message: 'The page speaks protocol 2, and this proxy serves 1: update @instrument-panel/proxy.',
      },
    },
  },
  'the host is none of a tenant': answered(421, 'HOST_UNKNOWN'),
  "the service does not take the proxy's key": answered(502, 'UPSTREAM_REFUSED'),
  'a load balancer answers for a proxy that is down': webPage(502),
};

/** Opens a page with a mistake; gives what its console says. */
async function bring(
  page: Page,
  { at = ORIGIN, markup = PANEL, configure = {}, answer }: Case,
): Promise<string> {
  const said: string[] = [];
  page.on('console', (message) => said.push(`${message.type()} ${message.text()}`));
  const service = createPanelService<Route>();
  service.answer(phq9());
  await page.route(/^/, (route) => {
    // A script of another origin gets as little of an answer that it may not read as of none.
    const isProbe = new URL(route.request().url()).pathname === '/healthz';
    if (answer === 'none' || (answer === 'unreadable' && !isProbe)) return route.abort();
    if (answer === 'unreadable') return route.fulfill({ status: 200 });
    return answer ? route.fulfill(answer) : service.serve(route);
  });
  await page.open(at, markup, []);
  const kit = await import('../../widget/configure.ts');
  const whole = { baseUrl: ORIGIN, fetchToken: async () => TOKEN };
  const isHalf = configure && Object.keys(configure).length > 0;
  if (configure) kit.configure({ ...(isHalf ? configure : whole), debug: true } as KitOptions);
  await import('../../widget/define.ts');
  // Without configure() nothing is explained, since this is not the developer's machine.
  const last = configure ? / Reference: |^warning / : /call configure/;
  await expect.poll(() => said.some((line) => last.test(line))).toBe(true);
  return said
    .map((line) => line.replace(/^(error|warning) /, '').replaceAll(/\s+/g, ' '))
    .map((line) => line.replaceAll(/ <instrument-panel>(?= |$)/g, '').trim())
    .sort()
    .join(' — ');
}

const INTRODUCTION = `# Mistakes in the page

Common mistakes in the page, each with the console's message under \`configure({ debug: true })\`, which is the default
on localhost. For the server, see [mistakes on the server](mistakes-on-the-server.md); for every code, [errors](errors.md).

A test makes each mistake and compares this page: \`test/dom/mistakes.test.ts\`.
`;

test('each mistake is answered by the sentence that docs/mistakes-in-the-page.md has', async ({ page }) => {
  const groups: Record<string, Mistake[]> = {};
  for (const [heading, cases] of Object.entries({
    Attributes: ATTRIBUTES,
    'configure and base path': CONFIGURE,
    fetchToken: TOKENS,
    'Around the page': AROUND,
  })) {
    groups[heading] = [];
    for (const [done, one] of Object.entries(cases))
      groups[heading].push({ done, said: await bring(page, one) });
  }
  for (const { said, done } of Object.values(groups).flat())
    expect(said, done).not.toMatch(new RegExp(`${ANA}|${PHQ9}|${PROFESSIONAL}|${TOKEN.token}|4711`));
  await expect(toPage(INTRODUCTION, groups)).toMatchFileSnapshot('../../docs/mistakes-in-the-page.md');
});

test('an element before its definition and a late configure() are no mistakes', async ({ page }) => {
  const service = createPanelService<Route>();
  service.answer(phq9());
  await page.route(/^/, (route) => service.serve(route));
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await page.open(ORIGIN, PANEL, []);
  const [panel] = document.getElementsByTagName('instrument-panel');
  // Before any module of the package is there.
  Object.assign(panel ?? {}, { density: 'compact' });
  await import('../../widget/define.ts');
  const { configure } = await import('../../widget/configure.ts');
  configure({ baseUrl: ORIGIN, fetchToken: async () => TOKEN, debug: true });
  await expect(page.locator('instrument-panel:state(ready)')).toHaveCount(1);
  expect(panel?.getAttribute('density')).toBe('compact');
  expect(said).toEqual([]);
});
