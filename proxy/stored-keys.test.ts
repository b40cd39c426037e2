import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PAGE, PATIENT, PROFESSIONAL, proxyOptions, tokenFor } from './fixtures/world.ts';
import type { LogLine } from './log.ts';
import type { ProxyOptions } from './options.ts';
import { createProxy, type Proxy as SigningProxy } from './proxy.ts';
import { createTenantProxy } from './tenants/proxy.ts';
import { startTenants } from './tenants/two-tenants.fixture.ts';

const bytes = (first: number): Uint8Array => Uint8Array.from({ length: 32 }, (_, at) => first + at);
const [RIGHT, WRONG] = [bytes(1), bytes(101)];
const GRANT = {
  sub: 'staff-7',
  role: 'professional',
  professionalId: PROFESSIONAL,
  actions: ['read'],
} as const;

let folder: string;
let made: SigningProxy[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'instrument-panel-keys-'));
  made = [];
});
afterEach(async () => {
  for (const proxy of made) await proxy.close();
  rmSync(folder, { recursive: true, force: true });
});

function make(more: Partial<ProxyOptions>): SigningProxy {
  const storage = { file: join(folder, 'proxy.sqlite') };
  const proxy = createProxy(proxyOptions('http://127.0.0.1:9', { log: () => {}, storage, ...more }));
  made.push(proxy);
  return proxy;
}

const statusOf = async (url: string, path: string, init?: RequestInit): Promise<number> =>
  (await fetch(`${url.replace('localhost', '127.0.0.1')}${path}`, init)).status;

describe('a storage that was begun with another key', () => {
  test.each<[string, Uint8Array | undefined, Uint8Array | undefined]>([
    ['another key', RIGHT, WRONG],
    ['no key', RIGHT, undefined],
    ['a key where there was none', undefined, RIGHT],
  ])('of the trail is refused at the start and as a replacement: %s', async (_, first, next) => {
    const audit = (key: Uint8Array | undefined) => ({ audit: key ? { key } : {} });
    const proxy = make(audit(first));
    const { url } = await proxy.listen(0);
    await proxy.mintToken(GRANT, PAGE);
    const refused = {
      name: 'StorageError',
      code: 'STORAGE_UNAVAILABLE',
      message: expect.stringMatching(/option audit\.key\. Give the key \(or none\) that it was begun with/),
    };
    await expect(make(audit(next)).listen(0)).rejects.toMatchObject(refused);
    await expect(make(audit(next)).ready()).rejects.toMatchObject(refused);
    await expect(proxy.replace(make(audit(next)))).rejects.toMatchObject(refused);
    // The one before goes on.
    await proxy.mintToken(GRANT, PAGE);
    expect(await statusOf(url, '/readyz')).toBe(200);
    await proxy.replace(make(audit(first)));
  });

  test('of the mapping is refused, and one that is empty binds no key by the start alone', async () => {
    const mapping = (key: Uint8Array) => ({ mapping: { key } });
    await make(mapping(WRONG)).ready();
    const proxy = make(mapping(RIGHT));
    const { url } = await proxy.listen(0);
    const headers = {
      authorization: `Bearer ${await tokenFor({ pat: [PATIENT] })}`,
      'content-type': 'application/json',
    };
    const lookup = { method: 'POST', headers, body: JSON.stringify({ keys: [{ key: 'K1' }] }) };
    expect(await statusOf(url, '/patients/lookup', lookup)).toBe(200);
    const refused = {
      name: 'StorageError',
      code: 'STORAGE_UNAVAILABLE',
      message: 'The option mapping.key is not the one that the stored mapping was made with. Give that one.',
    };
    await expect(make(mapping(WRONG)).listen(0)).rejects.toMatchObject(refused);
    await expect(proxy.replace(make(mapping(WRONG)))).rejects.toMatchObject(refused);
    expect(await statusOf(url, '/patients/lookup', lookup)).toBe(200);
    await make({}).ready();
  });

  test('is said by /readyz before anybody has asked for a patient, where nobody has called ready', async () => {
    const first = make({ audit: { key: RIGHT } });
    await first.mintToken(GRANT, PAGE);
    await first.close();
    const lines: LogLine[] = [];
    const wrong = make({ audit: { key: WRONG }, log: (line) => void lines.push(line) });
    const ready = await wrong.fetch(new Request('http://panel.example/readyz'));
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { code: 'NOT_READY', message: 'Not ready: storage.' },
    ]);
    await expect(wrong.mintToken(GRANT, PAGE)).rejects.toMatchObject({ code: 'AUDIT_UNAVAILABLE' });
    expect(lines.find(({ event }) => event === 'audit-unavailable')?.hint).toMatch(
      /option audit\.key\. Give the key \(or none\) that it was begun with/,
    );
    const good = await make({ audit: { key: RIGHT } }).fetch(new Request('http://panel.example/readyz'));
    expect(good.status).toBe(200);
  });

  test('of one tenant is said, and is the failure of that tenant alone', async () => {
    const world = await startTenants();
    const { options, proxy, urls } = world;
    await proxy.tenant('b').mintToken(GRANT, options.tenants[1]?.origins[0] ?? '');
    const tenants = options.tenants.map((own) => (own.id === 'b' ? { ...own, audit: { key: WRONG } } : own));
    const lines: LogLine[] = [];
    const other = createTenantProxy({ ...options, tenants, log: (line) => void lines.push(line) });
    await other.ready();
    expect(lines.filter(({ level }) => level === 'error')).toMatchObject([
      {
        event: 'storage-refused',
        tenant: 'b',
        hint: expect.stringMatching(/option audit\.key\. Give the key .* This tenant is answered 503/),
      },
    ]);
    const ready = await other.fetch(new Request(`${urls.a}/readyz`));
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { status: 'degraded', parts: ['storage'], tenants: ['b'] },
    ]);
    await other.close();
    expect((await fetch(`${urls.b}/readyz`)).status).toBe(200);
    await world.close();
  });
});
