import { h } from '@instrument-panel/shared/ui/dom';
import type { ExploreMessages } from '@instrument-panel/shared/words/compiled/explore/en';

/** The places of the explorer's dialog. */
export interface ExploreFrame {
  readonly dialog: HTMLDialogElement;
  readonly heading: HTMLElement;
  readonly risk: HTMLElement;
  readonly stale: HTMLElement;
  readonly plot: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  /** Everything about the answer in focus. */
  readonly said: HTMLElement;
  readonly notes: HTMLElement;
  /** Says to who listens what has changed. */
  readonly live: HTMLElement;
  setLegend(lines: readonly string[]): void;
}

/** The shapes of the lines' answers, in the order in which the canvas gives them. */
const SHAPES = ['●', '■', '▲', '◆', '✱'];

/** Builds the dialog, closed and empty. */
export function exploreFrame(words: ExploreMessages, lang: string, controls: HTMLElement): ExploreFrame {
  const line = (name: string) => h('p', { class: name });
  const canvas = h('canvas', { 'aria-hidden': 'true' });
  const plot = h('div', { class: 'plot', role: 'application', tabindex: '0' }, canvas);
  const heading = h('div', { id: 'explore-title', role: 'heading', 'aria-level': '2' });
  const [risk, stale, said, notes] = [line('risk'), line('stale'), line('said'), line('notes')];
  const live = h('p', { class: 'quiet', role: 'status' });
  const legend = h('ul', { class: 'legend', 'aria-label': words.legend });
  const close = h('button', { type: 'button' }, words.close);
  const dialog = h(
    'dialog',
    { id: 'explore', part: 'explore', 'aria-labelledby': 'explore-title', lang },
    h('div', { class: 'top' }, heading, close),
    risk,
    stale,
    controls,
    plot,
    said,
    legend,
    notes,
    h('p', { class: 'keys' }, words.keys),
    live,
  );
  close.addEventListener('click', () => dialog.close());
  const marks = [words.flagged, words.missed, words.dashed];
  return {
    dialog,
    heading,
    risk,
    stale,
    plot,
    canvas,
    said,
    notes,
    live,
    setLegend(lines) {
      const named = lines.map((name, index) => `${SHAPES[index % SHAPES.length]} ${name}`);
      legend.replaceChildren(...[...named, ...marks].map((text) => h('li', {}, text)));
    },
  };
}
