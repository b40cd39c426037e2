import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTenantProxy } from './proxy.ts';
import { startTenants, type TenantWorld, tenantOf } from './two-tenants.fixture.ts';

let world: TenantWorld;
beforeAll(async () => {
  world = await startTenants();
});
afterAll(() => world.close());

const PATH = '/third-party/api/v1/forms/tags';

test('a tenant is added and one is removed without a restart, and a request that is under way is answered', async () => {
  const { options, hosts, services } = world;
  const before = createTenantProxy({ ...options, tenants: options.tenants.slice(0, 1) });
  const { url } = await before.listen(0);
  const port = new URL(url).port;
  const atPort = (host: string): string => host.replace(/:\d+$/, `:${port}`);
  const urls = { a: `http://${atPort(hosts.a)}`, b: `http://${atPort(hosts.b)}` };
  const tenants = {
    a: tenantOf('a', atPort(hosts.a), { upstream: services.a.url }),
    b: tenantOf('b', atPort(hosts.b), { upstream: services.b.url }),
  };
  const only = createTenantProxy({ ...options, tenants: [tenants.a] });
  await before.replace(only);
  const ask = async (letter: 'a' | 'b') => {
    const headers = { authorization: `Bearer ${await world.tokenOf(letter)}` };
    return (await fetch(urls[letter] + PATH, { headers })).status;
  };
  services.a.answer = () => ({ body: [] });
  services.b.answer = () => ({ body: [] });
  expect([await ask('a'), await ask('b')]).toEqual([200, 421]);

  services.a.answer = () => ({ after: 500, body: [] });
  services.a.requests.length = 0;
  const underWay = ask('a');
  await expect.poll(() => services.a.requests.length).toBe(1);
  const both = createTenantProxy({ ...options, tenants: [tenants.a, tenants.b] });
  const replaced = only.replace(both);
  await expect.poll(() => ask('b')).toBe(200);
  expect(await underWay).toBe(200);
  await replaced;

  const other = createTenantProxy({ ...options, tenants: [tenants.b] });
  await both.replace(other);
  expect([await ask('a'), await ask('b')]).toEqual([421, 200]);
  await other.close();
}, 30_000);
