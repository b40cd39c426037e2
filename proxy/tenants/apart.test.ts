import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { CLIENT, query, REDIRECT, sentTo, VERIFIER } from '../authorize/flow.fixture.ts';
import { answeredBody, deliver, signatureOf } from '../fixtures/delivery.ts';
import { readEvents } from '../fixtures/event-reader.ts';
import { createBrowser } from '../fixtures/identity-provider.ts';
import { startLauncher } from '../fixtures/launcher.ts';
import { FORM, PAGE, PATIENT, PROFESSIONAL } from '../fixtures/world.ts';
import { smartSession } from '../sign-in/smart.ts';
import {
  LETTERS,
  type Letter,
  METRICS_TOKEN,
  secretOf,
  startTenants,
  type TenantWorld,
} from './two-tenants.fixture.ts';

let world: TenantWorld;
beforeAll(async () => {
  world = await startTenants();
});
afterAll(() => world.close());
afterEach(() => {
  world.lines.length = 0;
});

/** Asks with any header Host, which fetch would not send. */
async function askHost(host: string | null, path = '/forms/tags'): Promise<{ status: number; body: string }> {
  const headers = host === null ? {} : { host };
  const sent = request({ host: '127.0.0.1', port: world.port, path, headers, setHost: false }).end();
  const [reply] = (await new Promise((resolve) => sent.once('response', (...all) => resolve(all)))) as [
    import('node:http').IncomingMessage,
  ];
  return { status: reply.statusCode ?? 0, body: await text(reply) };
}

describe('a host', () => {
  test.each(['panel.nobody.example', 'a', '127.0.0.1', '127.0.0.1:1', 'localhost.', ''])(
    'that is none of a tenant is refused: %j',
    async (host) => {
      const { status, body } = await askHost(host);
      expect([status, JSON.parse(body)]).toEqual([421, expect.objectContaining({ code: 'HOST_UNKNOWN' })]);
      expect(world.lines).toMatchObject([{ event: 'request', status: 421, code: 'HOST_UNKNOWN' }]);
      expect(world.lines[0]?.tenant).toBeUndefined();
    },
  );

  test('is told by the header Host alone: neither by a forwarded one nor by an absolute address', async () => {
    const token = await world.tokenOf('b');
    const forwarded = { 'x-forwarded-host': world.hosts.b, forwarded: `host=${world.hosts.b}` };
    const path = '/third-party/api/v1/forms/tags';
    expect((await world.ask('a', path, token, { headers: forwarded })).status).toBe(401);
    expect((await askHost(world.hosts.a, `${world.urls.b}${path}`)).status).toBe(404);
  });

  test('is the same in capital letters', async () => {
    expect((await askHost(world.hosts.b.toUpperCase(), '/third-party/api/v1/forms/tags')).status).toBe(401);
    expect(world.lines[0]?.tenant).toBe('b');
  });

  test('of any name is asked for health, and for metrics of all tenants with their token', async () => {
    world.services.a.answer = () => ({ body: [] });
    await world.ask('a', '/third-party/api/v1/forms/tags', await world.tokenOf('a'));
    for (const path of ['/healthz', '/readyz'])
      expect((await askHost('10.0.0.7:4201', path)).status).toBe(200);
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    const metrics = await (await fetch(`${world.urls.a}/metrics`, { headers })).text();
    expect(metrics).toMatch(
      /^instrument_panel_proxy_upstream_calls_total\{outcome="succeeded",tenant="a"\} [1-9]/m,
    );
    expect(metrics).toMatch(
      /^instrument_panel_proxy_upstream_calls_total\{outcome="succeeded",tenant="b"\} 0$/m,
    );
    expect(metrics).toContain('instrument_panel_proxy_refusals_total{code="HOST_UNKNOWN"}');
    expect((await fetch(`${world.urls.a}/metrics`)).status).toBe(401);
  });
});

describe('what one tenant keeps is nothing to the other', () => {
  test('a delivery for one is refused by the other, and told to readers of its own alone', async () => {
    const body = answeredBody(7);
    const now = Math.floor(Date.now() / 1_000);
    const readers = {
      a: await readEvents(world.urls.a, await world.tokenOf('a')),
      b: await readEvents(world.urls.b, await world.tokenOf('b')),
    };
    const signature = signatureOf(body, now, secretOf('a'));
    expect((await deliver(world.urls.b, body, { signature })).status).toBe(401);
    expect((await deliver(world.urls.a, body, { signature })).status).toBe(204);
    await readers.a.count(1);
    // Then one of its own, before which nothing of the other has come.
    const own = answeredBody(8);
    await deliver(world.urls.b, own, { signature: signatureOf(own, now, secretOf('b')) });
    const [first] = await readers.b.count(1);
    expect(first).toMatchObject({ id: '1', data: { submissionId: 8 } });
    expect(readers.a.events).toHaveLength(1);
    for (const reader of Object.values(readers)) reader.close();
  });

  test('a link of an EHR key, and until when a list was seen', async () => {
    const post = async (at: Letter, path: string, body: object) => {
      const init = {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      };
      const answer = await world.ask(at, path, await world.tokenOf(at), init);
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    };
    const patient = { serviceId: PATIENT, name: 'Ana Lima', birthday: '1990-01-02T00:00:00Z' };
    for (const service of Object.values(world.services)) service.answer = () => ({ body: [patient] });
    const linked = await post('a', '/patients/resolve', {
      key: 'k-ana',
      name: 'Ana Lima',
      birthday: '1990-01-02',
    });
    expect(linked.status).toBe(200);
    const lookUp = (at: Letter) => post(at, '/patients/lookup', { keys: [{ key: 'k-ana' }] });
    expect([(await lookUp('a')).body, (await lookUp('b')).body]).toMatchObject([
      { patients: [PATIENT] },
      { patients: [null] },
    ]);

    await post('a', '/caseload/seen', { seenAt: '2024-11-20T09:00:00Z' });
    for (const service of Object.values(world.services)) service.answer = () => ({ body: [] });
    const seenAt = async (at: Letter) =>
      (
        (await (
          await world.ask(at, '/caseload/patients', await world.tokenOf(at, { sub: 'staff-a' }))
        ).json()) as { seenAt: unknown }
      ).seenAt;
    expect([await seenAt('a'), await seenAt('b')]).toEqual(['2024-11-20T09:00:00.000Z', null]);
  });

  test('what one tenant remembers of courses is not given at the other', async () => {
    for (const letter of LETTERS)
      world.services[letter].answer = () => ({ body: { id: FORM, title: `AT-${letter}` } });
    const read = async (at: Letter) => {
      const init = {
        method: 'POST',
        body: JSON.stringify({ parts: [{ part: 'instrument', formId: FORM }] }),
        headers: { 'content-type': 'application/json' },
      };
      const before = world.services[at].requests.length;
      const answer = await world.ask(at, '/courses', await world.tokenOf(at, { sub: 'staff-7' }), init);
      return { text: await answer.text(), calls: world.services[at].requests.length - before };
    };
    expect([await read('a'), await read('a'), await read('b')]).toEqual([
      { text: expect.stringContaining('AT-a'), calls: 1 },
      { text: expect.stringContaining('AT-a'), calls: 0 },
      { text: expect.stringContaining('AT-b'), calls: 1 },
    ]);
    for (const service of Object.values(world.services)) service.answer = () => ({ body: [] });
  });

  test('a session and a token of it: each asks its own hook, and revokes its own', async () => {
    const signIn = async (at: Letter, cookie: string): Promise<Response> => {
      const headers = { origin: PAGE, cookie, 'content-type': 'application/json' };
      return fetch(`${world.urls[at]}/session`, { method: 'POST', body: '{}', headers });
    };
    expect((await signIn('b', 'staff=a')).status).toBe(401);
    const tokens = {
      a: ((await (await signIn('a', 'staff=a')).json()) as { token: string }).token,
      b: ((await (await signIn('b', 'staff=b')).json()) as { token: string }).token,
    };
    await world.proxy.tenant('a').revokeMinted({});
    const statusAt = async (at: Letter) =>
      (await world.ask(at, '/third-party/api/v1/forms/tags', tokens[at], { headers: { origin: PAGE } }))
        .status;
    expect([await statusAt('a'), await statusAt('b')]).toEqual([401, 200]);
    expect(() => world.proxy.tenant('c')).toThrow('There are a, b.');
  });

  test('a code of the extension’s sign-in is unknown at the other', async () => {
    const send = (at: Letter, path: string, fields: Record<string, string>, headers = {}) =>
      fetch(world.urls[at] + path, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams(fields).toString(),
      });
    const asked = await fetch(`${world.urls.a}/authorize?${query()}`, { headers: { cookie: 'staff=a' } });
    const ticket = /name="ticket" value="([\w-]+)"/.exec(await asked.text())?.[1] ?? '';
    const allow = { ticket, decision: 'allow' };
    const atB = await send('b', '/authorize', allow, { cookie: 'staff=b', origin: world.urls.b });
    expect(atB.status).toBe(400);
    const atA = await send('a', '/authorize', allow, { cookie: 'staff=a', origin: world.urls.a });
    const code = sentTo(atA).get('code') ?? '';
    const fields = {
      grant_type: 'authorization_code',
      client_id: CLIENT,
      redirect_uri: REDIRECT,
      code_verifier: VERIFIER,
      code,
    };
    expect((await send('b', '/token', fields)).status).toBe(400);
    expect((await send('a', '/token', fields)).status).toBe(200);
  });
});

test('a launch from an EHR at one tenant, its cookies and its way back, open nothing at the other', async () => {
  const callbacks = (port: number) =>
    ['127.0.0.1', 'localhost'].map((name) => `http://${name}:${port}/launch/callback`);
  const redirects: string[] = [];
  const ehr = await startLauncher('instrument-panel', null, redirects);
  const launched = await startTenants({
    each: () => ({
      session: smartSession({
        issuers: [{ iss: ehr.iss, clientId: 'instrument-panel' }],
        page: `${PAGE}/panel`,
        professional: async () => ({ sub: 'staff-7', professionalId: PROFESSIONAL, actions: ['read'] }),
        patient: async () => PATIENT,
      }),
    }),
  });
  redirects.push(...callbacks(launched.port));
  try {
    const browser = createBrowser();
    const launch = ehr.launch({ sub: 'idp-7', fhirUser: 'Practitioner/7', patient: 'ehr-a' });
    const begun = `${launched.urls.a}/launch?${new URLSearchParams({ iss: ehr.iss, launch })}`;
    const { at: back } = await browser.follow(begun, (to) => !to.includes('/launch/callback'));
    const cookies = () =>
      [...browser.jarOf(launched.urls.a)].map(([name, value]) => `${name}=${value}`).join('; ');
    const elsewhere = await fetch(back.replace(launched.urls.a, launched.urls.b), {
      headers: { cookie: cookies() },
      redirect: 'manual',
    });
    expect(elsewhere.status).toBeGreaterThanOrEqual(400);
    const { at } = await browser.follow(back, (to) => !to.startsWith(PAGE));
    const handle = new URL(at).searchParams.get('launch');
    const signIn = (url: string) =>
      fetch(`${url}/session`, {
        method: 'POST',
        body: JSON.stringify({ launch: handle }),
        headers: { origin: PAGE, cookie: cookies(), 'content-type': 'application/json' },
      });
    expect((await signIn(launched.urls.b)).status).toBe(401);
    expect((await signIn(launched.urls.a)).status).toBe(200);
  } finally {
    await launched.close();
    await ehr.close();
  }
});

test('one tenant that takes all places it can get leaves some to the other', async () => {
  const crowded = await startTenants({ common: { limits: { inFlight: 8 } } });
  try {
    crowded.services.a.answer = () => ({ after: 60_000, body: [] });
    crowded.services.b.answer = () => ({ body: [] });
    const token = await crowded.tokenOf('a');
    const path = '/third-party/api/v1/forms/tags';
    const gone = new AbortController();
    const asked = Array.from({ length: 8 }, (_, turn) =>
      crowded.ask('a', `${path}?locale=${turn}`, token, { signal: gone.signal }).catch(() => null),
    );
    // Two of the four in common, beside two of its own; the other four are refused at once.
    await expect.poll(() => crowded.lines.filter(({ code }) => code === 'PROXY_BUSY').length).toBe(4);
    expect((await crowded.ask('b', path, await crowded.tokenOf('b'))).status).toBe(200);
    gone.abort();
    await Promise.all(asked);
  } finally {
    await crowded.close();
  }
});
