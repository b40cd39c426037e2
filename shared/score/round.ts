/**
 * A score or a change to at most two decimals, as it is said and written. One that is too large to have any is
 * left as it is: rounding it would make it infinite.
 */
export const rounded = (value: number): number =>
  Math.abs(value) < 1e15 ? Math.round(value * 100) / 100 : value;
