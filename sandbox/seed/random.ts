/** FNV-1a, 32 bits: spreads similar texts over all seeds. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}

/**
 * Random numbers that are the same for the same texts every time (mulberry32). Each part of the seed has its own, so
 * that a change to one patient's course leaves every other one as it was.
 */
export function createRandom(...texts: readonly (string | number)[]) {
  let state = hash(texts.join('/'));
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    /** From 0 up to, not including, 1. */
    next,
    between: (low: number, high: number) => low + next() * (high - low),
    /** A whole number from `low` to `high`, both included. */
    whole: (low: number, high: number) => low + Math.floor(next() * (high - low + 1)),
    /** Returns true in `share` of the cases, 0 to 1. */
    happens: (share: number) => next() < share,
  };
}
export type SeededRandom = ReturnType<typeof createRandom>;
