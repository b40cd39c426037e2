import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SECRET } from '../fixtures/delivery.ts';
import { PAGE, PROFESSIONAL, proxyOptions } from '../fixtures/world.ts';
import type { LogLine } from '../log.ts';
import type { PanelEvent, ProxyOptions } from '../options.ts';
import { createProxy } from '../proxy.ts';
import { openStorage } from '../storage/open.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'instrument-panel-background-'));
  writeFileSync(join(folder, 'text'), 'This is no database. '.repeat(100));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function make(more: Partial<ProxyOptions>) {
  const lines: LogLine[] = [];
  const seen: PanelEvent[] = [];
  const onEvent = (event: PanelEvent): void => void seen.push(event);
  const webhooks = { secrets: [SECRET] as const, onEvent, takeOverMs: 300 };
  const log = (line: LogLine): void => void lines.push(line);
  return { lines, seen, proxy: createProxy(proxyOptions('http://127.0.0.1:9', { webhooks, log, ...more })) };
}

/** A storage with an event that `onEvent` has not taken, and a row that was written without a key. */
async function withEvent(name: string): Promise<{ file: string }> {
  const storage = { file: join(folder, name) };
  const { proxy } = make({ storage });
  await proxy.mintToken(
    { sub: 's', role: 'professional', professionalId: PROFESSIONAL, actions: ['read'] },
    PAGE,
  );
  await proxy.close();
  const opened = await openStorage(storage);
  await opened.inbox.take({ id: randomUUID(), kind: 'A' }, Date.now());
  await opened.close();
  return storage;
}

describe('work in the background', () => {
  test.each<[string, () => ProxyOptions['storage'], string]>([
    ['a Redis that is away', () => ({ redis: 'redis://127.0.0.1:9' }), 'redis://127.0.0.1:9'],
    ['a Postgres that is away', () => ({ postgres: 'postgres://panel@127.0.0.1:9/panel' }), '127.0.0.1:9'],
    ['a folder that is missing', () => ({ file: '/nowhere/at/all/proxy.sqlite' }), '/nowhere/at/all'],
    ['a file that is no database', () => ({ file: join(folder, 'text') }), 'text'],
  ])('is not begun by a proxy that is refused, nor fails in its log: %s', async (_, storage, named) => {
    const { proxy, lines } = make({ storage: storage() as NonNullable<ProxyOptions['storage']> });
    await setTimeout(500);
    await expect(proxy.ready()).rejects.toThrow(named);
    await setTimeout(500);
    await proxy.close();
    expect(lines).toEqual([]);
  });

  test('brings no event by a proxy whose key is refused, and brings it by one that is ready', async () => {
    const storage = await withEvent('ready.sqlite');
    const refused = make({ storage, audit: { key: new Uint8Array(32).map((_, at) => at) } });
    await expect(refused.proxy.ready()).rejects.toThrow('audit.key');
    await setTimeout(500);
    await refused.proxy.close();
    expect([refused.seen, refused.lines]).toEqual([[], []]);
    const { proxy, seen } = make({ storage });
    await proxy.ready();
    await expect.poll(() => seen.length).toBe(1);
    await proxy.close();
  });

  test('is begun by the first request where nobody has asked whether the proxy is ready', async () => {
    const { proxy, seen } = make({ storage: await withEvent('fetch.sqlite') });
    await setTimeout(300);
    expect(seen).toEqual([]);
    expect((await proxy.fetch(new Request('http://panel.example/healthz'))).status).toBe(200);
    await expect.poll(() => seen.length).toBe(1);
    await proxy.close();
  });
});
