import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt } from 'jose';
import { afterEach, expect, test } from 'vitest';
import demoConfig, { demoProxyOptions } from './demo.config.ts';
import { PROFESSIONAL } from './fixtures/world.ts';
import { createProxy } from './proxy.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Stands where the demo EHR does: knows one cookie. */
async function startEhr(): Promise<string> {
  const server = createServer((request, response) => {
    const known = request.url === '/staff/session' && request.headers.cookie === 'staff=abc';
    response
      .writeHead(known ? 200 : 401, { 'content-type': 'application/json' })
      .end(JSON.stringify(known ? { sub: 'staff-7', professionalId: PROFESSIONAL } : {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function ask(cookie?: string): Promise<Response> {
  const ehr = await startEhr();
  const proxy = createProxy({ ...demoProxyOptions({ upstream: ehr, ehr, origins: [ehr] }), log: () => {} });
  closing.push(() => proxy.close());
  const headers = { origin: ehr, 'content-type': 'application/json', ...(cookie ? { cookie } : {}) };
  return proxy.fetch(new Request('http://proxy.example/session', { method: 'POST', headers, body: '{}' }));
}

test('who is signed in to the demo EHR gets a token as their professional', async () => {
  const response = await ask('staff=abc');
  const { token } = (await response.json()) as { token: string };
  expect(decodeJwt(token)).toMatchObject({ sub: 'staff-7', role: 'professional', pro: PROFESSIONAL });
  expect(decodeJwt(token).ops).not.toContain('erase');
});

test('who is not gets none', async () => {
  expect((await ask()).status).toBe(401);
  expect((await ask('staff=other')).status).toBe(401);
});

test('its ports can be moved, and its keys differ at every start', () => {
  const moved = demoConfig({ INSTRUMENT_PANEL_SANDBOX_PORT: '5100', INSTRUMENT_PANEL_EHR_PORT: '5300' });
  expect(moved.upstream).toBe('http://localhost:5100');
  expect(moved.origins).toEqual([
    'http://localhost:5300',
    'http://127.0.0.1:5300',
    expect.stringMatching(/^chrome-extension:\/\/[a-p]{32}$/),
  ]);
  expect(demoConfig({}).upstream).toBe('http://localhost:4100');
  expect(demoConfig({}).keys[0]?.key).not.toEqual(demoConfig({}).keys[0]?.key);
});

test('the extension signs in as who is signed in to the EHR, and who is not is sent there first', async () => {
  const ehr = await startEhr();
  const publicUrl = 'http://localhost:4999';
  const proxy = createProxy({
    ...demoProxyOptions({ upstream: ehr, ehr, origins: [ehr], publicUrl }),
    log: () => {},
  });
  closing.push(() => proxy.close());
  const read = await proxy.fetch(new Request(`${publicUrl}/.well-known/instrument-panel.json`));
  const { signIn } = (await read.json()) as { signIn: { issuer: string; clients: { id: string }[] } };
  expect(signIn.issuer).toBe(publicUrl);
  expect(signIn.clients.map(({ id }) => id)).toEqual([
    'instrument-panel-extension',
    'instrument-panel-extension-firefox',
  ]);
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: 'instrument-panel-extension',
    redirect_uri: 'https://llamfnpdckncblmnbinghiplkfijmelo.chromiumapp.org/',
    // RFC 7636, appendix B.
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  });
  const authorize = (cookie: string) =>
    proxy.fetch(new Request(`${publicUrl}/authorize?${query}`, { headers: { cookie } }));
  expect((await authorize('staff=abc')).status).toBe(200);
  const sent = await authorize('staff=other');
  expect(sent.status).toBe(302);
  expect(sent.headers.get('location')).toMatch(new RegExp(`^${ehr}/sign-in\\?return_to=`));
});
