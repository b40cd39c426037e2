import { offsetIn } from '../score/bands.ts';
import type { ScoreView } from '../score/view.ts';
import { changeText, fillElement } from '../ui/dom.ts';
import { type AxisWords, namedTicks, nameLines, number } from './axis.ts';
import { type FrameParts, frame, PATHS, percent, type Scale, scaleOf, spread, svg } from './frame.ts';
import { DOTTED_MAX, pathsOf } from './paths.ts';
import { bandFill } from './severity.ts';

/** The words of the axes (the panel's messages have them all). */
export interface ChartWords extends AxisWords {
  /** `.` or `,` */
  readonly decimal: string;
}

/** A drawn graph. Semantics (role, name, keys, live region) are its owner's: the picture itself is hidden. */
export type ScoreGraphDrawing = ReturnType<typeof drawScoreGraph>;

/** Height of a label in parts of the plot's height at its default of 240 px. */
const LABEL_GAP = 0.07;
/** Above this number of answers the line is one pixel wide. */
const WIDE_LINE_MAX = 250;

/** Places of labels beside scores (ascending), from the top, moved apart where they would overlap. */
const placesOf = (scores: readonly number[], { y }: Scale): readonly string[] =>
  spread(scores.map(y).reverse(), LABEL_GAP).map(percent);

/** A tint for each band, and a line at each edge between them. */
function bandNodes({ bands, direction, yMax }: ScoreView, { y }: Scale): readonly Node[] {
  const tints = bands.map(({ from, to }, index) => {
    const tint = svg('rect', { class: 'tint' });
    // An attribute beside the style would keep a browser from sharing the style with copies.
    tint.style.cssText = `y:${percent(y(to))};height:${percent(y(from) - y(to))};fill:light-dark(${bandFill(index, bands.length, direction)})`;
    return tint;
  });
  const edges = new Set([yMax, ...bands.flatMap(({ from, to }) => [from, to])]);
  return [...tints, ...[...edges].map((score) => svg('rect', { class: 'edge', y: percent(y(score)) }))];
}

/** Bands of each scale, without anything of a patient: a browser computes the style of copies once. */
const drawnBands: Record<string, Node> = {};

/** Names in the middle of their bands, outside the plot. */
function bandNames({ bands }: ScoreView, scale: Scale): readonly Node[] {
  const places = placesOf(
    bands.map(({ from, to }) => (from + to) / 2),
    scale,
  );
  return bands.toReversed().map((band, index) => {
    const lines = nameLines(band);
    const about = { x: '100%', y: places[index] ?? '', dy: `${0.95 - lines.length * 0.6}em` };
    // Only further lines need elements of their own.
    const parts = lines.map((text, line) => (line ? svg('tspan', { x: '100%', dy: '1.2em' }, text) : text));
    return svg('text', about, ...parts);
  });
}

/** Tells the name of the latest answer's band from the others; the highest band's is the first. */
function markPresent({ bands, points, isLatestKnown }: ScoreView, names: Element): void {
  const present = isLatestKnown ? bands.length - 1 - (points.at(-1)?.band ?? -1) : -1;
  [...names.children].forEach((name, index) => {
    fillElement(name, { class: index === present ? 'present' : '' });
  });
}

/** Draws dates beneath the axis, a line and a text for each. */
function drawTimes(
  times: Element,
  ticks: readonly { readonly at: number; readonly text: string }[],
  { x: placeOf }: Scale,
): void {
  const { children } = times;
  let drawn = 0;
  const next = () => children[drawn++];
  for (const { at, text } of ticks) {
    const x = percent(placeOf(at));
    fillElement(next() ?? times.appendChild(svg('rect', {})), { x });
    const date = next() ?? times.appendChild(svg('text', { y: '100%', dy: 26 }));
    changeText(fillElement(date, { x }), text);
  }
  while (children[drawn]) children[drawn]?.remove();
}

const longest = (texts: readonly string[]): string => `${Math.max(0, ...texts.map(({ length }) => length))}`;

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
  const [bands, , lines, names, scores, times, marks, value] = (element.firstElementChild as Element)
    .children as unknown as FrameParts;
  let view = first;
  let scale = scaleOf(first);
  let drawnScale = '';

  function drawScale(): void {
    const key = JSON.stringify([view.bands, view.yTicks, view.direction]);
    if (key === drawnScale) return;
    drawnScale = key;
    drawnBands[key] ??= svg('g', {}, ...bandNodes(view, scale));
    bands.replaceChildren(drawnBands[key].cloneNode(true));
    const texts = view.yTicks.map((score) => number(score, words.decimal)).reverse();
    const places = placesOf(view.yTicks, scale);
    scores.replaceChildren(
      ...texts.map((text, index) => svg('text', { x: -14, y: places[index] ?? '', dy: '.35em' }, text)),
    );
    names.replaceChildren(...bandNames(view, scale));
    // Room for the longest number on both sides, and for the longest name.
    element.style.setProperty('--_digits', longest(texts));
    element.style.setProperty('--_letters', longest(view.bands.flatMap(nameLines)));
  }

  /** Requests without an answer, and answers that could not be read. */
  function drawMarks({ missed, unread }: ScoreView): void {
    const at = [...missed.map((request) => request.at), ...unread.at];
    // One text for all: each letter has a place of its own.
    fillElement(marks, { x: at.map((one) => percent(scale.x(one))).join(' ') });
    changeText(marks, '×'.repeat(missed.length) + '◇'.repeat(unread.at.length));
  }

  /** The latest score at the right of its point, where no line comes from; over or under a line to today. */
  function drawValue(ahead: string): void {
    const last = view.points.at(-1);
    if (!last) return;
    const y = scale.y(last.score);
    changeText(value, number(last.score, words.decimal));
    const dy = ahead ? (y < 0.1 ? '17' : '-7') : '.35em';
    fillElement(value, { x: percent(scale.x(last.at)), y: percent(y), dy });
  }

  const drawing = {
    /** Fills the width of its parent; its box is the plot, the labels are in its margins. */
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
      markPresent(next, names);
      drawTimes(times, namedTicks(next, next.now, words, offsetAt), scale);
      drawMarks(next);
      const paths = pathsOf(next, scale);
      PATHS.forEach((name, index) => {
        fillElement(lines.children[index] as Element, { d: paths[name] });
      });
      const { length } = next.points;
      const width = length > WIDE_LINE_MAX ? 1 : length > DOTTED_MAX ? 1.5 : 2;
      fillElement(lines, { 'stroke-width': width });
      drawValue(paths.ahead);
    },
    /** Takes the graph out of its parent. */
    destroy: (): void => element.remove(),
  };
  drawing.update(first);
  return drawing;
}
