import type { DatabaseSync } from 'node:sqlite';
import { GENESIS, type Head, type StoredRow } from './chain.ts';
import type { AuditStore } from './store.ts';

const TABLES = `
  CREATE TABLE IF NOT EXISTS audit_row (place INTEGER PRIMARY KEY, text TEXT NOT NULL, hash TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS audit_head (
    only INTEGER PRIMARY KEY CHECK (only = 1), sequence INTEGER NOT NULL, hash TEXT NOT NULL
  ) STRICT;
`;

/** The trail in a database file. */
export function sqliteAuditStore(db: DatabaseSync): AuditStore {
  db.exec(TABLES);
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

  function insert(after: Head, rows: readonly StoredRow[]): boolean {
    const head = readHead();
    if (head.sequence !== after.sequence || head.hash !== after.hash) return false;
    for (const { place, text, hash } of rows) insertRow.run(place, text, hash);
    const last = rows.at(-1);
    if (last) moveHead.run(last.place, last.hash);
    return true;
  }

  return {
    head: async () => readHead(),
    async append(after, rows) {
      db.exec('BEGIN IMMEDIATE');
      try {
        const extended = insert(after, rows);
        db.exec('COMMIT');
        return extended;
      } catch (error) {
        db.exec('ROLLBACK');
        throw error;
      }
    },
    read: async (from, limit) =>
      selectRows.all(from, limit).map((row) => ({
        place: Number(row.place),
        text: String(row.text),
        hash: String(row.hash),
      })),
  };
}
