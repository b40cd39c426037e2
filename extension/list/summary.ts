import type { ScoredSubmission } from '@instrument-panel/client/contract';
import { isSameId } from '@instrument-panel/client/params';
import { type RiskKind, sayRiskOf } from '@instrument-panel/shared/panel/headline';
import { latestForm, type ShortView, shortView } from '@instrument-panel/shared/score/short-view';
import { sparklineMessages } from '@instrument-panel/shared/words/compiled/sparkline/all';
import { createFormat } from '@instrument-panel/shared/words/format';
import { selectMessages } from '@instrument-panel/shared/words/languages';
import { type SparklineSpeech, sayMax, sayRange } from '@instrument-panel/shared/words/say';
import type { ListSnapshot, RowSnapshot } from '../intents/outputs.ts';
import { listMessages } from '../words/compiled/list/all.js';
import type { ListMessages } from '../words/compiled/list/en.js';

/** The content of a row's mark: one instrument drawn, and all of them in words. */
export interface Summary {
  /** The one with the latest score; without any score the one that was answered last. */
  readonly main: ShortView | null;
  /** The one that was answered last first. */
  readonly views: readonly ShortView[];
  /** The gravest that is known of any instrument. */
  readonly risk: RiskKind;
}

const isAnswered = ({ status }: ScoredSubmission): boolean => status === 'ANSWERED';

/** Sums up the courses of one patient. A flag of any instrument counts, whichever is drawn. */
export function toSummary(
  { patientId, submissions }: Extract<RowSnapshot, { readonly state: 'course' }>,
  { scales, unreadable }: Pick<ListSnapshot, 'scales' | 'unreadable'>,
): Summary {
  const theirs = submissions.filter((one) => isSameId(one.patientId, patientId));
  const first = latestForm(theirs);
  const forms = [...new Set(theirs.map(({ formTemplateId }) => formTemplateId.toLowerCase()))];
  const ordered =
    first === null ? forms : [first.toLowerCase(), ...forms.filter((one) => one !== first.toLowerCase())];
  const scaleOf = new Map(
    Object.values(scales).flatMap((one) => (one ? [[one.id.toLowerCase(), one] as const] : [])),
  );
  const views = ordered.map((formId) =>
    shortView({ patientId, formId, submissions: theirs, scale: scaleOf.get(formId) ?? null, unreadable }),
  );
  const scoredAt = (view: ShortView): number => view.points.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
  const main = first === null ? null : (views.toSorted((a, b) => scoredAt(b) - scoredAt(a))[0] ?? null);
  const kinds = views.map(({ risk }) => risk.kind);
  const risk = kinds.includes('flagged')
    ? 'flagged'
    : !theirs.some(isAnswered)
      ? 'unanswered'
      : kinds.includes('unavailable')
        ? 'unavailable'
        : 'none';
  return { main, views, risk };
}

/** The words of the marks, in one language. */
export interface ListSpeech {
  readonly list: ListMessages;
  readonly course: SparklineSpeech;
}

export function createListSpeech(tag: string): ListSpeech {
  const list = selectMessages(listMessages, tag);
  const words = selectMessages(sparklineMessages, list.lang);
  return { list, course: { words, format: createFormat(words) } };
}

/** Says where a patient stands on one instrument: score, range, date, and the sentence on risk. */
export function sayView({ list, course }: ListSpeech, view: ShortView): { score: string; risk: string } {
  const { words, format } = course;
  const last = view.points.at(-1);
  const name = view.title || words.untitled;
  const score = last
    ? [
        `${format.number(last.score)} ${sayMax(course, view)}`.trim(),
        sayRange(course, last),
        format.day(last.at),
      ].join(', ')
    : view.unscored > 0
      ? words.unscored({ count: view.unscored })
      : words.noAnswers;
  const risk = sayRiskOf(course, view, !last && view.unscored === 0);
  return { score: list.of({ instrument: name, sentence: score }), risk: `${risk.text}.` };
}
