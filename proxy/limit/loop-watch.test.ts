import { afterEach, describe, expect, test, vi } from 'vitest';
import { answeredBody, deliver, SECRET } from '../fixtures/delivery.ts';
import type { StubAnswer } from '../fixtures/stub-service.ts';
import { startWorld, tokenFor, type World } from '../fixtures/world.ts';
import { createLoopMeter, createLoopWatch } from './overload.ts';

/** Says what was asked at each look, a second apart, where the loop was so late. */
function looks(...delays: number[]): boolean[] {
  let turn = 0;
  const watch = createLoopWatch(500, { take: () => delays[turn++] ?? 0, stop: () => {} });
  const start = performance.now();
  return delays.map((_, index) => watch.isLate(start + (index + 1) * 1_001));
}

describe('the event loop', () => {
  test('is late once it was so for two looks in a row, until one is in time', () => {
    expect(looks(0, 501, 501, 501, 500, 501, 0)).toEqual([false, false, true, true, false, false, false]);
  });

  test('is not late after a single stall', () => {
    expect(looks(60_000, 0, 60_000, 0)).toEqual([false, false, false, false]);
  });

  test('is asked once a second, however many requests come', () => {
    const take = vi.fn(() => 0);
    const watch = createLoopWatch(500, { take, stop: () => {} });
    const start = performance.now();
    for (let ms = 0; ms <= 3_030; ms += 1) watch.isLate(start + ms);
    expect(take).toHaveBeenCalledTimes(3);
  });

  test('is measured: blocked again and again it is late by that much at least, and the next look begins again', async () => {
    const meter = createLoopMeter();
    for (let turn = 0; turn < 12; turn += 1) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60);
    }
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(meter.take()).toBeGreaterThan(30);
    expect(meter.take()).toBe(0);
    meter.stop();
  });
});

const meter = vi.hoisted(() => ({ delay: 0 }));
vi.mock('node:perf_hooks', async (original) => {
  const real = await original<typeof import('node:perf_hooks')>();
  return {
    ...real,
    monitorEventLoopDelay: (options: { resolution: number }) => {
      const turns = real.monitorEventLoopDelay(options);
      // What the proxy is told, where a test says so.
      const percentile = turns.percentile.bind(turns);
      turns.percentile = (at) =>
        meter.delay > 0 ? (meter.delay + options.resolution) * 1e6 : percentile(at);
      return turns;
    },
  };
});

const METRICS = 'a-token-for-metrics';

describe('a proxy whose event loop is late', () => {
  let world: World;
  afterEach(async () => {
    meter.delay = 0;
    await world.close();
  });

  test('answers 503 with Retry-After, but for its health and deliveries, says so in its metrics, and serves again once it is in time', async () => {
    world = await startWorld({ metrics: { token: METRICS }, webhooks: { secrets: [SECRET] } });
    const answer: StubAnswer = { body: [] };
    world.service.answer = () => answer;
    const token = await tokenFor();
    const ask = () => world.ask('/forms/tags', token);
    const status = async () => (await ask()).status;
    const patience = { timeout: 20_000, interval: 100 };
    expect(await status()).toBe(200);
    meter.delay = 10_000;
    await expect.poll(status, patience).toBe(503);
    const refused = await ask();
    expect([refused.headers.get('retry-after'), await refused.json()]).toEqual([
      '1',
      { code: 'PROXY_BUSY', message: 'The proxy is busy. Try again in a moment.' },
    ]);
    expect((await fetch(`${world.url}/healthz`)).status).toBe(200);
    // It is not documented that the service delivers again what was refused.
    expect((await deliver(world.url, answeredBody(1))).status).toBe(204);
    const headers = { authorization: `Bearer ${METRICS}` };
    const measured = async () => {
      const text = await (await fetch(`${world.url}/metrics`, { headers })).text();
      return /^instrument_panel_proxy_event_loop_delay_seconds (\S+)$/m.exec(text)?.[1];
    };
    expect(await measured()).toBe('10');
    meter.delay = 0;
    await expect.poll(status, patience).toBe(200);
    expect(Number(await measured())).toBeLessThan(10);
  });
});
