import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { HAS_POSTGRES, startPostgresServer } from '../../proxy/fixtures/postgres-server.ts';
import { startRedisServer } from '../../proxy/fixtures/redis-server.ts';
import { type Relay, startRelay } from '../../proxy/fixtures/relay.ts';
import { type StubService, startStubService } from '../../proxy/fixtures/stub-service.ts';
import { PATIENT } from '../../proxy/fixtures/world.ts';
import type { StorageOptions } from '../../proxy/storage/storage.ts';
import { compareReads, type Reads, read } from './chaos.load.ts';
import { SOAK, times } from './scale.ts';
import { type KillableProxy, killableProxy } from './webhook-inbox-kill.proxy.ts';

const ROUNDS = times(1, 5);
const READS = times(12, 300);
const SLOWER_MAX = 2;
const patience = SOAK ? 3_600_000 : 120_000;

let folder: string;
let service: StubService;
let proxy: KillableProxy | undefined;
const closing: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'instrument-panel-hanging-'));
  service = await startStubService();
  service.answer = () => ({ body: { serviceId: PATIENT } });
});
afterEach(async () => {
  await proxy?.kill();
  proxy = undefined;
  for (const close of closing.splice(0).reverse()) await close();
  await service.close();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

/** The address of a server, by a way that can fall silent. */
async function through(server: { readonly url: string; readonly port: number }): Promise<[string, Relay]> {
  const relay = await startRelay(server.port);
  closing.push(relay.close);
  const url = new URL(server.url);
  url.port = `${relay.port}`;
  return [url.href, relay];
}

/** Reads by turns while the server answers and while it is silent. All are answered; the long form compares how long they took. */
async function expectUndisturbed(
  name: string,
  storage: StorageOptions,
  relay: Relay,
  servesWithoutRow: boolean,
): Promise<void> {
  const keys = { mappingKey: randomBytes(32), auditKey: randomBytes(32) };
  const limits = { subjectBurst: 1_000_000 };
  const behind = { upstream: service.url, ...keys };
  proxy = killableProxy(folder, 'proxy', storage, {
    limits,
    hasHook: false,
    service: behind,
    servesWithoutRow,
  });
  await proxy.start();
  const url = proxy.url() ?? '';
  const [calm, silent]: [Reads[], Reads[]] = [[], []];
  await read(url, READS);
  for (let round = 0; round < ROUNDS; round += 1) {
    calm.push(await read(url, READS));
    relay.hang();
    // The first is the one that finds out.
    const first = await read(url, 1);
    expect(first.statuses).toEqual({ 200: 1 });
    console.log(`${name}: the first read took ${first.ms[0]?.toFixed(0)} ms.`);
    silent.push(await read(url, READS));
    relay.resume();
    await expect
      .poll(async () => (await fetch(`${url}/readyz`)).json(), { timeout: 60_000 })
      .toEqual({ status: 'ready' });
  }
  for (const { statuses } of [...calm, ...silent]) expect(statuses).toEqual({ 200: READS });
  const ratio = compareReads(name, calm, silent);
  if (SOAK) expect(ratio).toBeLessThanOrEqual(SLOWER_MAX);
}

it.skipIf(!HAS_POSTGRES)(
  'a Redis of the rates that falls silent slows no read',
  async () => {
    const [postgres, redis] = [await startPostgresServer(), await startRedisServer()];
    closing.push(postgres.close, redis.close);
    const [url, relay] = await through(redis);
    await expectUndisturbed(
      'A silent Redis of the rates',
      { postgres: postgres.url, redis: url },
      relay,
      false,
    );
  },
  patience,
);

it(
  'a Redis that falls silent slows no read where reads go on without a row',
  async () => {
    const redis = await startRedisServer();
    closing.push(redis.close);
    const [url, relay] = await through(redis);
    await expectUndisturbed('A silent Redis', { redis: url }, relay, true);
  },
  patience,
);

it.skipIf(!HAS_POSTGRES)(
  'a Postgres that falls silent slows no read where reads go on without a row',
  async () => {
    const postgres = await startPostgresServer();
    closing.push(postgres.close);
    const [url, relay] = await through(postgres);
    await expectUndisturbed('A silent Postgres', { postgres: url }, relay, true);
  },
  patience,
);
