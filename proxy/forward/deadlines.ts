/** A deadline that is set: `end` is called at `at`, by `performance.now()`, unless it is cleared before. */
export interface Deadline {
  readonly at: number;
  readonly end: () => void;
}

/**
 * Keeps many deadlines by one timer. Most are cleared long before they come, so the timer is not touched for them: it
 * rings for the earliest that was set, and looks then which one is next. It keeps no process alive; a call's socket does.
 */
export function createDeadlines() {
  const waiting = new Set<Deadline>();
  let timer: NodeJS.Timeout | undefined;
  let ringsAt = Number.POSITIVE_INFINITY;

  function ringAt(at: number, now: number): void {
    clearTimeout(timer);
    ringsAt = at;
    timer = setTimeout(ring, Math.max(1, Math.ceil(at - now))).unref();
  }

  function ring(): void {
    const now = performance.now();
    ringsAt = Number.POSITIVE_INFINITY;
    let next = Number.POSITIVE_INFINITY;
    for (const deadline of waiting) {
      if (deadline.at > now) next = Math.min(next, deadline.at);
      else {
        waiting.delete(deadline);
        deadline.end();
      }
    }
    // One that has ended may have set another.
    if (next < ringsAt) ringAt(next, now);
  }

  return {
    /** Calls `end` after so many milliseconds, unless the deadline is cleared before. */
    set(milliseconds: number, end: () => void): Deadline {
      const now = performance.now();
      const deadline = { at: now + milliseconds, end };
      waiting.add(deadline);
      if (deadline.at < ringsAt) ringAt(deadline.at, now);
      return deadline;
    },
    clear: (deadline: Deadline): void => void waiting.delete(deadline),
  };
}
