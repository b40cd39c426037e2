import { createButton } from '@instrument-panel/shared/ui/button';
import { h } from '@instrument-panel/shared/ui/dom';
import type { ExploreMessages } from '@instrument-panel/shared/words/compiled/explore/en';
import type { PlotMoves } from './input.ts';

interface ExploreIntents extends PlotMoves {
  /** Other series were chosen, or a comparison. */
  chosen(): void;
  /** A day (`YYYY-MM-DD`), or empty for the end of the course. */
  period(from: string, to: string): void;
}

/** The explorer's controls: which scores, which period, how near, beside what. */
export function exploreControls(
  words: ExploreMessages,
  series: readonly (readonly [id: string, name: string])[],
  first: string,
  intents: ExploreIntents,
) {
  const button = (name: string, sign: string, act: () => void) =>
    createButton(sign, act, { 'aria-label': name, title: name });
  const boxes = series.map(([value, name]) => {
    const box = h('input', { type: 'checkbox', value });
    box.checked = value === first;
    box.addEventListener('change', intents.chosen);
    return { box, label: h('label', {}, box, name) };
  });
  const from = h('input', { type: 'date' });
  const to = h('input', { type: 'date' });
  for (const field of [from, to])
    field.addEventListener('change', () => intents.period(from.value, to.value));
  const compare = h('input', { type: 'checkbox', id: 'compare' });
  compare.addEventListener('change', intents.chosen);
  const reason = h('span', { id: 'compare-why', hidden: '' }, words.oneCourse);
  const compareLabel = h('label', {}, compare, words.compare);

  const element = h(
    'div',
    { class: 'controls' },
    ...(series.length > 1
      ? [h('fieldset', {}, h('legend', {}, words.series), ...boxes.map(({ label }) => label))]
      : []),
    h(
      'fieldset',
      {},
      h('legend', {}, words.period),
      h('label', {}, words.from, from),
      h('label', {}, words.to, to),
      button(words.zoomIn, '+', () => intents.zoom(0.5)),
      button(words.zoomOut, '−', () => intents.zoom(2)),
      button(words.earlier, '←', () => intents.pan(-0.25)),
      button(words.later, '→', () => intents.pan(0.25)),
      button(words.whole, words.whole, intents.whole),
    ),
    compareLabel,
    reason,
  );
  return {
    element,
    chosen(): string[] {
      const checked = boxes.filter(({ box }) => box.checked);
      return series.length > 1 ? checked.map(({ box }) => box.value) : [first];
    },
    isComparing: (): boolean => compare.checked && !compare.disabled,
    /** Shows which days are shown; the fields are off where days of a course are counted. */
    setPeriod(start: string, end: string, isOn: boolean): void {
      // What somebody is typing is not written over.
      const active = element.getRootNode() as ShadowRoot;
      if (active.activeElement !== from) from.value = start;
      if (active.activeElement !== to) to.value = end;
      from.disabled = to.disabled = !isOn;
    },
    setComparable(isComparable: boolean): void {
      compare.disabled = !isComparable;
      reason.hidden = isComparable;
      if (isComparable) compare.removeAttribute('aria-describedby');
      else compare.setAttribute('aria-describedby', 'compare-why');
    },
  };
}
