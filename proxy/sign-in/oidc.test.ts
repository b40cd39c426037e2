import { decodeJwt } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readAudit } from '../audit/verify.ts';
import { CLIENT_ID, CLIENT_SECRET, startIdentityProvider } from '../fixtures/identity-provider.ts';
import { type Faults, type Launcher, startLauncher } from '../fixtures/launcher.ts';
import { PAGE, PATIENT, PROFESSIONAL, startWorld } from '../fixtures/world.ts';
import type { ProxyOptions } from '../options.ts';
import { openStorage } from '../storage/open.ts';
import type { Grant } from '../token/grant.ts';
import { type OidcSessionOptions, oidcSession } from './oidc.ts';
import { type KnownWorld, startAtKnownAddress } from './sign-in-world.fixture.ts';

const GRANT = { role: 'professional', professionalId: PROFESSIONAL, actions: ['read'] } as const;
const RETURN = `${PAGE}/patient?tab=scores`;
const SIGN_IN = `/sign-in?return_to=${encodeURIComponent(RETURN)}`;

const METRICS_TOKEN = 'metrics-0123456789abcdef';

/** Everybody of the provider has access but one. */
const grantAll = ({ sub }: { readonly sub: string }): Grant | null =>
  sub === 'stranger' ? null : { sub, ...GRANT };

let world: KnownWorld;
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

type Provider = Awaited<ReturnType<typeof startIdentityProvider>>;

async function start(more: Partial<OidcSessionOptions> = {}, options: Partial<ProxyOptions> = {}) {
  let provider: Provider | undefined;
  world = await startAtKnownAddress(async (publicUrl) => {
    provider = await startIdentityProvider([`${publicUrl}/sign-in/callback`]);
    const session = oidcSession({
      issuer: provider.issuer,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      grant: grantAll,
      ...more,
    });
    return { session, ...options };
  });
  const { close } = provider as Provider;
  closing.push(world.close, close);
  return provider as Provider;
}

const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code];
const tokenOf = async (answer: Response) => ((await answer.json()) as { token: string }).token;

describe('signing in at an identity provider (oidc-provider)', () => {
  test('leads back to the page, which then gets a token for who signed in', async () => {
    await start();
    const browser = world.browser();
    expect(await codeOf(await world.session(browser))).toEqual([401, 'NOT_SIGNED_IN']);
    const { answer, at } = await world.signIn(browser, SIGN_IN);
    expect([answer.status, at]).toEqual([303, RETURN]);
    const claims = decodeJwt(await tokenOf(await world.session(browser)));
    expect(claims).toMatchObject({ sub: 'staff-7', pro: PROFESSIONAL, ops: ['read'], origin: PAGE });
    const narrowed = decodeJwt(await tokenOf(await world.session(browser, { patients: [PATIENT] })));
    expect(narrowed).toMatchObject({ pat: [PATIENT], sid: claims.sid });
    expect((await world.session(world.browser())).status).toBe(401);
  });

  test('asks for the scope that is named, and for userinfo where it is told to', async () => {
    const seen: unknown[] = [];
    await start({
      scope: 'profile',
      userInfo: true,
      grant: (claims) => {
        seen.push(claims.department);
        return grantAll(claims);
      },
    });
    expect((await world.signIn(world.browser(), SIGN_IN)).at).toBe(RETURN);
    expect(seen).toEqual(['ward 3']);
  });

  test('without an address to return to ends with a page that says so', async () => {
    await start();
    const browser = world.browser();
    const { answer } = await world.signIn(browser, '/sign-in');
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('You are signed in')]);
    expect((await world.session(browser)).status).toBe(200);
  });

  test('gives nobody a session whom the partner’s function does not know, and says so to them', async () => {
    const provider = await start();
    provider.state.person = 'stranger';
    const browser = world.browser();
    const { answer } = await world.signIn(browser, SIGN_IN);
    expect([answer.status, await answer.text()]).toEqual([
      403,
      expect.stringContaining('has no access here'),
    ]);
    expect((await world.session(browser)).status).toBe(401);
    expect(world.lines.findLast(({ event }) => event === 'sign-in-refused')?.hint).toBe(
      'session.grant gave null.',
    );
  });

  test('ends with the time that is set, and with a sign-out, which ends its tokens too', async () => {
    let now = Date.now();
    const provider = await start({ sessionMinutes: 60 }, { clock: () => now });
    world.service.answer = () => ({ body: [] });
    const browser = world.browser();
    await world.signIn(browser, SIGN_IN);
    const token = await tokenOf(await world.session(browser));
    const get = async () => (await world.ask('/forms/library', token, { headers: { origin: PAGE } })).status;
    expect(await get()).toBe(200);
    expect((await world.signOut(browser, 'https://evil.example')).status).toBe(403);
    expect(await get()).toBe(200);
    const out = await world.signOut(browser);
    expect(await out.json()).toEqual({
      endSessionUrl: `${provider.issuer}/session/end?client_id=${CLIENT_ID}`,
    });
    expect([await get(), (await world.session(browser)).status]).toEqual([401, 401]);
    await world.signIn(browser, SIGN_IN);
    now += 3_599_000;
    expect((await world.session(browser)).status).toBe(200);
    now += 1_000;
    expect((await world.session(browser)).status).toBe(401);
  });

  test('ends where the operator revokes all of the person, or of everybody, and not for others', async () => {
    let now = Date.now();
    const provider = await start({}, { clock: () => now });
    const [one, other] = [world.browser(), world.browser()];
    await world.signIn(one, SIGN_IN);
    provider.state.person = 'staff-8';
    await world.signIn(other, SIGN_IN);
    await world.proxy.revokeMinted({ sub: 'staff-7' });
    now += 3_600_000;
    expect([(await world.session(one)).status, (await world.session(other)).status]).toEqual([401, 200]);
    provider.state.person = 'staff-7';
    await world.signIn(one, SIGN_IN);
    expect((await world.session(one)).status).toBe(200);
    await world.proxy.revokeMinted({});
    expect([(await world.session(one)).status, (await world.session(other)).status]).toEqual([401, 401]);
  });

  test('takes the place of the person before in that browser, whose tokens end', async () => {
    const provider = await start();
    world.service.answer = () => ({ body: [] });
    const browser = world.browser();
    await world.signIn(browser, SIGN_IN);
    const before = await tokenOf(await world.session(browser));
    provider.state.person = 'staff-8';
    browser.jarOf(provider.issuer).clear();
    await world.signIn(browser, SIGN_IN);
    expect(decodeJwt(await tokenOf(await world.session(browser))).sub).toBe('staff-8');
    expect((await world.ask('/forms/library', before, { headers: { origin: PAGE } })).status).toBe(401);
  });

  test('by somebody who has no access ends the session of the person before in that browser', async () => {
    const provider = await start();
    world.service.answer = () => ({ body: [] });
    const browser = world.browser();
    await world.signIn(browser, SIGN_IN);
    const before = await tokenOf(await world.session(browser));
    provider.state.person = 'stranger';
    browser.jarOf(provider.issuer).clear();
    await world.signIn(browser, SIGN_IN);
    expect((await world.session(browser)).status).toBe(401);
    expect((await world.ask('/forms/library', before, { headers: { origin: PAGE } })).status).toBe(401);
  });

  test('leaves its row in the trail, counts, and writes no code, token, claim or secret into log or storage', async () => {
    const { mkdtempSync, readFileSync, rmSync } = await import('node:fs');
    const folder = mkdtempSync('/tmp/instrument-panel-oidc-');
    const file = `${folder}/proxy.sqlite`;
    const provider = await start(
      { scope: 'profile', userInfo: true },
      { storage: { file }, metrics: { token: 'metrics-0123456789abcdef' } },
    );
    const browser = world.browser();
    await world.signIn(browser, SIGN_IN);
    const cookies = [...browser.jarOf(world.publicUrl).values()];
    provider.state.person = 'stranger';
    await world.signIn(world.browser(), SIGN_IN);
    await browser.get(`${world.publicUrl}/sign-in/callback?code=CODE-CANARY&state=STATE-CANARY`);
    const metrics = await fetch(`${world.url}/metrics`, {
      headers: { authorization: 'Bearer metrics-0123456789abcdef' },
    });
    const said = await metrics.text();
    const counted = said.split('\n').filter((line) => line.includes('way="oidc"'));
    expect(counted.toSorted()).toEqual([
      'instrument_panel_proxy_sign_ins_total{way="oidc",outcome="granted"} 1',
      'instrument_panel_proxy_sign_ins_total{way="oidc",outcome="refused"} 2',
    ]);
    expect(said).toContain('instrument_panel_proxy_refusals_total{code="NO_ACCESS"} 1\n');
    const refused = world.lines.filter(({ route }) => route === 'GET /sign-in/callback');
    expect(refused.map(({ status, code }) => [status, code])).toEqual([
      [303, undefined],
      [403, 'NO_ACCESS'],
      [400, 'TOO_OLD'],
    ]);
    const rows = (await readAudit(await openStorage({ file }))).map(({ entry }) => entry);
    expect(rows[0]).toMatchObject({
      route: 'GET /sign-in/callback',
      who: { sub: 'staff-7', professionalId: PROFESSIONAL },
      outcome: { kind: 'done' },
    });
    const kept =
      readFileSync(file, 'latin1') + readFileSync(`${file}-wal`, 'latin1') + JSON.stringify(world.lines);
    for (const secret of [...cookies, 'CANARY', 'ward 3', 'eyJ']) expect(kept).not.toContain(secret);
    expect(cookies).toHaveLength(2);
    rmSync(folder, { recursive: true });
  });
});

test('its cookies are for this host alone, for no script, and go with no request of another site', async () => {
  const plain = { issuer: 'https://login.example', clientId: CLIENT_ID, grant: grantAll };
  const cookieOf = async (publicUrl: string, more: object) => {
    const provider = await startLauncher(CLIENT_ID, null, []);
    const one = await startWorld({
      publicUrl,
      session: oidcSession({ ...plain, issuer: provider.issuer, ...more }),
    });
    const answer = await fetch(`${one.url}/sign-in`, { redirect: 'manual' });
    await one.close();
    await provider.close();
    return answer.headers.getSetCookie().map((line) => line.replace(/=[\w-]{43};/, '=…;'));
  };
  expect(await cookieOf('https://panel.clinic.example', {})).toEqual([
    '__Host-instrument-panel-browser=…; Path=/; HttpOnly; Secure; SameSite=lax',
  ]);
  expect(
    await cookieOf('https://panel.clinic.example', { cookie: { sameSite: 'none', partitioned: true } }),
  ).toEqual(['__Host-instrument-panel-browser=…; Path=/; HttpOnly; Secure; SameSite=none; Partitioned']);
  expect(await cookieOf('http://127.0.0.1:4200', {})).toEqual([
    'instrument-panel-browser=…; Path=/; HttpOnly; SameSite=lax',
  ]);
});

test.each([
  ['another site', 'https://evil.example/'],
  ['a longer host', `${PAGE}.evil.example/`],
  ['a user in the address', PAGE.replace('https://', 'https://evil@')],
  ['no scheme', '//evil.example/'],
  ['a path alone', '/patient'],
  ['a script', 'javascript:alert(1)'],
  ['the proxy itself, elsewhere than /authorize', 'http://127.0.0.1:4200/session'],
  ['two addresses', `${PAGE}/&return_to=https://evil.example/`],
])('is no way to send somebody to %s', async (_, to) => {
  await start();
  const asked = to.includes('&') ? to : encodeURIComponent(to);
  const answer = await world.browser().get(`${world.publicUrl}/sign-in?return_to=${asked}`);
  expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
});

describe('an answer that is not of the sign-in which this browser began', () => {
  const callback = async () => {
    const browser = world.browser();
    const back = await browser.follow(
      `${world.publicUrl}${SIGN_IN}`,
      (to) => !to.includes('/sign-in/callback'),
    );
    return { browser, url: back.at };
  };
  const refused = async (browser: ReturnType<KnownWorld['browser']>, url: string) => {
    const answer = await browser.get(url);
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
    expect(await answer.text()).toMatch(/expired|failed|declined/);
    expect((await world.session(browser)).status).toBe(401);
  };

  test('is refused: no state, an invented one, two of them, another browser’s', async () => {
    await start();
    const { browser, url } = await callback();
    const other = await callback();
    const altered = (change: (query: URLSearchParams) => void) => {
      const to = new URL(url);
      change(to.searchParams);
      return to.href;
    };
    await refused(
      browser,
      altered((query) => query.delete('state')),
    );
    await refused(
      browser,
      altered((query) => query.set('state', 'x'.repeat(43))),
    );
    await refused(
      browser,
      altered((query) => query.append('state', 'x')),
    );
    await refused(browser, other.url);
    await refused(world.browser(), (await callback()).url);
  });

  test('is refused: a code of another sign-in of the same browser, swapped between two tabs', async () => {
    await start();
    const { browser, url } = await callback();
    const second = await browser.follow(
      `${world.publicUrl}${SIGN_IN}`,
      (to) => !to.includes('/sign-in/callback'),
    );
    const swapped = new URL(url);
    swapped.searchParams.set('code', new URL(second.at).searchParams.get('code') ?? '');
    await refused(browser, swapped.href);
  });

  test('is refused the second time, and the session of the first stays', async () => {
    await start();
    const { browser, url } = await callback();
    expect((await browser.get(url)).status).toBe(303);
    expect((await browser.get(url)).status).toBe(400);
    expect((await world.session(browser)).status).toBe(200);
  });

  test('is refused: an error of the provider, and an issuer that it is not (mix-up)', async () => {
    await start();
    const denied = await callback();
    const error = new URL(denied.url);
    error.searchParams.delete('code');
    error.searchParams.set('error', 'access_denied');
    await refused(denied.browser, error.href);
    const mixed = await callback();
    const other = new URL(mixed.url);
    other.searchParams.set('iss', 'https://evil.example');
    await refused(mixed.browser, other.href);
  });
});

describe('a provider that answers wrongly', () => {
  let launcher: Launcher;
  let known: KnownWorld;
  beforeAll(async () => {
    known = await startAtKnownAddress(async (publicUrl) => {
      launcher = await startLauncher(CLIENT_ID, CLIENT_SECRET, [`${publicUrl}/sign-in/callback`]);
      const client = { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET };
      const session = oidcSession({ issuer: launcher.issuer, ...client, grant: grantAll });
      return { session, metrics: { token: METRICS_TOKEN } };
    });
  });
  afterEach(() => launcher.heal());
  afterAll(async () => {
    await known.close();
    await launcher.close();
  });

  const readMetric = async (line: string): Promise<number> => {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    const text = await (await fetch(`${known.url}/metrics`, { headers })).text();
    const found = text.split('\n').find((one) => one.startsWith(`instrument_panel_proxy_${line} `));
    return Number(found?.split(' ').at(-1) ?? 0);
  };
  const SECRET_TEXT = 'DESCRIPTION-CANARY';
  const refusal = (status: number, error: string, challenge?: string): Faults => ({
    refusal: { status, body: { error, error_description: SECRET_TEXT }, ...(challenge ? { challenge } : {}) },
  });
  const altered = (change: Readonly<Record<string, unknown>>): Faults => ({
    claims: (claims) => ({ ...claims, ...change }),
  });

  test.each<[string, () => Faults, string]>([
    [
      'an expired secret',
      () => refusal(401, 'invalid_client'),
      'OAUTH_RESPONSE_BODY_ERROR, error invalid_client, TOKEN answered 401. Compare clientId and clientSecret',
    ],
    [
      'an expired secret, with the challenge that RFC 6749 asks for',
      () => refusal(401, 'invalid_client', `Basic realm="${SECRET_TEXT}"`),
      'OAUTH_WWW_AUTHENTICATE_CHALLENGE, error invalid_client, TOKEN answered 401. Compare clientId',
    ],
    [
      'a client without rights',
      () => refusal(400, 'unauthorized_client'),
      'OAUTH_RESPONSE_BODY_ERROR, error unauthorized_client, TOKEN answered 400. Compare clientId',
    ],
    [
      'an error that is not registered',
      () => refusal(400, 'secret_canary'),
      'OAUTH_RESPONSE_BODY_ERROR, TOKEN answered 400. ',
    ],
    ['another audience', () => altered({ aud: 'another' }), 'OAUTH_JWT_CLAIM_COMPARISON_FAILED, claim aud.'],
    [
      'another nonce',
      () => altered({ nonce: 'n'.repeat(43) }),
      'OAUTH_JWT_CLAIM_COMPARISON_FAILED, claim nonce.',
    ],
    [
      'another issuer',
      () => altered({ iss: 'https://evil.example' }),
      'OAUTH_JWT_CLAIM_COMPARISON_FAILED, claim iss.',
    ],
    [
      'an end that is past',
      () => altered({ exp: Math.floor(Date.now() / 1000) - 60 }),
      'OAUTH_JWT_TIMESTAMP_CHECK_FAILED, claim exp. Compare the clocks',
    ],
    [
      'an error by way of the browser',
      () => ({
        back: (back) => {
          back.searchParams.delete('code');
          back.searchParams.set('error', 'invalid_scope');
        },
      }),
      'OAUTH_AUTHORIZATION_RESPONSE_ERROR, error invalid_scope.',
    ],
  ])('counts as failed, and the log names the cause: %s', async (_, toFaults, cause) => {
    Object.assign(launcher.faults, toFaults());
    const failed = 'sign_ins_total{way="oidc",outcome="failed"}';
    const code = 'refusals_total{code="SIGN_IN_FAILED"}';
    const before = [await readMetric(failed), await readMetric(code)];
    const { answer } = await known.signIn(known.browser(), SIGN_IN);
    expect(answer.status).toBe(400);
    expect([await readMetric(failed), await readMetric(code)]).toEqual(before.map((count) => count + 1));
    const line = known.lines.findLast(({ event }) => event === 'sign-in-failed');
    expect(line?.hint).toContain(cause.replace('TOKEN', `${launcher.issuer}/token`));
    expect(line?.hint).toContain('docs/errors.md#sign_in_failed');
    const callback = known.lines.findLast(({ route }) => route === 'GET /sign-in/callback');
    expect(callback).toMatchObject({ status: 400, code: 'SIGN_IN_FAILED' });
    expect(JSON.stringify(known.lines)).not.toMatch(/canary/i);
  });

  test('counts what a person refuses as refused, and logs no failure of it', async () => {
    Object.assign(launcher.faults, {
      back: (back: URL) => {
        back.searchParams.delete('code');
        back.searchParams.set('error', 'access_denied');
      },
    });
    const failures = () => known.lines.filter(({ event }) => event === 'sign-in-failed').length;
    const names = ['failed', 'refused'].map((outcome) => `sign_ins_total{way="oidc",outcome="${outcome}"}`);
    const read = () => Promise.all(names.map(readMetric));
    const [[failed = 0, refused = 0], logged] = [await read(), failures()];
    expect((await known.signIn(known.browser(), SIGN_IN)).answer.status).toBe(400);
    expect([await read(), failures()]).toEqual([[failed, refused + 1], logged]);
    const callback = known.lines.findLast(({ route }) => route === 'GET /sign-in/callback');
    expect(callback).toMatchObject({ code: 'ACCESS_DENIED' });
    expect(await readMetric('refusals_total{code="ACCESS_DENIED"}')).toBe(1);
  });

  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

  test('is taken where it answers rightly', async () => {
    const browser = known.browser();
    expect((await known.signIn(browser, SIGN_IN)).at).toBe(RETURN);
    expect(launcher.complaints).toEqual([]);
  });

  test.each<[string, () => Faults, part?: string]>([
    ['another nonce', () => ({ claims: (claims) => ({ ...claims, nonce: 'n'.repeat(43) }) })],
    [
      'no nonce',
      () => ({ claims: ({ nonce: _, ...claims }) => claims }),
      'nonce is missing from the ID token',
    ],
    ['another issuer', () => ({ claims: (claims) => ({ ...claims, iss: 'https://evil.example' }) })],
    ['another audience', () => ({ claims: (claims) => ({ ...claims, aud: 'another' }) })],
    [
      'two audiences, of which another was asked',
      () => ({
        claims: (claims) => ({
          ...claims,
          aud: [CLIENT_ID, 'another'],
          azp: 'another',
        }),
      }),
    ],
    [
      'an end that is past',
      () => ({ claims: (claims) => ({ ...claims, exp: Math.floor(Date.now() / 1000) - 60 }) }),
    ],
    ['no subject', () => ({ claims: ({ sub: _, ...claims }) => claims })],
    ['another key', () => ({ key: launcher.strangerKey })],
    [
      'alg none',
      () => ({ idToken: (token) => `${encoded({ alg: 'none' })}.${token.split('.')[1]}.` }),
      'alg of the ID token',
    ],
    [
      'one letter of the signature changed',
      () => ({ idToken: (token) => token.replace(/.{9}$/, 'AAAAAAAAA') }),
      'the signature of the ID token does not fit',
    ],
    ['no ID token', () => ({ answer: ({ id_token: _, ...answer }) => answer }), 'id_token is missing'],
    ['no JSON object', () => ({ answer: () => [] as never })],
    ['300 KB', () => ({ answer: (answer) => ({ ...answer, more: 'x'.repeat(300_000) }) })],
  ])('gives nobody a session: %s', async (_, toFaults, part) => {
    Object.assign(launcher.faults, toFaults());
    const browser = known.browser();
    const { answer } = await known.signIn(browser, SIGN_IN);
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
    expect(await answer.text()).toContain('could not be confirmed');
    expect((await known.session(browser)).status).toBe(401);
    const line = known.lines.findLast(({ event }) => event === 'sign-in-failed');
    // What, where and what to do: it sends nobody to the line that it stands in.
    expect(line?.hint).toMatch(
      /^([A-Z_]+|\w+Error)(, [^.]+)?(, http:\S+ [^.]+)?\. [A-Z].+ \(docs\/errors\.md#\w+\)$/,
    );
    expect(line?.hint).not.toContain('sign-in-failed');
    if (part) expect(line?.hint).toContain(part);
  });

  test('is said to be away where it fails or cannot be reached, and asked again', async () => {
    const fresh = await startLauncher(CLIENT_ID, null, []);
    const session = oidcSession({ issuer: fresh.issuer, clientId: CLIENT_ID, grant: grantAll });
    const other = await startAtKnownAddress(async () => ({ session, metrics: { token: METRICS_TOKEN } }));
    closing.push(other.close);
    await fresh.close();
    const answer = await other.browser().get(`${other.publicUrl}/sign-in`);
    expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('did not answer')]);
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    const said = await (await fetch(`${other.url}/metrics`, { headers })).text();
    expect(said).toContain('sign_ins_total{way="oidc",outcome="failed"} 1\n');
    expect(said).toContain('refusals_total{code="UNAVAILABLE"} 1\n');
    expect(other.lines.find(({ route }) => route === 'GET /sign-in')).toMatchObject({ code: 'UNAVAILABLE' });
  });
});

test.each<[string, object, string]>([
  ['issuer', { issuer: 'http://login.clinic.example' }, 'session.issuer must be the https address'],
  ['issuer', { issuer: 'https://user:pw@login.clinic.example' }, 'session.issuer'],
  ['clientId', { clientId: '' }, 'session.clientId'],
  ['grant', { grant: undefined }, 'session.grant must be a function'],
  ['a misspelt name', { clientSecrets: 'x' }, 'Did you mean clientSecret?'],
  ['cookie', { cookie: { sameSite: 'None' } }, "session.cookie.sameSite must be 'strict', 'lax' or 'none'"],
  ['sessionMinutes', { sessionMinutes: 100_000 }, 'session.sessionMinutes must be an integer from 5 to 1440'],
])('a wrong option stops the start: %s %j', (_, wrong, sentence) => {
  const right = { issuer: 'https://login.clinic.example', clientId: CLIENT_ID, grant: grantAll };
  expect(() => oidcSession({ ...right, ...wrong } as OidcSessionOptions)).toThrow(sentence);
});
