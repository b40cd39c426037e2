import { randomBytes } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import express from 'express';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp as expressApp } from '../../examples/proxy/express/server.ts';
import { createApp as fastifyApp } from '../../examples/proxy/fastify/server.ts';
import { createApp as honoApp } from '../../examples/proxy/hono/server.ts';
import { GET, POST } from '../../examples/proxy/next/app/panel/[...path]/route.ts';
import { panel } from '../../examples/proxy/next/proxy.ts';
import configure from '../../examples/proxy/proxy.config.ts';
import { createProxy } from '../../proxy/index.ts';
import { type StubService, startStubService } from '../../proxy/testing/stub-service.ts';
import { FORM, PATIENT, PROFESSIONAL } from '../../proxy/testing/world.ts';

/** Asks a server of an example. */
type Ask = (path: string, init?: RequestInit) => Promise<Response>;

let service: StubService;
let ehr: string;
let environment: NodeJS.ProcessEnv;
const closing: (() => Promise<unknown> | unknown)[] = [];

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  service = await startStubService();
  ehr = await listen((request, response) => {
    const known = request.headers.cookie === 'staff=abc';
    response
      .writeHead(known ? 200 : 401, { 'content-type': 'application/json' })
      .end(JSON.stringify({ sub: 'staff-7', professionalId: PROFESSIONAL }));
  });
  environment = {
    SERVICE_URL: service.url,
    SERVICE_KEY: 'example-key',
    SERVICE_SECRET: 'example-secret',
    EHR_ORIGIN: ehr,
    TOKEN_KEY: randomBytes(32).toString('base64'),
    STORAGE_FILE: ':memory:',
  };
});
afterAll(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await service.close();
});

const askAt =
  (url: string): Ask =>
  (path, init) =>
    fetch(url + path, init);

const EXAMPLES: readonly (readonly [string, () => Promise<Ask>])[] = [
  [
    'Express',
    async () => {
      const { app, proxy } = expressApp({ ...configure(environment), log: () => {} });
      closing.push(proxy.close);
      return askAt(await listen(app));
    },
  ],
  [
    'Fastify',
    async () => {
      const { app } = await fastifyApp({ ...configure(environment), log: () => {} });
      closing.push(() => app.close());
      return askAt(await app.listen({ port: 0, host: '127.0.0.1' }));
    },
  ],
  [
    'Hono',
    async () => {
      const { app, proxy } = honoApp({ ...configure(environment), log: () => {} });
      closing.push(proxy.close);
      const url = await new Promise<string>((resolve) => {
        const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
          resolve(`http://127.0.0.1:${port}`),
        );
        closing.push(() => new Promise((done) => server.close(done)));
      });
      return askAt(url);
    },
  ],
  [
    'Next (its route handler, called as Next calls it)',
    async () => {
      Object.assign(process.env, environment);
      closing.push(() => {
        for (const name of Object.keys(environment)) delete process.env[name];
        return panel().close();
      });
      return async (path, init = {}) => {
        const handle = init.method === 'POST' ? POST : GET;
        return handle(new Request(`http://next.example${path}`, init));
      };
    },
  ],
];

const PATIENTS = `/panel/third-party/api/v1/professionals/${PROFESSIONAL}/patients`;
const json = { 'content-type': 'application/json' };

describe.each(EXAMPLES)('the example for %s', (_, start) => {
  let ask: Ask;
  let token: string;
  const bearer = () => ({ authorization: `Bearer ${token}` });
  beforeAll(async () => {
    ask = await start();
  });

  test('gives a session to who is signed in to the EHR, and to nobody else', async () => {
    const session = (cookie: string, origin = ehr) =>
      ask('/panel/session', { method: 'POST', headers: { ...json, origin, cookie }, body: '{}' });
    expect((await session('staff=none')).status).toBe(401);
    expect((await session('staff=abc', 'https://evil.example')).status).toBe(403);
    const reply = await session('staff=abc');
    expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([200, ehr]);
    token = ((await reply.json()) as { token: string }).token;
  });

  test('forwards a read and a write with the partner’s credentials, and nothing is lost on the way', async () => {
    service.answer = () => ({ body: [{ serviceId: PATIENT, name: 'Ana' }] });
    const read = await ask(PATIENTS, { headers: bearer() });
    expect([read.status, await read.json()]).toEqual([200, [{ serviceId: PATIENT, name: 'Ana' }]]);
    expect(service.requests.at(-1)?.rawHeaders).toEqual(expect.arrayContaining(['example-key']));

    service.answer = () => ({ body: { id: 7, patientId: PATIENT } });
    const body = { patientId: PATIENT, recurrenceCycle: 'NOW', startedAt: '2026-03-01T09:00:00Z' };
    const write = await ask(
      `/panel/third-party/api/v1/professionals/${PROFESSIONAL}/forms/${FORM}/applications`,
      { method: 'POST', headers: { ...bearer(), ...json }, body: JSON.stringify(body) },
    );
    expect([write.status, await write.json()]).toEqual([200, { id: 7, patientId: PATIENT }]);
    expect(JSON.parse(service.requests.at(-1)?.body ?? '')).toEqual(body);
  });

  test('refuses what is not in the contract, without a word to the service', async () => {
    const before = service.requests.length;
    for (const path of [
      '/panel/third-party/api/v1/secrets',
      '/panel/admin',
      '/panel/third-party/api/v1/..%2fsecrets',
    ]) {
      const reply = await ask(path, { headers: bearer() });
      expect([400, 404]).toContain(reply.status);
      expect(await reply.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) });
    }
    expect((await ask(PATIENTS)).status).toBe(401);
    expect(service.requests.slice(before).map(({ method, url }) => `${method} ${url}`)).toEqual([]);
  });
});

describe('a body parser in front of the proxy', () => {
  const clear = { code: 'BODY_ALREADY_READ', message: expect.stringContaining('before any body parser') };
  const session = (url: string) =>
    fetch(`${url}/session`, {
      method: 'POST',
      headers: { ...json, origin: ehr, cookie: 'staff=abc' },
      body: '{}',
    });
  const make = () => {
    const proxy = createProxy({ ...configure(environment), log: () => {} });
    closing.push(proxy.close);
    return proxy;
  };

  test('is named by the answer where Express has read the body', async () => {
    const app = express();
    app.use(express.json());
    app.use(make().handle);
    const reply = await session(await listen(app));
    expect([reply.status, await reply.json()]).toEqual([500, clear]);
  });

  test('is named by the answer where Fastify has read the body', async () => {
    const proxy = make();
    const app = fastify();
    app.all('/*', async (request, reply) => {
      reply.hijack();
      proxy.handle(request.raw, reply.raw);
    });
    closing.push(() => app.close());
    const reply = await session(await app.listen({ port: 0, host: '127.0.0.1' }));
    expect([reply.status, await reply.json()]).toEqual([500, clear]);
  });

  test('is named by the answer where a Request was read', async () => {
    const request = new Request('http://hono.example/session', {
      method: 'POST',
      headers: { ...json, origin: ehr },
      body: '{}',
    });
    await request.json();
    const reply = await make().fetch(request);
    expect([reply.status, await reply.json()]).toEqual([500, clear]);
  });
});
