import { hash } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { SharedRateLimits } from '../storage.ts';

/**
 * `take` of limit/allowance.ts, for proxies that share: read, decide and write without another in between. A
 * bucket that is full again is dropped by its time to live. The time is the caller's: if the clocks of two proxies
 * differ, the one behind waits longer, and together they never grant more.
 */
const TAKE = `
local each = tonumber(ARGV[1])
local burst = tonumber(ARGV[2])
local now = tonumber(ARGV[3])
local after = math.max(tonumber(redis.call('GET', KEYS[1])) or 0, now) + each
local wait = after - burst * each - now
if wait > 1e-3 then return string.format('%.3f', wait) end
redis.call('SET', KEYS[1], string.format('%.3f', after), 'PX', math.ceil(after - now))
return '0'
`;
const MINUTE_MS = 60_000;

/** Counts in Redis, for all proxies on it. Keys hold a hash of the person or address, never either itself. */
export function createRedisRateLimits(redis: Redis, key: (name: string) => string): SharedRateLimits {
  return {
    async take(limit, counted, { perMinute, burst }, now) {
      const name = key(`limit:${limit}:${hash('sha256', counted, 'base64url')}`);
      const each = MINUTE_MS / perMinute;
      const wait = Number(await redis.eval(TAKE, 1, name, each, burst, now));
      // By Redis's own time it is dropped by then, also if the clock here was set back.
      return Math.min(wait, burst * each);
    },
  };
}
