import type { Redis } from 'ioredis';
import {
  type ExpiringValues,
  REVOCATION_GRACE_SECONDS,
  type Revocation,
  type RevocationStore,
} from '../storage.ts';

/** Revoked tokens in a Redis: a sorted set by the second at which each ends. */
export function createRedisRevocations(redis: Redis, key: (name: string) => string): RevocationStore {
  const name = key('revoked-tokens');
  return {
    async add({ jti, until }, now) {
      await redis.zremrangebyscore(name, '-inf', now - REVOCATION_GRACE_SECONDS);
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

const KEEP = `redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'value', ARGV[1], 'good', ARGV[2])
return redis.call('EXPIRE', KEYS[1], ARGV[3])`;

// A script runs alone, so that of two proxies only one finds it unspent.
const SPEND = `local kept = redis.call('HMGET', KEYS[1], 'value', 'good', 'by')
if kept[3] then return {'by', kept[3]} end
if not kept[1] or tonumber(kept[2]) <= tonumber(ARGV[2]) then return {} end
redis.call('HSET', KEYS[1], 'by', ARGV[1])
return {'value', kept[1]}`;

/** The values of the sign-in in a Redis. */
export function createRedisValues(redis: Redis, key: (name: string) => string): ExpiringValues {
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
    remove: async (name) => void (await redis.del(at(name))),
  };
}
