import type { DatabaseSync } from 'node:sqlite';
import { type ExpiringValues, REVOCATION_GRACE_SECONDS, type RevocationStore } from '../storage.ts';

/** Revoked tokens in a database file. */
export function createSqliteRevocations(db: DatabaseSync): RevocationStore {
  const add = db.prepare(
    'INSERT INTO revoked_tokens VALUES (?, ?) ON CONFLICT DO UPDATE SET until = max(until, excluded.until)',
  );
  const forget = db.prepare('DELETE FROM revoked_tokens WHERE until <= ?');
  const current = db.prepare('SELECT jti, until FROM revoked_tokens WHERE until > ?');
  return {
    async add({ jti, until }, now) {
      forget.run(now - REVOCATION_GRACE_SECONDS);
      add.run(jti, until);
    },
    current: async (now) =>
      current.all(now).map((row) => ({ jti: String(row.jti), until: Number(row.until) })),
  };
}

/** The values of the sign-in in a database file. */
export function createSqliteValues(db: DatabaseSync): ExpiringValues {
  const forget = db.prepare('DELETE FROM sign_in_values WHERE kept <= ?');
  const insert = db.prepare('INSERT OR REPLACE INTO sign_in_values VALUES (?, ?, ?, ?, NULL)');
  const select = db.prepare(
    'SELECT value FROM sign_in_values WHERE name = ? AND good > ? AND spent_by IS NULL',
  );
  // One statement, so that of two processes only one finds it unspent.
  const spend = db.prepare(
    'UPDATE sign_in_values SET spent_by = ? WHERE name = ? AND good > ? AND spent_by IS NULL RETURNING value',
  );
  const spender = db.prepare('SELECT spent_by FROM sign_in_values WHERE name = ? AND spent_by IS NOT NULL');
  const remove = db.prepare('DELETE FROM sign_in_values WHERE name = ?');
  return {
    async keep(name, value, { now, good, kept }) {
      forget.run(now);
      insert.run(name, value, good, kept);
    },
    async read(name, now) {
      const row = select.get(name, now);
      return row ? String(row.value) : null;
    },
    async spend(name, by, now) {
      const row = spend.get(by, name, now);
      if (row) return { first: true, value: String(row.value) };
      const before = spender.get(name);
      return before ? { first: false, by: String(before.spent_by) } : null;
    },
    remove: async (name) => void remove.run(name),
  };
}
