import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { HAS_POSTGRES, type PostgresServer, startPostgresServer } from '../fixtures/postgres-server.ts';
import { startRedisServer } from '../fixtures/redis-server.ts';
import { openForTest } from '../fixtures/storages.ts';
import { toTenantStorage } from './settings.ts';

const HAS_OPENSSL = spawnSync('openssl', ['version']).status === 0;

describe.skipIf(!HAS_POSTGRES)('a Postgres', () => {
  let server: PostgresServer;
  const folder = mkdtempSync(join(tmpdir(), 'instrument-panel-postgres-test-'));
  beforeAll(async () => {
    server = await startPostgresServer();
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });
  const open = (schema: string) => openForTest({ postgres: server.url, schema });

  it.each(['fsync', 'full_page_writes', 'synchronous_commit'])(
    'with %s off is refused, and the sentence says what to set',
    async (setting) => {
      await server.run(`ALTER SYSTEM SET ${setting} = off`);
      await server.run('SELECT pg_reload_conf()');
      await vi.waitFor(() => expect(open('durable')).rejects.toThrow(new RegExp(`Set "${setting} = on"`)));
      await server.run(`ALTER SYSTEM RESET ${setting}`);
      await server.run('SELECT pg_reload_conf()');
      await vi.waitFor(async () => (await open('durable')).close());
    },
  );

  it('that takes no writes is refused', async () => {
    await server.run('CREATE ROLE reader LOGIN SUPERUSER');
    await server.run('ALTER ROLE reader SET default_transaction_read_only = on');
    const postgres = server.url.replace('panel@', 'reader@');
    await expect(openForTest({ postgres })).rejects.toMatchObject({
      code: 'STORAGE_NOT_DURABLE',
      message: expect.stringContaining('Name the primary'),
    });
  });

  it('that many proxies open at once at the first start has its tables made once', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => open('at_once')));
    const taken = await Promise.all(all.map(({ inbox }) => inbox.take({ id: randomUUID(), kind: 'A' }, 0)));
    expect(taken.map(({ sequence }) => sequence).toSorted((a, b) => a - b)).toEqual(
      [...taken.keys()].map((i) => i + 1),
    );
    expect(await server.run('SELECT version FROM at_once.schema_version')).toHaveLength(1);
    for (const storage of all) await storage.close();
  });

  it.each([
    ['as many as the option says', { connections: 2 }, 2],
    ['8 by default', {}, 8],
    ['3 by default where it is a tenant’s', toTenantStorage({ postgres: '', schema: 'own' }, 'a'), 3],
  ] as const)('has connections for its statements at once: %s', async (_, options, most) => {
    const storage = await openForTest({ ...options, postgres: server.url, schema: 'many' });
    if (storage.kind !== 'postgres') throw new TypeError('it is a Postgres');
    const { sql } = storage;
    const asked = Array.from({ length: 20 }, () =>
      sql<{ pid: number }>('SELECT pg_backend_pid() AS pid, pg_sleep(0.1)'),
    );
    const pids = (await Promise.all(asked)).map(([row]) => row?.pid);
    expect(new Set(pids).size).toBe(most);
    await storage.close();
  });

  it('has tables in a schema whose name is a word of SQL', async () => {
    const storage = await open('user');
    expect(await storage.inbox.take({ id: randomUUID(), kind: 'A' }, 0)).toMatchObject({ sequence: 1 });
    await storage.close();
    await (await open('user')).close();
    expect(await server.run('SELECT sequence FROM "user".outbox')).toEqual([{ sequence: '1' }]);
  });

  it('whose tables another session holds is refused in time, and opened once they are free', async () => {
    await (await open('locked')).close();
    const other = new Client(server.url);
    await other.connect();
    await other.query('BEGIN; CREATE SCHEMA unmade; LOCK TABLE locked.schema_version');
    const opened = ['unmade', 'unmade', 'locked'].map((schema) => open(schema));
    const failed = await Promise.allSettled(opened);
    const held = { code: 'STORAGE_UNAVAILABLE', message: expect.stringContaining('another session') };
    const slow = { code: 'STORAGE_UNAVAILABLE', message: expect.stringContaining('statement timeout') };
    expect(failed).toMatchObject([{ reason: held }, { reason: held }, { reason: slow }]);
    await other.query('ROLLBACK');
    await other.end();
    for (const schema of ['unmade', 'locked']) await (await open(schema)).close();
  });

  it('goes on with no statement that the proxy has given up', async () => {
    const storage = await open('given_up');
    if (storage.kind !== 'postgres') throw new TypeError('it is a Postgres');
    await expect(storage.sql("SELECT pg_sleep(60), 'given up'")).rejects.toThrow();
    const running = `SELECT 1 FROM pg_stat_activity
      WHERE state = 'active' AND query LIKE '%given up%' AND pid <> pg_backend_pid()`;
    expect(await server.run(running)).toEqual([]);
    await storage.close();
  });

  it('that a newer proxy wrote is refused, and left as it is', async () => {
    await (await open('newer')).close();
    await server.run('UPDATE newer.schema_version SET version = version + 1');
    const before = await server.run('SELECT version FROM newer.schema_version');
    await expect(open('newer')).rejects.toMatchObject({ code: 'STORAGE_NEWER' });
    expect(await server.run('SELECT version FROM newer.schema_version')).toEqual(before);
  });

  it('is opened by a user who may do nothing but use the tables that were made before', async () => {
    await (await open('granted')).close();
    await server.run(`CREATE ROLE restricted LOGIN; REVOKE CREATE ON DATABASE postgres FROM PUBLIC;
      GRANT USAGE ON SCHEMA granted TO restricted;
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA granted TO restricted`);
    const url = server.url.replace('panel@', 'restricted@');
    const storage = await openForTest({ postgres: url, schema: 'granted' });
    expect(await storage.inbox.take({ id: randomUUID(), kind: 'A' }, 0)).toMatchObject({ sequence: 1 });
    await storage.tryWrite();
    await storage.close();
    await expect(openForTest({ postgres: url, schema: 'not_made' })).rejects.toThrow(/permission denied/);
  });

  it('takes the password from a file, also one that was changed since', async () => {
    await server.run("CREATE ROLE keeper LOGIN SUPERUSER PASSWORD 'PASSWORD-CANARY'");
    await server.requirePassword('keeper');
    const passwordFile = join(folder, 'password');
    writeFileSync(passwordFile, 'PASSWORD-CANARY\n');
    const options = { postgres: server.url.replace('panel@', 'keeper@'), passwordFile, schema: 'keeper' };
    await (await openForTest(options)).close();
    writeFileSync(passwordFile, 'another');
    const error = await openForTest(options).catch((reason: unknown) => reason);
    expect(String(error)).toMatch(
      /Postgres at postgres:\/\/127\.0\.0\.1:\d+\/postgres cannot be used .*password/,
    );
    expect(String(error)).not.toContain('another');
  });

  it.skipIf(!HAS_OPENSSL)(
    'is spoken to by TLS, and only if its certificate is the one of its name',
    async () => {
      const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
      const make = [
        'req',
        '-x509',
        '-nodes',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:P-256',
        '-days',
        '2',
      ];
      const named = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
      execFileSync('openssl', [...make, ...named, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
      await server.useCertificate(readFileSync(certificate, 'utf8'), readFileSync(key, 'utf8'));
      const at = (host: string, ca: string) => ({
        postgres: `${server.url.replace('127.0.0.1', host)}?sslmode=verify-full${ca}`,
        schema: 'tls',
      });
      const trusted = `&sslrootcert=${certificate}`;
      const storage = await vi.waitFor(() => openForTest(at('localhost', trusted)));
      if (storage.kind !== 'postgres') throw new TypeError('it is a Postgres');
      const asked = 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()';
      expect(await storage.sql(asked)).toEqual([{ ssl: true }]);
      await storage.close();
      await expect(openForTest(at('127.0.0.1', trusted))).rejects.toThrow(/cannot be used .*127\.0\.0\.1/);
      await expect(openForTest(at('localhost', ''))).rejects.toThrow(/cannot be used .*self-signed/);
    },
  );

  it('keeps any character of an event, and knows a repeat by it', async () => {
    const { inbox, close } = await open('characters');
    const event = { id: randomUUID(), kind: 'A', externalProfessionalId: '\u0000\ud800 é "\\u0000"' };
    expect(await inbox.take(event, 1)).toEqual({ sequence: 1, isRepeat: false });
    expect(await inbox.take(event, 1)).toEqual({ sequence: 1, isRepeat: true });
    expect(await inbox.after(0, 1)).toEqual([{ ...event, sequence: 1, receivedAt: 1 }]);
    await close();
  });

  it('tells who watches of what came while the connection that listens was lost', async () => {
    const [one, other] = [await open('lost'), await open('lost')];
    const seen: number[] = [];
    const stop = one.inbox.watch(async () => void seen.push((await one.inbox.after(0, 9)).length));
    await vi.waitFor(() => expect(seen).toContain(0));
    await server.run(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' OR query = 'SELECT 1'",
    );
    await other.inbox.take({ id: randomUUID(), kind: 'A' }, 0);
    await vi.waitFor(() => expect(seen).toContain(1), 15_000);
    stop();
    await one.close();
    await other.close();
  });

  it('counts rates in the Redis beside it, which need not be there', async () => {
    const redis = await startRedisServer(false);
    const options = { postgres: server.url, schema: 'rates', redis: redis.url };
    const storages = [await openForTest(options), await openForTest(options)];
    const take = (index: number) =>
      storages[index % 2]?.rateLimits?.take('subject', 'a', { perMinute: 60, burst: 2 }, 0, 1);
    const granted = { granted: 1, wait: 0 };
    const refused = { granted: 0, wait: 1_000 };
    expect([await take(0), await take(1), await take(0)]).toEqual([granted, granted, refused]);
    await redis.close();
    await expect(take(1)).rejects.toThrow();
    expect(await storages[0]?.inbox.bounds()).toEqual({ first: 1, last: 0 });
    for (const storage of storages) await storage.close();
  });
});
