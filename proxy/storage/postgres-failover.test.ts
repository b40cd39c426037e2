import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { HAS_POSTGRES, type PostgresServer, startPostgresServer } from '../fixtures/postgres-server.ts';
import { openStorage } from './open.ts';
import { describeServers, listServers, withoutPassword } from './postgres-servers.ts';
import { GENESIS, type NewRow, type StorageError, type StorageOptions } from './storage.ts';

describe('an address of several servers', () => {
  it('is one address for each, with the same user, database and parameters', () => {
    expect(listServers('postgres://p:a%40b@one.example,two.example:5433/panel?sslmode=verify-full')).toEqual([
      'postgres://p:a%40b@one.example/panel?sslmode=verify-full',
      'postgres://p:a%40b@two.example:5433/panel?sslmode=verify-full',
    ]);
    expect(listServers('postgres:///panel?host=/run/postgresql')).toEqual([
      'postgres:///panel?host=/run/postgresql',
    ]);
    expect(listServers('redis://one.example')).toEqual([]);
    expect(listServers('postgres://one.example,two:x/panel')).toEqual([]);
  });

  it('is told without its secrets', () => {
    const address = 'postgres://p:CANARY@one.example,two.example:5433/panel?password=CANARY&sslmode=require';
    expect(describeServers(address)).toBe('Postgres at postgres://one.example,two.example:5433/panel');
    expect(withoutPassword(address)).toBe('postgres://p@one.example,two.example:5433/panel?sslmode=require');
  });
});

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const WAIT_OPTIONS = { timeout: 30_000 };
const event = () => ({ id: randomUUID(), kind: 'A' });
const row = (place: number): NewRow => ({
  place,
  text: '{}',
  hash: 'a'.repeat(64),
  at: 0,
  patientIds: [],
});

/** From then on commits of this server wait for one that follows it; `''`: for none. */
async function waitFor(server: PostgresServer, standbys: string): Promise<void> {
  await server.run(`ALTER SYSTEM SET synchronous_standby_names = '${standbys}'`);
  await server.run('SELECT pg_reload_conf()');
}

describe.skipIf(!HAS_POSTGRES)('a Postgres with a standby (not run without Debian’s postgresql)', () => {
  it('is refused if the one that is promoted keeps less or lacks rows of the trail, and used once one keeps all', async () => {
    const first = await startPostgresServer();
    closing.push(first.close);
    const second = await first.startStandby();
    closing.push(second.close);
    await waitFor(first, '*');
    const address = `127.0.0.1:${first.port},127.0.0.1:${second.port}`;
    const options: StorageOptions = {
      postgres: `postgres://panel@${address}/postgres?target_session_attrs=read-write`,
      standbys: 1,
    };
    const said: (StorageError | null)[] = [];
    const storage = await openStorage(options, (trouble) => said.push(trouble));
    closing.push(() => storage.close());
    const take = () => storage.inbox.take(event(), 0);
    await storage.audit.append(GENESIS, [row(1), row(2)]);
    await take();

    await first.kill();
    await expect(take()).rejects.toThrow();
    await second.run('SELECT pg_promote()');
    const keepsLess = { code: 'STORAGE_NOT_DURABLE', message: expect.stringMatching(/waits for 0 standbys/) };
    await vi.waitFor(() => expect(take()).rejects.toMatchObject(keepsLess), WAIT_OPTIONS);
    expect(said).toMatchObject([keepsLess]);

    const third = await second.startStandby();
    closing.push(third.close);
    await waitFor(second, '*');
    await vi.waitFor(take, WAIT_OPTIONS);
    expect(said.at(-1)).toBeNull();
    expect(await storage.audit.head()).toEqual({ sequence: 2, hash: 'a'.repeat(64) });
    expect(await storage.inbox.after(0, 1)).toMatchObject([{ sequence: 1 }]);
    await storage.audit.append({ sequence: 2, hash: 'a'.repeat(64) }, [row(3)]);

    await second.kill();
    await first.start();
    const isBehind = { code: 'STORAGE_BEHIND', message: expect.stringMatching(/ends at row 2, and row 3/) };
    await vi.waitFor(() => expect(said.at(-1)).toMatchObject(isBehind), WAIT_OPTIONS);
    await expect(take()).rejects.toMatchObject(isBehind);

    await second.start();
    await vi.waitFor(take, WAIT_OPTIONS);
    expect(said.at(-1)).toBeNull();
    await first.kill();
    const anew = await openStorage(options);
    closing.push(() => anew.close());
    expect(await anew.audit.head()).toEqual({ sequence: 3, hash: 'a'.repeat(64) });
  });
});
