import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, it } from 'vitest';
import { startRedisServer } from '../fixtures/redis-server.ts';
import { eachStorage, openForTest } from '../fixtures/storages.ts';
import { openStorage } from './open.ts';

const folder = mkdtempSync(join(tmpdir(), 'instrument-panel-storage-'));
afterAll(() => rmSync(folder, { recursive: true }));

eachStorage('a storage', ({ open, again }) => {
  it('shows one proxy what another has written', async () => {
    const one = await open();
    const other = await again();
    if (one.kind === 'sqlite' && other.kind === 'sqlite') {
      one.db.exec("CREATE TABLE seen (word TEXT); INSERT INTO seen VALUES ('here')");
      expect(other.db.prepare('SELECT word FROM seen').get()).toEqual({ word: 'here' });
    } else if (one.kind === 'postgres' && other.kind === 'postgres') {
      await one.sql("INSERT INTO mapping_secret VALUES (true, 'here')");
      expect(await other.sql('SELECT fingerprint FROM mapping_secret')).toEqual([{ fingerprint: 'here' }]);
    } else if (one.kind === 'redis' && other.kind === 'redis') {
      await one.redis.set(one.key('seen'), 'here');
      expect(await other.redis.get(other.key('seen'))).toBe('here');
    }
    expect(other.kind).toBe(one.kind);
  });
});

it('refuses a Redis that keeps nothing on disk, and says what to set', async () => {
  const server = await startRedisServer(false);
  await expect(openForTest({ redis: server.url })).rejects.toThrow(/appendonly yes.*appendfsync always/);
  await server.close();
});

it('refuses a Redis that throws keys away when it is full, and says what to set', async () => {
  const server = await startRedisServer();
  const first = await openForTest({ redis: server.url });
  if (first.kind === 'redis') await first.redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
  await expect(openForTest({ redis: server.url })).rejects.toThrow(/maxmemory-policy noeviction/);
  await first.close();
  await server.close();
});

it('names a Redis that is not there, without its password', async () => {
  const server = await startRedisServer();
  await server.close();
  const url = `redis://:PASSWORD-CANARY@127.0.0.1:${server.port}`;
  const error = await openForTest({ redis: url }).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
  expect(String(error)).toContain(`redis://127.0.0.1:${server.port}`);
  expect(String(error)).not.toContain('PASSWORD-CANARY');
});

it('names a file that cannot be opened', async () => {
  await expect(openForTest({ file: '/dev/null/proxy.sqlite' })).rejects.toThrow('/dev/null/proxy.sqlite');
});

it('refuses a file that a newer proxy wrote, and leaves it as it is', async () => {
  const file = join(folder, 'newer.sqlite');
  await (await openStorage({ file })).close();
  const db = new DatabaseSync(file);
  const { user_version: version } = db.prepare('PRAGMA user_version').get() ?? {};
  db.exec(`PRAGMA user_version = ${Number(version) + 1}`);
  await expect(openStorage({ file })).rejects.toMatchObject({
    code: 'STORAGE_NEWER',
    message: expect.stringContaining('newer.sqlite'),
  });
  expect(db.prepare('PRAGMA user_version').get()).toEqual({ user_version: Number(version) + 1 });
  db.close();
});

it('keeps its file and journals from other users of the machine', async () => {
  const file = join(folder, 'private.sqlite');
  const storage = await openStorage({ file });
  await storage.tryWrite();
  for (const name of [file, `${file}-wal`]) expect(statSync(name).mode & 0o777).toBe(0o600);
  await storage.close();
});

it('commits to disk before it acknowledges (SQLite: WAL, synchronous FULL)', async () => {
  const storage = await openForTest({ file: ':memory:' });
  if (storage.kind !== 'sqlite') throw new TypeError('a file is SQLite');
  expect(storage.db.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
  await storage.close();
});

it('takes over a file from before its version was counted, with what it holds', async () => {
  const file = join(folder, 'uncounted.sqlite');
  const old = new DatabaseSync(file);
  old.exec(
    "CREATE TABLE revoked_tokens (jti TEXT PRIMARY KEY, until INTEGER NOT NULL) STRICT; INSERT INTO revoked_tokens VALUES ('a-jti', 9)",
  );
  old.close();
  for (let opening = 0; opening < 2; opening += 1) {
    const storage = await openForTest({ file });
    expect(await storage.revocations.current(0)).toEqual([{ jti: 'a-jti', until: 9 }]);
    expect(await storage.inbox.bounds()).toEqual({ first: 1, last: 0 });
    await storage.close();
  }
});
