import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eachStorage, type OpenedStorage } from '../fixtures/storages.ts';
import { GENESIS, type Head, type StoredRow } from '../storage/storage.ts';
import { chainRows } from './entry.ts';
import { verifyAudit } from './verify.ts';

const ROWS = 8;
const KEY = new TextEncoder().encode('a key of the audit trail: 0123456789');

const entryOf = (item: number) => ({
  at: '2026-03-01T09:00:00.000Z',
  attempt: `00000000-0000-4000-8000-00000000000${item}`,
  route: 'POST /professionals/{professionalId}/patients',
  who: { sub: 'staff-7', role: 'professional' as const, professionalId: null },
  jti: '0123456789abcdef',
  ids: { applicationId: item },
});

const rowsOf = (key: Uint8Array | null): StoredRow[] =>
  chainRows(GENESIS, [...Array(ROWS).keys()].map(entryOf), key);
const headOf = (rows: readonly StoredRow[]): Head => {
  const last = rows.at(-1);
  return last ? { sequence: last.place, hash: last.hash } : GENESIS;
};

/** Puts rows and head into a storage as somebody could who may write all of it. */
async function plant(storage: OpenedStorage, rows: readonly StoredRow[], head: Head): Promise<void> {
  if (storage.kind === 'sqlite') {
    storage.db.exec('BEGIN; DELETE FROM audit_row; DELETE FROM audit_head');
    const insert = storage.db.prepare('INSERT INTO audit_row VALUES (?, ?, ?)');
    for (const { place, text, hash } of rows) insert.run(place, text, hash);
    storage.db.prepare('INSERT INTO audit_head VALUES (1, ?, ?)').run(head.sequence, head.hash);
    storage.db.exec('COMMIT');
    return;
  }
  if (storage.kind === 'postgres') {
    await storage.sql('DELETE FROM audit_row');
    for (const { place, text, hash } of rows)
      await storage.sql('INSERT INTO audit_row VALUES ($1, $2, $3)', [place, text, hash]);
    await storage.sql('UPDATE audit_head SET sequence = $1, hash = $2', [head.sequence, head.hash]);
    return;
  }
  const { redis, key } = storage;
  const all = redis.multi().del(key('audit:rows'), key('audit:head'));
  for (const { place, text, hash } of rows) {
    all.xadd(key('audit:rows'), `${place}-0`, 'text', text, 'hash', hash);
  }
  await all.hset(key('audit:head'), 'sequence', head.sequence, 'hash', head.hash).exec();
}

const place = fc.integer({ min: 0, max: ROWS - 1 });
const flip = (text: string, at: number, bit: number): string => {
  const bytes = Buffer.from(text, 'latin1');
  const index = at % bytes.length;
  bytes[index] = (bytes[index] ?? 0) ^ (1 << bit);
  return bytes.toString('latin1');
};

eachStorage('verifying a trail', ({ open }) => {
  describe.each([
    ['without a key', undefined],
    ['with a key', KEY],
  ] as const)('%s', (_, key) => {
    const rows = rowsOf(key ?? null);
    const head = headOf(rows);
    const verdict = async (storage: OpenedStorage, planted: readonly StoredRow[], at: Head = head) => {
      await plant(storage, planted, at);
      return verifyAudit(storage, key ? { key } : {});
    };

    it('holds where nothing was touched, and gives the head', async () => {
      expect(await verdict(await open(), rows)).toEqual({ holds: true, head });
      expect(await verdict(await open(), [], GENESIS)).toEqual({ holds: true, head: GENESIS });
    });

    it('finds any single bit that was changed in a text or a hash', async () => {
      const storage = await open();
      await fc.assert(
        fc.asyncProperty(
          place,
          fc.constantFrom('text', 'hash'),
          fc.nat(400),
          fc.integer({ min: 0, max: 6 }),
          async (index, field, at, bit) => {
            const changed = rows.map((row, position) =>
              position === index ? { ...row, [field]: flip(row[field], at, bit) } : row,
            );
            // A zero cannot stand in a text of Postgres, whoever writes it.
            fc.pre(!changed[index]?.[field].includes('\0'));
            const found = await verdict(storage, changed);
            expect(found.holds).toBe(false);
            if (!found.holds) expect(found.sequence).toBe(index + 1);
          },
        ),
        { numRuns: 60 },
      );
    });

    it('finds any single row that was removed, and says from where it is missing', async () => {
      const storage = await open();
      for (let index = 0; index < ROWS; index += 1) {
        const fault = index === ROWS - 1 ? 'truncated' : 'removed';
        const left = rows.filter((_, position) => position !== index);
        expect(await verdict(storage, left)).toEqual({ holds: false, sequence: index + 1, fault });
        const closed = left.map((row, position) => ({ ...row, place: position + 1 }));
        expect(await verdict(storage, closed)).toEqual({ holds: false, sequence: index + 1, fault });
      }
    });

    it('finds any two rows that were swapped', async () => {
      const storage = await open();
      await fc.assert(
        fc.asyncProperty(place, place, async (one, other) => {
          fc.pre(one !== other);
          const swapped = rows.map((row, position) => {
            const from = position === one ? other : position === other ? one : position;
            return { ...(rows[from] ?? row), place: row.place };
          });
          const sequence = Math.min(one, other) + 1;
          expect(await verdict(storage, swapped)).toEqual({ holds: false, sequence, fault: 'reordered' });
        }),
        { numRuns: 40 },
      );
    });

    it('finds rows that were cut off at the end, and rows beyond the head', async () => {
      const storage = await open();
      for (let kept = 0; kept < ROWS; kept += 1) {
        const left = rows.slice(0, kept);
        expect(await verdict(storage, left)).toEqual({
          holds: false,
          sequence: kept + 1,
          fault: 'truncated',
        });
        const found = await verdict(storage, rows, headOf(left));
        expect(found).toEqual({ holds: false, sequence: kept + 1, fault: 'head' });
      }
    });

    it('finds, against a head noted elsewhere, rows that were cut off together with the head', async () => {
      const storage = await open();
      const left = rows.slice(0, 5);
      expect(await verdict(storage, left, headOf(left))).toMatchObject({ holds: true });
      const options = { ...(key ? { key } : {}), witness: head };
      expect(await verifyAudit(storage, options)).toEqual({
        holds: false,
        sequence: 6,
        fault: 'witness',
        endsAt: 5,
      });
    });
  });

  it('with a key finds a chain that was computed again without it; without one it cannot', async () => {
    const forged = rowsOf(null);
    const storage = await open();
    await plant(storage, forged, headOf(forged));
    expect(await verifyAudit(storage)).toMatchObject({ holds: true });
    expect(await verifyAudit(storage, { key: KEY })).toEqual({ holds: false, sequence: 1, fault: 'changed' });
  });
});
