import type { ScoreView } from '../score/view.ts';
import type { GraphPointer } from './pointer.ts';

/** Where a walk along the time axis stops: at an answer, or at a request without one. */
export interface Stop {
  readonly kind: 'answer' | 'request';
  /** Index into the view's `points` or `missed`. */
  readonly index: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Answers and requests without one, by time; of two at one instant the answer comes first. */
export function stopsOf({ points, missed }: Pick<ScoreView, 'points' | 'missed'>): readonly Stop[] {
  const answers = points.map(({ at }, index): Stop => ({ kind: 'answer', index, at }));
  if (missed.length === 0) return answers;
  const requests = missed.map(({ at }, index): Stop => ({ kind: 'request', index, at }));
  return [...answers, ...requests].sort((a, b) => a.at - b.at);
}

/** Index of the stop nearest to an instant (milliseconds), the earlier of two as near; -1 without any. */
function nearestStop(stops: readonly Stop[], at: number): number {
  let best = -1;
  let distance = Number.POSITIVE_INFINITY;
  for (const [index, stop] of stops.entries()) {
    const away = Math.abs(stop.at - at);
    if (away < distance) [best, distance] = [index, away];
  }
  return best;
}

/** Points at stops as a {@link GraphPointer} points at answers: indices are those of `stops`. */
export const stopPointer = (
  pointer: GraphPointer,
  stops: readonly Stop[],
): Pick<GraphPointer, 'focus' | 'indexAt'> => ({
  focus(index, text = '') {
    const stop = index === null ? undefined : stops[index];
    if (stop?.kind === 'request') pointer.mark(stop.at, text);
    else pointer.focus(stop?.index ?? null, text);
  },
  indexAt: (clientX) => nearestStop(stops, pointer.instantAt(clientX)),
});

/** What the walk needs of the panel that it walks in. */
interface Walked {
  /** How many stops there are. */
  count(): number;
  /** The lines about a stop. */
  lines(index: number): readonly string[];
  announce(index: number): void;
  select(index: number): void;
}

/**
 * Walks through the stops of a graph, answers and requests without one: arrow keys, Home and End announce one after the other, a pointer shows
 * the same text beside the nearest, click and Enter choose it, Escape leaves.
 *
 * @returns to be called when the graph was redrawn: the walk starts anew
 */
export function createWalk(
  element: HTMLElement,
  pointer: () => Pick<GraphPointer, 'focus' | 'indexAt'> | null,
  panel: Walked,
) {
  let at: number | null = null;
  const go = (index: number | null): void => {
    at = index;
    pointer()?.focus(index, index === null ? '' : panel.lines(index).join('\n'));
  };
  const pointed = (event: MouseEvent): number | null => {
    const index = pointer()?.indexAt(event.clientX) ?? -1;
    return index < 0 ? null : index;
  };
  element.addEventListener('keydown', (event) => {
    const last = panel.count() - 1;
    if (last < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const from = at ?? last + 1;
    const to = {
      ArrowLeft: Math.max(0, from - 1),
      ArrowRight: Math.min(last, (at ?? last - 1) + 1),
      Home: 0,
      End: last,
    }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      go(to);
      panel.announce(to);
    } else if (at !== null && event.key === 'Escape') {
      // The page's own Escape, such as closing the dialog around the panel, waits for the next press.
      event.stopPropagation();
      go(null);
    } else if (at !== null && event.key === 'Enter') panel.select(at);
  });
  element.addEventListener('pointermove', (event) => {
    const index = pointed(event);
    if (index !== at) go(index);
  });
  element.addEventListener('click', (event) => {
    go(pointed(event));
    if (at !== null) panel.select(at);
  });
  element.addEventListener('pointerleave', ({ pointerType }) => {
    // A tap leaves at once; what it shows stays until the next tap or key.
    if (pointerType !== 'touch') go(null);
  });
  element.addEventListener('blur', () => go(null));
  return () => {
    if (at !== null) go(at < panel.count() ? at : null);
  };
}
