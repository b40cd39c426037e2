import type { Backing } from './backing.ts';
import { type EventHint, type Inbox, KEPT_MS, type StoredEvent } from './inbox.ts';
import { redisCursor } from './inbox-cursor-redis.ts';
import { marksOf } from './inbox-marks.ts';
import { watchRedis } from './inbox-watch-redis.ts';
import { createWatchers } from './inbox-watchers.ts';

type RedisBacking = Extract<Backing, { kind: 'redis' }>;
/** Id of an entry and its fields, as XRANGE gives them. */
type Entry = readonly [id: string, fields: readonly string[]];

/** Looks the marks up, and where none is known appends the event, in one step that is on disk as a whole. */
const TAKE = `
local known
for i = 3, #KEYS do known = known or redis.call('GET', KEYS[i]) end
local sequence = known or redis.call('INCR', KEYS[1])
if not known then
  redis.call('XADD', KEYS[2], sequence .. '-0', 'at', ARGV[1], 'event', ARGV[2])
end
for i = 3, #KEYS do redis.call('SET', KEYS[i], sequence, 'PX', ARGV[3], 'NX') end
return { tonumber(sequence), known and 1 or 0 }`;

const PRUNE_PAGE = 500;

function eventOf([id, fields]: Entry): StoredEvent {
  const field = (name: string): string => fields[fields.indexOf(name) + 1] ?? '';
  const hint = JSON.parse(field('event')) as EventHint;
  return { ...hint, sequence: Number.parseInt(id, 10), receivedAt: Number(field('at')) };
}

/** The inbox in a Redis: the outbox is a stream whose ids are the sequence. */
export function openRedisInbox(backing: RedisBacking): Inbox {
  const { redis, key } = backing;
  const stream = key('outbox');
  const counter = key('outbox-sequence');
  const watchers = createWatchers(() => watchRedis(backing, stream, () => watchers.tell()));

  async function bounds(): Promise<{ first: number; last: number }> {
    const [oldest, count] = await Promise.all([
      redis.xrange(stream, '-', '+', 'COUNT', 1),
      redis.get(counter),
    ]);
    const last = Number(count ?? 0);
    return { first: oldest[0] ? Number.parseInt(oldest[0][0], 10) : last + 1, last };
  }

  return {
    async take(event, now) {
      const keys = [counter, stream, ...marksOf(event).map((mark) => key(`seen:${mark}`))];
      const [sequence, known] = (await redis.eval(
        TAKE,
        keys.length,
        ...keys,
        now,
        JSON.stringify(event),
        KEPT_MS,
      )) as [number, number];
      return { sequence, isRepeat: known === 1 };
    },
    async after(sequence, limit) {
      return (await redis.xrange(stream, `${sequence + 1}-0`, '+', 'COUNT', limit)).map(eventOf);
    },
    bounds,
    async prune(before) {
      let pruned = 0;
      for (;;) {
        const page = (await redis.xrange(stream, '-', '+', 'COUNT', PRUNE_PAGE)).map(eventOf);
        const kept = page.find(({ receivedAt }) => receivedAt >= before);
        const upTo = kept ? kept.sequence : (page.at(-1)?.sequence ?? 0) + 1;
        pruned += await redis.xtrim(stream, 'MINID', `${upTo}-0`);
        if (kept || page.length < PRUNE_PAGE) return pruned;
      }
    },
    watch: watchers.add,
    cursor: (name) => redisCursor(backing, name),
  };
}
