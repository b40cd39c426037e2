interface RangeEnds {
  readonly minScore: number;
  readonly maxScore: number;
}

/**
 * Returns the lowest and the highest score of an instrument's ranges. Null without a range, and where ranges lie within each
 * other or upside down: one of these is wrong, and with it perhaps an end of the scale.
 */
export function endsOfRanges(
  ranges: readonly RangeEnds[],
): readonly [lowest: number, highest: number] | null {
  const rising = [...ranges].sort((a, b) => a.minScore - b.minScore);
  const isSound = rising.every(
    ({ minScore, maxScore }, index) =>
      minScore <= maxScore && !(maxScore <= Number(rising[index - 1]?.maxScore)),
  );
  const [first, last] = [rising[0], rising.at(-1)];
  return isSound && first && last ? [first.minScore, last.maxScore] : null;
}
