import { afterEach, expect, it, onTestFinished } from 'vitest';
import { startWorld, tokenFor, type World } from '../fixtures/world.ts';
import type { ProxyOptions } from '../options.ts';
import { METRICS_TOKEN, startTenants } from '../tenants/two-tenants.fixture.ts';

const TOKEN = 'a-token-for-metrics';
const PAGES = { shown: 0, list: 0, unclear: 0, unplaced: 0, unmatched: 0 };
const PROFILES = [
  { id: 'west', version: 7 },
  { id: 'west', version: 8, rollout: 10 },
  { id: 'east', version: 3 },
  { id: 'old', version: 2, enabled: false },
];

let world: World | undefined;
afterEach(() => world?.close());

const start = async (profiles: ProxyOptions['wellKnown'] | null = { name: 'Clinic', profiles: PROFILES }) => {
  world = await startWorld({ metrics: { token: TOKEN }, ...(profiles ? { wellKnown: profiles } : {}) });
  return world.url;
};
const basic = (password: string): string => `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
const show = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${url}/sites`, { headers: { authorization: basic(TOKEN), 'accept-language': 'en', ...headers } });
const report = async (url: string, extension: string, profiles: readonly object[]): Promise<void> => {
  const answer = await fetch(`${url}/sites/health`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await tokenFor()}`, 'content-type': 'application/json' },
    body: JSON.stringify({ extension, profiles }),
  });
  expect(answer.status).toBe(200);
};
const strip = (markup: string): string =>
  markup
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim();
const rowsOf = (markup: string): string[][] =>
  [...markup.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) => strip(cell)),
  );

it('shows what each profile finds in each version, first what finds nothing and what nobody has reported', async () => {
  const url = await start();
  await report(url, '1.4.0', [
    { id: 'west', version: 7, pages: { ...PAGES, shown: 1_500, unplaced: 1 } },
    { id: 'west', version: 8, pages: { ...PAGES, unclear: 4 } },
    { id: 'ana-lima', version: 1, pages: { ...PAGES, list: 2 } },
  ]);
  const answer = await show(url);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(answer.headers.get('cache-control')).toContain('no-store');
  const markup = await answer.text();
  expect(rowsOf(markup)).toEqual([
    ['Profile', 'Version', 'Note', 'Extension', 'Shown', 'Lists', 'Unclear', 'No place', 'No match'],
    [
      'west',
      '8',
      expect.stringMatching(/^Has found nothing\. The EHR may have changed/),
      '1.4.0',
      '0',
      '0',
      '4',
      '0',
      '0',
    ],
    ['east', '3', expect.stringMatching(/^No report yet\./), '', '', '', '', '', ''],
    ['old', '2', 'Switched off.', '', '', '', '', '', ''],
    ['other', 'other', 'Not handed out by this proxy.', '1.4.0', '0', '2', '0', '0', '0'],
    ['west', '7', '', '1.4.0', '1,500', '0', '0', '1', '0'],
  ]);
  expect(markup).not.toContain('ana');
});

it.each([
  ['pt-BR', 'pt-BR', 'O que a extensão encontra', '1.500'],
  ['es-MX', 'es', 'Lo que encuentra la extensión', '1500'],
  ['de', 'en', 'What the extension finds', '1,500'],
])('is in the language of a browser that asks for %s', async (accepted, lang, title, count) => {
  const url = await start();
  await report(url, '1.4.0', [{ id: 'west', version: 7, pages: { ...PAGES, shown: 1_500 } }]);
  const markup = await (await show(url, { 'accept-language': accepted })).text();
  expect(markup).toContain(`<html lang="${lang}">`);
  expect(markup).toContain(`<h1>${title}</h1>`);
  expect(rowsOf(markup).at(-1)).toContain(count);
});

it('says what to check where nothing was reported, and where no profile is handed out', async () => {
  const first = strip(await (await show(await start())).text());
  expect(first).toContain('No extension has reported anything yet.');
  expect(first).toContain('Check that the site is enabled in the extension');
  expect(first).not.toContain('hands out no profiles');
  await world?.close();
  expect(strip(await (await show(await start(null))).text())).toContain('This proxy hands out no profiles');
});

it.each([
  ['no password', ''],
  ['another password', basic('another-token-for-metrics')],
  ['the token as a name', `Basic ${Buffer.from(`${TOKEN}:`).toString('base64')}`],
  ['the token of a professional', 'professional'],
  ['what is no credential', 'Basic %%%'],
])('shows no number for %s, and says how to get in', async (_, given) => {
  const url = await start();
  await report(url, '1.4.0', [{ id: 'west', version: 7, pages: { ...PAGES, shown: 1_500 } }]);
  const authorization = given === 'professional' ? `Bearer ${await tokenFor()}` : given;
  const answer = await show(url, { authorization });
  expect(answer.status).toBe(401);
  expect(answer.headers.get('www-authenticate')).toBe('Basic realm="instrument-panel", charset="UTF-8"');
  const markup = await answer.text();
  expect(strip(markup)).toContain('as the password the token of the proxy’s option metrics');
  expect(markup).not.toContain('west');
});

it('is not there without the option metrics', async () => {
  world = await startWorld();
  expect((await show(world.url)).status).toBe(404);
});

it('escapes what a profile is called', async () => {
  const url = await start({ name: 'Clinic', profiles: [{ id: '<b>west</b>', version: 1 }] });
  const markup = await (await show(url)).text();
  expect(markup).toContain('&lt;b&gt;west&lt;/b&gt;');
  expect(markup).not.toContain('<b>');
});

it('tells the profiles of several tenants apart', async () => {
  const wellKnown = { name: 'Clinic', profiles: [{ id: 'west', version: 7 }] };
  const tenants = await startTenants({ each: () => ({ wellKnown }) });
  onTestFinished(tenants.close);
  const pages = { ...PAGES, unclear: 2 };
  const body = JSON.stringify({ extension: '1.4.0', profiles: [{ id: 'west', version: 7, pages }] });
  const headers = { 'content-type': 'application/json' };
  const told = await tenants.ask('b', '/sites/health', await tenants.tokenOf('b'), {
    method: 'POST',
    headers,
    body,
  });
  expect(told.status).toBe(200);
  const markup = await (await show(tenants.urls.a, { authorization: basic(METRICS_TOKEN) })).text();
  expect(rowsOf(markup).map((row) => row.slice(0, 5))).toEqual([
    ['Tenant', 'Profile', 'Version', 'Note', 'Extension'],
    ['b', 'west', '7', expect.stringMatching(/^Has found nothing\./), '1.4.0'],
    ['a', 'west', '7', expect.stringMatching(/^No report yet\./), ''],
  ]);
});
