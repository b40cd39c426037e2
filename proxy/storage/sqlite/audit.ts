import type { DatabaseSync } from 'node:sqlite';
import { type AuditStore, GENESIS, type Head } from '../storage.ts';
import { withTransaction } from './transaction.ts';

/** The rows of the audit trail in a database file. */
export function createSqliteAudit(db: DatabaseSync): AuditStore {
  const selectHead = db.prepare('SELECT sequence, hash FROM audit_head');
  const selectRows = db.prepare(
    'SELECT place, text, hash FROM audit_row WHERE place >= ? ORDER BY place LIMIT ?',
  );
  const insertRow = db.prepare('INSERT INTO audit_row (place, text, hash) VALUES (?, ?, ?)');
  const moveHead = db.prepare('INSERT OR REPLACE INTO audit_head (only, sequence, hash) VALUES (1, ?, ?)');
  const readHead = (): Head => {
    const row = selectHead.get();
    return row ? { sequence: Number(row.sequence), hash: String(row.hash) } : GENESIS;
  };

  return {
    head: async () => readHead(),
    append: async (after, rows) =>
      withTransaction(db, () => {
        const head = readHead();
        if (head.sequence !== after.sequence || head.hash !== after.hash) return false;
        for (const { place, text, hash } of rows) insertRow.run(place, text, hash);
        const last = rows.at(-1);
        if (last) moveHead.run(last.place, last.hash);
        return true;
      }),
    read: async (from, limit) =>
      selectRows.all(from, limit).map((row) => ({
        place: Number(row.place),
        text: String(row.text),
        hash: String(row.hash),
      })),
  };
}
