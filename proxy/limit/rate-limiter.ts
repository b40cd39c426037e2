import { LRUCache } from 'lru-cache';
import type { Call } from '../exchange.ts';
import { logError, toErrorName } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { type Refusal, retryLater } from '../refusal.ts';
import type { Settings } from '../settings.ts';
import type { Allowance, SharedRateLimits } from '../storage/storage.ts';
import { HookTooSlow, within } from '../waiting.ts';
import { createBlocks } from './blocks.ts';

/** A rate limit: a person's requests, a server's (`operations`), a person's recommendations, an address's without a token, its invalid tokens, its deliveries. */
export type LimitName = (typeof LIMIT_NAMES)[number];
const LIMIT_NAMES = ['subject', 'operations', 'recommend', 'address', 'invalidTokens', 'deliveries'] as const;

export interface RateLimiter {
  /**
   * Counts one request. Null or a resolved promise if it may go on; otherwise a `Refusal` (429) is thrown. `call` gets what
   * its answer says of the rate.
   */
  (limit: LimitName, key: string, call?: Pick<Call, 'rateLimit'>): Promise<void> | null;
  /** Takes back what one request counted, since it counts for somebody else. Never throws. */
  readonly giveBack: (limit: LimitName, key: string) => Promise<void>;
}

/** Milliseconds for which a storage that failed is left alone, but for one request that tries. */
const STORAGE_RETRY_INTERVAL_MS = 5_000;

/** Milliseconds for which a request waits to be counted for all proxies; then this one counts it alone. */
const SHARED_COUNT_TIMEOUT_MS = 500;

/** Buckets in use that are remembered; who was away longest is forgotten first, and is then full again. */
const BUCKETS_MAX_COUNT = 100_000;

function tooMany(wait: number): Refusal {
  const seconds = Math.max(1, Math.ceil(wait / 1_000));
  return retryLater(429, 'RATE_LIMITED', `Too many requests. Try again in ${seconds} s.`, seconds);
}

/**
 * The headers of draft-ietf-httpapi-ratelimit-headers: the quota with the seconds in which it fills, what is left of it,
 * and the seconds after which there is more.
 */
function describeRate(name: LimitName, { perMinute, burst }: Allowance, left: number, moreMs: number) {
  const windowSeconds = Math.ceil((burst / perMinute) * SECONDS_PER_MINUTE);
  const seconds = Math.max(1, Math.ceil(moreMs / 1_000));
  return {
    'ratelimit-policy': `"${name}";q=${burst};w=${windowSeconds}`,
    ratelimit: `"${name}";r=${left};t=${seconds}`,
  };
}

type ToDescribe = Pick<Call, 'rateLimit'>;
type Allowances = Readonly<Record<LimitName, Allowance>>;

const readAllowances = (limits: Settings['limits']): Allowances =>
  Object.fromEntries(
    LIMIT_NAMES.map((limit) => {
      const allowance = { perMinute: limits[`${limit}PerMinute`], burst: limits[`${limit}Burst`] };
      return [limit, allowance];
    }),
  ) as Allowances;

/** Counts in the memory of this proxy. */
function createLocalCounts(clock: () => number, allowances: Allowances) {
  const buckets = new LRUCache<string, number>({ max: BUCKETS_MAX_COUNT });
  return {
    /** Gives milliseconds to wait, 0 if the request may go on. */
    take(limit: LimitName, key: string, call?: ToDescribe): number {
      const name = `${limit} ${key}`;
      const allowance = allowances[limit];
      const now = clock();
      const { wait, fullAt } = take(allowance, buckets.get(name) ?? 0, now);
      buckets.set(name, fullAt);
      const eachMs = MINUTE_MS / allowance.perMinute;
      const left = allowance.burst - Math.ceil((fullAt - now) / eachMs - 1e-6);
      // It says something only to a caller who has to slow down.
      if (call && left * 2 < allowance.burst) call.rateLimit = describeRate(limit, allowance, left, eachMs);
      return wait;
    },
    giveBack(limit: LimitName, key: string): void {
      const name = `${limit} ${key}`;
      const fullAt = buckets.get(name);
      if (fullAt !== undefined) buckets.set(name, fullAt - MINUTE_MS / allowances[limit].perMinute);
    },
  };
}

/** Counts in memory, or in Redis if that is the storage; while it is away each proxy counts by itself. */
export function createLimiter(settings: Settings, metrics: Metrics): RateLimiter {
  const { clock } = settings;
  const allowances = readAllowances(settings.limits);
  const local = createLocalCounts(clock, allowances);
  const blocks = createBlocks(BUCKETS_MAX_COUNT);
  let shared: SharedRateLimits | null | undefined;
  let restsUntil = 0;

  function failed(error: unknown): void {
    const isKnown = restsUntil > 0;
    restsUntil = clock() + STORAGE_RETRY_INTERVAL_MS;
    metrics.storageFailed('limits');
    if (isKnown) return;
    const why = error instanceof HookTooSlow ? 'no answer' : toErrorName(error);
    const hint = `Each proxy counts by itself for now (${why}).`;
    logError(settings, 'limits-not-shared', hint);
  }

  function settle(limit: LimitName, wait: number, call?: ToDescribe): null {
    if (wait === 0) return null;
    metrics.limited(limit);
    if (call) call.rateLimit = describeRate(limit, allowances[limit], 0, wait);
    throw tooMany(wait);
  }

  async function count(limit: LimitName, key: string, call?: ToDescribe): Promise<number> {
    try {
      if (shared === undefined) shared = (await settings.storage()).rateLimits;
      if (!shared) return local.take(limit, key, call);
      const { take: takeShared } = shared;
      const allowance = allowances[limit];
      const taking = blocks.take(`${limit} ${key}`, allowance, (count) =>
        takeShared(limit, key, allowance, clock(), count),
      );
      const wait = await within(SHARED_COUNT_TIMEOUT_MS, taking);
      restsUntil = 0;
      return wait;
    } catch (error) {
      failed(error);
      return local.take(limit, key, call);
    }
  }

  async function giveBack(limit: LimitName, key: string): Promise<void> {
    local.giveBack(limit, key);
    if (!shared || clock() < restsUntil || blocks.keep(`${limit} ${key}`, allowances[limit])) return;
    const giving = shared.giveBack(limit, key, allowances[limit], clock());
    await within(SHARED_COUNT_TIMEOUT_MS, giving).catch(failed);
  }

  const limiter = (limit: LimitName, key: string, call?: ToDescribe): Promise<void> | null => {
    if (shared === null) return settle(limit, local.take(limit, key, call), call);
    if (shared && blocks.takeCounted(`${limit} ${key}`)) return null;
    const now = clock();
    // If more than a rest is left, the clock was set back: then it is one rest from now.
    restsUntil = Math.min(restsUntil, now + STORAGE_RETRY_INTERVAL_MS);
    if (now < restsUntil) return settle(limit, local.take(limit, key, call), call);
    // After a failure one request tries, and the others do not wait for it.
    if (restsUntil > 0) restsUntil = now + STORAGE_RETRY_INTERVAL_MS;
    return count(limit, key, call).then((wait) => {
      settle(limit, wait, call);
    });
  };
  return Object.assign(limiter, { giveBack });
}

const MINUTE_MS = 60_000;
const SECONDS_PER_MINUTE = 60;

/**
 * A token bucket as one number, the instant (ms) at which it is full again (GCRA, ITU-T I.371): what is full is
 * absent. `wait` is 0 if one was granted, else the milliseconds until it would be; `fullAt` is kept.
 */
export function take({ perMinute, burst }: Allowance, fullAt: number, now: number) {
  const each = MINUTE_MS / perMinute;
  // No bucket takes longer to fill: if one seems to, the clock was set back, and it is not known what it holds.
  const isKnown = fullAt <= now + (burst + 1) * each;
  const full = isKnown ? Math.min(Math.max(fullAt, now), now + burst * each) : now;
  const after = full + each;
  const wait = after - burst * each - now;
  // Fractions of a millisecond are the arithmetic's, not the caller's.
  return wait > 1e-6 ? { wait, fullAt: full } : { wait: 0, fullAt: after };
}
