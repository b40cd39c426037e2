import { isSameId } from '@instrument-panel/client/params';
import { nowBy, toClock } from '@instrument-panel/shared/panel/clock';
import type { RiskKind } from '@instrument-panel/shared/panel/headline';
import { type LostAnswer, mayBeAnswered } from '@instrument-panel/shared/score/latest';
import { missedOf } from '@instrument-panel/shared/score/missed';
import { asksNoRisk } from '@instrument-panel/shared/score/published';
import { type ShortView, shortView } from '@instrument-panel/shared/score/short-view';
import { selectMessages } from '@instrument-panel/shared/words/all-languages';
import { sparklineMessages } from '@instrument-panel/shared/words/compiled/sparkline/all';
import { createFormat } from '@instrument-panel/shared/words/format';
import { joinParts, sayMax, sayRange, sayRisk, sayUnread } from '@instrument-panel/shared/words/say';
import { joinSentences, sayScale } from '@instrument-panel/shared/words/say-picture';
import type { ListSnapshot, RowSnapshot } from '../background/service/list.ts';
import { listMessages } from '../words/compiled/list/all.js';

/** One instrument of a row's patient, with the class ranges of its scale, ascending. */
export interface RowView extends ShortView {
  readonly bands: readonly {
    readonly title?: string | null | undefined;
    readonly minScore: number;
    readonly maxScore: number;
  }[];
  /** Scores at which two classes meet. */
  readonly edges: readonly number[];
  /** False for a published instrument whose questions ask nothing about suicide or self-harm, without a flag all the same. */
  readonly asksAboutRisk: boolean;
  /** Requests since the latest answer that were not answered or are late; 0 where a newer answer may be missing. */
  readonly missedSince: number;
}

export type Summary = ReturnType<typeof toSummary>;

const lastAt = ({ points }: ShortView): number => points.at(-1)?.at ?? Number.NEGATIVE_INFINITY;

const isFlaggedNow = ({ risk }: ShortView): boolean => risk.kind === 'flagged' && risk.isCurrent;

const isPartial = ({ isLatestKnown, unread }: ShortView): boolean =>
  !isLatestKnown || unread.at.length + unread.undated > 0;

/** 0 for a current flag, 1 for what could not be read, 2 for the rest. */
const concernOf = (view: RowView): number =>
  isFlaggedNow(view) ? 0 : isPartial(view) || isRiskUnknown(view) ? 1 : 2;

/** True where a flag may be there and is not known. */
const isRiskUnknown = ({ risk, asksAboutRisk }: RowView): boolean =>
  asksAboutRisk && risk.kind === 'unavailable';

/** Sums up the instruments of one patient, the one of greatest concern first, then the one answered last. */
export function toSummary(
  { patientId, submissions, lost = [] }: Extract<RowSnapshot, { readonly state: 'course' }>,
  { scales, unreadable, serviceAt }: Pick<ListSnapshot, 'scales' | 'unreadable' | 'serviceAt'>,
) {
  const clock = toClock(null, serviceAt);
  const now = nowBy(clock);
  const theirs = submissions.filter((one) => isSameId(one.patientId, patientId));
  const own = lost.filter((one) => one.patientId != null);
  const forms = new Set(
    [...theirs, ...own].flatMap(({ formTemplateId: id }) => (typeof id === 'string' ? id.toLowerCase() : [])),
  );
  const views = [...forms].map((formId): RowView => {
    const scale = Object.values(scales).find((one) => one?.id.toLowerCase() === formId) ?? null;
    const bands = (scale?.scoreRanges ?? [])
      .filter(({ formSubScaleId }) => formSubScaleId == null)
      .sort((a, b) => a.minScore - b.minScore);
    const edges = bands.slice(1).map(({ minScore }, index) => (minScore + (bands[index]?.maxScore ?? 0)) / 2);
    const view = shortView({ patientId, formId, submissions: theirs, scale, unreadable, lost, now });
    const { missed } = missedOf(
      theirs.filter((one) => isSameId(one.formTemplateId, formId)),
      now,
    );
    const since = missed.filter(({ at }) => at > lastAt(view)).length;
    return {
      ...view,
      bands,
      edges,
      asksAboutRisk: !asksNoRisk(view, scale) || view.risk.kind === 'flagged',
      missedSince: view.isLatestKnown ? since : 0,
    };
  });
  views.sort((a, b) => concernOf(a) - concernOf(b) || lastAt(b) - lastAt(a));
  const isAnswered = theirs.some((one) => mayBeAnswered(one as LostAnswer));
  // A row that does not say whose it is may be a flagged one of this patient.
  const isUnknown = own.length < lost.length || views.some(isRiskUnknown);
  /** The gravest that is known of any instrument; a flag that a later answer speaks against is dated in its sentence. */
  const risk: RiskKind = views.some(isFlaggedNow)
    ? 'flagged'
    : isAnswered || lost.length > 0
      ? isUnknown || views.length === 0
        ? 'unavailable'
        : 'none'
      : 'unanswered';
  return { views, risk, isPartial: lost.length > 0 || views.some(isPartial), clock };
}

export type ListSpeech = ReturnType<typeof createListSpeech>;

export function createListSpeech(tag: string) {
  const list = selectMessages(listMessages, tag);
  const words = selectMessages(sparklineMessages, list.lang);
  return { list, course: { words, format: createFormat(words) } };
}

/** Says the class of the latest score with its range: `Moderate (10–14)`; empty without a score. */
export function sayClass({ course }: ListSpeech, { points, bands }: RowView): string {
  const last = points.at(-1);
  if (!last) return '';
  const isOf = ({ title, minScore, maxScore }: RowView['bands'][number]): boolean =>
    title === last.classification && minScore <= last.score && last.score <= maxScore;
  return sayRange(course, { ...last, band: bands.findIndex(isOf) }, bands);
}

/** Returns the change from the previous score; null if there is none, or if an answer in between may be missing. */
export function findLastChange(view: RowView): number | null {
  const [before, last] = view.points.slice(-2);
  return last && before && !isPartial(view) ? last.score - before.score : null;
}

/** Says `2 missed` of requests since the latest answer; empty without any. */
export const sayMissedSince = ({ course }: ListSpeech, { missedSince }: RowView): string =>
  missedSince > 0 ? course.words.missed({ count: missedSince }) : '';

/** Number of the day in the reader's time zone. */
const dayOf = (at: number): number =>
  Math.floor((at - new Date(at).getTimezoneOffset() * 60_000) / 86_400_000);

/** Says how long ago the latest answer was given: `4 days ago`; its date where the present is not known. */
export function sayAge({ course: { format } }: ListSpeech, { points }: RowView, now: number | null): string {
  const last = points.at(-1);
  return last ? format.age(last.at, now).replace(` (${format.day(last.at)})`, '') : '';
}

/** Says the age in few letters, where there is little room: `4 d`. */
export function sayShortAge(speech: ListSpeech, view: RowView, now: number | null): string {
  const at = view.points.at(-1)?.at ?? Number.NaN;
  const count = now === null ? Number.NaN : dayOf(now) - dayOf(at);
  return count >= 0 ? speech.list.days({ count }) : sayAge(speech, view, now);
}

/** Says `8 lower than on 1 Oct (9)`; empty where there is no change, or none that is known. */
function sayLastChange({ list, course: { format } }: ListSpeech, view: RowView): string {
  const [before] = view.points.slice(-2);
  const change = findLastChange(view);
  if (change === null || !before) return '';
  return list.change({
    kind: change === 0 ? 'same' : change > 0 ? 'higher' : 'other',
    points: format.number(Math.abs(change)),
    date: format.day(before.at),
    score: format.number(before.score),
  });
}

/**
 * Summarizes a patient's results on one instrument, a sentence each: score, class and date first; then what could not be
 * read, risk, change and scale.
 */
export function sayView(speech: ListSpeech, view: RowView, now: number | null): readonly string[] {
  const { list, course } = speech;
  const { words, format } = course;
  const last = view.points.at(-1);
  const unread = sayUnread(course, view);
  const noScore = view.unscored > 0 ? words.unscored({ count: view.unscored }) : words.noAnswers;
  const score = last && `${format.number(last.score)} ${sayMax(course, view)}`.trim();
  const sentence = score
    ? joinParts(score, sayClass(speech, view), format.age(last.at, now))
    : (unread.shift() ?? noScore);
  const isUnanswered = !last && view.unscored === 0 && !isPartial(view) && view.risk.kind === 'unavailable';
  const risk = isUnanswered ? words.riskUnanswered : sayRisk(course, view, joinSentences);
  const rest = [
    ...unread,
    view.asksAboutRisk ? risk : words.asksNothing({ title: null }),
    sayMissedSince(speech, view),
    sayLastChange(speech, view),
    last ? sayScale(course, view) : '',
    last && view.domainSource === 'disputed' ? words.scaleDisputed : '',
  ];
  return [
    list.of({ instrument: view.title || words.untitled, sentence }),
    ...rest.filter(Boolean).map((line) => line.replace(/\.?$/, '.')),
  ];
}
