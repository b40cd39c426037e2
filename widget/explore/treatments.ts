import { sayListed } from '@instrument-panel/client/contract';
import { lacksEnd, type Treatment } from '@instrument-panel/shared/score/treatments';
import { h } from '@instrument-panel/shared/ui/dom';
import type { ExploreMessages } from '@instrument-panel/shared/words/compiled/explore/en';
import type { Format } from '@instrument-panel/shared/words/format';

const sayKind = ({ treatmentKinds }: ExploreMessages, { kind }: Treatment): string =>
  sayListed(treatmentKinds as Readonly<Record<string, string>>, kind);

/** What an event is called in the drawing; never nothing. */
export const nameTreatment = (words: ExploreMessages, one: Treatment): string =>
  one.label || sayKind(words, one) || words.treatments;

/** Names an event with its dates, and says nothing of what came of it. */
export function sayTreatment(words: ExploreMessages, { day }: Format, one: Treatment): string {
  const kind = sayKind(words, one);
  const event = kind && one.label ? words.treatment({ kind, label: one.label }) : nameTreatment(words, one);
  const from = day(one.at);
  if (one.until !== null) return words.treatmentSpan({ event, from, until: day(one.until) });
  if (one.ongoing) return words.treatmentOngoing({ event, from });
  return lacksEnd(one) ? words.treatmentNoEnd({ event, from }) : words.treatmentOn({ event, date: from });
}

/** Every event in a sentence. */
export function sayTreatments(
  words: ExploreMessages,
  format: Format,
  treatments: readonly Treatment[],
): string {
  if (treatments.length === 0) return '';
  const said = treatments.map((one) => sayTreatment(words, format, one));
  return `${words.treatmentCount({ count: said.length })}. ${said.join('. ')}.`;
}

/** Says what the marks of events mean that are drawn. */
export function sayTreatmentMarks(
  { treatmentMarks }: ExploreMessages,
  treatments: readonly Treatment[],
): readonly string[] {
  const { lines, ongoing, noEnd } = treatmentMarks;
  return [
    ...(treatments.length > 0 ? [lines] : []),
    ...(treatments.some((one) => one.ongoing) ? [ongoing] : []),
    ...(treatments.some(lacksEnd) ? [noEnd] : []),
  ];
}

function sayEnd({ treatmentEnds }: ExploreMessages, { day }: Format, one: Treatment): string {
  if (one.until !== null) return day(one.until);
  if (one.ongoing) return treatmentEnds.ongoing;
  return lacksEnd(one) ? treatmentEnds.noEnd : '';
}

/** The same as rows of a table, newest first as the answers are. */
export function treatmentTable(
  words: ExploreMessages,
  format: Format,
  treatments: readonly Treatment[],
): HTMLTableElement {
  const { date, until, kind, label } = words.treatmentHeads;
  const rows = treatments
    .toReversed()
    .map((one) =>
      h(
        'tr',
        {},
        h('th', { scope: 'row' }, format.day(one.at)),
        h('td', {}, sayEnd(words, format, one)),
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
