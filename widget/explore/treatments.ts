import { sayListed } from '@instrument-panel/client/contract';
import type { Treatment } from '@instrument-panel/shared/score/treatments';
import { h } from '@instrument-panel/shared/ui/dom';
import type { ExploreMessages } from '@instrument-panel/shared/words/compiled/explore/en';
import type { Format } from '@instrument-panel/shared/words/format';

const sayKind = ({ treatmentKinds }: ExploreMessages, { kind }: Treatment): string =>
  sayListed(treatmentKinds as Readonly<Record<string, string>>, kind);

/** Names every event with its date, and says nothing of what came of it. */
export function sayTreatments(
  words: ExploreMessages,
  { day }: Format,
  treatments: readonly Treatment[],
): string {
  const said = treatments.map((one) => {
    const kind = sayKind(words, one);
    const event = kind && one.label ? words.treatment({ kind, label: one.label }) : one.label || kind;
    return one.until === null
      ? words.treatmentOn({ event, date: day(one.at) })
      : words.treatmentSpan({ event, from: day(one.at), until: day(one.until) });
  });
  if (said.length === 0) return '';
  return `${words.treatmentCount({ count: said.length })}. ${said.join('. ')}.`;
}

/** The same as rows of a table, newest first as the answers are. */
export function treatmentTable(
  words: ExploreMessages,
  { day }: Format,
  treatments: readonly Treatment[],
): HTMLTableElement {
  const { date, until, kind, label } = words.treatmentHeads;
  const rows = treatments
    .toReversed()
    .map((one) =>
      h(
        'tr',
        {},
        h('th', { scope: 'row' }, day(one.at)),
        h('td', {}, one.until === null ? '' : day(one.until)),
        h('td', { dir: 'auto' }, sayKind(words, one)),
        h('td', { dir: 'auto' }, one.label),
      ),
    );
  const heads = [date, until, kind, label].map((text) => h('th', { scope: 'col' }, text));
  return h(
    'table',
    { class: 'treatments' },
    h('caption', {}, words.treatments),
    h('thead', {}, h('tr', {}, ...heads)),
    h('tbody', {}, ...rows),
  );
}
