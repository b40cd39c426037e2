import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PAGE, PROFESSIONAL, tokenFor } from '../fixtures/world.ts';
import { ANAS, EVAS, listOf, threePatients } from '../mapping/link-list.fixture.ts';
import {
  ADMIN,
  hiddenOf,
  type LinksPageWorld,
  OTHER_ADMIN,
  startLinksPage,
  strip,
  type Visitor,
} from './page.fixture.ts';

const METRICS = 'metrics-0123456789abcdef';
const basic = (password: string): string => `Basic ${Buffer.from(`admin-7:${password}`).toString('base64')}`;

let world: LinksPageWorld;
let visitor: Visitor;
let page: string;
beforeEach(async () => {
  world = await startLinksPage({ [PROFESSIONAL]: threePatients() }, { metrics: { token: METRICS } });
  visitor = world.visitor();
  await visitor.signIn();
  page = await visitor.preview(listOf(ANAS, EVAS));
});
afterEach(() => world.close());

const FORMS = ['preview', 'report', 'write', 'decide', 'remove'] as const;
const PATIENTS = /Ana Lima|Eva Reis|home\.example|aaaaaaaa-aaaa/;

/** Sends the page's own form to every address that takes one; gives each status, and everything that was answered. */
async function tryForms(
  sender: Visitor,
  over: Record<string, string> = {},
  fields: Record<string, string> = {},
) {
  const before = world.service.requests.length;
  const answers = [];
  for (const form of FORMS)
    answers.push(await sender.post(`/links/${form}`, { ...hiddenOf(page), choice: '2', ...fields }, over));
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  return {
    statuses: [...new Set(answers.map(({ status }) => status))],
    text: texts.join(' '),
    asked: world.service.requests.length - before,
  };
}
const nothingLinked = async (): Promise<void> =>
  expect((await world.readStorage(['K1', 'K2'])).patients).toEqual([null, null]);

describe('the page of links', () => {
  it.each<[string, () => Promise<Record<string, string>>]>([
    ['nobody who is signed in', async () => ({})],
    ['the token of the metrics as a password', async () => ({ authorization: basic(METRICS) })],
    ['the token of the metrics', async () => ({ authorization: `Bearer ${METRICS}` })],
    ['the secret in a header', async () => ({ authorization: basic(ADMIN.secret) })],
    [
      'a token of operations',
      async () => ({ authorization: `Bearer ${await tokenFor({ role: 'operations', pro: undefined })}` }),
    ],
    ['a token of a professional', async () => ({ authorization: `Bearer ${await tokenFor()}` })],
    ['a cookie that was made up', async () => ({ cookie: `instrument-panel-links=${'A'.repeat(43)}` })],
  ])('opens for an administrator alone: not for %s', async (_, credential) => {
    const headers = await credential();
    const stranger = world.visitor(headers);
    const shown = await (await stranger.get()).text();
    expect(strip(shown)).toContain('Sign in to link patients');
    expect(shown).not.toContain('name="file"');
    const { statuses, text, asked } = await tryForms(stranger);
    expect([statuses, asked]).toEqual([[401], 0]);
    expect(text).not.toMatch(PATIENTS);
    await nothingLinked();
  });

  it.each([
    ['another secret', { ...ADMIN, secret: 'PAGE-SECRET-CANARY-012345678X' }],
    ['another name', { ...ADMIN, name: 'admin-9' }],
    ['the secret of another administrator', { ...ADMIN, secret: OTHER_ADMIN.secret }],
    ['the token of the metrics', { ...ADMIN, secret: METRICS }],
    ['nothing', { name: '', secret: '' }],
  ])('signs nobody in by %s, and does not repeat it', async (_, given) => {
    const stranger = world.visitor();
    const answer = await stranger.signIn(given);
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([401, null]);
    const text = await answer.text();
    expect(strip(text)).toContain('Wrong name or password.');
    if (given.secret) expect(text).not.toContain(given.secret);
    expect(JSON.stringify(world.lines)).not.toMatch(/SECRET-CANARY|metrics-0123/);
  });

  it.each<[string, Record<string, string>]>([
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['a sibling host', { origin: 'http://localhost:4200', 'sec-fetch-site': 'same-site' }],
    ['a page that may call the proxy', { origin: PAGE, 'sec-fetch-site': 'cross-site' }],
    ['a sandboxed frame', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['this origin, as a browser that knows better says', { 'sec-fetch-site': 'cross-site' }],
  ])('takes no form from %s, though the cookie came along', async (_, over) => {
    const { statuses, text, asked } = await tryForms(visitor, over);
    expect([statuses, asked]).toEqual([[403], 0]);
    expect(strip(text)).toContain('This did not come from this page');
    expect((await world.visitor().signIn(ADMIN, over)).status).toBe(403);
    await nothingLinked();
  });

  it('takes no form without an origin, without a token, or with the token of another session', async () => {
    const other = world.visitor();
    await other.signIn();
    const { token = '' } = hiddenOf(await (await other.get()).text());
    for (const given of [token, '', 'undefined', '0'.repeat(64)]) {
      const { statuses, asked } = await tryForms(visitor, {}, { token: given });
      expect([statuses, asked]).toEqual([[403], 0]);
    }
    const body = new FormData();
    for (const [name, value] of Object.entries(hiddenOf(page))) body.append(name, value);
    const answer = await visitor.send('/links/write', { method: 'POST', body });
    expect(answer.status).toBe(403);
    await nothingLinked();
  });

  it('is closed by signing out, by another secret, and where the person is no longer listed', async () => {
    const cookie = visitor.cookie();
    await visitor.signOut();
    visitor.setCookie(cookie);
    expect((await tryForms(visitor)).statuses).toEqual([401]);
    for (const administrators of [[OTHER_ADMIN], [{ ...ADMIN, secret: 'NEW-SECRET-CANARY-0123456789' }]]) {
      await world.restart();
      const one = world.visitor();
      await one.signIn();
      await world.restart({ linksPage: { administrators, professionals: [PROFESSIONAL] } });
      expect((await tryForms(one)).statuses).toEqual([401]);
    }
    await nothingLinked();
  });

  it('is closed after an hour, and says what to do', async () => {
    let now = Date.now();
    await world.restart({ clock: () => now });
    const one = world.visitor();
    await one.signIn();
    const { token = '' } = hiddenOf(await (await one.get()).text());
    now += 3_599_000;
    expect((await tryForms(one, {}, { token })).statuses).toEqual([200]);
    now += 2_000;
    const { statuses, text } = await tryForms(one, {}, { token });
    expect(statuses).toEqual([401]);
    expect(strip(text)).toContain('Your session has ended, so nothing was done.');
  });

  it('sets a cookie for this host alone, for no script, and never with a request of another site', async () => {
    await world.restart({ publicUrl: 'https://panel.clinic.example' });
    const origin = 'https://panel.clinic.example';
    const answer = await world.visitor().signIn(ADMIN, { origin });
    expect(answer.headers.get('set-cookie')).toMatch(
      /^__Host-instrument-panel-links=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=strict$/,
    );
    expect(answer.headers.get('location')).toBe('/links');
  });
});

describe('what is sent to the page', () => {
  it('is refused beyond 4 MB, by its length before a byte is read', async () => {
    const { token = '' } = hiddenOf(page);
    const file = new Blob([new Uint8Array(4_300_000)]);
    const answer = await visitor.post('/links/preview', { token, file });
    expect(answer.status).toBe(413);
    expect(strip(await answer.text())).toContain('The list is larger than 2 MB.');
  });

  it('is refused as a list beyond 2 MB, also as one that only grows so large', async () => {
    const { token = '' } = hiddenOf(page);
    const large = await visitor.post('/links/preview', {
      token,
      file: new Blob([new Uint8Array(2_100_000)]),
    });
    const list = gzipSync(new Uint8Array(60_000_000)).toString('base64url');
    const bomb = await visitor.post('/links/preview', { token, list });
    for (const answer of [large, bomb]) {
      expect(answer.status).toBe(422);
      expect(strip(await answer.text())).toContain('The file is larger than 2 MB');
    }
  });

  it.each<[string, string, string, number]>([
    ['a form without files', 'application/x-www-form-urlencoded', 'token=x', 415],
    ['JSON', 'application/json', '{}', 415],
    [
      'a form that ends early',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="a"',
      400,
    ],
    ['a form without a boundary', 'multipart/form-data', '--x--', 415],
    [
      'a field that comes twice',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n2\r\n--x--\r\n',
      400,
    ],
  ])('is refused as %s', async (_, type, body, status) => {
    const headers = { origin: world.url, 'sec-fetch-site': 'same-origin', 'content-type': type };
    const answer = await visitor.send('/links/write', { method: 'POST', body, headers });
    expect(answer.status).toBe(status);
    expect(strip(await answer.text())).toContain('The form did not arrive whole, so nothing was done.');
  });

  it('is refused if it is compressed, and as a list that was spoilt on the way', async () => {
    const { token = '' } = hiddenOf(page);
    const body = gzipSync('x');
    const headers = {
      ...{ origin: world.url, 'content-type': 'multipart/form-data; boundary=x', 'content-encoding': 'gzip' },
    };
    expect((await visitor.send('/links/write', { method: 'POST', body, headers })).status).toBe(415);
    expect((await visitor.post('/links/write', { token, list: 'AAAA', certain: '' })).status).toBe(422);
  });

  it('waits for its turn, and of many at once some are told to try again: few lists are in memory', async () => {
    world.service.answer = () => ({ body: threePatients(), after: 300 });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => visitor.post('/links/preview', { ...hiddenOf(page) })),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, 200, 200, 200, 503, 503, 503, 503]);
    const busy = answers.find(({ status }) => status === 503);
    expect(strip((await busy?.text()) ?? '')).toContain('Other lists are being compared. Nothing was done.');
  });
});

describe('what the page gives', () => {
  it('is kept by no cache, framed by nobody, has no script, and names nobody in an address or a log', async () => {
    const answer = await visitor.post('/links/write', hiddenOf(page));
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-frame-options')).toBe('DENY');
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
    );
    const markup = await answer.text();
    expect(markup).toMatch(PATIENTS);
    expect(markup).not.toMatch(/<script|<form[^>]*method="get"[^>]*>\s*<input|\son\w+=|\?[a-z]+=/);
    expect(JSON.stringify(world.lines)).not.toMatch(/Lima|Reis|K1|home\.example|aaaaaaaa|admin-7/);
    // Nothing of the list is in the storage but its keyed hashes and the ids of patients.
    const { trail } = await world.readStorage();
    expect(JSON.stringify(trail)).not.toMatch(/Lima|Reis|K1|home\.example/);
  });

  it('is not there without the option', async () => {
    await world.restart({ linksPage: undefined } as never);
    for (const form of FORMS) expect((await visitor.post(`/links/${form}`, hiddenOf(page))).status).toBe(404);
    expect((await visitor.get()).status).toBe(404);
  });

  it('says that links or trail are away, and links nothing without a row', async () => {
    world.sql('ALTER TABLE audit_row RENAME TO audit_row_away');
    const after = await visitor.post('/links/write', hiddenOf(page));
    expect(strip(await after.text())).toContain('AUDIT_UNAVAILABLE');
    world.sql('ALTER TABLE audit_row_away RENAME TO audit_row');
    await nothingLinked();
  });

  it('leaves a row of each refusal to a known person, and counts those to others', async () => {
    await visitor.preview('nothing to read here');
    await tryForms(visitor, { origin: 'https://evil.example' });
    await world.visitor().signIn({ ...ADMIN, secret: 'x' });
    await world.restart();
    const { trail } = await world.readStorage();
    const refused = trail.filter(({ outcome }) => outcome?.kind === 'refused');
    expect(refused.map(({ who, outcome, counts }) => [who.sub, outcome?.code ?? counts])).toEqual(
      expect.arrayContaining([
        ['admin-7', 'LIST_REFUSED'],
        ['(unknown)', expect.objectContaining({ ORIGIN_NOT_ALLOWED: FORMS.length })],
        ['(unknown)', expect.objectContaining({ SIGN_IN_REFUSED: 1 })],
      ]),
    );
  });
});
