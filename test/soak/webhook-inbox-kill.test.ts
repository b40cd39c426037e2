import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answeredBody, deliver } from '../../proxy/fixtures/delivery.ts';
import { readEvents } from '../../proxy/fixtures/event-reader.ts';
import { HAS_POSTGRES, startPostgresServer } from '../../proxy/fixtures/postgres-server.ts';
import { type RedisServer, startRedisServer } from '../../proxy/fixtures/redis-server.ts';
import { tokenFor } from '../../proxy/fixtures/world.ts';
import { openStorage } from '../../proxy/storage/open.ts';
import type { StorageOptions, StoredEvent } from '../../proxy/storage/storage.ts';
import { SOAK, sayTimes, times } from './scale.ts';
import { type KillableProxy, killableProxy } from './webhook-inbox-kill.proxy.ts';

let folder: string;
let redis: RedisServer | undefined;
const proxies: KillableProxy[] = [];
const closing: (() => Promise<void>)[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'instrument-panel-inbox-'));
});
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
  for (const proxy of proxies.splice(0)) await proxy.kill();
  await redis?.close();
  redis = undefined;
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

/** In the short form each server and proxy is killed once. */
const roundsOf = (victims: number): number => times(victims, 100);
const EACH_ROUND = times(20, 60);
/** Deliveries that others may take while one proxy starts anew: on a fast machine hundreds would, and each costs. */
const MEANWHILE = times(60, Number.POSITIVE_INFINITY);
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** In the short form less than the test has, so that it says what did not come. */
const WAIT_MS = SOAK ? 1_800_000 : 120_000;

/** Waits for a state; throws an Error that says which, and how far it was. */
async function until(isDone: () => boolean, what: () => string): Promise<void> {
  const end = performance.now() + WAIT_MS;
  while (!isDone()) {
    if (performance.now() > end) throw new Error(`It did not come: ${what()}.`);
    await pause(5);
  }
}

/** Waits for work to end; throws an Error that says which did not. */
async function inTime<Value>(work: Promise<Value>, what: string): Promise<Value> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  await Promise.race([
    done,
    until(
      () => isDone,
      () => what,
    ),
  ]);
  return done;
}

/** The service: delivers each event until it is answered 204, some of them once more after that. */
function createService() {
  const acknowledged = new Map<number, string>();
  let submissions = 0;
  let most = Number.POSITIVE_INFINITY;
  let isOver = false;

  async function tryAt(url: string | undefined, body: string): Promise<boolean> {
    if (url === undefined) return false;
    return deliver(url, body).then(
      ({ status }) => status === 204,
      () => false,
    );
  }

  async function work(): Promise<void> {
    while (!isOver) {
      if (acknowledged.size >= most) {
        await pause(2);
        continue;
      }
      const submissionId = ++submissions;
      const body = answeredBody(submissionId);
      for (let tries = submissionId; !(await tryAt(proxies[tries % proxies.length]?.url(), body)); tries += 1)
        await pause(5);
      acknowledged.set(submissionId, body);
      if (submissionId % 5 === 0) await tryAt(proxies[submissionId % proxies.length]?.url(), body);
    }
  }

  const running = Array.from({ length: 4 }, work);
  return {
    acknowledged,
    /** Begins nothing more once so many more are acknowledged, until told otherwise. */
    deliverAtMost(more: number) {
      most = acknowledged.size + more;
    },
    /** Delivers what is under way, and begins nothing more. */
    async finish() {
      isOver = true;
      await Promise.all(running);
    },
  };
}

/** A page that reads one proxy's events, and comes back with its last id whenever the stream ends. */
function createPage(proxy: KillableProxy) {
  const seen = new Map<number, number>();
  let resyncs = 0;
  let isOver = false;
  let lastId = '0';

  async function read(): Promise<void> {
    const url = proxy.url();
    if (url === undefined) return;
    const reader = await readEvents(url, await tokenFor(), { headers: { 'last-event-id': lastId } });
    let taken = 0;
    while (!isOver && (!reader.hasEnded() || taken < reader.events.length)) {
      for (const { id, event, data } of reader.events.slice(taken)) {
        taken += 1;
        lastId = id;
        if (event === 'resync') resyncs += 1;
        if (typeof data.submissionId === 'number') seen.set(data.submissionId, Number(id));
      }
      await pause(10);
    }
    reader.close();
  }

  async function run(): Promise<void> {
    while (!isOver) {
      await read().catch(() => {});
      await pause(10);
    }
  }
  const running = run();
  return {
    seen,
    resyncs: () => resyncs,
    async close() {
      isOver = true;
      await running;
    },
  };
}

async function storedIn(options: StorageOptions): Promise<readonly StoredEvent[]> {
  const storage = await openStorage(options);
  const { after } = storage.inbox;
  const all: StoredEvent[] = [];
  for (
    let page = await after(0, 1_000);
    page.length > 0;
    page = await after(all.at(-1)?.sequence ?? 0, 1_000)
  )
    all.push(...page);
  await storage.close();
  return all;
}

type Killable = Pick<KillableProxy, 'kill' | 'start'>;

/** Kills one proxy after the other, and the storage's server, while deliveries arrive, and asks what became of them. */
async function killAndCount(storage: StorageOptions, count: number, server?: Killable): Promise<void> {
  for (let index = 0; index < count; index += 1)
    proxies.push(killableProxy(folder, `proxy-${index}`, storage));
  for (const proxy of proxies) await proxy.start();
  const pages = proxies.map(createPage);
  closing.push(...pages.map((page) => page.close));
  const service = createService();

  const victims = [...(server ? [server] : []), ...proxies];
  const rounds = roundsOf(victims.length);
  for (let round = 0; round < rounds; round += 1) {
    const before = service.acknowledged.size;
    await until(
      () => service.acknowledged.size >= before + EACH_ROUND,
      () => `deliveries of round ${round}, ${service.acknowledged.size - before} of ${EACH_ROUND}`,
    );
    const victim = victims[round % victims.length];
    if (victim) await inTime(victim.kill(), `the end of victim ${round % victims.length}`);
    service.deliverAtMost(MEANWHILE);
    if (victim) await inTime(victim.start(), `the start of victim ${round % victims.length}`);
    service.deliverAtMost(Number.POSITIVE_INFINITY);
  }
  await inTime(service.finish(), 'the end of the deliveries under way');

  const { acknowledged } = service;
  const stored = await storedIn(storage);
  const sequenceOf = new Map(stored.map(({ submissionId, sequence }) => [submissionId ?? 0, sequence]));
  // Each once, and none that was not delivered.
  expect(stored).toHaveLength(sequenceOf.size);
  expect(new Set(sequenceOf.keys())).toEqual(new Set(acknowledged.keys()));
  expect(stored.map(({ sequence }) => sequence)).toEqual(stored.map((_, index) => index + 1));

  for (const page of pages) {
    await until(
      () => page.seen.size >= sequenceOf.size,
      () => `what a page reads, ${page.seen.size} of ${sequenceOf.size}`,
    );
    expect(page.seen).toEqual(sequenceOf);
    expect(page.resyncs()).toBe(0);
  }
  const brought = () => proxies.flatMap((proxy) => proxy.brought());
  const broughtCount = () => new Set(brought().map(([sequence]) => sequence)).size;
  await until(
    () => broughtCount() >= sequenceOf.size,
    () => `what is brought to onEvent, ${broughtCount()} of ${sequenceOf.size}`,
  );
  for (const [sequence, submissionId] of brought()) expect(sequenceOf.get(submissionId)).toBe(sequence);
  const repeats = brought().length - sequenceOf.size;

  // Ten at a time: thousands at once would try the system's queue of connections, not the inbox.
  const bodies = [...acknowledged.values()];
  for (let from = 0; from < bodies.length; from += 10) {
    const some = bodies.slice(from, from + 10);
    const answers = await Promise.all(
      some.map((body, index) => deliver(proxies[index % count]?.url() ?? '', body)),
    );
    expect(answers.map(({ status }) => status)).toEqual(some.map(() => 204));
  }
  expect(await storedIn(storage)).toEqual(stored);
  console.log(
    `${rounds} kills, ${stored.length} deliveries answered 204, ${repeats} brought to onEvent twice.`,
  );
}

const patience = SOAK ? 3_600_000 : 180_000;

it(
  `keeps each delivery that it answered 204 once, and passes it on, when it is killed ${sayTimes(roundsOf(1))} (sqlite)`,
  () => killAndCount({ file: join(folder, 'proxy.sqlite') }, 1),
  patience,
);

it(
  `keeps and passes on likewise when two proxies share a Redis and one is killed, ${roundsOf(2)} times`,
  async () => {
    redis = await startRedisServer();
    await killAndCount({ redis: redis.url }, 2);
  },
  patience,
);

it.skipIf(!HAS_POSTGRES)(
  `keeps and passes on likewise when two proxies share a Postgres and one of the three is killed, ${roundsOf(3)} times`,
  async () => {
    const server = await startPostgresServer();
    closing.push(server.close);
    await killAndCount({ postgres: server.url }, 2, server);
  },
  patience,
);
