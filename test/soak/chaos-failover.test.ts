import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { verifyAudit } from '../../proxy/audit/verify.ts';
import { answeredBody, deliver } from '../../proxy/fixtures/delivery.ts';
import {
  HAS_POSTGRES,
  type PostgresServer,
  startPostgresServer,
} from '../../proxy/fixtures/postgres-server.ts';
import { type RedisServer, startRedisServer } from '../../proxy/fixtures/redis-server.ts';
import { startRelay } from '../../proxy/fixtures/relay.ts';
import { startStubService } from '../../proxy/fixtures/stub-service.ts';
import { PATIENT } from '../../proxy/fixtures/world.ts';
import { openStorage } from '../../proxy/storage/open.ts';
import type { StorageOptions } from '../../proxy/storage/storage.ts';
import { read } from './chaos.load.ts';
import { SOAK, times } from './scale.ts';
import { type KillableProxy, killableProxy } from './webhook-inbox-kill.proxy.ts';

/** Each is a `kill -9` of a proxy or of the primary, or a failover: a `kill -9` of the primary for good. */
const roundsOf = (short: number): number => times(short, 100);
const EACH_ROUND = times(15, 1_050);
const WORKERS = times(8, 64);
/** Events that are delivered at most while something starts anew: on a fast machine thousands would be, and each costs. */
const MEANWHILE = times(60, Number.POSITIVE_INFINITY);
const READS_EACH_ROUND = times(2, 5);
const patience = SOAK ? 3_600_000 * 3 : 180_000;

let folder: string;
const proxies: KillableProxy[] = [];
const closing: (() => Promise<unknown>)[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'instrument-panel-failover-'));
});
afterEach(async () => {
  for (const proxy of proxies.splice(0)) await proxy.kill();
  for (const close of closing.splice(0).reverse()) await close();
  rmSync(folder, { recursive: true, force: true });
}, 120_000);

/** A storage or a proxy that starts anew on a busy machine takes long. */
const AGAIN_MS = times(120_000, 600_000);

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Two proxies on one storage, behind which the service answers every read. */
async function startProxies(storage: StorageOptions) {
  const service = await startStubService();
  closing.push(service.close);
  service.answer = () => ({ body: { serviceId: PATIENT } });
  const keys = {
    mappingKey: crypto.getRandomValues(new Uint8Array(32)),
    auditKey: crypto.getRandomValues(new Uint8Array(32)),
  };
  const limits = { subjectBurst: 1_000_000 };
  for (const name of ['one', 'other']) {
    const options = { limits, hasHook: false, service: { upstream: service.url, ...keys } };
    const proxy = killableProxy(folder, name, storage, options);
    proxies.push(proxy);
    await proxy.start();
  }
  return keys;
}

/** The service: delivers each event until a proxy answers 204. */
function startDeliveries() {
  const acknowledged = new Set<number>();
  let last = 0;
  let most = Number.POSITIVE_INFINITY;
  let isOver = false;
  const counts = { tries: 0, refused: 0 };
  async function tryAt(submissionId: number, body: string): Promise<boolean> {
    const url = proxies[(submissionId + counts.tries) % proxies.length]?.url();
    counts.tries += 1;
    if (url === undefined) return false;
    const status = await deliver(url, body).then(
      (response) => response.status,
      () => 0,
    );
    if (status !== 204 && status !== 0) counts.refused += 1;
    return status === 204;
  }
  async function work(): Promise<void> {
    while (!isOver) {
      if (acknowledged.size >= most) {
        await pause(5);
        continue;
      }
      last += 1;
      const submissionId = last;
      const body = answeredBody(submissionId);
      while (!(await tryAt(submissionId, body))) await pause(20);
      acknowledged.add(submissionId);
    }
  }
  const running = Array.from({ length: WORKERS }, work);
  return {
    acknowledged,
    counts,
    /** Waits until more are acknowledged, and has few begin after that until it is called again. */
    async untilMore(): Promise<void> {
      const wanted = acknowledged.size + EACH_ROUND;
      most = wanted + MEANWHILE;
      while (acknowledged.size < wanted) await pause(5);
    },
    async finish(): Promise<void> {
      isOver = true;
      await Promise.all(running);
    },
  };
}

/** Every event of the storage; each sequence and each submission once, without a gap. */
async function readStored(options: StorageOptions, auditKey: Uint8Array): Promise<Set<number>> {
  const storage = await openStorage(options);
  const stored = new Set<number>();
  let sequence = 0;
  for (;;) {
    const page = await storage.inbox.after(sequence, 1_000);
    for (const event of page) {
      expect(event.sequence).toBe(sequence + 1);
      sequence = event.sequence;
      stored.add(event.submissionId ?? 0);
    }
    if (page.length === 0) break;
  }
  expect(stored.size).toBe(sequence);
  expect(await verifyAudit(storage, { key: auditKey })).toMatchObject({ holds: true });
  await storage.close();
  return stored;
}

/** Reads by both proxies until they answer again: a storage that is away may refuse them for a while. */
async function readAgain(): Promise<void> {
  for (const proxy of proxies)
    await vi.waitFor(
      async () =>
        expect((await read(proxy.url() ?? '', READS_EACH_ROUND)).statuses).toEqual({ 200: READS_EACH_ROUND }),
      { timeout: AGAIN_MS, interval: 200 },
    );
}

async function restart(proxy: KillableProxy | undefined): Promise<void> {
  await proxy?.kill();
  // Its storage may just be failing over: it does not start without one.
  await vi.waitFor(() => proxy?.start(), { timeout: AGAIN_MS, interval: 200 });
}

async function expectNothingLost(
  storage: StorageOptions,
  count: number,
  rounds: readonly ((round: number) => Promise<void>)[],
): Promise<void> {
  const { auditKey } = await startProxies(storage);
  const deliveries = startDeliveries();
  for (let round = 0; round < count; round += 1) {
    await deliveries.untilMore();
    const startedAt = performance.now();
    await rounds[round % rounds.length]?.(round);
    await readAgain();
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    if (SOAK)
      console.log(`Round ${round + 1} (${seconds} s): ${deliveries.acknowledged.size} events answered 204.`);
  }
  await deliveries.finish();
  const stored = await readStored(storage, auditKey);
  const { acknowledged, counts } = deliveries;
  const lost = [...acknowledged].filter((submissionId) => !stored.has(submissionId));
  console.log(
    `${count} kills and failovers, ${acknowledged.size} events answered 204, ${lost.length} of them lost; ${counts.refused} of ${counts.tries} tries refused meanwhile.`,
  );
  expect(lost).toEqual([]);
  expect(stored.size).toBe(acknowledged.size);
}

it.skipIf(!HAS_POSTGRES)(
  `no event that was answered 204 is lost, though proxies and a Postgres are killed and its standby is promoted, ${roundsOf(3)} times (not run without Debian’s postgresql)`,
  async () => {
    const ports: number[] = [];
    const start = async (from?: PostgresServer): Promise<PostgresServer> => {
      // The place of one that is gone for good is taken by the next one: the address of the proxies stays.
      const port = ports.shift();
      const server = await (from ? from.startStandby(port) : startPostgresServer());
      closing.push(server.close);
      await server.run("ALTER SYSTEM SET synchronous_standby_names = '*'").catch(() => {});
      return server;
    };
    let primary = await start();
    await primary.run('SELECT pg_reload_conf()');
    let standby = await start(primary);
    const address = `127.0.0.1:${primary.port},127.0.0.1:${standby.port}`;
    const storage: StorageOptions = {
      postgres: `postgres://panel@${address}/postgres?target_session_attrs=read-write`,
      standbys: 1,
    };
    const failOver = async (): Promise<void> => {
      await primary.kill();
      await primary.close();
      ports.push(primary.port);
      await standby.run('SELECT pg_promote()');
      primary = standby;
      standby = await start(primary);
    };
    const restartPrimary = async (): Promise<void> => {
      await primary.kill();
      await primary.start();
    };
    await expectNothingLost(storage, roundsOf(3), [
      failOver,
      () => restart(proxies[0]),
      restartPrimary,
      () => restart(proxies[1]),
      () => restart(proxies[0]),
      restartPrimary,
      () => restart(proxies[1]),
    ]);
  },
  patience,
);

/** An address that leads to one Redis and can be moved to another. */
async function startFloatingAddress(port: number) {
  const relay = await startRelay(port);
  closing.push(relay.close);
  return { url: `redis://127.0.0.1:${relay.port}`, move: relay.move };
}

it(
  `no event that was answered 204 is lost, though proxies and a Redis are killed and its replica is promoted, ${roundsOf(2)} times`,
  async () => {
    let [primary, replica] = [await startRedisServer(), await startRedisServer()];
    closing.push(primary.close, replica.close);
    const tell = async (server: RedisServer, ...[command = '', ...args]: readonly string[]) => {
      const client = new Redis(server.url);
      return client.call(command, ...args).finally(() => client.disconnect());
    };
    const follow = async (): Promise<void> => {
      await tell(replica, 'REPLICAOF', '127.0.0.1', `${primary.port}`);
      const isUp = expect.poll(() => tell(replica, 'INFO'), { timeout: AGAIN_MS });
      await isUp.toContain('master_link_status:up');
    };
    await follow();
    const floating = await startFloatingAddress(primary.port);
    const failOver = async (): Promise<void> => {
      await primary.kill();
      await tell(replica, 'REPLICAOF', 'NO', 'ONE');
      floating.move(replica.port);
      [primary, replica] = [replica, primary];
      await replica.start();
      await follow();
    };
    const restartPrimary = async (): Promise<void> => {
      await primary.kill();
      await primary.start();
    };
    await expectNothingLost({ redis: floating.url, standbys: 1 }, roundsOf(2), [
      failOver,
      restartPrimary,
      failOver,
      () => restart(proxies[0]),
      restartPrimary,
      failOver,
      restartPrimary,
      () => restart(proxies[1]),
    ]);
  },
  patience,
);

it(
  'a Redis whose replica is promoted is used if it has all, and refused if it lacks rows of the trail',
  async () => {
    const [first, second] = [await startRedisServer(), await startRedisServer()];
    closing.push(first.close, second.close);
    const [one, other] = [first, second].map(({ url }) => {
      const client = new Redis(url);
      closing.push(async () => client.disconnect());
      client.on('error', () => {});
      return client;
    });
    const follow = async (): Promise<void> => {
      await other?.replicaof('127.0.0.1', first.port);
      await expect.poll(() => other?.info('replication')).toContain('master_link_status:up');
    };
    await follow();
    const floating = await startFloatingAddress(first.port);
    const storage = { redis: floating.url };
    const { auditKey } = await startProxies(storage);
    const url = proxies[0]?.url() ?? '';
    const delivered = async (id: number) => (await deliver(url, answeredBody(id))).status;
    expect((await read(url, 3)).statuses).toEqual({ 200: 3 });
    expect(await delivered(1)).toBe(204);

    // The replica has all: what was acknowledged is there, and it goes on.
    expect(await one?.wait(1, 20_000)).toBe(1);
    await first.kill();
    await other?.replicaof('NO', 'ONE');
    floating.move(second.port);
    await expect.poll(() => delivered(2)).toBe(204);
    await readAgain();

    // The first comes back as it was: it lacks rows that were acknowledged since.
    await first.start();
    floating.move(first.port);
    await expect.poll(() => delivered(3)).toBe(503);
    expect((await read(url, 2)).statuses).toEqual({ 503: 2 });
    expect(await one?.xlen('{instrument-panel}:outbox')).toBe(1);
    floating.move(second.port);
    await expect.poll(() => delivered(3)).toBe(204);
    await readAgain();
    expect(await readStored(storage, auditKey)).toEqual(new Set([1, 2, 3]));
  },
  patience,
);
