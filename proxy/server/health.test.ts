import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Redis } from 'ioredis';
import { afterEach, expect, test } from 'vitest';
import { startRedisServer } from '../fixtures/redis-server.ts';
import { startWorld, type World } from '../fixtures/world.ts';

let world: World;
afterEach(() => world.close());

const ready = async () => {
  const response = await fetch(`${world.url}/readyz`);
  return [response.status, await response.json()];
};

test('a proxy that is up is alive and ready', async () => {
  world = await startWorld();
  const alive = await fetch(`${world.url}/healthz`);
  expect([alive.status, await alive.json()]).toEqual([200, { status: 'ok' }]);
  expect(await ready()).toEqual([200, { status: 'ready' }]);
});

test.each(['/healthz', '/readyz'])('%s answers a load balancer that asks with HEAD', async (path) => {
  world = await startWorld();
  const reply = await fetch(world.url + path, { method: 'HEAD' });
  expect([reply.status, await reply.text()]).toEqual([200, '']);
  expect((await world.proxy.fetch(new Request(world.url + path, { method: 'HEAD' }))).status).toBe(200);
});

test('without a storage that others share it is alive and degraded, since no replica would be left', async () => {
  const server = await startRedisServer();
  world = await startWorld({ storage: { redis: server.url } });
  expect((await ready())[0]).toBe(200);
  await server.kill();
  expect(await ready()).toEqual([200, { status: 'degraded', parts: ['storage'] }]);
  expect((await fetch(`${world.url}/healthz`)).status).toBe(200);
  await server.start();
  await expect.poll(ready, { timeout: 15_000 }).toEqual([200, { status: 'ready' }]);
  await server.close();
});

test('a shared storage that is full is found by a tried write, and named by the metric', async () => {
  const server = await startRedisServer();
  const token = 'metrics-0123456789abcdef';
  world = await startWorld({ storage: { redis: server.url }, metrics: { token } });
  const redis = new Redis(server.url);
  await redis.config('SET', 'maxmemory', '1');
  expect(await ready()).toEqual([200, { status: 'degraded', parts: ['storage'] }]);
  const metrics = await fetch(`${world.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  expect(await metrics.text()).toContain('instrument_panel_proxy_failing_part{part="storage"} 1');
  redis.disconnect();
  await server.close();
});

test('without its own disk it is not ready: another replica has one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'instrument-panel-health-'));
  const file = join(folder, 'proxy.sqlite');
  world = await startWorld({ storage: { file } });
  expect(await ready()).toEqual([200, { status: 'ready' }]);
  // A missing table stands in for a disk that takes no write: both fail the statement.
  const other = new DatabaseSync(file);
  other.exec('DROP TABLE storage_probe');
  expect(await ready()).toEqual([503, { code: 'NOT_READY', message: 'Not ready: storage.' }]);
  other.close();
  rmSync(folder, { recursive: true });
});
