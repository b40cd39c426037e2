/** Index of the one nearest to an instant (milliseconds), the first of several as near; -1 without any. */
export function nearestPoint(
  { points }: { readonly points: readonly { readonly at: number }[] },
  at: number,
): number {
  let best = -1;
  let distance = Number.POSITIVE_INFINITY;
  for (const [index, point] of points.entries()) {
    const away = Math.abs(point.at - at);
    if (away < distance) [best, distance] = [index, away];
  }
  return best;
}
