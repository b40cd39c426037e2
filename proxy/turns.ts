/** Longest time for which rows are read, for all requests together, before others have their turn of the event loop. */
const TURN_MS = 5;

const line: (() => void)[] = [];
let beganAt = Number.NEGATIVE_INFINITY;

/** True if rows have been read for so long that others must have their turn. */
export const isTurnOver = (): boolean => performance.now() - beganAt > TURN_MS;

function begin(): void {
  beganAt = performance.now();
  line.shift()?.();
  if (line.length > 0) setImmediate(begin);
}

/** Resolves in a turn of the event loop in which nobody else begins to read rows. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    if (line.push(resolve) === 1) setImmediate(begin);
  });
