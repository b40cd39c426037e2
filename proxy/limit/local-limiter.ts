import { createLru } from '../token/lru.ts';
import { take } from './allowance.ts';
import type { Allowances, LimitName } from './limiter.ts';

/** Buckets in use that are remembered; who was away longest is forgotten first, and is then full again. */
const REMEMBERED = 100_000;

/** Counts in the memory of this proxy. Gives milliseconds to wait, 0 where the request may go on. */
export function createLocalLimiter(
  allowances: Allowances,
  clock: () => number,
): (limit: LimitName, key: string) => number {
  const buckets = createLru<number>(REMEMBERED);
  return (limit, key) => {
    const name = `${limit} ${key}`;
    const { wait, fullAt } = take(allowances[limit], buckets.get(name) ?? 0, clock());
    buckets.set(name, fullAt);
    return wait;
  };
}
