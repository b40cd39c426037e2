import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answeredBody, deliver, SECRET } from '../fixtures/delivery.ts';
import { HAS_POSTGRES, type PostgresServer, startPostgresServer } from '../fixtures/postgres-server.ts';
import { type RedisServer, startRedisServer } from '../fixtures/redis-server.ts';
import { startWorld } from '../fixtures/world.ts';
import { openStorage } from './open.ts';
import { GENESIS, type NewRow, type Storage, type StorageError, type StorageOptions } from './storage.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const event = () => ({ id: randomUUID(), kind: 'A' });
const WAIT_OPTIONS = { timeout: 20_000 };

function rows(first: number, last: number, letter = 'a'): NewRow[] {
  return Array.from({ length: last - first + 1 }, (_, index) => ({
    place: first + index,
    text: '{}',
    hash: letter.repeat(64),
    at: 0,
    patientIds: [],
  }));
}

/** Opens a storage, and gives with it what was said of it since. */
async function opened(options: StorageOptions) {
  const said: (StorageError | null)[] = [];
  const storage = await openStorage(options, (trouble) => said.push(trouble));
  closing.push(() => storage.close());
  return { storage, said };
}

async function expectRefused(storage: Storage, code: StorageError['code'], message = /./): Promise<void> {
  const refused = { code, message: expect.stringMatching(message) };
  await vi.waitFor(() => expect(storage.inbox.take(event(), 0)).rejects.toMatchObject(refused), WAIT_OPTIONS);
  await expect(storage.tryWrite()).rejects.toMatchObject(refused);
}

describe.skipIf(!HAS_POSTGRES)('a Postgres in use', () => {
  let server: PostgresServer;
  let tests = 0;
  let schema = '';
  beforeAll(async () => {
    server = await startPostgresServer();
  });
  beforeEach(() => {
    tests += 1;
    schema = `test_${tests}`;
  });
  afterEach(() => set('RESET ALL'));
  afterAll(() => server.close());
  const set = async (change: string) => {
    await server.run(`ALTER SYSTEM ${change}`);
    await server.run('SELECT pg_reload_conf()');
  };

  it.each(['fsync', 'full_page_writes', 'synchronous_commit'])(
    'is refused while %s is off, and used again once it is on',
    async (setting) => {
      const { storage, said } = await opened({ postgres: server.url, schema });
      await storage.inbox.take(event(), 0);
      await set(`SET ${setting} = off`);
      await expectRefused(storage, 'STORAGE_NOT_DURABLE', new RegExp(`${setting} off`));
      await set(`RESET ${setting}`);
      await vi.waitFor(() => storage.inbox.take(event(), 0), WAIT_OPTIONS);
      expect(said).toEqual([expect.objectContaining({ code: 'STORAGE_NOT_DURABLE' }), null]);
    },
  );

  it('that has to wait for a standby is refused where it does not', async () => {
    const options = { postgres: server.url, schema, standbys: 1 };
    await expect(openStorage(options)).rejects.toThrow(/waits for 0 standbys .*synchronous_standby_names/);
    for (const [names, waits] of [
      ['ANY 2 (a, b, c)', 2],
      ['a, b', 1],
    ] as const) {
      await set(`SET synchronous_standby_names = '${names}'`);
      const more = openStorage({ ...options, standbys: waits + 1 });
      await expect(more).rejects.toThrow(`waits for ${waits} standbys`);
    }
  });

  it('that comes back without the last rows of the trail is refused, and nothing is added to it', async () => {
    const { storage, said } = await opened({ postgres: server.url, schema });
    await storage.audit.append(GENESIS, rows(1, 5));
    await server.kill();
    await server.start();
    await server.run(
      `DELETE FROM ${schema}.audit_row WHERE place > 3; UPDATE ${schema}.audit_head SET sequence = 3`,
    );
    // The proxy may have connected before that; a server that was restored has none of its connections.
    await server.kill();
    await server.start();
    await vi.waitFor(
      () =>
        expect(
          storage.audit.append({ sequence: 3, hash: 'a'.repeat(64) }, rows(4, 4, 'b')),
        ).rejects.toMatchObject({
          code: 'STORAGE_BEHIND',
          message: expect.stringMatching(/ends at row 3, and row 5 is not the one/),
        }),
      WAIT_OPTIONS,
    );
    expect(said.at(-1)).toMatchObject({ code: 'STORAGE_BEHIND' });
    const { storage: anew } = await opened({ postgres: server.url, schema });
    expect(await anew.audit.head()).toEqual({ sequence: 3, hash: 'a'.repeat(64) });
  });

  it('in which another row stands where this proxy wrote one is refused, also if more follow', async () => {
    const { storage } = await opened({ postgres: server.url, schema });
    await storage.audit.append(GENESIS, rows(1, 2));
    await server.run(`UPDATE ${schema}.audit_row SET hash = repeat('b', 64);
      UPDATE ${schema}.audit_head SET sequence = 9`);
    await expectRefused(storage, 'STORAGE_BEHIND');
  });

  it('whose old rows were deleted by the retention is not refused', async () => {
    const { storage, said } = await opened({ postgres: server.url, schema });
    await storage.audit.append(GENESIS, rows(1, 2));
    await storage.audit.prune({ sequence: 2, hash: 'a'.repeat(64) }, 0);
    await server.kill();
    await server.start();
    await vi.waitFor(() => storage.inbox.take(event(), 0), WAIT_OPTIONS);
    expect(said).toEqual([]);
  });

  it('that is refused is said: in the log, and by /readyz and the metric as degraded', async () => {
    const world = await startWorld({
      storage: { postgres: server.url, schema },
      webhooks: { secrets: [SECRET] },
      metrics: { token: 'a-token-of-the-metrics' },
    });
    closing.push(world.close);
    expect((await deliver(world.url, answeredBody(1))).status).toBe(204);
    await set('SET synchronous_commit = off');
    await vi.waitFor(
      async () => expect((await deliver(world.url, answeredBody(2))).status).toBe(503),
      WAIT_OPTIONS,
    );
    const readiness = await fetch(`${world.url}/readyz`);
    expect([readiness.status, await readiness.json()]).toEqual([
      200,
      { status: 'degraded', parts: ['storage'] },
    ]);
    const headers = { authorization: 'Bearer a-token-of-the-metrics' };
    const metrics = await (await fetch(`${world.url}/metrics`, { headers })).text();
    expect(metrics).toContain('instrument_panel_proxy_failing_part{part="storage"} 1');
    const said = () => world.lines.filter(({ event: name }) => name.startsWith('storage-'));
    expect(said()).toMatchObject([
      {
        level: 'error',
        event: 'storage-refused',
        hint: expect.stringMatching(/synchronous_commit off.*not used\.$/),
      },
    ]);
    await set('RESET synchronous_commit');
    await vi.waitFor(
      () => expect(said()).toMatchObject([{}, { level: 'info', event: 'storage-accepted' }]),
      WAIT_OPTIONS,
    );
    expect((await deliver(world.url, answeredBody(2))).status).toBe(204);
  });
});

describe('a Redis in use', () => {
  async function start(): Promise<RedisServer> {
    const server = await startRedisServer();
    closing.push(server.close);
    return server;
  }
  async function tell(server: RedisServer, ...[name = '', ...rest]: readonly string[]): Promise<void> {
    const { Redis } = await import('ioredis');
    const redis = new Redis(server.url);
    await redis.call(name, ...rest);
    redis.disconnect();
  }

  it.each([
    [
      ['CONFIG', 'SET', 'appendfsync', 'everysec'],
      ['CONFIG', 'SET', 'appendfsync', 'always'],
      /appendfsync everysec/,
    ],
    [['CONFIG', 'SET', 'appendonly', 'no'], ['CONFIG', 'SET', 'appendonly', 'yes'], /keeps nothing on disk/],
    [
      ['CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru'],
      ['CONFIG', 'SET', 'maxmemory-policy', 'noeviction'],
      /throws keys/,
    ],
    [['REPLICAOF', '127.0.0.1', '1'], ['REPLICAOF', 'NO', 'ONE'], /a replica/],
  ] as const)('is refused after %j, and used again after %j', async (breaking, mending, sentence) => {
    const server = await start();
    const { storage, said } = await opened({ redis: server.url });
    await storage.inbox.take(event(), 0);
    await tell(server, ...breaking);
    await vi.waitFor(() => expect(said).toHaveLength(1), WAIT_OPTIONS);
    await expectRefused(storage, 'STORAGE_NOT_DURABLE', sentence);
    await tell(server, ...mending);
    await vi.waitFor(() => storage.inbox.take(event(), 0), WAIT_OPTIONS);
    expect(said).toEqual([expect.objectContaining({ code: 'STORAGE_NOT_DURABLE' }), null]);
  });

  it('that has to have a replica is refused without one, and used once one follows it', async () => {
    const server = await start();
    const options = { redis: server.url, standbys: 1 };
    await expect(openStorage(options)).rejects.toThrow(/has 0 replicas and not the 1 .*REPLICAOF/);
    const replica = await start();
    await tell(replica, 'REPLICAOF', '127.0.0.1', `${server.port}`);
    const { storage } = await vi.waitFor(() => opened(options), WAIT_OPTIONS);
    const taken = event();
    // It copies everything first, and takes nothing until then.
    await vi.waitFor(() => storage.inbox.take(taken, 0), WAIT_OPTIONS);
    await replica.kill();
    await expect(storage.inbox.take(event(), 0)).rejects.toMatchObject({ code: 'STORAGE_NOT_DURABLE' });
    // What it has is not acknowledged again either while it is in one place only.
    await expect(storage.inbox.take(taken, 0)).rejects.toMatchObject({ code: 'STORAGE_NOT_DURABLE' });
    await replica.start();
    await tell(replica, 'REPLICAOF', '127.0.0.1', `${server.port}`);
    await vi.waitFor(() => storage.inbox.take(taken, 0), WAIT_OPTIONS);
  });

  it('that syncs each second is refused at the start, and taken where that is accepted in a word', async () => {
    const server = await start();
    await tell(server, 'CONFIG', 'SET', 'appendfsync', 'everysec');
    await expect(openStorage({ redis: server.url })).rejects.toThrow(
      /appendfsync everysec.*storage\.appendfsync/,
    );
    const { storage } = await opened({ redis: server.url, appendfsync: 'everysec' });
    await storage.tryWrite();
    await tell(server, 'CONFIG', 'SET', 'appendfsync', 'no');
    await expectRefused(storage, 'STORAGE_NOT_DURABLE');
  });

  it('that comes back empty, as another server would, gets nothing: the trail is not begun anew', async () => {
    const server = await start();
    const { storage, said } = await opened({ redis: server.url });
    await storage.audit.append(GENESIS, rows(1, 5));
    await server.kill();
    await server.empty();
    await server.start();
    await vi.waitFor(() => expect(said).toMatchObject([{ code: 'STORAGE_BEHIND' }]), WAIT_OPTIONS);
    await expect(storage.audit.append(GENESIS, rows(1, 1, 'b'))).rejects.toMatchObject({
      code: 'STORAGE_BEHIND',
    });
    await expectRefused(storage, 'STORAGE_BEHIND', /ends at row 0, and row 5 is not the one/);
    const { storage: anew } = await opened({ redis: server.url });
    expect(await anew.audit.head()).toEqual(GENESIS);
    expect(await anew.inbox.bounds()).toEqual({ first: 1, last: 0 });
  });

  it('that is refused gets not even what was waiting for the connection', async () => {
    const server = await start();
    const { storage } = await opened({ redis: server.url });
    await storage.audit.append(GENESIS, rows(1, 2));
    await server.kill();
    await server.empty();
    const tries: Promise<string>[] = [];
    const timer = setInterval(() => {
      const kept = storage.inbox.take(event(), 0).then(
        () => 'kept',
        () => 'refused',
      );
      tries.push(kept);
    }, 2);
    closing.push(async () => clearInterval(timer));
    await server.start();
    await expectRefused(storage, 'STORAGE_BEHIND');
    clearInterval(timer);
    expect(new Set(await Promise.all(tries))).toEqual(new Set(['refused']));
  });
});
