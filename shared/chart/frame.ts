import type { ScoreView } from '../score/view.ts';
import { createTemplate, fillElement, h } from '../ui/dom.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** Makes an SVG element. Attributes are set, never parsed, so a strict Content-Security-Policy has no say. */
export const svg = <K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string | number>>,
  ...children: readonly (Node | string)[]
): SVGElementTagNameMap[K] => fillElement(document.createElementNS(SVG, name), attributes, children);

/** The box that paths are written in; it is stretched over the plot, so that a resize redraws nothing. */
export const PLOT_VIEW_BOX = { width: 10_000, height: 1000 } as const;

/** A fraction as a percentage of the plot. */
export const percent = (fraction: number): string => `${Math.round(fraction * 1e4) / 100}%`;

/** Where an instant and a score lie in the plot, from its left and top edge, each 0 to 1. */
export interface Scale {
  readonly x: (at: number) => number;
  readonly y: (score: number) => number;
}

/** A true time axis and the full scale; a single instant lies in the middle. */
export function scaleOf({ from, to, yMin, yMax }: Pick<ScoreView, 'from' | 'to' | 'yMin' | 'yMax'>): Scale {
  // The ends may lie so far apart that their difference is more than a number can hold; halves are not.
  const part = yMax - yMin < Number.POSITIVE_INFINITY ? 1 : 0.5;
  return {
    x: (at) => (to > from ? (at - from) / (to - from) : 0.5),
    y: (score) => (yMax * part - score * part) / (yMax * part - yMin * part),
  };
}

/** Moves labels (ascending, 0 to 1) as little as needed to be `gap` apart, none past 1. */
export function spread(at: readonly number[], gap: number): readonly number[] {
  const apart = Math.min(gap, 1 / at.length);
  let last = Number.NEGATIVE_INFINITY;
  let next = 1 + apart;
  return at
    .map((y) => (last = Math.max(y, last + apart)))
    .reverse()
    .map((y) => (next = Math.min(y, next - apart)))
    .reverse();
}

/** The paths in the box, from the back to the front. */
export const PATHS = ['gap', 'ahead', 'line', 'dots', 'last', 'flags', 'core'] as const;

/** The parts of a frame's picture, from the back to the front; `axis` stays as it is. */
export type FrameParts = readonly [
  bands: Element,
  axis: Element,
  lines: Element,
  names: Element,
  scores: Element,
  times: Element,
  marks: Element,
  value: Element,
];

/** The parts that every graph has, empty. */
export const frame = createTemplate(() =>
  h(
    'div',
    { class: 'score-graph' },
    svg(
      'svg',
      { class: 'plot', 'aria-hidden': 'true' },
      svg('g', {}),
      svg('rect', { class: 'edge axis' }),
      svg(
        'svg',
        { viewBox: `0 0 ${PLOT_VIEW_BOX.width} ${PLOT_VIEW_BOX.height}`, preserveAspectRatio: 'none' },
        ...PATHS.map((name) => svg('path', { class: name })),
      ),
      svg('g', { class: 'names' }),
      svg('g', { class: 'scores' }),
      svg('g', { class: 'times' }),
      svg('text', { class: 'missed', y: '100%' }),
      svg('text', { class: 'value', dx: 9 }),
    ),
  ),
);
