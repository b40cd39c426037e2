import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { chainRows } from '../audit/entry.ts';
import { eachStorage, openForTest } from '../fixtures/storages.ts';
import { OTHER_PATIENT, PATIENT } from '../fixtures/world.ts';
import { GENESIS, type NewRow, type Storage } from './storage.ts';

const HOUR_MS = 3_600_000;
const START = Date.parse('2026-05-01T00:30:00Z');
const UNNAMED = { patientIds: [] };

/** A row for each hour, about one patient or several. */
const rowsOf = (ids: readonly object[]): NewRow[] =>
  chainRows(
    GENESIS,
    ids.map((named, hour) => ({
      at: new Date(START + hour * HOUR_MS).toISOString(),
      attempt: '00000000-0000-4000-8000-000000000000',
      route: 'GET /x',
      who: { sub: 'staff-7', role: 'professional', professionalId: null },
      jti: '0123456789abcdef',
      ids: named,
    })),
    null,
  );

const ROWS = rowsOf([
  { patientId: PATIENT },
  { patientIds: [OTHER_PATIENT, PATIENT] },
  UNNAMED,
  { patientId: PATIENT, patientIds: [PATIENT] },
  { patientId: OTHER_PATIENT },
]);

const placesOf = (storage: Storage, patientId: string, from = 0, until = START + 9 * HOUR_MS) =>
  storage.audit.placesOf(patientId, from, until);
const headAt = (place: number) => ({ sequence: place, hash: ROWS[place - 1]?.hash ?? '' });

eachStorage('the rows of a trail', ({ open, again }) => {
  it('are found by each patient whom they name, in one answer or a list, and by their time', async () => {
    const storage = await open();
    expect(await storage.audit.append(GENESIS, ROWS)).toBe(true);
    expect(await placesOf(storage, PATIENT)).toEqual([1, 2, 4]);
    expect(await placesOf(storage, OTHER_PATIENT.toUpperCase())).toEqual([2, 5]);
    expect(await placesOf(storage, PATIENT, START + HOUR_MS, START + 2 * HOUR_MS)).toContain(2);
    expect(await placesOf(storage, PATIENT, START + 9 * HOUR_MS, START + 10 * HOUR_MS)).toEqual([]);
    expect(await placesOf(storage, '99999999-9999-4999-8999-999999999999')).toEqual([]);
  });

  it('are found however many there are, and whichever proxy wrote them', async () => {
    const [one, other] = [await open(), await again()];
    const rows = rowsOf(
      Array.from({ length: 3_000 }, (_, index) => ({ patientId: index % 7 ? OTHER_PATIENT : PATIENT })),
    );
    const expected = rows.filter(({ patientIds }) => patientIds.includes(PATIENT)).map(({ place }) => place);
    let head = GENESIS;
    // The first proxy writes more than one block of the index, then both in turn.
    for (const [storage, end] of [
      [one, 1_500],
      [other, 1_600],
      [one, 2_900],
      [other, 3_000],
    ] as const) {
      for (const batch of [rows.slice(head.sequence, end - 5), rows.slice(end - 5, end)]) {
        expect(await storage.audit.append(head, batch)).toBe(true);
        head = { sequence: batch.at(-1)?.place ?? 0, hash: batch.at(-1)?.hash ?? '' };
      }
      const until = START + 3_000 * HOUR_MS;
      expect(await placesOf(other, PATIENT, 0, until)).toEqual(expected.filter((place) => place <= end));
    }
  });

  it('are deleted up to one, from which the chain goes on', async () => {
    const storage = await open();
    expect(await storage.audit.base()).toEqual(GENESIS);
    await storage.audit.append(GENESIS, ROWS);
    await storage.audit.prune(headAt(2), START + HOUR_MS);
    const other = await again();
    expect(await other.audit.base()).toEqual(headAt(2));
    expect((await other.audit.read(1, 9)).map(({ place }) => place)).toEqual([3, 4, 5]);
    expect(await placesOf(other, PATIENT)).toEqual([4]);
    expect(await other.audit.head()).toEqual(headAt(5));
    await storage.audit.prune(headAt(5), START + 4 * HOUR_MS);
    expect(await other.audit.read(1, 9)).toEqual([]);
    expect([await other.audit.head(), await other.audit.base()]).toEqual([headAt(5), headAt(5)]);
  });

  it('stay deleted up to the furthest place when a slower proxy deletes up to an earlier one', async () => {
    const [fast, slow] = [await open(), await again()];
    await fast.audit.append(GENESIS, ROWS);
    await fast.audit.prune(headAt(4), START + 3 * HOUR_MS);
    await slow.audit.prune(headAt(2), START + HOUR_MS);
    expect([await fast.audit.base(), await slow.audit.base()]).toEqual([headAt(4), headAt(4)]);
    expect((await slow.audit.read(1, 9)).map(({ place }) => place)).toEqual([5]);
  });
});

it('of a file from before patients had an index are found too, however broken one of them is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'instrument-panel-trail-'));
  const file = join(folder, 'old.sqlite');
  const storage = await openForTest({ file });
  await storage.audit.append(GENESIS, ROWS);
  await storage.close();
  const old = new DatabaseSync(file);
  old.exec(`DROP TABLE audit_patient; DROP TABLE audit_block; DROP TABLE audit_base;
    ALTER TABLE mapping_link DROP COLUMN origin; PRAGMA user_version = 3;
    UPDATE audit_row SET text = 'no JSON' WHERE place = 3`);
  old.close();
  const reopened = await openForTest({ file });
  expect(await placesOf(reopened, PATIENT)).toEqual([1, 2, 4]);
  expect(await placesOf(reopened, OTHER_PATIENT)).toEqual([2, 5]);
  await reopened.close();
  rmSync(folder, { recursive: true });
});
