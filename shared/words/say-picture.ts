/** Sentences about a course as a whole, for who does not see its picture. */

import type { ShortView } from '../score/short-view.ts';
import type { ScoreView } from '../score/view.ts';
import type { CourseFactsMessages } from './compiled/course-facts/en.js';
import { type CourseSpeech, hasEnds, joinParts, type SparklineSpeech } from './say.ts';

/** The words of a course, with those that its first paint does without. */
type FactsSpeech = CourseSpeech & { readonly words: CourseFactsMessages };

/** `Latest answer 4 days ago (12 Nov 2026)`; other words if an answer that may be newer is not shown. */
export const sayDate = (
  { words, format }: FactsSpeech,
  {
    isLatestKnown,
    isEnded,
    now,
  }: Pick<ScoreView, 'isLatestKnown' | 'now'> & Partial<Pick<ScoreView, 'isEnded'>>,
  at: number,
): string =>
  words[isLatestKnown ? (isEnded ? 'lastInPeriod' : 'answered') : 'lastShown']({ date: format.age(at, now) });

/** `Scale 0 to 27, higher is worse`; the ends only where they are known. */
export const sayScale = (
  { words, format }: FactsSpeech,
  view: Pick<ScoreView, 'yMin' | 'yMax' | 'direction' | 'domainSource'>,
): string =>
  joinParts(
    hasEnds(view) ? words.scale({ min: format.number(view.yMin), max: format.number(view.yMax) }) : '',
    words.direction[view.direction],
  );

/** What of a view the sentence about its picture says. */
export type SaidCourse = Pick<
  ShortView,
  'title' | 'missed' | 'unread' | 'yMin' | 'yMax' | 'direction' | 'domainSource'
> & { readonly points: readonly Pick<ShortView['points'][number], 'at' | 'score' | 'risk'>[] };

/**
 * What the picture says, for who does not see it.
 *
 * @param sayLast words of the instant of the last answer. Default: its day
 */
export function sayPicture(
  { words, format }: SparklineSpeech,
  view: SaidCourse,
  sayLast: (at: number) => string = format.day,
): string {
  const { points, missed } = view;
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return words.noAnswers;
  const { day, number } = format;
  const rising = points.map(({ score }) => score).sort((a, b) => a - b);
  const isOne = points.length === 1;
  const flags = points.filter(({ risk }) => risk === 'flagged').length;
  // Which score is first, lowest or latest is known only if all were read.
  const isWhole = view.unread.at.length + view.unread.undated === 0;
  const isAll = isWhole && points.every(({ risk }) => risk !== 'unknown');
  return [
    words.picture({
      title: view.title || words.untitled,
      answers: points.length,
      first: isOne ? null : day(first.at),
      last: sayLast(last.at),
    }),
    isWhole && !isOne
      ? words.scores({
          first: number(first.score),
          lowest: number(rising[0] ?? 0),
          highest: number(rising.at(-1) ?? 0),
          last: number(last.score),
        })
      : '',
    `${sayScale({ words, format }, view)}.`,
    flags ? `${words.flagsDrawn({ count: flags, isAll })}.` : '',
    missed ? `${words.missed({ count: missed })}.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** The sentence on risk in a few words; the whole one is `sayRisk`'s. */
export function sayRiskShort({ words, format }: SparklineSpeech, { risk }: ShortView): string {
  const { riskNone, riskShort } = words;
  if (risk.kind === 'flagged') {
    const date = risk.at === null ? null : format.day(risk.at);
    return riskShort[risk.isCurrent ? 'flagged' : 'dated']({ date });
  }
  return risk.kind === 'none' ? riskNone({ date: format.day(risk.asOf) }) : riskShort.unavailable;
}

/** Joins lines to one text that is read aloud: each begins with a capital letter and ends with a full stop. */
export const joinSentences = (lines: readonly string[]): string =>
  lines
    .map((line) => line.charAt(0).toUpperCase() + line.slice(1) + (line.endsWith('.') ? '' : '.'))
    .join(' ');
