import { afterEach, describe, expect, test } from 'vitest';
import { EXTENSION, PUBLIC_URL, signInOptions } from './authorize/flow.fixture.ts';
import { PAGE, proxyOptions, startWorld, type World } from './fixtures/world.ts';
import { createProxy } from './proxy.ts';

let world: World | undefined;
afterEach(() => world?.close());

const PANEL = '/.well-known/instrument-panel.json';
const OAUTH = '/.well-known/oauth-authorization-server';
const PROFILE = { id: 'demo-ehr', urls: ['https://ehr.clinic.example/patients/*'], patient: { from: 'url' } };

async function start(more: Parameters<typeof startWorld>[0] = {}) {
  world = await startWorld({
    ...signInOptions,
    wellKnown: { name: 'Clínica São José', profiles: [PROFILE] },
    ...more,
  });
  const { url } = world;
  return (path: string, origin?: string) => fetch(url + path, { headers: origin ? { origin } : {} });
}

describe('/.well-known/instrument-panel.json', () => {
  test('says what the extension needs, and nothing secret', async () => {
    const read = await start();
    const reply = await read(PANEL);
    const text = await reply.text();
    expect(JSON.parse(text)).toEqual({
      version: 1,
      protocols: { oldest: 1, newest: 1 },
      name: 'Clínica São José',
      origins: [PAGE, EXTENSION],
      api: `${PUBLIC_URL}/third-party/api/v1`,
      signIn: {
        issuer: PUBLIC_URL,
        authorizationEndpoint: `${PUBLIC_URL}/authorize`,
        tokenEndpoint: `${PUBLIC_URL}/token`,
        clients: [
          { id: 'panel-extension', name: 'Instrument <Panel>' },
          { id: 'other', name: 'Other' },
        ],
      },
      profiles: [PROFILE],
    });
    expect(text).not.toContain('CANARY');
    expect(reply.headers.get('cache-control')).toBe('no-store');
  });

  test('is public, and readable by scripts of listed pages only', async () => {
    const read = await start();
    for (const [origin, allowed] of [
      [PAGE, PAGE],
      [EXTENSION, EXTENSION],
      ['https://evil.example', null],
      ['null', null],
    ] as const) {
      const reply = await read(PANEL, origin);
      expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([200, allowed]);
      expect(reply.headers.get('access-control-allow-credentials')).toBeNull();
      expect(reply.headers.get('vary')).toContain('Origin');
    }
  });

  test('is not there where nothing was said about it', async () => {
    world = await startWorld();
    for (const path of [PANEL, OAUTH, '/authorize']) {
      expect((await fetch(world.url + path)).status).toBe(404);
    }
  });
});

test('/.well-known/oauth-authorization-server says what RFC 8414 asks for', async () => {
  const read = await start();
  expect(await (await read(OAUTH)).json()).toEqual({
    issuer: PUBLIC_URL,
    authorization_endpoint: `${PUBLIC_URL}/authorize`,
    token_endpoint: `${PUBLIC_URL}/token`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
    scopes_supported: ['read', 'apply', 'patients', 'erase', 'recommend', 'account'],
  });
});

describe('the start stops at an option of the sign-in that is missing or weak', () => {
  const client = { id: 'a', name: 'A', redirects: ['https://a.example/back'] };
  const clients = (more: object) => ({ authorize: { clients: [{ ...client, ...more }] } });
  const circular: Record<string, unknown> = {};
  circular.self = circular;

  test.each<[string, object, string, RegExp]>([
    ['no publicUrl', { publicUrl: undefined }, 'publicUrl', /needed for authorize/],
    ['http', { publicUrl: 'http://panel.clinic.example' }, 'publicUrl', /https address/],
    ['a slash at the end', { publicUrl: `${PUBLIC_URL}/` }, 'publicUrl', /without \//],
    ['a query', { publicUrl: `${PUBLIC_URL}?a` }, 'publicUrl', /https address/],
    ['no clients', { authorize: { clients: [] } }, 'authorize.clients', /at least one/],
    ['no redirects', clients({ redirects: [] }), 'authorize.clients[0].redirects', /exact addresses/],
    ['a pattern', clients({ redirects: ['https://*.example/'] }), 'authorize.clients[0].redirects', /exact/],
    [
      'http elsewhere',
      clients({ redirects: ['http://a.example/'] }),
      'authorize.clients[0].redirects',
      /https/,
    ],
    ['a fragment', clients({ redirects: ['https://a.example/#b'] }), 'authorize.clients[0].redirects', /#/],
    ['a user', clients({ redirects: ['https://u@a.example/'] }), 'authorize.clients[0].redirects', /exact/],
    ['a script', clients({ redirects: ['javascript:1'] }), 'authorize.clients[0].redirects', /https/],
    [
      'an origin not listed',
      clients({ origin: 'https://b.example' }),
      'authorize.clients[0].origin',
      /origins/,
    ],
    ['no name', clients({ name: ' ' }), 'authorize.clients[0].name', /people/],
    ['one id twice', { authorize: { clients: [client, client] } }, 'authorize.clients[1].id', /another/],
    [
      'http for signing in',
      { authorize: { clients: [client], loginUrl: 'http://ehr.example/login' } },
      'authorize.loginUrl',
      /https/,
    ],
    [
      'an extension that is none',
      { origins: ['chrome-extension://*'] },
      'origins[0]',
      /is not of an extension/,
    ],
    ['no name of the installation', { wellKnown: { name: '' } }, 'wellKnown.name', /people call/],
    ['profiles that are no list', { wellKnown: { name: 'A', profiles: {} } }, 'wellKnown.profiles', /list/],
    [
      'profiles that are no JSON',
      { wellKnown: { name: 'A', profiles: [circular] } },
      'wellKnown.profiles',
      /JSON/,
    ],
    [
      'profiles beyond 256 KB',
      { wellKnown: { name: 'A', profiles: ['x'.repeat(262_144)] } },
      'wellKnown.profiles',
      /262144 bytes/,
    ],
  ])('%s', (_, more, option, sentence) => {
    const options = proxyOptions('https://api.service.example', { ...signInOptions, ...more } as object);
    expect(() => createProxy(options)).toThrow(sentence);
    expect(() => createProxy(options)).toThrow(expect.objectContaining({ option }));
  });
});
