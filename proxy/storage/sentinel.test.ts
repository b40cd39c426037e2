import * as tls from 'node:tls';
import { Redis } from 'ioredis';
import { afterEach, expect, test, vi } from 'vitest';
import { type RedisServer, type Secured, startRedisServer, startSentinel } from '../fixtures/redis-server.ts';
import { createAuthority } from '../fixtures/tls.ts';
import { openStorage } from './open.ts';
import { GENESIS } from './storage.ts';

const WAIT_OPTIONS = { timeout: 30_000 };

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function start(secured?: Secured): Promise<RedisServer> {
  const server = await startRedisServer(true, secured && { secured });
  closing.push(server.close);
  return server;
}

async function tellAt(url: string, ...[name = '', ...rest]: readonly string[]): Promise<string> {
  const client = new Redis(url);
  return client
    .call(name, ...rest)
    .then(String)
    .finally(() => client.disconnect());
}
const tell = (port: number, ...command: readonly string[]): Promise<string> =>
  tellAt(`redis://127.0.0.1:${port}`, ...command);

/** A CA that this process trusts, as a machine trusts that of its hospital; what it issued to a server, and a password. */
function secure(): Secured {
  const { ca, issue, write, remove } = createAuthority('Sentinels');
  const trusted = tls.getCACertificates();
  tls.setDefaultCACertificates([...trusted, ca]);
  closing.push(async () => {
    tls.setDefaultCACertificates(trusted);
    remove();
  });
  const { cert, key } = issue();
  return {
    ca: write('trusted.pem', ca),
    cert: write('server.pem', cert),
    key: write('server.key', key),
    password: 'redis-0123456789abcdef',
  };
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
  const take = (id: string) => storage.inbox.take({ id, kind: 'A' }, 0);
  expect(await take('first')).toEqual({ sequence: 1, isRepeat: false });
  const row = { place: 1, text: '{}', hash: 'a'.repeat(64), at: 0, patientIds: [] };
  expect(await storage.audit.append(GENESIS, [row])).toBe(true);
  await expect
    .poll(() => tell(replica.port, 'XLEN', '{instrument-panel}:audit:rows'), WAIT_OPTIONS)
    .toBe('1');

  await primary.kill();
  // A try that failed may have been stored: the next one then repeats it.
  expect(await vi.waitFor(() => take('second'), WAIT_OPTIONS)).toMatchObject({ sequence: 2 });
  expect(await storage.audit.head()).toEqual({ sequence: 1, hash: row.hash });

  // Only one that was up for 8 s on end is made to follow, and on a busy machine it may be silent for 0.5 s.
  await tell(sentinel.port, 'SENTINEL', 'SET', 'panel', 'down-after-milliseconds', '10000');
  await primary.start();
  await expect.poll(() => tell(primary.port, 'INFO'), WAIT_OPTIONS).toContain('role:slave');
  expect(await take('third')).toEqual({ sequence: 3, isRepeat: false });
}, 120_000);

test('of three Sentinels with TLS and a password two agree on a failover, though the third is gone', async () => {
  const secured = secure();
  const [primary, replica] = [await start(secured), await start(secured)];
  await tellAt(replica.url, 'REPLICAOF', '127.0.0.1', `${primary.port}`);
  await expect.poll(() => tellAt(replica.url, 'INFO'), WAIT_OPTIONS).toContain('master_link_status:up');
  const sentinels = await Promise.all(
    [1, 2, 3].map(() => startSentinel('panel', primary, { quorum: 2, secured })),
  );
  closing.push(...sentinels.map(({ close }) => close));
  const at = (port: number) => `rediss://:${secured.password}@127.0.0.1:${port}`;
  for (const { port } of sentinels) {
    const asked = (what: string) => tellAt(at(port), 'SENTINEL', what, 'panel');
    await expect.poll(() => asked('ckquorum'), WAIT_OPTIONS).toContain('OK 3 usable');
    await expect.poll(() => asked('replicas'), WAIT_OPTIONS).toContain(`${replica.port}`);
  }

  const hosts = sentinels.map(({ port }) => `127.0.0.1:${port}`).join();
  const storage = await openStorage({ redis: `rediss+sentinel://:${secured.password}@${hosts}/panel` });
  closing.push(() => storage.close());
  const take = (id: string) => storage.inbox.take({ id, kind: 'A' }, 0);
  expect(await take('first')).toEqual({ sequence: 1, isRepeat: false });
  await expect.poll(() => tellAt(replica.url, 'XLEN', '{instrument-panel}:outbox'), WAIT_OPTIONS).toBe('1');

  await sentinels[0]?.close();
  await primary.kill();
  expect(await vi.waitFor(() => take('second'), WAIT_OPTIONS)).toMatchObject({ sequence: 2 });
  expect(await take('first')).toEqual({ sequence: 1, isRepeat: true });
  expect(await tellAt(replica.url, 'INFO')).toContain('role:master');
}, 120_000);

test('a Redis Cluster is refused though it takes writes, and the sentence says what to name instead', async () => {
  const node = await startRedisServer(true, { more: ['--cluster-enabled', 'yes'] });
  closing.push(node.close);
  await tell(node.port, 'CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
  await expect.poll(() => tell(node.port, 'SET', 'any', '1').catch(String), WAIT_OPTIONS).toBe('OK');
  await expect(openStorage({ redis: node.url })).rejects.toMatchObject({
    code: 'STORAGE_NOT_DURABLE',
    message: expect.stringMatching(/belongs to a Redis Cluster.*Sentinels.*Postgres/),
  });
}, 60_000);

test('a Sentinel that watches no Redis of this name is said, without the password', async () => {
  const sentinel = await startSentinel('panel', await start());
  closing.push(sentinel.close);
  const opening = openStorage({ redis: `redis+sentinel://127.0.0.1:${sentinel.port}/another` });
  await expect(opening).rejects.toMatchObject({
    code: 'STORAGE_UNAVAILABLE',
    message: expect.stringContaining(`redis+sentinel://127.0.0.1:${sentinel.port}/another`),
  });
}, 60_000);
