import type { ScoreGraphGlance } from '@instrument-panel/client/contract';
import type { WholeSpeech } from '@instrument-panel/shared/locale/panel';
import { place } from './place.ts';
import { h } from './template.ts';

/**
 * Shows the choice between the series of a graph, where there is more than one; radio buttons bring their own
 * keys. Nodes are kept while the series are the same, so that focus stays.
 */
export function showSeries(
  root: ShadowRoot,
  { words }: WholeSpeech,
  { series }: ScoreGraphGlance,
  chosen: string,
): void {
  const group = place(root, 'series');
  const names = series.map(({ seriesId, name }) => [seriesId, name ?? words.wholeScore] as const);
  group.hidden = names.length < 2;
  if (group.hidden) return;
  const key = JSON.stringify([words.series, names]);
  if (group.dataset.key !== key) {
    group.dataset.key = key;
    group.replaceChildren(
      h('legend', { class: 'quiet' }, words.series),
      ...names.map(([value, name]) =>
        h('label', {}, h('input', { type: 'radio', name: 'series', value }), h('span', {}, name)),
      ),
    );
  }
  for (const input of group.querySelectorAll('input')) input.checked = input.value === chosen;
}

/** Leaves nothing of a patient's graph behind. */
export function clearSeries(root: ShadowRoot): void {
  const group = place(root, 'series');
  group.replaceChildren();
  group.hidden = true;
  delete group.dataset.key;
}
