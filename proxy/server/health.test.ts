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

test('without its storage it is alive and not ready, and says no more than that', async () => {
  const server = await startRedisServer();
  world = await startWorld({ storage: { redis: server.url } });
  expect((await ready())[0]).toBe(200);
  await server.kill();
  expect(await ready()).toEqual([503, { code: 'NOT_READY', message: 'Not ready: storage.' }]);
  expect((await fetch(`${world.url}/healthz`)).status).toBe(200);
  await server.start();
  await expect.poll(async () => (await ready())[0]).toBe(200);
  await server.close();
});
