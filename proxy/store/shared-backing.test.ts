import { expect, test } from 'vitest';
import { startRedisServer } from '../fixtures/redis-server.ts';
import { proxyOptions } from '../fixtures/world.ts';
import { createProxy } from '../proxy.ts';
import { shareBacking } from './shared-backing.ts';

const UNUSED = 'http://127.0.0.1:9';

test('all parts of a proxy get one storage', async () => {
  const shared = shareBacking({ file: ':memory:' });
  const [one, other] = await Promise.all([shared.backing(), shared.backing()]);
  expect(one).toBe(other);
  await shared.closeBacking();
});

test('a Redis that was away at first is found once it is there', async () => {
  const server = await startRedisServer();
  await server.kill();
  const shared = shareBacking({ redis: server.url });
  await expect(shared.backing()).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
  await server.start();
  expect((await shared.backing()).kind).toBe('redis');
  await shared.closeBacking();
  await server.close();
});

test('after it was closed it opens nothing more', async () => {
  const shared = shareBacking({ file: ':memory:' });
  await shared.closeBacking();
  await expect(shared.backing()).rejects.toThrow();
});

test('a proxy whose storage cannot be opened does not listen, and says why', async () => {
  const proxy = createProxy(proxyOptions(UNUSED, { storage: { file: '/dev/null/a.sqlite' } }));
  await expect(proxy.ready()).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
  await expect(proxy.listen(0)).rejects.toThrow('/dev/null/a.sqlite');
  await proxy.close();
});
