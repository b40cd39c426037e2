import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyAudit } from '../audit/verify.ts';
import { answeredBody, deliver, SECRET } from '../fixtures/delivery.ts';
import { HAS_POSTGRES, startPostgresServer } from '../fixtures/postgres-server.ts';
import { startRedisServer } from '../fixtures/redis-server.ts';
import { type Relay, startRelay } from '../fixtures/relay.ts';
import { openForTest } from '../fixtures/storages.ts';
import { PAGE, PATIENT, PROFESSIONAL, startWorld, tokenFor, type World } from '../fixtures/world.ts';
import type { ProxyOptions } from '../options.ts';
import type { StorageOptions } from './storage.ts';

/** By when a caller has an answer at the latest, however long the storage is silent: docs/proxy.md#the-services-events. */
const ANSWERED_WITHIN_MS = 20_000;
const AGAIN_MS = 30_000;

const closing: (() => Promise<unknown>)[] = [];
let token: string;
beforeEach(async () => {
  token = await tokenFor();
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A server of the kind, and the way to it that can fall silent. */
async function startServer(kind: 'redis' | 'postgres') {
  const server = kind === 'redis' ? await startRedisServer() : await startPostgresServer();
  closing.push(server.close);
  const relay = await startRelay(server.port);
  closing.push(relay.close);
  const url = new URL(server.url);
  url.port = String(relay.port);
  return { relay, url: url.href, straight: server.url };
}

const storageAt = (kind: 'redis' | 'postgres', url: string): StorageOptions =>
  kind === 'redis' ? { redis: url } : { postgres: url };

async function start(more: Partial<ProxyOptions>): Promise<World> {
  const world = await startWorld({
    webhooks: { secrets: [SECRET] },
    session: async () => ({
      sub: 'staff-7',
      role: 'professional',
      professionalId: PROFESSIONAL,
      actions: ['read'],
    }),
    ...more,
  });
  closing.push(world.close);
  world.service.answer = () => ({ body: { serviceId: PATIENT } });
  return world;
}

const inTime = (): RequestInit => ({ signal: AbortSignal.timeout(ANSWERED_WITHIN_MS) });
const read = async (world: World): Promise<number> => {
  const path = `/professionals/${PROFESSIONAL}/patients/${PATIENT}`;
  return (await world.ask(path, token, inTime())).status;
};
const signIn = async (world: World): Promise<number> => {
  const headers = { origin: PAGE, 'content-type': 'application/json' };
  const asked = { method: 'POST', body: '{}', headers, ...inTime() };
  return (await fetch(`${world.url}/session`, asked)).status;
};
const ready = async (world: World): Promise<unknown> => (await fetch(`${world.url}/readyz`, inTime())).json();

describe.each(['redis', 'postgres'] as const)('a %s that accepts connections and never answers', (kind) => {
  const isMissing = kind === 'postgres' && !HAS_POSTGRES;
  const begin = async (more: Partial<ProxyOptions> = {}): Promise<[World, Relay, string]> => {
    const { relay, url, straight } = await startServer(kind);
    const world = await start({ storage: storageAt(kind, url), ...more });
    expect(await read(world)).toBe(200);
    return [world, relay, straight];
  };

  it.skipIf(isMissing)(
    'ends each request in time, is said by /readyz, and is used again once it answers',
    async () => {
      const [world, relay, straight] = await begin();
      const bodies = [1, 2, 3].map((id) => answeredBody(id));
      const [first = '', second = ''] = bodies;
      expect((await deliver(world.url, first)).status).toBe(204);
      relay.hang();
      const asked = [
        ...Array.from({ length: 12 }, () => read(world)),
        signIn(world),
        deliver(world.url, second).then(({ status }) => status),
      ];
      expect(new Set(await Promise.all(asked))).toEqual(new Set([503]));
      expect(await ready(world)).toMatchObject({
        status: 'degraded',
        parts: expect.arrayContaining(['storage']),
      });
      relay.resume();
      const again = expect.poll(() => read(world), { timeout: AGAIN_MS });
      await again.toBe(200);
      for (const body of bodies) expect((await deliver(world.url, body)).status).toBe(204);
      await expect.poll(() => signIn(world), { timeout: AGAIN_MS }).toBe(200);
      await world.proxy.close();

      const opened = await openForTest(storageAt(kind, straight));
      expect(await verifyAudit(opened)).toMatchObject({ holds: true });
      const stored = await opened.inbox.after(0, 100);
      expect(stored.map(({ submissionId }) => submissionId).toSorted()).toEqual([1, 2, 3]);
      await opened.close();
    },
  );

  it.skipIf(isMissing)('leaves reads where they may go on without a row', async () => {
    const [world, relay] = await begin({ audit: { whenFailing: 'serve' } });
    relay.hang();
    const statuses = await Promise.all(Array.from({ length: 12 }, () => read(world)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    relay.resume();
  });

  it.skipIf(isMissing)('is left behind by a proxy that closes', async () => {
    const [world, relay] = await begin();
    relay.hang();
    await world.proxy.close();
  });

  it.skipIf(isMissing)('on connections that a firewall has forgotten is asked on new ones', async () => {
    const [world, relay] = await begin();
    relay.forget();
    await expect.poll(() => read(world), { timeout: AGAIN_MS }).toBe(200);
    expect((await deliver(world.url, answeredBody(1))).status).toBe(204);
    await expect.poll(() => ready(world), { timeout: AGAIN_MS }).toEqual({ status: 'ready' });
  });
});

it.skipIf(!HAS_POSTGRES)('a Redis of the rates alone that never answers holds up no request', async () => {
  const postgres = await startPostgresServer();
  closing.push(postgres.close);
  const { relay, url } = await startServer('redis');
  const world = await start({ storage: { postgres: postgres.url, redis: url } });
  expect(await read(world)).toBe(200);
  relay.hang();
  const statuses = await Promise.all(Array.from({ length: 12 }, () => read(world)));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(world.lines).toContainEqual(expect.objectContaining({ event: 'limits-not-shared' }));
  expect(await ready(world)).toEqual({ status: 'ready' });
});
