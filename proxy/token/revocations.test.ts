import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { eachStorage } from '../fixtures/storages.ts';
import type { LogLine } from '../log.ts';
import { openStorage } from '../storage/open.ts';
import type { Storage } from '../storage/storage.ts';
import { createRevocations, toSessionId } from './revocations.ts';

const PATIENTLY = { timeout: 15_000, interval: 50 };
const NOW = 1_772_445_600;

/** A token's claims; minted at `iat`, for a person. */
const minted = (jti: string, iat = NOW, sub = 'staff-7') => ({ jti, iat, sub });

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
    expect(here.isRevoked(minted(jti))).toBe(true);
    await expect
      .poll(async () => {
        await there.refresh();
        return there.isRevoked(minted(jti));
      }, PATIENTLY)
      .toBe(true);
    const started = over(async () => other);
    await started.refresh();
    expect(started.isRevoked(minted(jti))).toBe(true);
  });

  it('can be all of one session, also one that is minted as it ends, and none of another', async () => {
    const storage = await open();
    let time = NOW;
    const here = over(
      async () => storage,
      () => time,
    );
    const sid = toSessionId('a session of the partner’s');
    await here.revokeSession(sid);
    const there = over(await again().then((other) => async () => other), () => time);
    await there.refresh();
    for (const proxy of [here, there]) {
      expect(proxy.isRevoked({ ...minted(randomUUID()), sid })).toBe(true);
      expect(proxy.isRevoked({ ...minted(randomUUID(), NOW + 50), sid })).toBe(true);
      expect(proxy.isRevoked({ ...minted(randomUUID()), sid: toSessionId('another') })).toBe(false);
      expect(proxy.isRevoked(minted(randomUUID()))).toBe(false);
    }
    // A token that was minted within the minute lives 15 minutes at most.
    time = NOW + 959;
    const started = over(
      async () => storage,
      () => time,
    );
    await started.refresh();
    expect(started.isRevoked({ ...minted(randomUUID(), NOW + 59), sid })).toBe(true);
  });

  it('can be all of a person that were minted up to a moment, or all of everybody, at every proxy', async () => {
    const storage = await open();
    const here = over(async () => storage);
    const jti = randomUUID();
    await here.revokeMinted('staff-7', NOW);
    const other = await again();
    const there = over(async () => other);
    await there.refresh();
    for (const proxy of [here, there]) {
      expect(proxy.isRevoked(minted(jti, NOW))).toBe(true);
      expect(proxy.isRevoked(minted(jti, NOW + 1)), 'minted after it').toBe(false);
      expect(proxy.isRevoked(minted(jti, NOW, 'staff-8')), 'of another person').toBe(false);
    }
    await here.revokeMinted(null, NOW - 30);
    const started = over(async () => other);
    await started.refresh();
    for (const proxy of [here, started]) {
      expect(proxy.isRevoked(minted(jti, NOW - 30, 'staff-8'))).toBe(true);
      expect(proxy.isRevoked(minted(jti, NOW - 29, 'staff-8'))).toBe(false);
    }
  });

  it('are those of the later of two revocations, also where another proxy or command made it', async () => {
    const [one, other] = [await open(), await again()];
    let now = NOW;
    const proxy = over(
      async () => one,
      () => now,
    );
    await over(async () => other).revokeMinted('staff-7', NOW);
    await proxy.refresh();
    expect(proxy.isRevoked(minted('a', NOW))).toBe(true);
    now += 120;
    await over(
      async () => other,
      () => now,
    ).revokeMinted('staff-7', now);
    await expect
      .poll(async () => {
        await proxy.refresh();
        return proxy.isRevoked(minted('b', NOW + 60));
      }, PATIENTLY)
      .toBe(true);
  });

  it('are kept without the name of the person', async () => {
    const storage = await open();
    await over(async () => storage).revokeMinted('a.name@clinic.example', NOW);
    expect(JSON.stringify(await storage.revocations.current(NOW))).not.toContain('name@');
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
    expect([later.isRevoked(minted(short)), later.isRevoked(minted(long))]).toEqual([false, true]);
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
  expect([known.isRevoked(minted(before)), known.isRevoked(minted(meanwhile))]).toEqual([true, true]);
});
