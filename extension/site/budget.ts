/** Share of the main thread that looking may take, once the reserve is used up. */
const SHARE = 0.005;
/** Milliseconds that may be used at once, which is what a page has to itself that changes now and then. */
const RESERVE_MS = 15;
/** Milliseconds that one run counts at most: what is longer waited for other processes. */
const COUNTED_MAX_MS = 1;

/** Milliseconds that the browser takes to tell of one change. */
const CHANGE_COST_MS = 0.0015;

let left = RESERVE_MS;
let since = 0;
let changes = 0;

const now = (): number => performance.now();

/** Another page, or another profile for it: it has the whole reserve. */
export const refill = (): void => {
  left = RESERVE_MS;
};

/** Milliseconds until something may be looked at; 0: at once. */
export function wait(): number {
  left = Math.min(RESERVE_MS, left + (now() - since) * SHARE);
  since = now();
  return left > 0 ? 0 : -left / SHARE;
}

/** Runs, and counts what it took. */
export function spend(run: () => void): void {
  const start = now();
  run();
  left -= Math.min(now() - start, COUNTED_MAX_MS);
}

/** The page changed: what was found by walking through it may not be all. To be told costs too. */
export const grow = (told: number): void => {
  changes++;
  left -= told * CHANGE_COST_MS;
};
/** Whether the page changed since a walk, and there is time for another. */
export const mayWalk = (at: number): boolean => at !== changes && wait() === 0;
export const walked = (): number => changes;
