import { hash } from 'node:crypto';
import type { TokenClaims } from '@instrument-panel/client/proxy';
import type { Call, ProxyResponse } from '../exchange.ts';
import type { Settings } from '../settings.ts';

/** An answer to a part, with what its row of the trail says of it. */
export interface KeptAnswer {
  readonly response: ProxyResponse;
  readonly shown: Call['shown'];
  /** Of the token by which it was read: what it read ends with it. */
  readonly claims: TokenClaims;
  /** When it was begun to be read. */
  readonly asked: Moment;
}

/** On the clock, which may be set, and on the one that stands still while the machine sleeps. */
export interface Moment {
  readonly at: number;
  readonly since: number;
  /** What had changed by then. */
  readonly stamp: string;
}

type Entry = KeptAnswer & { readonly bytes: number };

/** Bytes of an entry besides its texts, roughly. */
const ENTRY_BYTES = 1_024;
/** A text takes two bytes for each character, unless it is plain. */
const toBytes = (text: string): number => 2 * text.length;

/**
 * Names who may be given an answer: the same person, role, professional, patients, actions and page. Two tokens that agree
 * in all of it are shown the same.
 */
export const toScope = ({ sub, role, pro, pat, ops, origin }: TokenClaims): string =>
  hash('sha256', JSON.stringify([sub, role, pro, pat?.toSorted(), ops.toSorted(), origin]), 'base64url');

export type CourseMemory = ReturnType<typeof createCourseMemory>;

/**
 * Answers of the last seconds, in memory and nowhere else. All are dropped once anything has changed (`stamp`), and each when
 * its time is over, or the token by which it was read.
 */
export function createCourseMemory(
  { limits, clock }: Pick<Settings, 'limits' | 'clock'>,
  isRevoked: (claims: TokenClaims) => boolean,
) {
  const { courseMemoryMs: lifeMs, courseMemoryBytes: mostBytes } = limits;
  const entries = new Map<string, Entry>();
  let bytes = 0;
  let stamp: string | null = null;
  let timer: NodeJS.Timeout | undefined;

  function remove(key: string): void {
    bytes -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  }

  function drop(): void {
    clearTimeout(timer);
    timer = undefined;
    entries.clear();
    bytes = 0;
    stamp = null;
  }

  const leftMs = ({ asked: { at, since } }: KeptAnswer): number => {
    const age = clock() - at;
    return age < 0 ? 0 : lifeMs - Math.max(age, performance.now() - since);
  };

  /** Forgets what is too old, also if nobody asks. */
  function sweep(): void {
    timer = undefined;
    for (const [key, entry] of entries) if (leftMs(entry) <= 0) remove(key);
    if (entries.size > 0) wait(Math.min(...Array.from(entries.values(), leftMs)));
  }

  function wait(milliseconds: number): void {
    timer ??= setTimeout(sweep, Math.ceil(milliseconds)).unref();
  }

  /** Everything was kept before what has changed since. */
  function follow(now: string): void {
    if (now !== stamp) drop();
    stamp = now;
  }

  return {
    isOn: lifeMs > 0 && mostBytes > 0,
    drop,
    bytes: () => bytes,
    find(key: string, now: Moment): KeptAnswer | undefined {
      follow(now.stamp);
      const entry = entries.get(key);
      if (!entry) return;
      const { claims } = entry;
      if (leftMs(entry) > 0 && claims.exp * 1_000 > clock() && !isRevoked(claims)) return entry;
      remove(key);
      return;
    },
    keep(key: string, answer: KeptAnswer): void {
      const { body, headers } = answer.response;
      const left = leftMs(answer);
      if (typeof body !== 'string' || answer.asked.stamp !== stamp || left <= 0) return;
      const own = ENTRY_BYTES + toBytes(key) + toBytes(body) + toBytes(JSON.stringify(headers));
      if (own > mostBytes) return;
      remove(key);
      entries.set(key, { ...answer, bytes: own });
      bytes += own;
      // Those that came first give way.
      for (const first of entries.keys()) {
        if (bytes <= mostBytes) break;
        remove(first);
      }
      wait(left);
    },
  };
}
