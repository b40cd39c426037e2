import type { Direction, ScoreView } from './view.ts';

/** A change that the service's indicators give, and whether it may be judged. */
export interface Change {
  readonly since: 'previous' | 'baseline';
  readonly delta: number;
  /** In percent; null where the service sends none. */
  readonly percent: number | null;
  /** Null where the direction is unknown or nothing changed: then it is neither better nor worse. */
  readonly judged: 'better' | 'worse' | null;
}

/** Judges a change of score by the scale's direction; never without one. */
export function judge(delta: number, direction: Direction): Change['judged'] {
  if (direction === 'unknown' || delta === 0) return null;
  return delta > 0 === (direction === 'higher-worse') ? 'worse' : 'better';
}

/**
 * What is said of one point ("+3 since previous (worse)"), from the indicators that the service sends. By
 * default the latest point. Gives no entry for a change that the service does not send.
 */
export function changesOf(view: ScoreView, index: number = view.points.length - 1): readonly Change[] {
  const changes = view.points[index]?.changes;
  if (!changes) return [];
  return [
    {
      since: 'previous' as const,
      delta: changes.deltaFromPrevious,
      percent: changes.percentChangeFromPrevious,
    },
    {
      since: 'baseline' as const,
      delta: changes.deltaFromBaseline,
      percent: changes.percentChangeFromBaseline,
    },
  ].flatMap(({ since, delta, percent = null }) =>
    delta == null ? [] : [{ since, delta, percent, judged: judge(delta, view.direction) }],
  );
}
