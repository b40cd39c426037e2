import type { DatabaseSync } from 'node:sqlite';
import type { Cursor } from './inbox.ts';

/** A cursor in a database file. Its lease counts between the processes that have the file open. */
export function sqliteCursor(db: DatabaseSync, name: string): Cursor {
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
    read: async () => Number(read.get(name)?.sequence ?? 0),
    move: async (holder, sequence) => move.run(name, holder, sequence).changes > 0,
    async release(holder) {
      release.run(name, holder);
    },
  };
}
