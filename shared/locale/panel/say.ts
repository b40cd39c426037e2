import { type Change, changesOf } from '../../score/change.ts';
import type { ScoreView, ViewPoint } from '../../score/view.ts';
import type { Format } from './format.ts';
import type { CourseMessages, FirstMessages } from './messages.ts';

/** One sentence about a change, and its judgement apart, so that colour can follow the word. */
export interface SaidChange {
  readonly text: string;
  readonly judged: Change['judged'];
}

/** Speaks of a course in one language, as far as every element does. */
export interface CourseSpeech {
  readonly words: CourseMessages;
  readonly format: Format;
}

/** Speaks of a view in one language; each sentence is whole, so that graph, table and announcement agree. */
export interface Speech extends CourseSpeech {
  readonly words: FirstMessages;
}

/** `of 27`; empty where no maximum is known but the scores themselves. */
export const sayMax = (
  { words, format }: CourseSpeech,
  { domainSource, yMax }: Pick<ScoreView, 'domainSource' | 'yMax'>,
): string => (domainSource === 'scores' ? '' : words.ofMax(format.number(yMax)));

/** Sentences in one; a word that is empty, as in a panel for patients, leaves no comma behind. */
export const joined = (...said: readonly string[]): string => said.filter(Boolean).join(', ');

/** `14 of 27` */
export const sayScore = (speech: Speech, view: ScoreView, score: number): string =>
  `${speech.format.number(score)} ${sayMax(speech, view)}`.trim();

/** `in range Moderate`: what the service classified, never a diagnosis. */
export const sayRange = ({ words }: CourseSpeech, point: Pick<ViewPoint, 'classification'>): string =>
  point.classification === null ? words.noRange : words.inRange(point.classification);

/** `+3`, or the words for no change; `–` where the service sent none. */
export const sayDelta = ({ words, format }: Speech, change: number | null | undefined): string =>
  change == null ? '–' : change === 0 ? words.unchanged : format.signed(change);

/** The changes that the service sent with a point: since the previous answer, then since the baseline. */
export const sayChanges = (speech: Speech, view: ScoreView, index: number): SaidChange[] =>
  changesOf(view, index).map(({ since, delta, judged }) => ({
    text: speech.words[since === 'previous' ? 'sincePrevious' : 'sinceBaseline'](sayDelta(speech, delta)),
    judged,
  }));

/** The sentence on risk: flagged, none recorded, or unavailable; never silence. */
export function sayRisk({ words, format }: CourseSpeech, { risk }: Pick<ScoreView, 'risk'>): string {
  if (risk.kind === 'unavailable') return words.riskUnavailable;
  const { riskFlagged, riskNone, riskOthers, riskUnknown, severity, gravest } = words;
  const said: string[] = [];
  if (risk.kind === 'none') said.push(riskNone(format.day(risk.asOf)));
  else {
    said.push(riskFlagged(risk.at === null ? null : format.day(risk.at), risk.latest));
    if (risk.severity) said.push(severity[risk.severity]);
    if (risk.others) said.push(riskOthers(risk.others));
    if (risk.gravest && risk.gravest !== risk.severity) said.push(gravest(severity[risk.gravest]));
  }
  if (risk.unknown) said.push(riskUnknown(risk.unknown));
  return said.join(', ');
}

/** `Scale 0 to 27, higher is worse` */
export const sayScale = (
  { words, format }: CourseSpeech,
  view: Pick<ScoreView, 'yMin' | 'yMax' | 'direction'>,
): string =>
  joined(words.scale(format.number(view.yMin), format.number(view.yMax)), words.direction[view.direction]);

/** The name of the graph for who does not see it: what it is of, its scale, and where it stands now. */
export function sayGraph(speech: Speech, view: ScoreView, title: string): string {
  const { words, format } = speech;
  const last = view.points.at(-1);
  return [
    words.graph(view.seriesName === null ? title : `${title}, ${view.seriesName}`, view.points.length),
    `${sayScale(speech, view)}.`,
    last
      ? `${words.answered(format.day(last.at))}: ${joined(sayScore(speech, view, last.score), sayRange(speech, last))}.`
      : words.emptyTitle,
  ].join(' ');
}
