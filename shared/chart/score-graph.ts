import { offsetIn } from '../score/bands.ts';
import { readableOnBoth } from '../score/color.ts';
import type { ScoreView } from '../score/view.ts';
import { labels, number, timeTicks } from './axis.ts';
import { BOX, frame, percent, type Scale, scaleOf, svg } from './frame.ts';
import { pathsOf, place, UNTHINNED_MAX } from './paths.ts';

/** The words of the axes (the panel's messages have them all). */
export interface ChartWords {
  /** Twelve short names, January first. */
  readonly months: readonly string[];
  /** `.` or `,` */
  readonly decimal: string;
  readonly day: (values: { readonly day: number; readonly month: string; readonly year: number }) => string;
  readonly month: (values: { readonly month: string; readonly year: number }) => string;
}

/** A drawn graph. Semantics (role, name, keys, live region) are its owner's: the picture itself is hidden. */
export type ScoreGraphDrawing = ReturnType<typeof drawScoreGraph>;

/** A tint and a strip of the same hue for each band; one without a colour takes the theme's. */
function bandNodes({ bands }: ScoreView, { y }: Scale): readonly Node[] {
  return bands.flatMap(({ color, from, to }) => {
    const box = { y: percent(y(to)), height: percent(y(from) - y(to)) };
    return [
      svg('rect', { class: 'tint', width: '100%', ...box, ...(color && { fill: color }) }),
      svg('rect', { class: 'strip', width: 4, ...box, ...(color && { fill: readableOnBoth(color) }) }),
    ];
  });
}

/** Names in the middle of their bands, at the end of the plot where fewer answers lie under them. */
function bandNames({ bands, points }: ScoreView, scale: Scale): readonly Node[] {
  const toTheRight = bands.map(() => 0);
  // Of thousands a sample tells as well on which side fewer lie.
  const step = Math.ceil(points.length / UNTHINNED_MAX);
  for (let index = 0; index < points.length; index += step) {
    const { band, at } = points[index] ?? { band: -1, at: 0 };
    const x = scale.x(at);
    if (band >= 0) toTheRight[band] = (toTheRight[band] ?? 0) + (x < 0.35 ? -1 : x > 0.65 ? 1 : 0);
  }
  return labels(
    bands.map(({ from, to, title }, index) => [(from + to) / 2, title, (toTheRight[index] ?? 0) < 0]),
    10,
    scale,
  );
}

/**
 * Draws a score graph (docs/decisions/0012-graph-rules.md). It reads no layout, and a change of width needs no redraw.
 *
 * @param timeZone IANA name. Default: the browser's own
 * @throws RangeError for a time zone that the platform does not know
 */
export function drawScoreGraph(
  first: ScoreView,
  words: ChartWords,
  { timeZone }: { readonly timeZone?: string | null | undefined } = {},
) {
  const offsetAt = offsetIn(timeZone);
  const element = frame();
  const [bands, lines, names, data, scores, times, missed] = element.firstElementChild?.children ?? [];
  const paths = [...(lines?.children ?? []), ...(data?.children ?? [])];
  const set = (index: number, d: string): void => paths[index]?.setAttribute('d', d);
  let view = first;
  let scale = scaleOf(first);
  let drawnScale = '';

  function drawScale(): void {
    const key = JSON.stringify([view.bands, view.yTicks]);
    if (key === drawnScale) return;
    drawnScale = key;
    bands?.replaceChildren(...bandNodes(view, scale));
    scores?.replaceChildren(
      ...labels(
        view.yTicks.map((score) => [score, number(score, words.decimal)]),
        -8,
        scale,
      ),
    );
    const edges = new Set(view.bands.flatMap(({ from, to }) => [from, to]));
    set(0, [...edges].map((score) => `M${place(0, scale.y(score))}H${BOX.width}`).join(''));
  }

  function drawTime(): void {
    const ticks = timeTicks(view.from, view.to, offsetAt);
    times?.replaceChildren(
      ...ticks.map(({ at, day, month, year }) => {
        const x = scale.x(at);
        const name = words.months[month] ?? '';
        return svg(
          'text',
          { x: percent(x), y: '100%', dy: 18, 'text-anchor': x > 0.92 ? 'end' : 'middle' },
          day ? words.day({ day, month: name, year }) : words.month({ month: name, year }),
        );
      }),
    );
    set(
      1,
      view.yTicks.map((score) => `M${place(0, scale.y(score))}h0`).join('') +
        ticks.map(({ at }) => `M${place(scale.x(at), 1)}h0`).join(''),
    );
    // One text for all: each letter has a place of its own.
    missed?.setAttribute('x', view.missed.map(({ at }) => percent(scale.x(at))).join(' '));
    if (missed) missed.textContent = '×'.repeat(view.missed.length);
  }

  const drawing = {
    /** Fills the width of its parent; its box is the plot, the labels stand in its margins. */
    element,
    /** What is drawn now. */
    get view(): ScoreView {
      return view;
    },
    /** Shows another state of the same series, or another one. Nodes are kept, what changed is set anew. */
    update(next: ScoreView): void {
      view = next;
      scale = scaleOf(next);
      drawScale();
      names?.replaceChildren(...bandNames(view, scale));
      drawTime();
      const { line, gap, dots, flags } = pathsOf(next, scale);
      [gap, line, dots, flags, flags].forEach((d, index) => {
        set(index + 2, d);
      });
      data?.classList.toggle('dense', next.points.length > UNTHINNED_MAX / 4);
    },
    /** Takes the graph out of its parent. */
    destroy: (): void => element.remove(),
  };
  drawing.update(first);
  return drawing;
}
