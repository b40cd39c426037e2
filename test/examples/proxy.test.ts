import type { RequestListener } from 'node:http';
import { serve } from '@hono/node-server';
import express from 'express';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp as expressApp } from '../../examples/proxy/express/server.ts';
import { createApp as fastifyApp } from '../../examples/proxy/fastify/server.ts';
import { createApp as honoApp } from '../../examples/proxy/hono/server.ts';
import { GET, POST } from '../../examples/proxy/next/app/panel/[...path]/route.ts';
import { panel } from '../../examples/proxy/next/panel.ts';
import configure from '../../examples/proxy/proxy.config.ts';
import { createProxy } from '../../proxy/index.ts';
import { type Ask, type Clinic, describeDropIn, listenOn, startClinic } from './drop-in.ts';

let clinic: Clinic;
const closing: (() => Promise<unknown> | unknown)[] = [];

async function listen(listener: RequestListener): Promise<string> {
  const { url, close } = await listenOn(listener);
  closing.push(close);
  return url;
}

beforeAll(async () => {
  clinic = await startClinic();
});
afterAll(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await clinic.close();
});

const askAt =
  (url: string): Ask =>
  (path, init) =>
    fetch(url + path, init);

const EXAMPLES: readonly (readonly [string, () => Promise<Ask>])[] = [
  [
    'Express',
    async () => {
      const { app, proxy } = expressApp({ ...configure(clinic.environment), log: () => {} });
      closing.push(proxy.close);
      return askAt(await listen(app));
    },
  ],
  [
    'Fastify',
    async () => {
      const { app } = await fastifyApp({ ...configure(clinic.environment), log: () => {} });
      closing.push(() => app.close());
      return askAt(await app.listen({ port: 0, host: '127.0.0.1' }));
    },
  ],
  [
    'Hono',
    async () => {
      const { app, proxy } = honoApp({ ...configure(clinic.environment), log: () => {} });
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
      Object.assign(process.env, clinic.environment);
      closing.push(() => {
        for (const name of Object.keys(clinic.environment)) delete process.env[name];
        return panel().close();
      });
      return async (path, init = {}) => {
        const handle = init.method === 'POST' ? POST : GET;
        return handle(new Request(`http://next.example${path}`, init));
      };
    },
  ],
];

for (const [title, start] of EXAMPLES) describeDropIn(title, start, () => clinic);

describe('a body parser in front of the proxy', () => {
  const clear = { code: 'BODY_ALREADY_READ', message: expect.stringContaining('before any body parser') };
  const session = (url: string) =>
    fetch(`${url}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: clinic.ehr, cookie: 'staff=abc' },
      body: '{}',
    });
  const make = () => {
    const proxy = createProxy({ ...configure(clinic.environment), log: () => {} });
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
      headers: { 'content-type': 'application/json', origin: clinic.ehr },
      body: '{}',
    });
    await request.json();
    const reply = await make().fetch(request);
    expect([reply.status, await reply.json()]).toEqual([500, clear]);
  });
});
