import { describe, expect, onTestFinished, test } from 'vitest';
import { startRedisServer } from '../fixtures/redis-server.ts';
import { eachStorage, openForTest } from '../fixtures/storages.ts';
import { proxyOptions } from '../fixtures/world.ts';
import type { Limits } from '../limits.ts';
import type { LogLine } from '../log.ts';
import { Metrics } from '../metrics.ts';
import { checkOptions } from '../settings.ts';
import type { Storage } from '../storage/storage.ts';
import { createLimiter, type LimitName } from './rate-limiter.ts';

const LIMITS = { subjectPerMinute: 60, subjectBurst: 3, recommendPerMinute: 1, recommendBurst: 1 };

/** A limiter over a storage, on a clock that only the test moves. */
function limiterOver(
  storage: () => Promise<Storage>,
  clock: { now: number },
  limits: Partial<Limits> = LIMITS,
) {
  const lines: LogLine[] = [];
  const checked = checkOptions(
    proxyOptions('http://127.0.0.1:9', {
      limits,
      clock: () => clock.now,
      log: (line) => lines.push(line),
    }),
  );
  const metrics = new Metrics();
  const limiter = createLimiter({ ...checked, storage }, metrics);
  /** Seconds of Retry-After, or 0 where the request went through. */
  const ask = async (limit: LimitName = 'subject', key = 'staff-7'): Promise<number> => {
    try {
      await limiter(limit, key);
      return 0;
    } catch (error) {
      expect(error).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
      return Number((error as { headers: Record<string, string> }).headers['retry-after']);
    }
  };
  return { ask, giveBack: () => limiter.giveBack('subject', 'staff-7'), lines, metrics };
}

const START = Date.parse('2026-03-02T10:00:00Z');

eachStorage('rate limits', ({ open, again }) => {
  test('grant a burst, then one at a time, and say the seconds to wait, rounded up', async () => {
    const storage = await open();
    const clock = { now: START };
    const { ask } = limiterOver(async () => storage, clock);
    expect([await ask(), await ask(), await ask(), await ask()]).toEqual([0, 0, 0, 1]);
    clock.now += 999;
    expect(await ask()).toBe(1);
    clock.now += 1;
    expect([await ask(), await ask()]).toEqual([0, 1]);
    clock.now += 60_000;
    expect([await ask(), await ask(), await ask(), await ask()]).toEqual([0, 0, 0, 1]);
  });

  test('make nobody wait for longer than a bucket takes to fill where the clock was set back', async () => {
    const storage = await open();
    const clock = { now: START };
    const { ask } = limiterOver(async () => storage, clock);
    await ask();
    clock.now -= 3_600_000;
    expect(await ask()).toBeLessThanOrEqual(3);
  });

  test('count each person and each limit by itself', async () => {
    const storage = await open();
    const { ask } = limiterOver(async () => storage, { now: START });
    for (let count = 0; count < 4; count += 1) await ask();
    expect(await ask('subject', 'staff-8')).toBe(0);
    expect([await ask('recommend'), await ask('recommend')]).toEqual([0, 60]);
  });

  test('are counted in the metrics, by limit and by nothing else', async () => {
    const storage = await open();
    const { ask, metrics } = limiterOver(async () => storage, { now: START });
    for (let count = 0; count < 5; count += 1) await ask();
    const text = await metrics.text();
    expect(text).toContain('instrument_panel_proxy_rate_limited_total{limit="subject"} 2');
    expect(text).not.toContain('staff-7');
  });

  test('are shared by proxies on one Redis, and each proxy’s own over a file or a Postgres', async () => {
    const one = await open();
    const other = await again();
    const clock = { now: START };
    const first = limiterOver(async () => one, clock);
    const second = limiterOver(async () => other, clock);
    const granted = [await first.ask(), await second.ask(), await first.ask(), await second.ask()];
    expect(granted).toEqual(one.kind === 'redis' ? [0, 0, 0, 1] : [0, 0, 0, 0]);
  });

  test('leave no person’s name in the storage', async () => {
    const storage = await open();
    await limiterOver(async () => storage, { now: START }).ask('subject', 'SUB-CANARY');
    if (storage.kind !== 'redis') return;
    const keys = await storage.redis.keys(storage.key('*'));
    expect(keys).toHaveLength(1);
    expect(keys.join()).not.toContain('SUB-CANARY');
  });
});

describe('a Redis that counts in blocks, for a burst of 40', () => {
  /** Two proxies on one Redis, with the number of times that either has asked it. */
  async function openTwo() {
    const server = await startRedisServer();
    const storage = await openForTest({ redis: server.url });
    const counted = { asked: 0 };
    const { rateLimits } = storage;
    if (rateLimits === null) throw new Error('A Redis counts the rates.');
    const take: typeof rateLimits.take = (...given) => {
      counted.asked += 1;
      return rateLimits.take(...given);
    };
    const open = async () => ({ ...storage, rateLimits: { ...rateLimits, take } });
    const limits = { subjectPerMinute: 60, subjectBurst: 40 };
    const clock = { now: START };
    onTestFinished(async () => {
      await storage.close();
      await server.close();
    });
    return { counted, one: limiterOver(open, clock, limits), other: limiterOver(open, clock, limits), clock };
  }

  test('is asked for half of the requests at most, and grants all of the burst and no more', async () => {
    const { counted, one } = await openTwo();
    const granted: number[] = [];
    for (let count = 0; count < 41; count += 1) granted.push(await one.ask());
    expect(granted).toEqual([...Array(40).fill(0), 1]);
    expect(counted.asked).toBeLessThanOrEqual(22);
  });

  test('lets one person pass no oftener at two proxies than at one, also if all requests come at once', async () => {
    const { one, other } = await openTwo();
    const asked = Array.from({ length: 60 }, (_, index) => (index % 3 === 0 ? one : other).ask());
    const granted = (await Promise.all(asked)).filter((wait) => wait === 0).length;
    // Each proxy may hold a block of two that nobody has asked it for.
    expect(granted).toBeGreaterThanOrEqual(38);
    expect(granted).toBeLessThanOrEqual(40);
  });

  test('keeps what was counted for nothing for the next request, and gives back what is more', async () => {
    const { counted, one, other } = await openTwo();
    for (let count = 0; count < 3; count += 1) await one.ask();
    const { asked } = counted;
    for (let count = 0; count < 3; count += 1) await one.giveBack();
    expect([await one.ask(), await one.ask(), counted.asked]).toEqual([0, 0, asked]);
    const rest: number[] = [];
    for (let count = 0; count < 39; count += 1) rest.push(await other.ask());
    expect(rest).toEqual([...Array(38).fill(0), 1]);
  });
});

test('a Redis that goes away leaves each proxy counting by itself, said once, until it is back', async () => {
  const server = await startRedisServer();
  const storage = await openForTest({ redis: server.url });
  const clock = { now: START };
  const { ask, lines, metrics } = limiterOver(async () => storage, clock);
  expect(await ask()).toBe(0);
  await server.kill();
  const atOnce = await Promise.all([ask(), ask(), ask(), ask()]);
  expect(atOnce.toSorted()).toEqual([0, 0, 0, 1]);
  expect(lines).toMatchObject([{ level: 'error', event: 'limits-not-shared' }]);
  expect(JSON.stringify(lines)).not.toContain(server.url);
  expect(await metrics.text()).toMatch(/storage_failures_total\{part="limits"\} [1-4]\n/);
  await server.start();
  await expect.poll(async () => storage.kind === 'redis' && storage.redis.status).toBe('ready');
  clock.now += 60_000;
  await ask();
  expect(await (storage.kind === 'redis' ? storage.redis.keys('*') : [])).toHaveLength(1);
  await storage.close();
  await server.close();
});

test('a Redis that never answers holds nobody up: each proxy counts by itself, said once', async () => {
  const storage = await openForTest({ file: ':memory:' });
  let asked = 0;
  const silence = (): Promise<never> => {
    asked += 1;
    return new Promise(() => {});
  };
  const rateLimits = { take: silence, giveBack: silence };
  const { ask, giveBack, lines } = limiterOver(async () => ({ ...storage, rateLimits }), { now: START });
  const granted = await Promise.all([ask(), ask(), ask(), ask()]);
  expect(granted.toSorted()).toEqual([0, 0, 0, 1]);
  await giveBack();
  expect(await ask()).toBe(0);
  expect(lines).toMatchObject([{ event: 'limits-not-shared', hint: expect.stringContaining('(no answer)') }]);
  expect(asked).toBe(1);
  await storage.close();
});
