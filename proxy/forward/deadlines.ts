/** A deadline that is set: `end` is called at `at`, by `performance.now()`, unless it is cleared before. */
export interface Deadline {
  readonly at: number;
  readonly end: () => void;
  /** Its index among those that wait; -1 once it has ended or was cleared. */
  place: number;
}

/**
 * Keeps many deadlines by one timer. Most are cleared long before they come, so the timer is not touched for them: it
 * rings for the earliest that was set, and looks then which one is next. It keeps no process alive; a call's socket does.
 */
export function createDeadlines() {
  // No Set: V8 links each table that a Set has outgrown to the next, and so keeps all that passed through them in memory
  // until its next full collection.
  const waiting: Deadline[] = [];
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
    // A copy: what ends may clear others, and set new ones.
    for (const deadline of [...waiting]) {
      if (deadline.place < 0) continue;
      if (deadline.at > now) next = Math.min(next, deadline.at);
      else {
        clear(deadline);
        deadline.end();
      }
    }
    // One that has ended may have set another.
    if (next < ringsAt) ringAt(next, now);
  }

  /** The last one takes its place, so that none has to be looked for. */
  function clear(deadline: Deadline): void {
    const { place } = deadline;
    if (place < 0) return;
    deadline.place = -1;
    const last = waiting.pop();
    if (!last || last === deadline) return;
    waiting[place] = last;
    last.place = place;
  }

  return {
    /** Calls `end` after so many milliseconds, unless the deadline is cleared before. */
    set(milliseconds: number, end: () => void): Deadline {
      const now = performance.now();
      const deadline = { at: now + milliseconds, end, place: waiting.length };
      waiting.push(deadline);
      if (deadline.at < ringsAt) ringAt(deadline.at, now);
      return deadline;
    },
    clear,
  };
}
