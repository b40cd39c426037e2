import { changeOf } from '../score/change.ts';
import type { ShortView } from '../score/short-view.ts';
import type { ScoreView, ViewPoint } from '../score/view.ts';
import type { CourseMessages } from './compiled/course/en.js';
import type { PanelFirstMessages } from './compiled/panel-first/en.js';
import type { SparklineMessages } from './compiled/sparkline/en.js';
import type { Format } from './format.ts';

/** The words and formats of one language for a course, as far as every element uses them. */
export interface CourseSpeech {
  readonly words: CourseMessages;
  readonly format: Format;
}

/** The words and formats of one language for a panel's first paint. */
export type Speech = CourseSpeech & { readonly words: PanelFirstMessages };

/** The words and formats of one language for a sparkline. */
export type SparklineSpeech = CourseSpeech & { readonly words: SparklineMessages };

/** `of 27`; empty where no maximum is known but the scores themselves. */
export const sayMax = (
  { words, format }: CourseSpeech,
  { domainSource, yMax }: Pick<ScoreView, 'domainSource' | 'yMax'>,
): string => (domainSource === 'scores' ? '' : words.ofMax({ max: format.number(yMax) }));

/** Joins parts with commas; an empty part, as in a panel for patients, leaves no comma behind. */
export const joinParts = (...said: readonly string[]): string => said.filter(Boolean).join(', ');

/** `Latest answer 12 Nov 2026`; other words if an answer that may be newer is not shown. */
export const sayDate = (
  { words, format }: CourseSpeech,
  { isLatestKnown }: Pick<ScoreView, 'isLatestKnown'>,
  at: number,
): string => words[isLatestKnown ? 'answered' : 'lastShown']({ date: format.day(at) });

/** `14 of 27` */
export const sayScore = (speech: Speech, view: ScoreView, score: number): string =>
  `${speech.format.number(score)} ${sayMax(speech, view)}`.trim();

/** `in range Moderate`: what the service classified, never a diagnosis. */
export const sayRange = ({ words }: CourseSpeech, point: Pick<ViewPoint, 'classification'>): string =>
  point.classification === null ? words.noRange : words.inRange({ title: point.classification });

/** `+3`, or the words for no change; `–` where the service sent none. */
export const sayDelta = ({ words, format }: Speech, change: number | null | undefined): string =>
  change == null ? '–' : change === 0 ? words.unchanged : format.signed(change);

/** `2 higher than on 2 Nov 2026 (13)`, then `was Mild, now Moderate`; nothing for the first answer. */
export function sayChanges({ words, format }: Speech, view: ScoreView, index: number): string[] {
  const change = changeOf(view, index);
  if (!change) return [];
  const { from, difference, previousClass } = change;
  return [
    words.difference({
      kind: difference === 0 ? 'same' : difference > 0 ? 'higher' : 'other',
      points: format.number(Math.abs(difference)),
      date: format.day(from.at),
      score: format.number(from.score),
    }),
    ...(previousClass === null
      ? []
      : [words.classChange({ before: previousClass, after: view.points[index]?.classification ?? '' })]),
  ];
}

/** The sentence on risk: flagged, none recorded, or unavailable; never silence. */
export function sayRisk({ words, format }: CourseSpeech, { risk }: Pick<ScoreView, 'risk'>): string {
  if (risk.kind === 'unavailable') return words.riskUnavailable;
  const { riskFlagged, riskNone, riskOthers, riskUnknown, severity, gravest } = words;
  const said: string[] = [];
  if (risk.kind === 'none') said.push(riskNone({ date: format.day(risk.asOf) }));
  else {
    said.push(riskFlagged({ date: risk.at === null ? null : format.day(risk.at), latest: risk.latest }));
    if (risk.severity) said.push(severity[risk.severity]);
    if (risk.others) said.push(riskOthers({ count: risk.others }));
    if (risk.gravest && risk.gravest !== risk.severity)
      said.push(gravest({ severity: severity[risk.gravest] }));
  }
  if (risk.unknown) said.push(riskUnknown({ count: risk.unknown }));
  return said.join(', ');
}

/** `Scale 0 to 27, higher is worse` */
export const sayScale = (
  { words, format }: CourseSpeech,
  view: Pick<ScoreView, 'yMin' | 'yMax' | 'direction'>,
): string =>
  joinParts(
    words.scale({ min: format.number(view.yMin), max: format.number(view.yMax) }),
    words.direction[view.direction],
  );

/** The name of the graph for who does not see it: what it is of, its scale, and where it stands now. */
export function sayGraph(speech: Speech, view: ScoreView, title: string): string {
  const { words } = speech;
  const last = view.points.at(-1);
  return [
    words.graph({
      title: view.seriesName === null ? title : `${title}, ${view.seriesName}`,
      count: view.points.length,
    }),
    `${sayScale(speech, view)}.`,
    last
      ? `${sayDate(speech, view, last.at)}: ${joinParts(sayScore(speech, view, last.score), sayRange(speech, last))}.`
      : words.emptyTitle,
  ].join(' ');
}

/** What the picture says, for who does not see it. */
export function sayPicture({ words, format }: SparklineSpeech, view: ShortView): string {
  const { points, missed } = view;
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return words.noAnswers;
  const { day, number } = format;
  const rising = points.map(({ score }) => score).sort((a, b) => a - b);
  const isOne = points.length === 1;
  return [
    words.picture({
      title: view.title || words.untitled,
      answers: points.length,
      first: isOne ? null : day(first.at),
      last: day(last.at),
    }),
    isOne
      ? ''
      : words.scores({
          first: number(first.score),
          lowest: number(rising[0] ?? 0),
          highest: number(rising.at(-1) ?? 0),
          last: number(last.score),
        }),
    `${sayScale({ words, format }, view)}.`,
    missed ? words.missed({ count: missed }) : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** The sentence on risk in a few words; the whole one is `sayRisk`'s. */
export function sayRiskShort({ words, format }: SparklineSpeech, { risk }: ShortView): string {
  const { riskNone, riskShort } = words;
  if (risk.kind === 'flagged')
    return riskShort.flagged({ date: risk.at === null ? null : format.day(risk.at) });
  return risk.kind === 'none' ? riskNone({ date: format.day(risk.asOf) }) : riskShort.unavailable;
}
