import { sayListed } from '@instrument-panel/client/contract';
import { type Compared, changeOf } from '../score/change.ts';
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

/** True where the service says the ends of the scale, itself or by its ranges. */
export const hasEnds = ({ domainSource }: Pick<ScoreView, 'domainSource'>): boolean =>
  domainSource === 'service' || domainSource === 'ranges';

/** `of 27`, or `(10 to 50)`; empty where no ends are known but the scores themselves. */
export const sayMax = (
  { words, format: { number } }: CourseSpeech,
  view: Pick<ScoreView, 'domainSource' | 'yMin' | 'yMax'>,
): string =>
  hasEnds(view)
    ? words.ofMax({ min: view.yMin === 0 ? null : number(view.yMin), max: number(view.yMax) })
    : '';

/** Joins parts with commas; an empty part, as in a panel for patients, leaves no comma behind. */
export const joinParts = (...said: readonly string[]): string => said.filter(Boolean).join(', ');

/** Says that the newest answer could not be read, and how many of all could not. */
export function sayUnread(
  { words, format }: CourseSpeech,
  {
    unread,
    isLatestKnown,
    points,
    unscored = 0,
  }: Pick<ScoreView, 'unread' | 'isLatestKnown'> & {
    readonly points: readonly unknown[];
    /** Answers without a score of the whole, which were read. */
    readonly unscored?: number;
  },
): string[] {
  const count = unread.at.length + unread.undated;
  const newestAt = unread.at.at(-1);
  const newest = unread.undated > 0 || newestAt === undefined ? null : format.day(newestAt);
  return [
    ...(isLatestKnown ? [] : [words.unreadNewest({ date: newest })]),
    ...(count > (isLatestKnown || newest === null ? 0 : 1)
      ? [words.unreadCount({ count: format.number(count), total: points.length + unscored + count })]
      : []),
  ];
}

/** `Moderate (10–14)`: what the service classified, never a diagnosis. */
export function sayRange(
  { words, format }: CourseSpeech,
  { classification, band = -1 }: Pick<ViewPoint, 'classification'> & Partial<Pick<ViewPoint, 'band'>>,
  bands: readonly Pick<ScoreView['bands'][number], 'minScore' | 'maxScore'>[] = [],
): string {
  if (classification === null) return words.noRange;
  const within = bands[band];
  const range = within ? `${format.number(within.minScore)}–${format.number(within.maxScore)}` : null;
  return words.inRange({ title: classification, range });
}

/** `2 higher than on 2 Nov (13)`, then `was Mild`; nothing for the first answer. */
export function sayChanges(
  { words, format }: Speech,
  view: Compared,
  index: number,
  now: number | null = null,
): string[] {
  const change = changeOf(view, index);
  if (!change) return [];
  const { from, difference, previousClass } = change;
  return [
    words.difference({
      kind: difference === 0 ? 'same' : difference > 0 ? 'higher' : 'other',
      points: format.number(Math.abs(difference)),
      date: format.day(from.at, now),
      score: format.number(from.score),
    }),
    ...(previousClass === null ? [] : [words.classChange({ before: previousClass })]),
  ];
}

/** The sentence on risk: flagged, none recorded, or unavailable; never silence. Who listens has one for each fact. */
export function sayRisk(
  { words, format }: CourseSpeech,
  { risk }: Pick<ScoreView, 'risk'>,
  join = (said: readonly string[]): string => said.join(' · '),
): string {
  if (risk.kind === 'unavailable') return words.riskUnavailable;
  const said: string[] = [];
  if (risk.kind === 'none') said.push(words.riskNone({ date: format.day(risk.asOf) }));
  else {
    const { at, flagged, isCurrent } = risk;
    const date = at === null ? null : format.day(at);
    const count = format.number(flagged);
    const total = Math.max(flagged, risk.answers);
    if (isCurrent) {
      const { flagType, severity, value, number = null } = risk.item ?? {};
      const item = words.flagType({ type: flagType as 'other', number });
      said.push(value ? words.riskAnswer({ item, answer: value }) : item);
      if (severity) said.push(sayListed(words.severity, severity));
      if (date) said.push(date);
      if (flagged > 1) said.push(words.riskCount({ count, total }));
    } else said.push(words.riskDated({ date, count, total }));
  }
  if (risk.unknown) said.push(words.riskUnknown({ count: risk.unknown }));
  return join(said);
}
