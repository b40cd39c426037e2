import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterEach, expect, test, vi } from 'vitest';
import { type RedisServer, startRedisServer, startSentinel } from '../fixtures/redis-server.ts';
import { openStorage } from './open.ts';
import { GENESIS } from './storage.ts';

const WAIT_OPTIONS = { timeout: 30_000 };

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function start(): Promise<RedisServer> {
  const server = await startRedisServer();
  closing.push(server.close);
  return server;
}

async function tell(port: number, ...[name = '', ...rest]: readonly string[]): Promise<string> {
  const client = new Redis(port);
  return client
    .call(name, ...rest)
    .then(String)
    .finally(() => client.disconnect());
}

test('after a failover the Redis that Sentinels name is used, and the one before only follows it', async () => {
  const [primary, replica] = [await start(), await start()];
  await tell(replica.port, 'REPLICAOF', '127.0.0.1', `${primary.port}`);
  await expect.poll(() => tell(replica.port, 'INFO'), WAIT_OPTIONS).toContain('master_link_status:up');
  const sentinel = await startSentinel('panel', primary);
  closing.push(sentinel.close);
  await expect
    .poll(() => tell(sentinel.port, 'SENTINEL', 'replicas', 'panel'), WAIT_OPTIONS)
    .toContain(`${replica.port}`);

  // Nothing listens at the first of the addresses.
  const redis = `redis+sentinel://127.0.0.1:9,127.0.0.1:${sentinel.port}/panel`;
  const storage = await openStorage({ redis });
  closing.push(() => storage.close());
  const take = () => storage.inbox.take({ id: randomUUID(), kind: 'A' }, 0);
  expect(await take()).toEqual({ sequence: 1, isRepeat: false });
  const row = { place: 1, text: '{}', hash: 'a'.repeat(64), at: 0, patientIds: [] };
  expect(await storage.audit.append(GENESIS, [row])).toBe(true);
  await expect
    .poll(() => tell(replica.port, 'XLEN', '{instrument-panel}:audit:rows'), WAIT_OPTIONS)
    .toBe('1');

  await primary.kill();
  expect(await vi.waitFor(take, WAIT_OPTIONS)).toEqual({ sequence: 2, isRepeat: false });
  expect(await storage.audit.head()).toEqual({ sequence: 1, hash: row.hash });

  await primary.start();
  await expect.poll(() => tell(primary.port, 'INFO'), WAIT_OPTIONS).toContain('role:slave');
  expect(await take()).toEqual({ sequence: 3, isRepeat: false });
}, 120_000);

test('a Sentinel that watches no Redis of this name is said, without the password', async () => {
  const sentinel = await startSentinel('panel', await start());
  closing.push(sentinel.close);
  const opening = openStorage({ redis: `redis+sentinel://127.0.0.1:${sentinel.port}/another` });
  await expect(opening).rejects.toMatchObject({
    code: 'STORAGE_UNAVAILABLE',
    message: expect.stringContaining(`redis+sentinel://127.0.0.1:${sentinel.port}/another`),
  });
}, 60_000);
