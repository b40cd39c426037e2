import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { EventHint, Inbox, StoredEvent } from './inbox.ts';
import { sqliteCursor } from './inbox-cursor-sqlite.ts';
import { marksOf } from './inbox-marks.ts';
import { createWatchers } from './inbox-watchers.ts';

/** How often the file is looked at for what another process wrote, in milliseconds. */
const POLL_MS = 250;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS outbox (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT, received_at INTEGER NOT NULL, event TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS outbox_received ON outbox (received_at);
  CREATE TABLE IF NOT EXISTS inbox_seen (
    mark TEXT PRIMARY KEY, sequence INTEGER NOT NULL, received_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS inbox_seen_received ON inbox_seen (received_at);
  CREATE TABLE IF NOT EXISTS inbox_cursor (
    name TEXT PRIMARY KEY, sequence INTEGER NOT NULL, holder TEXT, held_until INTEGER NOT NULL
  ) STRICT;
`;

type Row = Record<string, SQLOutputValue> | undefined;
const numberOf = (row: Row, column: string): number => Number(row?.[column] ?? 0);

/** The inbox in a database file. Event, place and marks are one transaction, on disk when it returns. */
export function openSqliteInbox(db: DatabaseSync): Inbox {
  db.exec(SCHEMA);
  const seen = db.prepare('SELECT sequence FROM inbox_seen WHERE mark = ?');
  const see = db.prepare('INSERT INTO inbox_seen VALUES (?, ?, ?) ON CONFLICT DO NOTHING');
  const append = db.prepare('INSERT INTO outbox (received_at, event) VALUES (?, ?)');
  const page = db.prepare('SELECT * FROM outbox WHERE sequence > ? ORDER BY sequence LIMIT ?');
  const oldest = db.prepare('SELECT min(sequence) AS first FROM outbox');
  const newest = db.prepare("SELECT seq AS last FROM sqlite_sequence WHERE name = 'outbox'");
  const version = db.prepare('PRAGMA data_version');

  function within<Value>(work: () => Value): Value {
    db.exec('BEGIN IMMEDIATE');
    try {
      const value = work();
      db.exec('COMMIT');
      return value;
    } catch (error) {
      if (db.isTransaction) db.exec('ROLLBACK');
      throw error;
    }
  }

  function startPolling(): () => void {
    let known = numberOf(version.get(), 'data_version');
    const timer = setInterval(() => {
      if (!db.isOpen) return clearInterval(timer);
      const now = numberOf(version.get(), 'data_version');
      if (now !== known) watchers.tell();
      known = now;
    }, POLL_MS).unref();
    return () => clearInterval(timer);
  }
  const watchers = createWatchers(startPolling);

  return {
    async take(event, now) {
      const marks = marksOf(event);
      const taken = within(() => {
        const known = marks.map((mark) => seen.get(mark)).find((row) => row !== undefined);
        const sequence = known
          ? numberOf(known, 'sequence')
          : Number(append.run(now, JSON.stringify(event)).lastInsertRowid);
        for (const mark of marks) see.run(mark, sequence, now);
        return { sequence, isRepeat: known !== undefined };
      });
      if (!taken.isRepeat) watchers.tell();
      return taken;
    },
    async after(sequence, limit) {
      return page.all(sequence, limit).map(
        (row): StoredEvent => ({
          ...(JSON.parse(String(row.event)) as EventHint),
          sequence: numberOf(row, 'sequence'),
          receivedAt: numberOf(row, 'received_at'),
        }),
      );
    },
    async bounds() {
      const last = numberOf(newest.get(), 'last');
      return { first: numberOf(oldest.get(), 'first') || last + 1, last };
    },
    async prune(before) {
      return within(() => {
        db.prepare('DELETE FROM inbox_seen WHERE received_at < ?').run(before);
        return Number(db.prepare('DELETE FROM outbox WHERE received_at < ?').run(before).changes);
      });
    },
    watch: watchers.add,
    cursor: (name) => sqliteCursor(db, name),
  };
}
