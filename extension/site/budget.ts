/** Share of the main thread that looking may take, once the reserve is used up. */
const SHARE = 0.005;
/** Milliseconds that may be used at once, which is what a page has to itself that changes now and then. */
const RESERVE_MS = 15;
/** Milliseconds that one run counts at most: what is longer waited for other processes. */
const COUNTED_MAX_MS = 1;

/** Milliseconds that the browser takes to report one change. */
const CHANGE_COST_MS = 0.0015;

let left = RESERVE_MS;
let since = 0;
let changes = 0;

const now = (): number => performance.now();

/** Restores the whole reserve, for another page or another profile. */
export const resetBudget = (): void => {
  left = RESERVE_MS;
};

/** Milliseconds until the page may be read again; 0: at once. */
export function delayMs(): number {
  left = Math.min(RESERVE_MS, left + (now() - since) * SHARE);
  since = now();
  return left > 0 ? 0 : -left / SHARE;
}

/** Runs a function, and takes its time from the budget. */
export function runWithinBudget(run: () => void): void {
  const start = now();
  run();
  left -= Math.min(now() - start, COUNTED_MAX_MS);
}

/** Notes that the page changed, so that earlier walks are out of date. Each report of a change costs time too. */
export const noteChanges = (count: number): void => {
  changes++;
  left -= count * CHANGE_COST_MS;
};
/** Whether the page changed since a walk, and the budget allows another. */
export const mayWalk = (at: number): boolean => at !== changes && delayMs() === 0;
/** How often the page has changed so far: marks the state that a walk has seen. */
export const changeCount = (): number => changes;
