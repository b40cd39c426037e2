import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { createWatchers, toRepeatMarks } from '../inbox-support.ts';
import type { Cursor, DeliveredEvent, Inbox, StoredEvent } from '../storage.ts';
import { withTransaction } from './transaction.ts';

/** How often the file is checked for what another process wrote. */
const POLL_INTERVAL_MS = 250;

type Row = Record<string, SQLOutputValue> | undefined;
const readNumber = (row: Row, column: string): number => Number(row?.[column] ?? 0);

const toEvent = (row: Record<string, SQLOutputValue>): StoredEvent => ({
  ...(JSON.parse(String(row.event)) as DeliveredEvent),
  sequence: readNumber(row, 'sequence'),
  receivedAt: readNumber(row, 'received_at'),
});

/** A cursor in a database file. Its lease counts between the processes that have the file open. */
function createCursor(db: DatabaseSync, name: string): Cursor {
  const hold = db.prepare(`
    INSERT INTO inbox_cursor VALUES (?1, 0, ?2, ?4)
    ON CONFLICT (name) DO UPDATE SET holder = ?2, held_until = ?4
    WHERE holder = ?2 OR holder IS NULL OR held_until <= ?3`);
  const read = db.prepare('SELECT sequence FROM inbox_cursor WHERE name = ?');
  const move = db.prepare('UPDATE inbox_cursor SET sequence = ?3 WHERE name = ?1 AND holder = ?2');
  const release = db.prepare('UPDATE inbox_cursor SET holder = NULL WHERE name = ?1 AND holder = ?2');
  return {
    async hold(holder, milliseconds) {
      const now = Date.now();
      return hold.run(name, holder, now, now + milliseconds).changes > 0;
    },
    read: async () => readNumber(read.get(name), 'sequence'),
    move: async (holder, sequence) => move.run(name, holder, sequence).changes > 0,
    release: async (holder) => void release.run(name, holder),
  };
}

/** The inbox in a database file. Event, place and marks are one transaction, on disk when it returns. */
export function createSqliteInbox(db: DatabaseSync): Inbox {
  const seen = db.prepare('SELECT sequence FROM inbox_seen WHERE mark = ?');
  const see = db.prepare('INSERT INTO inbox_seen VALUES (?, ?, ?) ON CONFLICT DO NOTHING');
  const append = db.prepare('INSERT INTO outbox (received_at, event) VALUES (?, ?)');
  const page = db.prepare('SELECT * FROM outbox WHERE sequence > ? ORDER BY sequence LIMIT ?');
  const oldest = db.prepare('SELECT min(sequence) AS first FROM outbox');
  const newest = db.prepare("SELECT seq AS last FROM sqlite_sequence WHERE name = 'outbox'");
  const version = db.prepare('PRAGMA data_version');

  function startPolling(): () => void {
    let known = readNumber(version.get(), 'data_version');
    const timer = setInterval(() => {
      if (!db.isOpen) return clearInterval(timer);
      const now = readNumber(version.get(), 'data_version');
      if (now !== known) watchers.notify();
      known = now;
    }, POLL_INTERVAL_MS).unref();
    return () => clearInterval(timer);
  }
  const watchers = createWatchers(startPolling);

  return {
    async take(event, now) {
      const marks = toRepeatMarks(event);
      const taken = withTransaction(db, () => {
        const known = marks.map((mark) => seen.get(mark)).find((row) => row !== undefined);
        const sequence = known
          ? readNumber(known, 'sequence')
          : Number(append.run(now, JSON.stringify(event)).lastInsertRowid);
        for (const mark of marks) see.run(mark, sequence, now);
        return { sequence, isRepeat: known !== undefined };
      });
      if (!taken.isRepeat) watchers.notify();
      return taken;
    },
    after: async (sequence, limit) => page.all(sequence, limit).map(toEvent),
    async bounds() {
      const last = readNumber(newest.get(), 'last');
      return { first: readNumber(oldest.get(), 'first') || last + 1, last };
    },
    prune: async (before) =>
      withTransaction(db, () => {
        db.prepare('DELETE FROM inbox_seen WHERE received_at < ?').run(before);
        return Number(db.prepare('DELETE FROM outbox WHERE received_at < ?').run(before).changes);
      }),
    watch: watchers.add,
    cursor: (name) => createCursor(db, name),
  };
}
