import type { Instrument, ScoreRange, Submission } from '@instrument-panel/client/contract';
import { sayListed } from '@instrument-panel/client/contract';
import { wholeRanges } from '../score/bands.ts';
import { answeredAt } from '../score/latest.ts';
import { riskOf } from '../score/risk.ts';
import type { PointRisk, ScoreView } from '../score/view.ts';
import type { ExportMessages } from '../words/compiled/export/en.js';
import type { ItemMessages } from '../words/compiled/item/en.js';
import type { CourseSpeech } from '../words/say.ts';
import type { WholeSpeech } from '../words/say-details.ts';
import { answerSheet, sayAnswer, sayFlag, sayQuestion } from './answered.ts';
import { findMismatch, type Scored, scoredOf } from './scored.ts';

/** What a text says besides its subject: of what, and when it was read. */
export interface TextProvenance {
  /** Title of the instrument. */
  readonly title: string;
  /** When the service was asked, milliseconds since the epoch. */
  readonly readAt: number;
  /** IANA name of the time zone of what is said, or null for the reader's own. */
  readonly timeZone: string | null;
}

/** The time zone as readers call it; an IANA name such as `America/Sao_Paulo` is for programs. */
function sayTimeZone(exported: ExportMessages, timeZone: string | null, at: number): string {
  const zone = timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone ?? exported.localTime;
  if (!zone.includes('/')) return zone;
  const parts = new Intl.DateTimeFormat(exported.lang, { timeZone: zone, timeZoneName: 'long' });
  return parts.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? zone;
}

/** When something was answered, with the time zone. */
export const sayAnsweredAt = (
  { format }: CourseSpeech,
  exported: ExportMessages,
  at: number,
  timeZone: string | null,
): string =>
  exported.answeredAt({ moment: format.moment(at), timeZone: sayTimeZone(exported, timeZone, at) });

/** The ranges that the service sends, in one line; empty without any. */
export function sayRanges(
  { format }: CourseSpeech,
  exported: ExportMessages,
  ranges: readonly Pick<ScoreRange, 'title' | 'minScore' | 'maxScore'>[],
): string {
  const list = ranges.map(({ title, minScore, maxScore }) =>
    exported.range({ title, from: format.number(minScore), to: format.number(maxScore) }),
  );
  return list.length > 0 ? exported.ranges({ list: list.join(', ') }) : '';
}

/**
 * The sentence on the risk of one answer; never left out, since silence is neither yes nor no.
 *
 * @param unasked name of an instrument that is known not to ask about suicide or self-harm. Default: empty, not known
 */
export function sayAnswerRisk(
  { speech, exported }: { readonly speech: WholeSpeech; readonly exported: ExportMessages },
  risk: PointRisk,
  unasked = '',
): string {
  if (risk !== 'none') return exported.risk[risk];
  const { asksNothing, riskNone } = speech.words;
  return `${unasked ? asksNothing({ title: unasked }) : riskNone({ date: null })}.`;
}

/** Name of the instrument of a course that is known not to ask about suicide or self-harm, and has no flag; else empty. */
export const unaskedOf = ({ asksNothing, risk }: ScoreView, title: string): string =>
  asksNothing && risk.kind !== 'flagged' ? title : '';

/** What a flag means, or that there is none; empty where nothing is known, or nothing asked. */
export function sayFlagMeaning(
  { speech, item }: Pick<SubmissionSpeech, 'speech' | 'item'>,
  risk: PointRisk,
  unasked = '',
): string {
  if (risk === 'flagged') return `${speech.words.riskNote} ${item.flagMeans}`;
  return risk === 'none' && !unasked ? item.flagMeans : '';
}

/** All words that a text about a submission is made of. */
export interface SubmissionSpeech {
  readonly speech: WholeSpeech;
  readonly item: ItemMessages;
  readonly exported: ExportMessages;
}

/**
 * Says a score with its class: `14 · Moderate (10–14)`; the words for no score if the service sent none. It says so if
 * the score is outside the range of its class, outside all ranges, or on no scale.
 */
export function sayScored(
  { speech: { format }, item }: Pick<SubmissionSpeech, 'speech' | 'item'>,
  scored: Scored,
): string {
  if (scored.score === null) return item.noScore;
  const { classification, ranges } = scored;
  const score = format.number(scored.score);
  const mismatch = findMismatch(scored);
  if (mismatch === 'ranges') {
    const from = format.number(Math.min(...ranges.map(({ minScore }) => minScore)));
    const to = format.number(Math.max(...ranges.map(({ maxScore }) => maxScore)));
    return item.outside({ score, from, to });
  }
  if (mismatch === 'scale') return item.offScale({ score });
  if (!classification?.title.trim()) return score;
  const { title, minScore, maxScore } = classification;
  const isRanged = minScore != null && maxScore != null;
  const named = isRanged ? `${title} (${format.number(minScore)}–${format.number(maxScore)})` : title;
  return mismatch === 'class' ? item.otherClass({ score, named }) : `${score} · ${named}`;
}

const sayState = ({ item, speech }: SubmissionSpeech, { status }: Submission): string =>
  sayListed({ ...item.status, ...speech.words.missedStatus }, status) +
  (status === 'ANSWERED' ? ` · ${item.noDate}` : '');

/** Finds when a submission was answered, in milliseconds; NaN if the service gives no instant, or a future one. */
const findAnswered = ({ status, completedFillAt }: Submission, now: number | null): number =>
  status === 'ANSWERED' ? answeredAt(completedFillAt, now) : Number.NaN;

/**
 * Says when a submission was answered, else its status.
 *
 * @param now the service's clock, milliseconds; null where it is not known
 */
export function sayStanding(
  words: SubmissionSpeech,
  submission: Submission,
  timeZone: string | null,
  now: number | null,
): string {
  const at = findAnswered(submission, now);
  return Number.isNaN(at)
    ? sayState(words, submission)
    : sayAnsweredAt(words.speech, words.exported, at, timeZone);
}

/** The same as {@link sayStanding}, relative and absolute: `4 days ago (12 Nov 2026), 14:05 (UTC)`. */
export function sayWhen(
  words: SubmissionSpeech,
  submission: Submission,
  timeZone: string | null,
  now: number | null,
): string {
  const { format } = words.speech;
  const at = findAnswered(submission, now);
  if (Number.isNaN(at)) return sayState(words, submission);
  return `${format.age(at, now)}, ${format.moment(at).slice(-5)} (${sayTimeZone(words.exported, timeZone, at)})`;
}

/** What the service counts as flags and the answers do not carry; null where they carry as many. */
export function flagsElsewhere(item: ItemMessages, submission: Submission, shown: number): string | null {
  const counted = Math.max(submission.riskFlagCount ?? 0, submission.hasHighRisk ? 1 : 0);
  return counted > shown ? item.flagsElsewhere({ counted, shown }) : null;
}

/** What a text about a submission says of parts that could not be read. */
interface SubmissionNotices {
  /** The service's clock, milliseconds. Default: not known. */
  readonly now?: number | null;
  /** Parts of the submission that could not be read and are not in the text. */
  readonly unreadable: number;
  /** Sentences on other answers that could not be read. Default: none. */
  readonly notices?: readonly string[];
  /** Name of an instrument that is known not to ask about suicide or self-harm. Default: not known. */
  readonly unasked?: string;
}

/**
 * A submission as text for a clinical note, which can be read without the page. Answers with a flag come first.
 *
 * @param instrument null where it could not be read
 */
export function submissionText(
  words: SubmissionSpeech,
  submission: Submission,
  instrument: Instrument | null,
  {
    title,
    readAt,
    timeZone,
    now = null,
    unreadable,
    notices = [],
    unasked,
  }: TextProvenance & SubmissionNotices,
): string {
  const { speech, item, exported } = words;
  const sheet = answerSheet(submission, instrument);
  const risk = riskOf(submission);
  const scores = scoredOf(submission, instrument).map((scored) => {
    const name = scored.subscale === null ? title : `${title}, ${scored.subscale}`;
    return `${name}: ${sayScored(words, scored)}`;
  });
  const flagged = sheet.flagged.map(
    (one) =>
      `! ${sayQuestion(item, one)}: ${sayAnswer(speech, item, one)}` +
      (one.flag ? ` · ${sayFlag(item, one.flag)}` : ''),
  );
  const clear = sheet.items.filter(({ flag }) => !flag);
  const others = clear.map((one) => `${sayQuestion(item, one)}: ${sayAnswer(speech, item, one)}`);
  return [
    ...scores,
    sayStanding(words, submission, timeZone, now),
    sayRanges(speech, exported, wholeRanges(instrument)),
    sayAnswerRisk(words, risk, unasked),
    sayFlagMeaning(words, risk, unasked),
    flagsElsewhere(item, submission, flagged.length) ?? '',
    flagged.length + others.length === 0 ? item.noAnswers : '',
    ...flagged,
    ...others,
    sheet.unanswered === null ? item.questionsUnknown : '',
    unreadable > 0 ? `${speech.words.unreadable({ count: unreadable })}.` : '',
    ...notices,
    exported.source({ submissionId: submission.id, readAt: speech.format.moment(readAt) }),
  ]
    .filter((line) => line !== '')
    .join('\n');
}
