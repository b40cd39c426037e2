import { hash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { readPatientIds } from '../audit/entry.ts';
import type { OnTrouble } from './promises.ts';
import { connectRedis, createRedisClient, type Reach, type RedisPlace } from './redis-connection.ts';
import { watchStream } from './redis-watch.ts';
import {
  type AuditStore,
  type Cursor,
  createWatchers,
  type DeadLetter,
  type DeadLetterStore,
  type DeliveredEvent,
  EVENT_RETENTION_MS,
  type ExpiringValues,
  GENESIS,
  type Head,
  type Inbox,
  type LinkOrigin,
  type MappingStore,
  REVOCATION_GRACE_SECONDS,
  type Revocation,
  type RevocationStore,
  type SeenStore,
  type SharedRateLimits,
  type Storage,
  type StoredEvent,
  type StoredRow,
  toRepeatMarks,
} from './storage.ts';

/** Names a key: `key('inbox')` is `{instrument-panel}:inbox`; the braces keep all keys on one node. */
type Key = (name: string) => string;

/** Id of an entry of a stream, and its fields, as XRANGE gives them. */
type Entry = readonly [id: string, fields: readonly string[]];

const readField = ([, fields]: Entry, name: string): string => fields[fields.indexOf(name) + 1] ?? '';
const readPlace = ([id]: Entry): number => Number.parseInt(id, 10);

const PRUNE_PAGE_MAX = 500;

/** Gives back what only its holder may give back. */
const RELEASE = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 0`;

/**
 * KEYS: rows (stream ids `SEQUENCE-0`), head, then a sorted set for each patient. ARGV: expected sequence, hash, count of
 * values of rows; then place, text, hash of each row; then which set, time and place for each patient whom a row names.
 */
const APPEND = `
  local head = redis.call('HMGET', KEYS[2], 'sequence', 'hash')
  if (head[1] or '0') ~= ARGV[1] or (head[2] or ARGV[2]) ~= ARGV[2] then return 0 end
  local last = 3 + ARGV[3]
  for i = 4, last, 3 do
    redis.call('XADD', KEYS[1], ARGV[i] .. '-0', 'text', ARGV[i + 1], 'hash', ARGV[i + 2])
  end
  for i = last + 1, #ARGV, 3 do redis.call('ZADD', KEYS[ARGV[i] + 0], ARGV[i + 1], ARGV[i + 2]) end
  redis.call('HSET', KEYS[2], 'sequence', ARGV[last - 2], 'hash', ARGV[last])
  return 1
`;

/** Only forwards: another proxy may have deleted more meanwhile. */
const MOVE_BASE = `
if tonumber(redis.call('HGET', KEYS[1], 'sequence') or 0) >= tonumber(ARGV[1]) then return 0 end
redis.call('HSET', KEYS[1], 'sequence', ARGV[1], 'hash', ARGV[2])
return 1`;

function createAudit(redis: Redis, key: Key, reach: Reach, wrote: (head: Head) => void): AuditStore {
  const rowsKey = key('audit:rows');
  const headKey = key('audit:head');
  const baseKey = key('audit:base');
  const patientKey = (patientId: string): string => key(`audit:patient:${patientId.toLowerCase()}`);
  async function readHead(name: string): Promise<Head> {
    const [sequence, hash] = await redis.hmget(name, 'sequence', 'hash');
    return sequence && hash ? { sequence: Number(sequence), hash } : GENESIS;
  }
  const toRow = (row: Entry): StoredRow => ({
    place: readPlace(row),
    text: readField(row, 'text'),
    hash: readField(row, 'hash'),
  });

  /** Takes rows that are to be deleted out of the sets of their patients. */
  async function forgetPlaces(rows: readonly StoredRow[]): Promise<void> {
    const all = redis.pipeline();
    for (const { place, text } of rows)
      for (const patientId of readPatientIds(text)) all.zrem(patientKey(patientId), place);
    await all.exec();
  }

  return {
    head: () => readHead(headKey),
    base: () => readHead(baseKey),
    async append(after, rows) {
      if (rows.length === 0) return true;
      const keys = [rowsKey, headKey];
      const places = new Map<string, number>();
      const values = rows.flatMap(({ place, text, hash }) => [place, text, hash]);
      const named = rows.flatMap(({ place, at, patientIds }) =>
        patientIds.flatMap((patientId) => {
          const name = patientKey(patientId);
          if (!places.has(name)) places.set(name, keys.push(name));
          return [places.get(name) ?? 0, at, place];
        }),
      );
      const given = [after.sequence, after.hash, values.length, ...values, ...named];
      const isStored = (await reach(redis.eval(APPEND, keys.length, ...keys, ...given))) === 1;
      const last = rows.at(-1);
      if (isStored && last) wrote({ sequence: last.place, hash: last.hash });
      return isStored;
    },
    async read(from, limit) {
      return (await redis.xrange(rowsKey, `${from}-0`, '+', 'COUNT', limit)).map(toRow);
    },
    async placesOf(patientId, from, until) {
      const found = await redis.zrangebyscore(patientKey(patientId), from, until);
      return found.map(Number).toSorted((one, other) => one - other);
    },
    async prune({ sequence, hash }) {
      await redis.eval(MOVE_BASE, 1, baseKey, sequence, hash);
      for (;;) {
        const page = await redis.xrange(rowsKey, '-', `${sequence}-0`, 'COUNT', PRUNE_PAGE_MAX);
        const last = page.at(-1);
        if (!last) return;
        await forgetPlaces(page.map(toRow));
        await redis.xtrim(rowsKey, 'MINID', `${readPlace(last) + 1}-0`);
      }
    },
  };
}

/**
 * Looks the marks up, and if none is known appends the event, in one step that is on disk as a whole. A repeat writes
 * something too: what is acknowledged has then reached as many replicas as the first time.
 */
const TAKE_EVENT = `
local known
for i = 3, #KEYS do known = known or redis.call('GET', KEYS[i]) end
redis.call('INCRBY', KEYS[1], known and 0 or 1)
local sequence = known or redis.call('GET', KEYS[1])
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
const toEvent = (entry: Entry): StoredEvent => ({
  ...(JSON.parse(readField(entry, 'event')) as DeliveredEvent),
  sequence: readPlace(entry),
  receivedAt: Number(readField(entry, 'at')),
});

function createCursor(redis: Redis, place: string, lease: string): Cursor {
  return {
    hold: async (holder, milliseconds) => (await redis.eval(HOLD, 1, lease, holder, milliseconds)) === 1,
    read: async () => Number((await redis.get(place)) ?? 0),
    move: async (holder, sequence) => (await redis.eval(MOVE, 2, lease, place, holder, sequence)) === 1,
    release: async (holder) => void (await redis.eval(RELEASE, 1, lease, holder)),
  };
}

/** The inbox in a Redis: the outbox is a stream whose ids are the sequence. */
function createInbox(redis: Redis, key: Key, reach: Reach, openConnection: () => Redis): Inbox {
  const stream = key('outbox');
  const counter = key('outbox-sequence');
  const watchers = createWatchers(() => watchStream(openConnection(), stream, () => watchers.notify()));

  return {
    async take(event, now) {
      const keys = [counter, stream, ...toRepeatMarks(event).map((mark) => key(`seen:${mark}`))];
      const given = [...keys, now, JSON.stringify(event), EVENT_RETENTION_MS];
      const taking = reach(redis.eval(TAKE_EVENT, keys.length, ...given));
      const [sequence, known] = (await taking) as [number, number];
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
      return { first: oldest[0] ? readPlace(oldest[0]) : last + 1, last };
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

function createDeadLetters(redis: Redis, letters: string): DeadLetterStore {
  return {
    add: async (letter) => void (await redis.hset(letters, letter.event.sequence, JSON.stringify(letter))),
    async list() {
      const all = (await redis.hvals(letters)).map((letter) => JSON.parse(letter) as DeadLetter);
      return all.toSorted((one, other) => one.event.sequence - other.event.sequence);
    },
    remove: async (sequence) => (await redis.hdel(letters, `${sequence}`)) > 0,
    count: () => redis.hlen(letters),
  };
}

/**
 * KEYS: patients by link, links by patient, origins by link. ARGV: patient, origin, links that may be replaced (JSON), then
 * link and owner of each key. Gives `exists` with the patient linked, `patient-taken`, or `linked` with the links replaced.
 */
const LINK = `
  for at = 4, #ARGV, 2 do
    local linked = redis.call('HGET', KEYS[1], ARGV[at])
    if linked then return { 'exists', linked } end
  end
  local replaceable = {}
  for _, link in ipairs(cjson.decode(ARGV[3])) do replaceable[link] = true end
  local result = { 'linked' }
  for at = 4, #ARGV, 2 do
    local other = redis.call('HGET', KEYS[2], ARGV[at + 1] .. ':' .. ARGV[1])
    if other and not replaceable[other] then return { 'patient-taken' } end
    if other then result[#result + 1] = other end
  end
  for at = 2, #result do
    redis.call('HDEL', KEYS[1], result[at])
    redis.call('HDEL', KEYS[3], result[at])
  end
  for at = 4, #ARGV, 2 do
    redis.call('HSET', KEYS[2], ARGV[at + 1] .. ':' .. ARGV[1], ARGV[at])
    redis.call('HSET', KEYS[1], ARGV[at], ARGV[1])
    redis.call('HSET', KEYS[3], ARGV[at], ARGV[2])
  end
  return result
`;
/** KEYS as for LINK. ARGV: link; owner; patient. */
const UNLINK = `
  if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[3] then return 0 end
  redis.call('HDEL', KEYS[1], ARGV[1])
  redis.call('HDEL', KEYS[2], ARGV[2] .. ':' .. ARGV[3])
  redis.call('HDEL', KEYS[3], ARGV[1])
  return 1
`;

function createMapping(redis: Redis, key: Key): MappingStore {
  const patients = key('mapping:patients');
  const links = key('mapping:links');
  const origins = key('mapping:origins');
  const secret = key('mapping:secret');
  const claimKey = (hash: string): string => key(`mapping:claim:${hash}`);
  return {
    find: ({ hash }) => redis.hget(patients, hash),
    findAll: async (keys) => (keys.length > 0 ? redis.hmget(patients, ...keys.map(({ hash }) => hash)) : []),
    linksOf: async (pairs) =>
      pairs.length > 0 ? redis.hmget(links, ...pairs.map(([{ owner }, id]) => `${owner}:${id}`)) : [],
    async link(keys, patientId, origin, replaceable = []) {
      const pairs = keys.flatMap(({ hash, owner }) => [hash, owner]);
      const given = [patientId, JSON.stringify(origin), JSON.stringify(replaceable), ...pairs];
      const result = await redis.eval(LINK, 3, patients, links, origins, ...given);
      const [kind, ...more] = result as ['linked' | 'exists' | 'patient-taken', ...string[]];
      if (kind === 'linked') return { kind, replaced: more };
      return kind === 'exists' ? { kind, patientId: more[0] ?? '' } : { kind };
    },
    async origin({ hash }) {
      const text = await redis.hget(origins, hash);
      return text === null ? null : (JSON.parse(text) as LinkOrigin);
    },
    unlink: async ({ hash, owner }, patientId) =>
      (await redis.eval(UNLINK, 3, patients, links, origins, hash, owner, patientId)) === 1,
    claim: async ({ hash }, claimant, now, until) =>
      (await redis.set(claimKey(hash), claimant, 'PX', Math.max(1, until - now), 'NX')) === 'OK',
    release: async ({ hash }, claimant) => void (await redis.eval(RELEASE, 1, claimKey(hash), claimant)),
    async fingerprint(own) {
      if (own !== null) await redis.setnx(secret, own);
      return redis.get(secret);
    },
  };
}

/**
 * `take` of limit/rate-limiter.ts in one step for all proxies. By the caller's clock: the proxy behind waits
 * longer, and together they never grant more. A full bucket is dropped by its time to live.
 */
const TAKE_TOKEN = `
local each = tonumber(ARGV[1])
local burst = tonumber(ARGV[2])
local now = tonumber(ARGV[3])
local full = math.max(tonumber(redis.call('GET', KEYS[1])) or 0, now)
local wait = full + each - burst * each - now
if wait > 1e-3 then return {0, string.format('%.3f', wait)} end
local granted = math.min(tonumber(ARGV[4]), math.max(1, math.floor(1 - (wait - 1e-3) / each)))
local after = full + granted * each
redis.call('SET', KEYS[1], string.format('%.3f', after), 'PX', math.ceil(after - now))
return {granted, '0'}
`;
const GIVE_BACK_TOKEN = `
local now = tonumber(ARGV[2])
local after = (tonumber(redis.call('GET', KEYS[1])) or 0) - tonumber(ARGV[1])
if after <= now then redis.call('DEL', KEYS[1])
else redis.call('SET', KEYS[1], string.format('%.3f', after), 'PX', math.ceil(after - now)) end
return 0`;
const MINUTE_MS = 60_000;

/** Counts in Redis, for all proxies on it. Keys hold a hash of the person or address, never either itself. */
function createRateLimits(redis: Redis, key: Key): SharedRateLimits {
  const nameOf = (limit: string, counted: string): string =>
    key(`limit:${limit}:${hash('sha256', counted, 'base64url')}`);
  return {
    giveBack: async (limit, counted, { perMinute }, now) =>
      void (await redis.eval(GIVE_BACK_TOKEN, 1, nameOf(limit, counted), MINUTE_MS / perMinute, now)),
    async take(limit, counted, { perMinute, burst }, now, count) {
      const each = MINUTE_MS / perMinute;
      const given = [nameOf(limit, counted), each, burst, now, count];
      const [granted, wait] = (await redis.eval(TAKE_TOKEN, 1, ...given)) as [number, string];
      // By Redis's own time it is dropped by then, also if the clock here was set back.
      return { granted, wait: Math.min(Number(wait), burst * each) };
    },
  };
}

/** Revoked tokens in a Redis: a sorted set by the second at which each ends. */
function createRevocations(redis: Redis, key: Key): RevocationStore {
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

function createValues(redis: Redis, key: Key): ExpiringValues {
  const at = (name: string) => key(`sign-in:${name}`);
  return {
    async keep(name, value, { now, good, kept }) {
      await redis.eval(KEEP, 1, at(name), value, good, Math.max(1, kept - now));
    },
    async claim(name, now, good) {
      return (await redis.set(at(name), '', 'EX', Math.max(1, good - now), 'NX')) === 'OK';
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

/** Instants in a Redis: a sorted set by the instant, of which `GT` never takes an earlier one. */
function createSeen(redis: Redis, key: Key): SeenStore {
  const name = key('caseload-seen');
  const read = async (person: string): Promise<number | null> => {
    const at = await redis.zscore(name, person);
    return at === null ? null : Number(at);
  };
  return {
    read,
    async move(person, at) {
      await redis.zadd(name, 'GT', at, person);
      return (await read(person)) ?? at;
    },
  };
}

const DEFAULT_PREFIX = 'instrument-panel';
const keyWith =
  (prefix: string): Key =>
  (name) =>
    `{${prefix}}:${name}`;

/** Counts rates in a Redis that need neither be there yet nor keep anything: without it each proxy counts its own. */
export function openRateLimits(url: string, prefix = DEFAULT_PREFIX) {
  const redis = createRedisClient(url);
  redis.connect().catch(() => {});
  return {
    rateLimits: createRateLimits(redis, keyWith(prefix)),
    close: async () => redis.disconnect(),
  };
}

/** How long the trace of a tried write stays. */
const PROBE_LIFE_MS = 60_000;

/** Connects to a Redis that writes to disk. Throws a StorageError with host and port, never the password. */
export async function openRedis(place: RedisPlace, onTrouble: OnTrouble = () => {}) {
  const key = keyWith(place.prefix ?? DEFAULT_PREFIX);
  const { redis, promises, reach } = await connectRedis(place, (name) => key(`audit:${name}`), onTrouble);
  const duplicates: Redis[] = [];

  /** Opens a second connection, for commands that wait; such a command holds up all behind it. */
  function duplicate(): Redis {
    const other = redis.duplicate({
      commandTimeout: undefined,
      socketTimeout: undefined,
      lazyConnect: false,
    });
    other.on('error', () => {});
    duplicates.push(other);
    return other;
  }

  return {
    kind: 'redis',
    redis,
    key,
    inbox: createInbox(redis, key, reach, duplicate),
    deadLetters: createDeadLetters(redis, key('dead-letters')),
    audit: createAudit(redis, key, reach, promises.wrote),
    mapping: createMapping(redis, key),
    revocations: createRevocations(redis, key),
    signIns: createValues(redis, key),
    seen: createSeen(redis, key),
    rateLimits: createRateLimits(redis, key),
    isShared: true,
    tryWrite: async () => void (await redis.set(key('probe'), Date.now(), 'PX', PROBE_LIFE_MS)),
    async close() {
      promises.stop();
      for (const connection of [...duplicates, redis]) connection.disconnect();
    },
  } as const satisfies Storage & Record<string, unknown>;
}
