import { isSameId } from '@instrument-panel/client/params';
import { type RiskKind, sayRiskOf } from '@instrument-panel/shared/panel/headline';
import { latestForm, type ShortView, shortView } from '@instrument-panel/shared/score/short-view';
import { sparklineMessages } from '@instrument-panel/shared/words/compiled/sparkline/all';
import { createFormat } from '@instrument-panel/shared/words/format';
import { selectMessages } from '@instrument-panel/shared/words/languages';
import { sayMax, sayRange } from '@instrument-panel/shared/words/say';
import type { ListSnapshot, RowSnapshot } from '../background/service/list.ts';
import { listMessages } from '../words/compiled/list/all.js';

export type Summary = ReturnType<typeof toSummary>;

/** Sums up the courses of one patient. A flag of any instrument counts, whichever is drawn. */
export function toSummary(
  { patientId, submissions }: Extract<RowSnapshot, { readonly state: 'course' }>,
  { scales, unreadable }: Pick<ListSnapshot, 'scales' | 'unreadable'>,
) {
  const theirs = submissions.filter((one) => isSameId(one.patientId, patientId));
  const latest = latestForm(theirs)?.toLowerCase();
  const forms = new Set(theirs.map(({ formTemplateId }) => formTemplateId.toLowerCase()));
  // The one that was answered last first.
  const ordered = new Set(latest === undefined ? forms : [latest, ...forms]);
  const views = [...ordered].map((formId) => {
    const scale = Object.values(scales).find((one) => one?.id.toLowerCase() === formId) ?? null;
    return shortView({ patientId, formId, submissions: theirs, scale, unreadable });
  });
  const scoredAt = (view: ShortView): number => view.points.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
  /** The one with the latest score; without any score the one that was answered last. */
  const main = latest === undefined ? null : (views.toSorted((a, b) => scoredAt(b) - scoredAt(a))[0] ?? null);
  const kinds: readonly RiskKind[] = views.map(({ risk }) => risk.kind);
  const isAnswered = theirs.some(({ status }) => status === 'ANSWERED');
  const known = kinds.includes('unavailable') ? 'unavailable' : 'none';
  /** The gravest that is known of any instrument. */
  const risk: RiskKind = kinds.includes('flagged') ? 'flagged' : isAnswered ? known : 'unanswered';
  return { main, views, risk };
}

export type ListSpeech = ReturnType<typeof createListSpeech>;

export function createListSpeech(tag: string) {
  const list = selectMessages(listMessages, tag);
  const words = selectMessages(sparklineMessages, list.lang);
  return { list, course: { words, format: createFormat(words) } };
}

/** Says where a patient stands on one instrument: score, range and date, and the sentence on risk. */
export function sayView({ list, course }: ListSpeech, view: ShortView): readonly [string, string] {
  const { words, format } = course;
  const last = view.points.at(-1);
  const unscored = view.unscored > 0 ? words.unscored({ count: view.unscored }) : words.noAnswers;
  const sentence = last
    ? [
        `${format.number(last.score)} ${sayMax(course, view)}`.trim(),
        sayRange(course, last),
        format.day(last.at),
      ].join(', ')
    : unscored;
  const risk = sayRiskOf(course, view, !last && view.unscored === 0);
  return [list.of({ instrument: view.title || words.untitled, sentence }), `${risk.text}.`];
}
