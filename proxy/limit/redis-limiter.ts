import { hash } from 'node:crypto';
import type { Backing } from '../store/backing.ts';
import type { Allowances, LimitName } from './limiter.ts';

/**
 * `take` of allowance.ts, for proxies that share: read, decide and write without another in between. A bucket that
 * is full again is dropped by its time to live. The time is the caller's: where the clocks of two proxies differ,
 * the one behind waits longer, and together they never grant more.
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
const MINUTE = 60_000;

/** Counts in Redis, for all proxies on it. Keys hold a hash of the person or address, never either itself. */
export function createRedisLimiter(
  { redis, key: keyOf }: Extract<Backing, { kind: 'redis' }>,
  allowances: Allowances,
  clock: () => number,
): (limit: LimitName, key: string) => Promise<number> {
  return async (limit, key) => {
    const { perMinute, burst } = allowances[limit];
    const name = keyOf(`limit:${limit}:${hash('sha256', key, 'base64url')}`);
    const each = MINUTE / perMinute;
    const wait = Number(await redis.eval(TAKE, 1, name, each, burst, clock()));
    // By Redis's own time it is dropped by then, also where the clock here was set back.
    return Math.min(wait, burst * each);
  };
}
