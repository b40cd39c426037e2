import { decodeJwt } from 'jose';
import { afterEach, describe, expect, test } from 'vitest';
import { PAGE, proxyOptions } from '../fixtures/world.ts';
import { createProxy } from '../proxy.ts';
import {
  CLIENT,
  EXTENSION,
  PUBLIC_URL,
  query,
  REDIRECT,
  type SignInWorld,
  sentTo,
  signInOptions,
  startSignIn,
} from './flow.fixture.ts';

/** Two installations of add-ons, as Firefox 153 writes their origins. */
const ADD_ON = 'moz-extension://fc15648e-d0c0-4c45-9933-4412ee07d3ef';
const OTHER_ADD_ON = 'moz-extension://f502205c-014b-4e48-8100-aaa3106ee6dd';
const FIREFOX_REDIRECT = 'https://016cab0667894ce2967df9ea54b5999fb9112d4f.extensions.allizom.org/';
const FIREFOX = {
  id: 'panel-firefox',
  name: 'Panel (Firefox)',
  redirects: [FIREFOX_REDIRECT],
  origin: 'moz-extension://*',
};
const asked = { client_id: FIREFOX.id, redirect_uri: FIREFOX_REDIRECT };
const withFirefox = {
  authorize: { clients: [...(signInOptions.authorize?.clients ?? []), FIREFOX] },
};
const TAGS = '/forms/tags';

let world: SignInWorld;
async function start(more: Parameters<typeof startSignIn>[0] = withFirefox): Promise<void> {
  world = await startSignIn(more);
  world.service.answer = () => ({ body: [] });
}
const redeem = async (origin: string | undefined): Promise<Response> =>
  world.redeem(await world.code(asked), asked, origin === undefined ? {} : { origin });
const tokenFor = async (origin: string): Promise<string> =>
  ((await (await redeem(origin)).json()) as { access_token: string }).access_token;
const allowed = (reply: Response) => reply.headers.get('access-control-allow-origin');

describe('an add-on of Firefox', () => {
  afterEach(() => world.close());

  test('gets a token bound to the origin of the installation that asks for it', async () => {
    await start();
    const reply = await redeem(ADD_ON);
    expect([reply.status, allowed(reply)]).toEqual([200, ADD_ON]);
    const { access_token } = (await reply.json()) as { access_token: string };
    expect(decodeJwt(access_token).origin).toBe(ADD_ON);
  });

  // With permission for the proxy's host both browsers leave Origin out of a GET and send it with everything else.
  test.each([
    ['Firefox', asked, ADD_ON],
    ['Chromium', { client_id: CLIENT, redirect_uri: REDIRECT }, EXTENSION],
  ])('and one of %s is served with its Origin, and without one', async (_, client, origin) => {
    await start();
    const reply = await world.redeem(await world.code(client), client, { origin });
    const { access_token } = (await reply.json()) as { access_token: string };
    const withOrigin = await world.ask(TAGS, access_token, { headers: { origin } });
    expect([withOrigin.status, allowed(withOrigin)]).toEqual([200, origin]);
    expect((await world.ask(TAGS, access_token)).status).toBe(200);
    const preflight = await world.ask(TAGS, '', { method: 'OPTIONS', headers: { origin } });
    expect([preflight.status, allowed(preflight)]).toEqual([204, origin]);
  });

  test('finds its token of no use to another installation, a page or another browser, nor theirs to it', async () => {
    await start();
    const token = await tokenFor(ADD_ON);
    for (const origin of [OTHER_ADD_ON, PAGE, EXTENSION]) {
      const reply = await world.ask(TAGS, token, { headers: { origin } });
      expect([reply.status, await reply.json()]).toMatchObject([403, { code: 'ORIGIN_NOT_ALLOWED' }]);
    }
    const chromium = (await (await world.redeem(await world.code())).json()) as { access_token: string };
    const taken = await world.ask(TAGS, chromium.access_token, { headers: { origin: ADD_ON } });
    expect(taken.status).toBe(403);
  });

  test.each([undefined, PAGE, EXTENSION])(
    'gets no token where the request says it is of %s',
    async (origin) => {
      await start();
      const reply = await redeem(origin);
      expect([reply.status, await reply.json()]).toMatchObject([400, { error: 'invalid_request' }]);
    },
  );

  test.each([
    'null',
    'moz-extension://*',
    'moz-extension://',
    `${ADD_ON}/`,
    `${ADD_ON}:443`,
    ADD_ON.toUpperCase(),
    ADD_ON.slice(0, -1),
    `${ADD_ON}.evil.example`,
    `${ADD_ON} ${ADD_ON}`,
    ADD_ON.replace('moz', 'safari-web'),
    ADD_ON.replace('moz-extension', 'https'),
  ])('is nobody whose origin is %s', async (origin) => {
    await start();
    const reply = await redeem(origin);
    expect([reply.status, allowed(reply)]).toEqual([403, null]);
    const preflight = await world.ask(TAGS, '', { method: 'OPTIONS', headers: { origin } });
    expect([preflight.status, allowed(preflight)]).toEqual([403, null]);
  });

  test('gets nothing where cookies count: neither a token of /session nor leave to read its refusal', async () => {
    await start();
    for (const method of ['POST', 'OPTIONS']) {
      const reply = await fetch(`${world.url}/session`, {
        method,
        headers: { origin: ADD_ON, cookie: 'staff=abc', 'content-type': 'application/json' },
        ...(method === 'POST' ? { body: '{}' } : {}),
      });
      expect([reply.status, allowed(reply)]).toEqual([403, null]);
      expect(reply.headers.get('access-control-allow-credentials')).toBeNull();
    }
  });

  test('is a stranger to a proxy without such a client', async () => {
    await start({});
    const reply = await world.ask(TAGS, 'a.b.c', { headers: { origin: ADD_ON } });
    expect([reply.status, allowed(reply)]).toEqual([403, null]);
  });

  test('is let in again in silence once the person has allowed it', async () => {
    await start();
    const silent = async () => sentTo(await world.browse(query({ ...asked, prompt: 'none' })));
    expect((await silent()).get('error')).toBe('interaction_required');
    await world.code(asked);
    const reply = await world.redeem((await silent()).get('code') ?? '', asked, { origin: ADD_ON });
    expect(reply.status).toBe(200);
  });

  test('is sent a code to the listed address only, which its id fixes', async () => {
    await start();
    const other = FIREFOX_REDIRECT.replace('016c', '016d');
    const reply = await world.browse(query({ ...asked, redirect_uri: other }));
    expect([reply.status, reply.headers.get('location')]).toEqual([400, null]);
  });
});

test.each([
  'https://a.example/back',
  'http://127.0.0.1:8123/back',
  'https://extensions.allizom.org/',
  'https://016cab0667894ce2967df9ea54b5999fb9112d4f.extensions.allizom.org.evil.example/',
  REDIRECT,
])(
  'the start stops where moz-extension://* comes with the address %s, which any add-on could hold',
  (redirect) => {
    const options = proxyOptions('https://api.service.example', {
      publicUrl: PUBLIC_URL,
      authorize: { clients: [{ ...FIREFOX, redirects: [FIREFOX_REDIRECT, redirect] }] },
    });
    const problem = { option: 'authorize.clients[0].redirects' };
    expect(() => createProxy(options)).toThrow(expect.objectContaining(problem));
  },
);
