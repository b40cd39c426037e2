import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type RedisServer, startRedisServer } from '../../proxy/fixtures/redis-server.ts';
import { type OpenedStorage, openForTest } from '../../proxy/fixtures/storages.ts';
import { FORM, PATIENT, PROFESSIONAL, tokenFor } from '../../proxy/fixtures/world.ts';
import { openReader, type StreamReader } from './event-streams.reader.ts';
import { SOAK, times } from './scale.ts';
import { type KillableProxy, killableProxy, METRICS_TOKEN } from './webhook-inbox-kill.proxy.ts';

const STREAMS = times(100, 2_000);
/** Told while all are open. */
const LIVE = times(500, 2_000);
/**
 * Held from before, for those who ask for them and take nothing: 300 bytes each, of which the system takes some 4 MB
 * for a connection. What is left would have to lie in the proxy.
 */
const HELD = times(20_000, 30_000);
/** What the proxy may hold for a reader who is behind, and what a busy process grows by anyway. */
const MB_FOR_EACH = 0.2;
const SLACK_MB = times(400, 700);

let folder: string;
let redis: RedisServer;
let proxy: KillableProxy;
let storage: OpenedStorage;
const readers: StreamReader[] = [];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'instrument-panel-streams-'));
  redis = await startRedisServer();
  const place = { redis: redis.url, appendfsync: 'no' } as const;
  storage = await openForTest(place);
  // What is counted here is memory: that each event is on disk is shown elsewhere.
  if (storage.kind === 'redis') await storage.redis.config('SET', 'appendfsync', 'no');
  await take(1, HELD);
  proxy = killableProxy(folder, 'proxy', place, { hasHook: false });
  await proxy.start();
}, 60_000);
afterEach(async () => {
  for (const reader of readers.splice(0)) reader.close();
  await proxy.kill();
  await storage.close();
  await redis.close();
  rmSync(folder, { recursive: true, force: true });
});

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const range = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index);

/** Another proxy of the same Redis takes events, as fast as it can. */
async function take(first: number, count: number): Promise<void> {
  const inbox = storage.inbox;
  const whose = { patientId: PATIENT, professionalId: PROFESSIONAL, formTemplateId: FORM };
  const hint = { kind: 'A_KIND_THAT_WAS_ADDED_LATER_AND_HAS_A_LONG_NAME', applicationId: 5, ...whose };
  for (let from = first; from < first + count; from += 500) {
    const some = range(from, Math.min(500, first + count - from));
    await Promise.all(
      some.map((submissionId) => inbox.take({ ...hint, id: randomUUID(), submissionId }, Date.now())),
    );
  }
}

/** Resident memory of the proxy's process in MB: now, and at its highest. */
function memory(): { readonly now: number; readonly most: number } {
  const status = readFileSync(`/proc/${proxy.pid()}/status`, 'utf8');
  const value = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
  return { now: Math.round(value('VmRSS')), most: Math.round(value('VmHWM')) };
}

async function openStreams(): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const text = await (await fetch(`${proxy.url()}/metrics`, { headers })).text();
  return Number(/^instrument_panel_proxy_event_streams (\d+)/m.exec(text)?.[1]);
}

async function open(count: number, isReading: boolean): Promise<readonly StreamReader[]> {
  const opened: StreamReader[] = [];
  while (opened.length < count) {
    const some = range(opened.length, Math.min(50, count - opened.length)).map(async (index) => {
      const token = await tokenFor({ sub: `${isReading ? 'reading' : 'idle'}-${index}` });
      return openReader(proxy.url() ?? '', token, isReading);
    });
    opened.push(...(await Promise.all(some)));
    readers.push(...opened.slice(-some.length));
  }
  expect(new Set(opened.map((reader) => reader.status()))).toEqual(new Set([200]));
  return opened;
}

it.runIf(process.platform === 'linux')(
  `bears ${STREAMS} streams in bounded memory though a tenth of them takes nothing, and the others miss nothing`,
  async () => {
    const reading = await open(STREAMS * 0.9, true);
    const before = memory();
    const idle = await open(STREAMS * 0.1, false);

    const startedAt = performance.now();
    await take(HELD + 1, LIVE);
    while (reading.some(({ told }) => told.length < LIVE)) await pause(20);
    const seconds = (performance.now() - startedAt) / 1_000;
    const all = range(HELD + 1, LIVE);
    for (const { told } of reading) expect(told).toEqual(all);

    // Half a minute after they stopped; the short form leaves that to the stream's own tests.
    if (SOAK) while ((await openStreams()) > reading.length) await pause(50);
    expect(await openStreams()).toBeGreaterThanOrEqual(reading.length);
    const after = memory();
    console.log(
      `${reading.length} readers got ${LIVE} events each in ${seconds.toFixed(1)} s, while ${idle.length} asked for ` +
        `${HELD} and took nothing. Proxy: ${before.now} MB before these came, ${after.now} MB after, ${after.most} MB at most.`,
    );
    expect(after.most - before.now).toBeLessThan(SLACK_MB + STREAMS * MB_FOR_EACH);
  },
  SOAK ? 3_600_000 : 180_000,
);
