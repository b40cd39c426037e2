import type { Redis } from 'ioredis';
import { createWatchers, toRepeatMarks } from '../inbox-support.ts';
import {
  type Cursor,
  type DeliveredEvent,
  EVENT_RETENTION_MS,
  type Inbox,
  type StoredEvent,
} from '../storage.ts';
import { watchStream } from './stream-watch.ts';

/** Id of an entry and its fields, as XRANGE gives them. */
type Entry = readonly [id: string, fields: readonly string[]];

/** Looks the marks up, and if none is known appends the event, in one step that is on disk as a whole. */
const TAKE = `
local known
for i = 3, #KEYS do known = known or redis.call('GET', KEYS[i]) end
local sequence = known or redis.call('INCR', KEYS[1])
if not known then
  redis.call('XADD', KEYS[2], sequence .. '-0', 'at', ARGV[1], 'event', ARGV[2])
end
for i = 3, #KEYS do redis.call('SET', KEYS[i], sequence, 'PX', ARGV[3], 'NX') end
return { tonumber(sequence), known and 1 or 0 }`;

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

const PRUNE_PAGE_MAX = 500;

function toEvent([id, fields]: Entry): StoredEvent {
  const field = (name: string): string => fields[fields.indexOf(name) + 1] ?? '';
  const hint = JSON.parse(field('event')) as DeliveredEvent;
  return { ...hint, sequence: Number.parseInt(id, 10), receivedAt: Number(field('at')) };
}

function createCursor(redis: Redis, place: string, lease: string): Cursor {
  return {
    hold: async (holder, milliseconds) => (await redis.eval(HOLD, 1, lease, holder, milliseconds)) === 1,
    read: async () => Number((await redis.get(place)) ?? 0),
    move: async (holder, sequence) => (await redis.eval(MOVE, 2, lease, place, holder, sequence)) === 1,
    release: async (holder) => void (await redis.eval(RELEASE, 1, lease, holder)),
  };
}

/** The inbox in a Redis: the outbox is a stream whose ids are the sequence. */
export function createRedisInbox(
  redis: Redis,
  key: (name: string) => string,
  openConnection: () => Redis,
): Inbox {
  const stream = key('outbox');
  const counter = key('outbox-sequence');
  const watchers = createWatchers(() => watchStream(openConnection(), stream, () => watchers.notify()));

  return {
    async take(event, now) {
      const keys = [counter, stream, ...toRepeatMarks(event).map((mark) => key(`seen:${mark}`))];
      const given = [...keys, now, JSON.stringify(event), EVENT_RETENTION_MS];
      const [sequence, known] = (await redis.eval(TAKE, keys.length, ...given)) as [number, number];
      return { sequence, isRepeat: known === 1 };
    },
    async after(sequence, limit) {
      return (await redis.xrange(stream, `${sequence + 1}-0`, '+', 'COUNT', limit)).map(toEvent);
    },
    async bounds() {
      const [oldest, count] = await Promise.all([
        redis.xrange(stream, '-', '+', 'COUNT', 1),
        redis.get(counter),
      ]);
      const last = Number(count ?? 0);
      return { first: oldest[0] ? Number.parseInt(oldest[0][0], 10) : last + 1, last };
    },
    async prune(before) {
      let pruned = 0;
      for (;;) {
        const page = (await redis.xrange(stream, '-', '+', 'COUNT', PRUNE_PAGE_MAX)).map(toEvent);
        const kept = page.find(({ receivedAt }) => receivedAt >= before);
        const upTo = kept ? kept.sequence : (page.at(-1)?.sequence ?? 0) + 1;
        pruned += await redis.xtrim(stream, 'MINID', `${upTo}-0`);
        if (kept || page.length < PRUNE_PAGE_MAX) return pruned;
      }
    },
    watch: watchers.add,
    cursor: (name) => createCursor(redis, key(`cursor:${name}`), key(`cursor:${name}:holder`)),
  };
}
