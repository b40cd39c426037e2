import { rmSync, writeFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openStorage } from '../storage/open.ts';
import { createTenantProxy } from './proxy.ts';
import { METRICS_TOKEN, startTenants, type TenantWorld } from './two-tenants.fixture.ts';

let world: TenantWorld | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

const PATH = '/third-party/api/v1/forms/tags';

/** The file of a tenant's part of a storage. */
function fileOf({ options }: TenantWorld, id: string): string {
  const { file } = options.storage as { readonly file: string };
  const { dir, name, ext } = parse(file);
  return join(dir, `${name}.${id}${ext}`);
}

test('a tenant whose storage cannot be opened is answered 503 and named, until it can be; the other is served', async () => {
  world = await startTenants({
    spoil: (folder) => writeFileSync(join(folder, 'proxy.b.sqlite'), 'This is no database. '.repeat(100)),
  });
  const { services, urls, lines, tokenOf, ask: askAt } = world;
  services.a.answer = () => ({ body: [] });
  services.b.answer = () => ({ body: [] });
  const ask = async (letter: 'a' | 'b') => {
    const reply = await askAt(letter, PATH, await tokenOf(letter));
    return [reply.status, ((await reply.json()) as { code?: string }).code];
  };
  const ready = async () => {
    const reply = await fetch(`${urls.a}/readyz`);
    return [reply.status, await reply.json()];
  };
  expect(await ask('a')).toEqual([200, undefined]);
  expect(await ask('b')).toEqual([503, 'STORAGE_UNAVAILABLE']);
  expect(await ready()).toEqual([200, { status: 'degraded', parts: ['storage'], tenants: ['b'] }]);
  await world.proxy.ready();
  expect(lines.filter(({ event }) => event === 'storage-refused')).toMatchObject([
    { tenant: 'b', level: 'error', hint: expect.stringContaining('proxy.b.sqlite') },
  ]);
  const metrics = await fetch(`${urls.a}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  const failing = (await metrics.text()).split('\n').filter((line) => /failing_part\{.*"storage"/.test(line));
  expect(failing.map((line) => [/tenant="(.)"/.exec(line)?.[1], line.at(-1)]).sort()).toEqual([
    ['a', '0'],
    ['b', '1'],
  ]);

  rmSync(fileOf(world, 'b'));
  await (await openStorage({ file: fileOf(world, 'b') })).close();
  await expect.poll(() => ask('b')).toEqual([200, undefined]);
  await expect.poll(ready).toEqual([200, { status: 'ready' }]);
  await expect
    .poll(() => lines.find(({ event }) => event === 'storage-accepted'), { timeout: 20_000 })
    .toMatchObject({ tenant: 'b' });
});

test('a process ends if none of its tenants has a storage that can be opened', async () => {
  world = await startTenants();
  const { options } = world;
  const proxy = createTenantProxy({ ...options, storage: { file: '/dev/null/proxy.sqlite' } });
  await expect(proxy.ready()).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
  await proxy.close();
});
