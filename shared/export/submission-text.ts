import type { Instrument, ScoreRange, Submission } from '@instrument-panel/client/contract';
import { sayListed } from '@instrument-panel/client/contract';
import { riskOf } from '../score/risk.ts';
import type { PointRisk } from '../score/view.ts';
import type { ExportMessages } from '../words/compiled/export/en.js';
import type { ItemMessages } from '../words/compiled/item/en.js';
import { type CourseSpeech, joinParts, sayRange } from '../words/say.ts';
import type { WholeSpeech } from '../words/say-details.ts';
import { answerSheet, sayAnswer, sayFlag, sayQuestion } from './answered.ts';
import { type Scored, scoredOf } from './scored.ts';

/** What a text says besides its subject: of what, and when it was read. */
export interface TextProvenance {
  /** Title of the instrument. */
  readonly title: string;
  /** When the service was asked, milliseconds since the epoch. */
  readonly readAt: number;
  /** IANA name of the time zone of what is said, or null for the reader's own. */
  readonly timeZone: string | null;
}

/** When something was answered, with the time zone. */
export const sayAnsweredAt = (
  { format }: CourseSpeech,
  exported: ExportMessages,
  at: number,
  timeZone: string | null,
): string =>
  exported.answeredAt({
    moment: format.moment(at),
    timeZone: timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone ?? exported.localTime,
  });

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

/** The sentence on the risk of one answer; never left out, since silence is neither yes nor no. */
export const sayAnswerRisk = (
  { speech, exported }: { readonly speech: CourseSpeech; readonly exported: ExportMessages },
  risk: PointRisk,
): string => (risk === 'none' ? `${speech.words.riskNone({ date: null })}.` : exported.risk[risk]);

/** All words that a text about a submission is made of. */
export interface SubmissionSpeech {
  readonly speech: WholeSpeech;
  readonly item: ItemMessages;
  readonly exported: ExportMessages;
}

/** `14, in range Moderate`; the words for no score where the service sent none. */
export function sayScored({ speech, item }: SubmissionSpeech, { score, classification }: Scored): string {
  if (score === null) return item.noScore;
  return joinParts(
    speech.format.number(score),
    sayRange(speech, { classification: classification?.title ?? null }),
  );
}

/** When it was answered, or how it stands. */
export function sayStanding(
  { speech, item, exported }: SubmissionSpeech,
  { status, completedFillAt }: Submission,
  timeZone: string | null,
): string {
  const at = Date.parse(completedFillAt ?? '');
  if (status !== 'ANSWERED' || Number.isNaN(at)) return sayListed(item.status, status);
  return sayAnsweredAt(speech, exported, at, timeZone);
}

/** What the service counts as flags and the answers do not carry; null where they carry as many. */
export function flagsElsewhere(item: ItemMessages, submission: Submission, shown: number): string | null {
  const counted = Math.max(submission.riskFlagCount ?? 0, submission.hasHighRisk ? 1 : 0);
  return counted > shown ? item.flagsElsewhere({ counted, shown }) : null;
}

/**
 * A submission as text for a clinical note, which can be read without the page. Answers with a flag come first.
 *
 * @param instrument null where it could not be read
 * @param provenance `unreadable` is the number of answers that could not be read and are not in the text
 */
export function submissionText(
  words: SubmissionSpeech,
  submission: Submission,
  instrument: Instrument | null,
  { title, readAt, timeZone, unreadable }: TextProvenance & { readonly unreadable: number },
): string {
  const { speech, item, exported } = words;
  const sheet = answerSheet(submission, instrument);
  const scores = scoredOf(submission, instrument).map((scored) => {
    const name = scored.subscale === null ? title : `${title}, ${scored.subscale}`;
    return `${name}: ${sayScored(words, scored)}`;
  });
  const flagged = sheet.flagged.map(
    (one) =>
      `! ${sayQuestion(item, one)}: ${sayAnswer(speech, item, one)}` +
      (one.flag ? `. ${speech.words.pointRisk.flagged}: ${sayFlag(speech, item, one.flag)}` : ''),
  );
  const others = sheet.others.map((one) => `${sayQuestion(item, one)}: ${sayAnswer(speech, item, one)}`);
  return [
    ...scores,
    sayStanding(words, submission, timeZone),
    sayRanges(speech, exported, instrument?.scoreRanges ?? []),
    sayAnswerRisk(words, riskOf(submission)),
    flagsElsewhere(item, submission, flagged.length) ?? '',
    flagged.length + others.length === 0 ? item.noAnswers : '',
    ...flagged,
    ...others,
    sheet.unanswered === null ? item.questionsUnknown : '',
    unreadable > 0 ? speech.words.unreadable({ count: unreadable }) : '',
    exported.source({ submissionId: submission.id, readAt: speech.format.moment(readAt) }),
  ]
    .filter((line) => line !== '')
    .join('\n');
}
