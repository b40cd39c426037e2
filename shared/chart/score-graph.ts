import { readableOnBoth } from '../score/color.ts';
import { nearestPoint } from '../score/nearest.ts';
import type { ScoreView } from '../score/view.ts';
import { EVERY_POINT } from './decimate.ts';
import { BOX, pathsOf, place } from './paths.ts';
import { type Scale, scaleOf, spread } from './scale.ts';
import { percent, svg } from './svg.ts';
import { type OffsetAt, offsetIn, timeTicks } from './time-axis.ts';

/** The words of the axes (the panel's messages have them all). */
export interface ChartWords {
  /** Twelve short names, January first. */
  readonly months: readonly string[];
  readonly decimal: '.' | ',';
  readonly day: (day: number, month: string, year: number) => string;
  readonly month: (month: string, year: number) => string;
}

export interface ScoreGraphOptions {
  /** IANA name; the browser's own zone where absent. */
  readonly timeZone?: string | null | undefined;
}

/** A drawn graph. Semantics (role, name, keys, live region) are its owner's: the picture itself is hidden. */
export interface ScoreGraphDrawing {
  /** Fills the width of its parent; its box is the plot, the labels stand in its margins. */
  readonly element: HTMLElement;
  /** Shows another state of the same series, or another one. Nodes are kept, what changed is set anew. */
  update(view: ScoreView): void;
  /** Moves the cursor to a point, with a text beside it, or hides both for null. */
  focus(index: number | null, tip?: string): void;
  /** Index of the point nearest in time to a pointer (`clientX`, CSS pixels), or -1 without points. */
  indexAt(clientX: number): number;
  /** Takes the graph out of its parent. */
  destroy(): void;
}

const LABEL_GAP = 0.062;
const LONGEST_NAME = 48;

let template: HTMLElement | undefined;

/** The parts that every graph has, in the order in which {@link drawScoreGraph} takes them. */
function frame(): HTMLElement {
  const full = { width: '100%', height: '100%' };
  const path = (name: string): SVGElement =>
    svg('path', { class: name, 'vector-effect': 'non-scaling-stroke', fill: 'none' });
  const plot = svg(
    'svg',
    { ...full, class: 'plot', 'aria-hidden': 'true' },
    svg('svg', { ...full, class: 'bands' }),
    svg(
      'svg',
      { ...full, class: 'data', viewBox: `0 0 ${BOX.width} ${BOX.height}`, preserveAspectRatio: 'none' },
      ...['edge', 'tick', 'gap', 'line', 'dots', 'flags', 'flags core'].map(path),
    ),
    svg('g', { class: 'scores' }),
    svg('g', { class: 'times' }),
    svg('text', { class: 'missed', y: '100%' }),
    svg(
      'svg',
      { class: 'cursor', visibility: 'hidden' },
      svg('line', { y2: '100%' }),
      svg('circle', { r: 8 }),
    ),
  );
  const tip = document.createElement('div');
  tip.className = 'tip';
  tip.hidden = true;
  const element = document.createElement('div');
  element.className = 'score-graph';
  element.append(plot, tip);
  return element;
}

const shorten = (title: string): string =>
  title.length > LONGEST_NAME ? `${title.slice(0, LONGEST_NAME - 1)}…` : title;

/** Tints, colour strips and names of the bands. */
function bandNodes({ bands }: ScoreView, { y }: Scale): readonly Node[] {
  const drawn = bands.toReversed();
  const names = spread(
    drawn.map(({ from, to }) => y((from + to) / 2)),
    LABEL_GAP,
  );
  const box = (index: number) => {
    const { from = 0, to = 0 } = drawn[index] ?? {};
    return { y: percent(y(to)), height: percent(y(from) - y(to)) };
  };
  return [
    ...drawn.map(({ color }, index) =>
      svg('rect', { class: 'tint', width: '100%', ...box(index), ...(color ? { fill: color } : {}) }),
    ),
    ...drawn.map(({ color }, index) =>
      svg('rect', {
        class: 'strip',
        width: 4,
        ...box(index),
        ...(color ? { fill: readableOnBoth(color) } : {}),
      }),
    ),
    ...drawn.map(({ title }, index) =>
      svg('text', { x: 10, y: percent(names[index] ?? 0), dy: '.35em' }, shorten(title)),
    ),
  ];
}

function scoreLabels({ yTicks }: ScoreView, { y }: Scale, words: ChartWords): readonly Node[] {
  const ticks = yTicks.toReversed();
  return spread(ticks.map(y), LABEL_GAP).map((at, index) =>
    svg(
      'text',
      { x: -8, y: percent(at), dy: '.35em' },
      `${Math.round((ticks[index] ?? 0) * 100) / 100}`.replace('.', words.decimal).replace('-', '−'),
    ),
  );
}

/**
 * Draws a score graph (design.md, The graph and what is said about it). Reads no layout and needs no redraw
 * when its width changes; the page adopts `chartStyles` once.
 *
 * @throws RangeError when `timeZone` is not one that the platform knows.
 */
export function drawScoreGraph(
  first: ScoreView,
  words: ChartWords,
  options: ScoreGraphOptions = {},
): ScoreGraphDrawing {
  const offsetAt: OffsetAt = offsetIn(options.timeZone);
  template ??= frame();
  const element = document.importNode(template, true);
  const [plot, tip] = element.children as unknown as [SVGElement, HTMLElement];
  const [bands, data, scores, times, missed, cursor] = plot.children as unknown as SVGElement[] & {
    length: 6;
  };
  const paths = [...(data?.children ?? [])];
  const set = (index: number, d: string): void => paths[index]?.setAttribute('d', d);
  let view = first;
  let scale = scaleOf(first);
  let drawnScale = '';

  function drawScale(): void {
    const key = JSON.stringify([view.bands, view.yTicks]);
    if (key === drawnScale) return;
    drawnScale = key;
    bands?.replaceChildren(...bandNodes(view, scale));
    scores?.replaceChildren(...scoreLabels(view, scale, words));
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
          day ? words.day(day, name, year) : words.month(name, year),
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

  const drawing: ScoreGraphDrawing = {
    element,
    update(next) {
      view = next;
      scale = scaleOf(next);
      drawScale();
      drawTime();
      const { line, gap, dots, flags } = pathsOf(next, scale);
      [gap, line, dots, flags, flags].forEach((d, index) => {
        set(index + 2, d);
      });
      data?.classList.toggle('dense', next.points.length > EVERY_POINT / 4);
      drawing.focus(null);
    },
    focus(index, text = '') {
      const point = index === null ? undefined : view.points[index];
      cursor?.setAttribute('visibility', point ? 'visible' : 'hidden');
      tip.hidden = !point || !text;
      if (!point) return;
      const x = scale.x(point.at);
      const y = scale.y(point.score);
      cursor?.setAttribute('x', percent(x));
      cursor?.lastElementChild?.setAttribute('cy', percent(y));
      tip.textContent = text;
      tip.className = `tip${x > 0.5 ? ' before' : ''}${y > 0.5 ? ' above' : ''}`;
      tip.style.setProperty('left', percent(x));
      tip.style.setProperty('top', percent(y));
    },
    indexAt(clientX) {
      const { left, width } = element.getBoundingClientRect();
      return nearestPoint(view, view.from + ((clientX - left) / (width || 1)) * (view.to - view.from));
    },
    destroy: () => element.remove(),
  };
  drawing.update(first);
  return drawing;
}
