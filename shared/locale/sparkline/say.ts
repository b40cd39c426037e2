import type { ShortView } from '../../score/short-view.ts';
import type { Format } from '../panel/format.ts';
import { sayMax, sayRange, sayScale } from '../panel/say.ts';
import type { SparklineMessages } from './words.ts';

/** Speaks of a course in a sparkline's words. */
export interface SparklineSpeech {
  readonly words: SparklineMessages;
  readonly format: Format;
}

/**
 * What the picture says, for who does not see it: instrument, how many answers and when, their first, lowest,
 * highest and latest score, the scale, and the requests without an answer.
 */
export function sayPicture({ words, format }: SparklineSpeech, view: ShortView): string {
  const { points, missed } = view;
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return words.noAnswers;
  const { day, number } = format;
  const rising = points.map(({ score }) => score).sort((a, b) => a - b);
  const isOne = points.length === 1;
  return [
    words.picture(view.title || words.untitled, points.length, isOne ? null : day(first.at), day(last.at)),
    isOne
      ? ''
      : words.scores(
          number(first.score),
          number(rising[0] ?? 0),
          number(rising.at(-1) ?? 0),
          number(last.score),
        ),
    `${sayScale({ words, format }, view)}.`,
    missed ? words.missed(missed) : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** The sentence on risk in a few words; the whole one is `sayRisk`'s. */
export function sayRiskShort({ words, format }: SparklineSpeech, { risk }: ShortView): string {
  const { riskShort } = words;
  if (risk.kind === 'flagged') return riskShort.flagged(risk.at === null ? null : format.day(risk.at));
  return risk.kind === 'none' ? riskShort.none(format.day(risk.asOf)) : riskShort.unavailable;
}

export { sayMax, sayRange };
