import type { Backing } from '../store/backing.ts';

/** What came of spending a value: it, or who has spent it before. */
export type Spent =
  | { readonly first: true; readonly value: string }
  | { readonly first: false; readonly by: string };

/**
 * Small values with an end, shared by the proxies of one storage: codes, the consent pages that were shown, and
 * what was allowed. Times in seconds since 1970.
 */
export interface KeptValues {
  /** `good`: when it stops being of use; `kept`: when that it existed may be forgotten. */
  readonly keep: (
    name: string,
    value: string,
    times: { now: number; good: number; kept: number },
  ) => Promise<void>;
  readonly read: (name: string, now: number) => Promise<string | null>;
  /** Gives a value to the first who asks, however many ask at once; null where there is none (any more). */
  readonly spend: (name: string, by: string, now: number) => Promise<Spent | null>;
  readonly remove: (name: string) => Promise<void>;
}

type Sqlite = Extract<Backing, { kind: 'sqlite' }>;
type Redis = Extract<Backing, { kind: 'redis' }>;

function inSqlite({ db }: Sqlite): KeptValues {
  db.exec(
    'CREATE TABLE IF NOT EXISTS sign_in_values (name TEXT PRIMARY KEY, value TEXT NOT NULL, good INTEGER NOT NULL, kept INTEGER NOT NULL, spent_by TEXT) STRICT',
  );
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
    async remove(name) {
      remove.run(name);
    },
  };
}

const KEEP = `redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'value', ARGV[1], 'good', ARGV[2])
return redis.call('EXPIRE', KEYS[1], ARGV[3])`;

// A script runs alone, so that of two proxies only one finds it unspent.
const SPEND = `local kept = redis.call('HMGET', KEYS[1], 'value', 'good', 'by')
if kept[3] then return {'by', kept[3]} end
if not kept[1] or tonumber(kept[2]) <= tonumber(ARGV[2]) then return {} end
redis.call('HSET', KEYS[1], 'by', ARGV[1])
return {'value', kept[1]}`;

function inRedis({ redis, key }: Redis): KeptValues {
  const at = (name: string) => key(`sign-in:${name}`);
  return {
    async keep(name, value, { now, good, kept }) {
      await redis.eval(KEEP, 1, at(name), value, good, Math.max(1, kept - now));
    },
    async read(name, now) {
      const [value, good, by] = await redis.hmget(at(name), 'value', 'good', 'by');
      return value != null && by == null && Number(good) > now ? value : null;
    },
    async spend(name, by, now) {
      const [kind, text = ''] = (await redis.eval(SPEND, 1, at(name), by, now)) as string[];
      if (kind === 'value') return { first: true, value: text };
      return kind === 'by' ? { first: false, by: text } : null;
    },
    async remove(name) {
      await redis.del(at(name));
    },
  };
}

/** Opens the values of the sign-in in a storage. */
export const openKeptValues = (backing: Backing): KeptValues =>
  backing.kind === 'sqlite' ? inSqlite(backing) : inRedis(backing);
