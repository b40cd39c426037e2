import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { eachStorage } from '../fixtures/storages.ts';
import type { LogLine } from '../log.ts';
import { openStorage } from '../storage/open.ts';
import type { Storage } from '../storage/storage.ts';
import { createRevocations } from './revocations.ts';

const PATIENTLY = { timeout: 15_000, interval: 50 };
const NOW = 1_772_445_600;

function over(storage: () => Promise<Storage>, now = () => NOW) {
  const failures: LogLine[] = [];
  const log = (line: LogLine) => failures.push(line);
  return Object.assign(createRevocations({ storage, clock: () => now() * 1000, log }), { failures });
}

eachStorage('revoked tokens', ({ open, again }) => {
  it('are refused at once here, and by the next use at a proxy that starts or has an old list', async () => {
    const [one, other] = [await open(), await again()];
    const here = over(async () => one);
    const there = over(async () => other);
    await there.refresh();
    const jti = randomUUID();
    await here.revoke(jti, NOW + 60);
    expect(here.isRevoked(jti)).toBe(true);
    await expect
      .poll(async () => {
        await there.refresh();
        return there.isRevoked(jti);
      }, PATIENTLY)
      .toBe(true);
    const started = over(async () => other);
    await started.refresh();
    expect(started.isRevoked(jti)).toBe(true);
  });

  it('are forgotten once they would have ended anyway, and the longer of two ends counts', async () => {
    const storage = await open();
    const here = over(async () => storage);
    const [short, long] = [randomUUID(), randomUUID()];
    await here.revoke(short, NOW + 60);
    await here.revoke(long, NOW + 600);
    await here.revoke(long, NOW + 60);
    const later = over(
      async () => storage,
      () => NOW + 300,
    );
    await later.refresh();
    expect([later.isRevoked(short), later.isRevoked(long)]).toEqual([false, true]);
  });
});

it('no token is let through before the list was read once', async () => {
  const away = over(() => Promise.reject(new Error('away')));
  await expect(away.refresh()).rejects.toMatchObject({ status: 503, code: 'STORAGE_UNAVAILABLE' });
  expect(away.failures).toHaveLength(1);
});

it('a list that was read stays in force while the storage is away, and a revocation says that it was not kept', async () => {
  const storage = await openStorage({ file: ':memory:' });
  const known = over(async () => storage);
  const [before, meanwhile] = [randomUUID(), randomUUID()];
  await known.revoke(before, NOW + 60);
  await known.refresh();
  await storage.close();
  await expect
    .poll(async () => {
      await known.refresh();
      return known.failures.length > 0;
    }, PATIENTLY)
    .toBe(true);
  await expect(known.revoke(meanwhile, NOW + 60)).rejects.toThrow();
  expect([known.isRevoked(before), known.isRevoked(meanwhile)]).toEqual([true, true]);
});
