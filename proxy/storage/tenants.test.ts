import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { eachStorage, type OpenedStorage } from '../fixtures/storages.ts';
import { PATIENT } from '../fixtures/world.ts';
import { openStorage } from './open.ts';
import { toTenantStorage } from './settings.ts';
import { GENESIS, type Storage, type StorageOptions } from './storage.ts';

const hash = (digit: string): string => digit.repeat(64);
const KEY = { hash: hash('1'), owner: hash('2') };
const TIMES = { now: 1, good: 2_000_000_000, kept: 2_000_000_000 };

const opened: Storage[] = [];
afterEach(async () => {
  for (const storage of opened.splice(0)) await storage.close();
});

async function openTenants(
  options: StorageOptions,
  ids: readonly string[],
): Promise<readonly OpenedStorage[]> {
  const all = await Promise.all(ids.map((id) => openStorage(toTenantStorage(options, id))));
  opened.push(...all);
  return all as OpenedStorage[];
}

/** Writes something into every part. */
async function fill({
  inbox,
  deadLetters,
  audit,
  mapping,
  revocations,
  signIns,
  seen,
}: Storage): Promise<void> {
  const { sequence } = await inbox.take({ id: randomUUID(), kind: 'SUBMISSION_ANSWERED' }, 1_000);
  const cursor = inbox.cursor('onEvent');
  await cursor.hold('holder', 60_000);
  await cursor.move('holder', sequence);
  await deadLetters.add({
    event: { id: randomUUID(), kind: 'X', sequence, receivedAt: 1 },
    tries: 1,
    failure: 'Error',
    setAsideAt: 1,
  });
  await audit.append(GENESIS, [{ place: 1, text: '{}', hash: hash('3'), at: 1_000, patientIds: [PATIENT] }]);
  await mapping.link([KEY], PATIENT, { at: '2026-03-01T09:30:00.000Z', by: 'staff-7' });
  await mapping.fingerprint('of the first');
  await revocations.add({ jti: 'jti', until: TIMES.good }, 1);
  await signIns.keep('name', 'value', TIMES);
  await seen.move(hash('4'), 5);
}

async function readAll({ inbox, deadLetters, audit, mapping, revocations, signIns, seen }: Storage) {
  return {
    events: await inbox.bounds(),
    place: await inbox.cursor('onEvent').read(),
    dead: await deadLetters.count(),
    head: (await audit.head()).sequence,
    rows: (await audit.read(1, 10)).length,
    patient: await audit.placesOf(PATIENT, 0, 10_000),
    link: await mapping.find(KEY),
    revoked: (await revocations.current(2)).length,
    signIn: await signIns.read('name', 2),
    seen: await seen.read(hash('4')),
  };
}

const FULL = {
  events: { first: 1, last: 1 },
  place: 1,
  dead: 1,
  head: 1,
  rows: 1,
  patient: [1],
  link: PATIENT,
  revoked: 1,
  signIn: 'value',
  seen: 5,
};
const EMPTY = {
  events: { first: 1, last: 0 },
  place: 0,
  dead: 0,
  head: 0,
  rows: 0,
  patient: [],
  link: null,
  revoked: 0,
  signIn: null,
  seen: null,
};

eachStorage('the parts of two tenants in one storage', ({ fresh }) => {
  it('hold each its own, whatever is kept', async () => {
    const [one, other] = (await openTenants(fresh(), ['a', 'b'])) as [OpenedStorage, OpenedStorage];
    await fill(one);
    expect(await readAll(one)).toEqual(FULL);
    expect(await readAll(other)).toEqual(EMPTY);
    expect(await other.mapping.fingerprint('of the second')).toBe('of the second');
  });

  it('stay apart when both are used at once, and hear of their own events alone', async () => {
    const all = await openTenants(fresh(), ['a', 'b', 'c']);
    const heard = all.map(() => 0);
    const ends = all.map(({ inbox }, index) =>
      inbox.watch(() => {
        heard[index] = (heard[index] ?? 0) + 1;
      }),
    );
    // Side by side, and one after the other within a tenant: connections by the dozen would wait for each other.
    await Promise.all(
      all.map(async ({ mapping }, index) => {
        const key = { hash: hash(String(index)), owner: hash('0') };
        for (let turn = 0; turn < 20; turn += 1)
          await mapping.link([key], `patient-of-${index}`, { at: '2026-03-01T09:30:00.000Z', by: 'staff-7' });
      }),
    );
    for (const [index, { mapping }] of all.entries()) {
      const found = await Promise.all(
        all.map((_, other) => mapping.find({ hash: hash(String(other)), owner: hash('0') })),
      );
      expect(found).toEqual(all.map((_, other) => (other === index ? `patient-of-${index}` : null)));
    }
    await all[1]?.inbox.take({ id: randomUUID(), kind: 'SUBMISSION_ANSWERED' }, 1);
    await expect.poll(() => heard[1], { timeout: 10_000 }).toBeGreaterThan(0);
    const lasts = await Promise.all(all.map(async ({ inbox }) => (await inbox.bounds()).last));
    expect(lasts).toEqual([0, 1, 0]);
    for (const end of ends) end();
  });

  it('close one by one: the rest goes on', async () => {
    const [one, other] = (await openTenants(fresh(), ['a', 'b'])) as [OpenedStorage, OpenedStorage];
    await one.close();
    await other.tryWrite();
    expect(await other.inbox.bounds()).toEqual({ first: 1, last: 0 });
  });
});
