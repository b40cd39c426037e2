const NOTHING = (): void => {};

/** Gives a place back; more than once changes nothing. */
type Leave = () => void;

/**
 * Shares a number of places among people: while all are taken, those who wait get one in turn, person by person, so that
 * many requests of one never stand before the first of another. One person holds half of the places at most.
 */
export function createFairShare(places: number) {
  const mostEach = Math.max(1, Math.floor(places / 2));
  const held = new Map<string, number>();
  /** In the order of their turns. */
  const waiting = new Map<string, Set<(leave: Leave) => void>>();
  let taken = 0;

  const isFree = (person: string): boolean => taken < places && (held.get(person) ?? 0) < mostEach;

  function take(person: string): Leave {
    taken += 1;
    held.set(person, (held.get(person) ?? 0) + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      taken -= 1;
      const left = (held.get(person) ?? 1) - 1;
      if (left > 0) held.set(person, left);
      else held.delete(person);
      callNext();
    };
  }

  function callNext(): void {
    if (waiting.size === 0) return;
    for (const [person, line] of waiting) {
      if (!isFree(person)) continue;
      const [first] = line;
      waiting.delete(person);
      if (!first) continue;
      line.delete(first);
      // To the end of the row: the others come first.
      if (line.size > 0) waiting.set(person, line);
      first(take(person));
      return;
    }
  }

  return {
    /** How many requests of a person wait for a place. */
    waitingOf: (person: string): number => waiting.get(person)?.size ?? 0,
    /** Calls `begin` at once or when it is the person's turn. Returns what takes the request out of the row. */
    enter(person: string, begin: (leave: Leave) => void): () => void {
      if (isFree(person)) {
        begin(take(person));
        return NOTHING;
      }
      const line = waiting.get(person) ?? new Set();
      waiting.set(person, line.add(begin));
      return () => {
        line.delete(begin);
        if (line.size === 0 && waiting.get(person) === line) waiting.delete(person);
      };
    },
  };
}
