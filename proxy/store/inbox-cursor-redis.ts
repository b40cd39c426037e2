import type { Backing } from './backing.ts';
import type { Cursor } from './inbox.ts';

/** The lease is a key that ends by itself, on Redis's own clock: the proxies' clocks need not agree. */
const HOLD = `
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`;
const MOVE = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[2], ARGV[2])
return 1`;
const RELEASE = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 0`;

/** A cursor in a Redis. */
export function redisCursor(backing: Extract<Backing, { kind: 'redis' }>, name: string): Cursor {
  const { redis, key } = backing;
  const lease = key(`cursor:${name}:holder`);
  const place = key(`cursor:${name}`);
  return {
    hold: async (holder, milliseconds) => (await redis.eval(HOLD, 1, lease, holder, milliseconds)) === 1,
    read: async () => Number((await redis.get(place)) ?? 0),
    move: async (holder, sequence) => (await redis.eval(MOVE, 2, lease, place, holder, sequence)) === 1,
    async release(holder) {
      await redis.eval(RELEASE, 1, lease, holder);
    },
  };
}
