import { expect, test } from 'vitest';
import { startRedisServer } from '../fixtures/redis-server.ts';
import { proxyOptions } from '../fixtures/world.ts';
import { createProxy } from '../proxy.ts';
import { shareStorage } from './open.ts';

const UNUSED = 'http://127.0.0.1:9';

test('all parts of a proxy get one storage', async () => {
  const shared = shareStorage({ file: ':memory:' });
  const [one, other] = await Promise.all([shared.storage(), shared.storage()]);
  expect(one).toBe(other);
  await shared.closeStorage();
});

test('a Redis that was away at first is found once it is there', async () => {
  const server = await startRedisServer();
  await server.kill();
  const shared = shareStorage({ redis: server.url });
  await expect(shared.storage()).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
  await server.start();
  expect(await shared.storage()).toMatchObject({ kind: 'redis' });
  await shared.closeStorage();
  await server.close();
});

test('after it was closed it opens nothing more', async () => {
  const shared = shareStorage({ file: ':memory:' });
  await shared.closeStorage();
  await expect(shared.storage()).rejects.toThrow();
});

test('a proxy whose storage cannot be opened does not listen, and says why', async () => {
  const proxy = createProxy(proxyOptions(UNUSED, { storage: { file: '/dev/null/a.sqlite' } }));
  await expect(proxy.ready()).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
  await expect(proxy.listen(0)).rejects.toThrow('/dev/null/a.sqlite');
  await proxy.close();
});
