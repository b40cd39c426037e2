import { BOX } from './paths.ts';
import { svg } from './svg.ts';

let template: HTMLElement | undefined;

function build(): HTMLElement {
  const box = (...names: string[]): SVGElement =>
    svg(
      'svg',
      { viewBox: `0 0 ${BOX.width} ${BOX.height}`, preserveAspectRatio: 'none' },
      ...names.map((name) => svg('path', { class: name })),
    );
  const plot = svg(
    'svg',
    { class: 'plot', 'aria-hidden': 'true' },
    svg('g', {}),
    box('edge', 'tick', 'gap', 'line'),
    // Over the line, so that they can be read, and under the answers, so that they hide none.
    svg('svg', { class: 'names' }),
    box('dots', 'flags', 'flags core'),
    svg('g', { class: 'scores' }),
    svg('g', { class: 'times' }),
    svg('text', { class: 'missed', y: '100%' }),
  );
  const element = document.createElement('div');
  element.className = 'score-graph';
  element.append(plot);
  return element;
}

/**
 * The parts that every graph has, empty: a box with the plot (tints, lines, names of bands, answers, labels of
 * scores and times, missed requests, in this order). Made once, then cloned.
 */
export function frame(): HTMLElement {
  template ??= build();
  return document.importNode(template, true);
}
