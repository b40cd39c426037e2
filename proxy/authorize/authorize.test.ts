import { afterEach, describe, expect, test } from 'vitest';
import { OTHER_PATIENT, PATIENT } from '../fixtures/world.ts';
import {
  byCookie,
  CHALLENGE,
  CLIENT,
  GRANT,
  LOCAL_REDIRECT,
  PUBLIC_URL,
  query,
  REDIRECT,
  type SignInWorld,
  sentTo,
  signInOptions,
  startSignIn,
} from './flow.fixture.ts';

let world: SignInWorld;
afterEach(() => world.close());

const start = async (more: Parameters<typeof startSignIn>[0] = {}) => {
  world = await startSignIn(more);
};

describe('GET /authorize', () => {
  test('asks who is signed in, naming the client and what it gets', async () => {
    await start();
    const page = await world.browse();
    const text = await page.text();
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain('Allow Instrument &lt;Panel&gt;?');
    expect(text).toContain('read applications, answers, scores and risk flags');
    expect(text).toContain('send questionnaires');
    expect(text).not.toContain('permanently delete');
    expect(text).toContain('This covers all of your patients.');
  });

  test('gives a page without script, that nothing can frame and nothing can keep', async () => {
    await start();
    const page = await world.browse();
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain(`form-action 'self' ${new URL(REDIRECT).origin}`);
    expect(policy).not.toMatch(/script|unsafe/);
    expect(page.headers.get('x-frame-options')).toBe('DENY');
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(await page.text()).not.toMatch(/<script|javascript:|\son\w+=/i);
  });

  test.each([
    ['pt-BR,pt;q=0.9,en;q=0.8', 'pt-BR', 'Permitir o acesso de'],
    ['xx, pt;q=0.5', 'pt-BR', 'poderá'],
    ['xx', 'en', 'Allow'],
  ])('speaks the language of Accept-Language %s', async (accepted, language, words) => {
    await start();
    const page = await world.browse(query(), { cookie: 'staff=abc', 'accept-language': accepted });
    expect(page.headers.get('content-language')).toBe(language);
    expect(await page.text()).toContain(words);
  });

  test('says how many patients it is about where the hook narrows', async () => {
    await start({ session: async () => ({ ...GRANT, patients: [PATIENT, OTHER_PATIENT] }) });
    const text = await (await world.browse()).text();
    expect(text).toContain('This covers 2 patients only.');
    expect(text).not.toContain(PATIENT);
  });

  test('sends who is not signed in to the partner’s sign-in page, with the way back', async () => {
    const authorize = { ...signInOptions.authorize, loginUrl: 'https://ehr.clinic.example/login?from=panel' };
    await start({ authorize: authorize as NonNullable<typeof signInOptions.authorize> });
    const reply = await world.browse(query({ extra: 'x' }), {});
    const login = new URL(reply.headers.get('location') ?? '');
    expect([reply.status, login.origin, login.pathname]).toEqual([
      302,
      'https://ehr.clinic.example',
      '/login',
    ]);
    expect(login.searchParams.get('from')).toBe('panel');
    const back = new URL(login.searchParams.get('return_to') ?? '');
    expect(`${back.origin}${back.pathname}`).toBe(`${PUBLIC_URL}/authorize`);
    expect(Object.fromEntries(back.searchParams)).toEqual({
      response_type: 'code',
      client_id: CLIENT,
      redirect_uri: REDIRECT,
      state: 'st&te=1',
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
    });
  });

  test('without such a page tells them to sign in first', async () => {
    await start();
    const page = await world.browse(query(), {});
    expect([page.status, await page.text()]).toEqual([401, expect.stringContaining('You are not signed in')]);
  });
});

describe('a request that names no listed client or address is answered here, never by a redirect', () => {
  test.each<[string, string]>([
    ['no client', query({ client_id: null })],
    ['an unknown client', query({ client_id: 'nobody' })],
    ['the client of a prototype', query({ client_id: '__proto__' })],
    ['two clients', `${query()}&client_id=other`],
    ['no address', query({ redirect_uri: null })],
    ['another client’s address', query({ redirect_uri: 'https://other.example/back' })],
    ['a longer address', query({ redirect_uri: `${REDIRECT}more` })],
    ['an address with a query', query({ redirect_uri: `${REDIRECT}?a=b` })],
    ['a shorter address', query({ redirect_uri: REDIRECT.slice(0, -1) })],
    ['an address in capitals', query({ redirect_uri: REDIRECT.toUpperCase() })],
    ['a subdomain', query({ redirect_uri: REDIRECT.replace('https://', 'https://evil.') })],
    ['a user in the address', query({ redirect_uri: REDIRECT.replace('https://', 'https://evil@') })],
    ['another port', query({ redirect_uri: LOCAL_REDIRECT.replace('8123', '8124') })],
    ['two addresses', `${query()}&redirect_uri=https://evil.example/`],
    ['a script', query({ redirect_uri: 'javascript:alert(1)' })],
  ])('%s', async (_, asked) => {
    let asking = 0;
    await start({
      session: async (request) => {
        asking += 1;
        return byCookie(request);
      },
    });
    const page = await world.browse(asked);
    expect([page.status, page.headers.get('location'), asking]).toEqual([400, null, 0]);
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(await page.text()).not.toContain('evil');
  });
});

describe('other mistakes go back to the client (RFC 6749, section 4.1.2.1)', () => {
  test.each<[string, string, string]>([
    ['no response_type', query({ response_type: null }), 'invalid_request'],
    ['the implicit flow', query({ response_type: 'token' }), 'unsupported_response_type'],
    ['no challenge', query({ code_challenge: null }), 'invalid_request'],
    ['a challenge that is too short', query({ code_challenge: CHALLENGE.slice(1) }), 'invalid_request'],
    ['the method plain', query({ code_challenge_method: 'plain' }), 'invalid_request'],
    ['no method, which would mean plain', query({ code_challenge_method: null }), 'invalid_request'],
    ['two challenges', `${query()}&code_challenge=${CHALLENGE}`, 'invalid_request'],
    ['two response_types', `${query()}&response_type=code`, 'invalid_request'],
    ['an unknown scope', query({ scope: 'read everything' }), 'invalid_scope'],
    ['a scope beyond the grant', query({ scope: 'read erase' }), 'invalid_scope'],
  ])('%s is %s', async (_, asked, error) => {
    await start();
    const reply = await world.browse(asked);
    expect(reply.status).toBe(302);
    expect(reply.headers.get('location')).toMatch(new RegExp(`^${REDIRECT}\\?`));
    const sent = Object.fromEntries(sentTo(reply));
    expect(sent).toMatchObject({ error, state: 'st&te=1', iss: PUBLIC_URL });
    expect(sent.code).toBeUndefined();
  });

  test('a state that is no plain text is not sent back', async () => {
    await start();
    for (const asked of [query({ state: 'a\r\nSet-Cookie: x=1' }), query({ state: 'x'.repeat(2_000) })]) {
      const reply = await world.browse(asked);
      expect(sentTo(reply).get('error')).toBe('invalid_request');
      expect(sentTo(reply).get('state')).toBeNull();
    }
  });

  test('a hook that fails is temporarily_unavailable, and tells nothing of why', async () => {
    await start({
      session: async () => {
        throw new RangeError('DATABASE-CANARY');
      },
    });
    const reply = await world.browse();
    expect(sentTo(reply).get('error')).toBe('temporarily_unavailable');
    expect(reply.headers.get('location')).not.toContain('CANARY');
  });

  test('operations are refused: such a token is for servers', async () => {
    await start({ session: async () => ({ sub: 'admin', role: 'operations', actions: ['read'] }) });
    expect(sentTo(await world.browse()).get('error')).toBe('access_denied');
  });
});

describe('silent renewal (prompt=none)', () => {
  const silent = query({ prompt: 'none' });

  test('is login_required where nobody is signed in, interaction_required where nobody was asked', async () => {
    await start();
    expect(sentTo(await world.browse(silent, {})).get('error')).toBe('login_required');
    expect(sentTo(await world.browse(silent)).get('error')).toBe('interaction_required');
  });

  test('gives a code once the person has allowed it, until they say no', async () => {
    await start();
    await world.code();
    expect(sentTo(await world.browse(silent)).get('code')).toMatch(/^[\w-]{43}$/);
    const page = await world.browse(query({ prompt: 'consent' }));
    await world.answer(await world.ticketOf(page), 'deny');
    expect(sentTo(await world.browse(silent)).get('error')).toBe('interaction_required');
  });

  test('asks again for another person, another client, other actions, and after 30 days', async () => {
    let now = Date.parse('2026-03-02T10:00:00Z');
    const grants: Record<string, typeof GRANT> = {
      'staff=abc': GRANT,
      'staff=more': { ...GRANT, actions: ['read', 'apply', 'erase'] },
      'staff=other': { ...GRANT, sub: 'staff-8' },
    };
    await start({ clock: () => now, session: async ({ cookie }) => grants[cookie ?? ''] ?? null });
    await world.code();
    for (const cookie of ['staff=more', 'staff=other']) {
      expect(sentTo(await world.browse(silent, { cookie })).get('error')).toBe('interaction_required');
    }
    const other = query({ prompt: 'none', client_id: 'other', redirect_uri: 'https://other.example/back' });
    expect(sentTo(await world.browse(other)).get('error')).toBe('interaction_required');
    now += 30 * 86_400_000 - 1_000;
    expect(sentTo(await world.browse(silent)).get('code')).not.toBeNull();
    now += 1_000;
    expect(sentTo(await world.browse(silent)).get('error')).toBe('interaction_required');
  });

  test('is never served to an address on the person’s own machine, where any program may listen', async () => {
    await start();
    const local = { redirect_uri: LOCAL_REDIRECT };
    expect(await world.code(local)).toMatch(/^[\w-]{43}$/);
    const reply = await world.browse(query({ ...local, prompt: 'none' }));
    expect(sentTo(reply).get('error')).toBe('interaction_required');
    expect(sentTo(reply).get('kind')).toBe('local');
  });
});
