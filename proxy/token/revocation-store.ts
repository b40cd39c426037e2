import type { Backing } from '../store/backing.ts';

/** A token that counts no more. */
export interface Revocation {
  readonly jti: string;
  /** Seconds since 1970 at which the token ends anyway. */
  readonly until: number;
}

/** Revoked tokens, as all proxies of one storage know them. */
export interface RevocationStore {
  /** `now` in seconds since 1970: what ended long before it is forgotten. */
  readonly add: (revocation: Revocation, now: number) => Promise<void>;
  /** Those that still matter at `now`, in seconds since 1970. */
  readonly current: (now: number) => Promise<readonly Revocation[]>;
}

/** Seconds that one is kept beyond its end, for a proxy whose clock is behind. */
const KEPT_LONGER = 3_600;

type Sqlite = Extract<Backing, { kind: 'sqlite' }>;
type Redis = Extract<Backing, { kind: 'redis' }>;

function inSqlite({ db }: Sqlite): RevocationStore {
  db.exec('CREATE TABLE IF NOT EXISTS revoked_tokens (jti TEXT PRIMARY KEY, until INTEGER NOT NULL) STRICT');
  const add = db.prepare(
    'INSERT INTO revoked_tokens VALUES (?, ?) ON CONFLICT DO UPDATE SET until = max(until, excluded.until)',
  );
  const forget = db.prepare('DELETE FROM revoked_tokens WHERE until <= ?');
  const current = db.prepare('SELECT jti, until FROM revoked_tokens WHERE until > ?');
  return {
    async add({ jti, until }, now) {
      forget.run(now - KEPT_LONGER);
      add.run(jti, until);
    },
    current: async (now) =>
      current.all(now).map((row) => ({ jti: String(row.jti), until: Number(row.until) })),
  };
}

function inRedis({ redis, key }: Redis): RevocationStore {
  const name = key('revoked-tokens');
  return {
    async add({ jti, until }, now) {
      await redis.zremrangebyscore(name, '-inf', now - KEPT_LONGER);
      await redis.zadd(name, 'GT', until, jti);
    },
    async current(now) {
      const flat = await redis.zrangebyscore(name, `(${now}`, '+inf', 'WITHSCORES');
      const found: Revocation[] = [];
      for (let index = 0; index + 1 < flat.length; index += 2) {
        found.push({ jti: flat[index] ?? '', until: Number(flat[index + 1]) });
      }
      return found;
    },
  };
}

/** Opens the list of revoked tokens in a storage. */
export const openRevocationStore = (backing: Backing): RevocationStore =>
  backing.kind === 'sqlite' ? inSqlite(backing) : inRedis(backing);
