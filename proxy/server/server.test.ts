import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { rawRequest, statuses } from '../fixtures/raw-request.ts';
import { PAGE, PROFESSIONAL, startWorld, tokenFor, type World } from '../fixtures/world.ts';

let world: World;
afterEach(() => world.close());

const BASE = '/third-party/api/v1';
const PATIENTS = `${BASE}/professionals/${PROFESSIONAL}/patients`;

describe('the fetch handler', () => {
  test.each<[string, string, RequestInit]>([
    ['a list', PATIENTS, {}],
    ['a missing patient', `${PATIENTS}/x`, {}],
    [
      'a write',
      PATIENTS,
      { method: 'POST', body: '{"name":"Ana"}', headers: { 'content-type': 'application/json' } },
    ],
    [
      'a body of another type',
      PATIENTS,
      { method: 'POST', body: 'a=b', headers: { 'content-type': 'text/plain' } },
    ],
    [
      'a body that is too long',
      PATIENTS,
      { method: 'POST', body: `"${'x'.repeat(70_000)}"`, headers: { 'content-type': 'application/json' } },
    ],
    ['an unknown path', '/nothing', {}],
    ['a preflight', PATIENTS, { method: 'OPTIONS' }],
  ])('answers %s exactly as the Node handler does', async (_, path, init) => {
    world = await startWorld();
    world.service.answer = ({ method }) => ({ body: method === 'GET' ? [] : { serviceId: 'a' } });
    const headers = { authorization: `Bearer ${await tokenFor()}`, origin: PAGE, ...init.headers };
    const overNode = await fetch(world.url + path, { ...init, headers });
    const direct = await world.proxy.fetch(new Request(`https://panel.example${path}`, { ...init, headers }));
    expect(overNode.status).toBe(direct.status);
    // What belongs to a connection is not in a Response.
    const transport = new Set(['connection', 'keep-alive', 'content-length', 'date', 'x-request-id']);
    const names = (response: Response) => [...response.headers].filter(([name]) => !transport.has(name));
    expect(names(direct)).toEqual(names(overNode));
    expect(await direct.text()).toBe(await overNode.text());
  });

  test('stops reading an endless body at the limit', async () => {
    world = await startWorld();
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(16_384));
      },
    });
    const init = { method: 'POST', body: endless, duplex: 'half' };
    const request = new Request(`https://panel.example${PATIENTS}`, {
      ...init,
      headers: { authorization: `Bearer ${await tokenFor()}`, 'content-type': 'application/json' },
    });
    expect((await world.proxy.fetch(request)).status).toBe(413);
    expect(pulled).toBeLessThan(10);
  });
});

describe('listening', () => {
  test('a taken port is an error that names it', async () => {
    world = await startWorld();
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as AddressInfo;
    await expect(world.proxy.listen(port)).rejects.toMatchObject({
      code: 'PORT_TAKEN',
      message: expect.stringContaining(`Port ${port} `),
    });
    taken.close();
  });

  test('closing lets the request in flight finish, and takes no other', async () => {
    world = await startWorld();
    const arrived = new Promise<void>((resolve) => {
      world.service.answer = () => {
        resolve();
        return { after: 150, body: [] };
      };
    });
    const answer = world.ask(`/professionals/${PROFESSIONAL}/patients`, await tokenFor());
    await arrived;
    const closed = world.proxy.close();
    await expect(fetch(`${world.url}/healthz`)).rejects.toThrow();
    expect((await answer).status).toBe(200);
    await closed;
  });

  test('what is not HTTP is answered with an ErrorResponse and no-store', async () => {
    world = await startWorld();
    const received = await rawRequest(world.url, 'NONSENSE\r\n\r\n');
    expect(statuses(received)).toEqual([400]);
    expect(received).toContain('cache-control: no-store');
    expect(received).toMatch(/\{"code":"VALIDATION_ERROR","message":"This is not valid HTTP\."\}$/);
  });

  test('a second request on the same connection after an unread body is not taken from that body', async () => {
    world = await startWorld();
    const smuggled = `GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n`;
    const head = `POST /nothing HTTP/1.1\r\nHost: a\r\nContent-Length: ${smuggled.length + 10}\r\n\r\n`;
    const received = await rawRequest(world.url, head + smuggled);
    expect(statuses(received)).toEqual([404]);
    expect(received).toMatch(/^connection: close\r$/im);
  });
});

test('a body parser in front of the Node handler is named as what is wrong, and nothing hangs', async () => {
  world = await startWorld();
  const parsing = createServer(async (request, response) => {
    for await (const _ of request);
    world.proxy.handle(request, response);
  });
  await new Promise<void>((resolve) => parsing.listen(0, '127.0.0.1', resolve));
  const response = await fetch(`http://127.0.0.1:${(parsing.address() as AddressInfo).port}${PATIENTS}`, {
    method: 'POST',
    body: '{"name":"Ana"}',
    headers: { authorization: `Bearer ${await tokenFor()}`, 'content-type': 'application/json' },
  });
  expect(response.status).toBe(500);
  expect(await response.json()).toEqual({
    code: 'BODY_ALREADY_READ',
    message: 'Something in front of the proxy has read the body. Put the proxy before any body parser.',
  });
  parsing.close();
});

test('the log holds the template, the status, the times, an id of its own and a hash, and nothing else', async () => {
  world = await startWorld({ clock: () => Date.parse('2026-03-02T10:00:00Z') });
  world.service.answer = () => ({ body: [{ serviceId: 'a', name: 'NAME-CANARY' }] });
  const token = await tokenFor({}, () => Date.parse('2026-03-02T10:00:00Z'));
  await world.ask(`/professionals/${PROFESSIONAL}/patients?search=NAME-CANARY`, token);
  expect(world.lines).toEqual([
    {
      at: '2026-03-02T10:00:00.000Z',
      level: 'info',
      event: 'request',
      requestId: expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
      route: 'GET /professionals/{professionalId}/patients',
      status: 200,
      ms: expect.any(Number),
      upstreamMs: expect.any(Number),
      jti: expect.stringMatching(/^[0-9a-f]{16}$/),
    },
  ]);
});

test('the line of an answer that is refused or fails has its code', async () => {
  world = await startWorld();
  world.service.answer = () => ({ status: 403, body: { code: 'IP_NOT_ALLOWED', message: 'No.' } });
  await world.ask('/forms/tags', await tokenFor({ ops: ['apply'] }));
  await world.ask('/forms/tags', await tokenFor());
  const said = world.lines.filter(({ event }) => event === 'request');
  expect(said.map(({ status, code }) => [status, code])).toEqual([
    [403, 'FORBIDDEN'],
    [502, 'UPSTREAM_REFUSED'],
  ]);
});

test('keeps an idle connection for longer than load balancers do, for which 60 s is usual', async () => {
  world = await startWorld();
  const reply = await fetch(`${world.url}/healthz`);
  const [, seconds] = /timeout=(\d+)/.exec(reply.headers.get('keep-alive') ?? '') ?? [];
  expect(Number(seconds)).toBeGreaterThan(60);
});
