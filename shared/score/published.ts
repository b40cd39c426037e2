/**
 * Published facts about instruments, matched with the instruments of the service. A figure of reliable change is the
 * smallest difference between two answers that exceeds measurement error. It is never replaced by a minimal important
 * difference, which is something else (docs/instruments.md).
 *
 * @module
 */
import type { Indicators, InstrumentSummary } from '@instrument-panel/client/contract';
import { changeOf } from './change.ts';
import type { Direction, ScoreView } from './view.ts';

/** A published figure of reliable change. */
interface ReliableChange {
  /** Smallest difference between two answers that is more than measurement error, in points of the scale. */
  readonly points: number;
  /** Publication and population. */
  readonly source: string;
}

/** Facts about an instrument, as the page or the literature gives them. */
export interface InstrumentFacts {
  /** Null: no change is called better or worse. */
  readonly reliableChange?: ReliableChange | null | undefined;
  /** Whether one of its items asks about suicide or self-harm. */
  readonly asksAboutRisk?: boolean | undefined;
  /** Days that its questions look back on. Default: the published ones, else `0`. */
  readonly recallDays?: number | undefined;
}

interface Published extends Required<Pick<InstrumentFacts, 'recallDays'>> {
  /** Number, from 1, of the item that asks about suicide or self-harm; 0 if there is none. */
  readonly riskItem: number;
  readonly name: RegExp;
  readonly items: number;
  /** Ends of the scale of the whole; null where it has none. */
  readonly scale: readonly [min: number, max: number] | null;
  readonly direction: Direction;
  readonly reliableChange: ReliableChange | null;
}

const NHS = 'manual of NHS Talking Therapies, England';

const published = (
  name: RegExp,
  items: number,
  scale: Published['scale'],
  recallDays: number,
  reliableChange: ReliableChange | null = null,
  more: Partial<Published> = {},
): Published => ({
  name,
  items,
  scale,
  recallDays,
  reliableChange,
  direction: 'higher-worse',
  riskItem: 0,
  ...more,
});

/** Version of the table below; it grows with every change of a fact. */
export const PUBLISHED_FACTS_VERSION = 2;

const PUBLISHED: readonly Published[] = [
  published(/\bPHQ-?9\b/i, 9, [0, 27], 14, { points: 6, source: NHS }, { riskItem: 9 }),
  published(/\bPHQ-?2\b/i, 2, [0, 6], 14),
  published(/\bGAD-?7\b/i, 7, [0, 21], 14, { points: 4, source: NHS }),
  published(/\bPHQ-?15\b/i, 15, [0, 30], 28),
  published(
    /\bPCL-?5\b/i,
    20,
    [0, 80],
    30,
    { points: 15, source: 'male veterans, Marx and others 2022, Psychol Assess 34:197-203' },
    { riskItem: 16 },
  ),
  published(/\bK-?10\b/i, 10, [10, 50], 28),
  published(/\bDASS-?21\b/i, 21, null, 7),
  published(
    /\bWHO-?5\b/i,
    5,
    [0, 100],
    14,
    { points: 24, source: 'epilepsy outpatients, 2018, doi 10.1186/s12955-018-1001-0' },
    { direction: 'higher-better' },
  ),
];

/**
 * Finds the facts about the instrument of a view. It is matched by name, number of questions and, for the total score,
 * the ends and direction of its scale, or that it has none; if one of them differs, nothing is known.
 *
 * @param own facts that the page gives, in place of published ones
 */
export function factsOf(
  view: Pick<ScoreView, 'seriesName' | 'yMin' | 'yMax' | 'direction' | 'domainSource'> & {
    readonly points: readonly unknown[];
  },
  instrument: InstrumentSummary | null | undefined,
  own: InstrumentFacts = {},
): InstrumentFacts & { readonly riskItem?: number | undefined } {
  const { title, shortTitle, questions } = instrument ?? {};
  const isWhole = view.seriesName === null;
  const found = PUBLISHED.find(
    ({ name, items, scale, direction }) =>
      name.test(shortTitle || title || '') &&
      questions?.length === items &&
      (!isWhole ||
        (scale
          ? scale[0] === view.yMin && scale[1] === view.yMax && direction === view.direction
          : view.domainSource === 'scores' && view.points.length === 0)),
  );
  const { riskItem, recallDays, reliableChange } = found ?? {};
  const facts = { asksAboutRisk: found && !!riskItem, riskItem, recallDays, reliableChange, ...own };
  // The figure of the total score does not apply to a subscale, whoever gives it.
  return isWhole ? facts : { ...facts, reliableChange: null };
}

/** True of an instrument that is known not to ask about suicide or self-harm. */
export const asksNoRisk = (
  view: Omit<Parameters<typeof factsOf>[0], 'seriesName'>,
  instrument: InstrumentSummary | null | undefined,
  own?: InstrumentFacts,
): boolean => factsOf({ ...view, seriesName: null }, instrument, own).asksAboutRisk === false;

const DAY_MS = 86_400_000;

/**
 * Says whether the change to the answer before is better or worse, or within measurement error; null where there is no
 * change, where no figure or no direction is known, or where both answers look back on the same days.
 */
export function judgeChange(
  view: ScoreView,
  { reliableChange, recallDays = 0 }: InstrumentFacts,
): 'better' | 'worse' | 'within' | null {
  const change = changeOf(view);
  const last = view.points.at(-1);
  if (!change || !last || !reliableChange || view.direction === 'unknown' || !view.isLatestKnown) return null;
  const isApart = last.at - change.from.at >= recallDays * DAY_MS;
  if (!isApart || change.difference === 0) return null;
  if (Math.abs(change.difference) < reliableChange.points) return 'within';
  return change.difference > 0 === (view.direction === 'higher-worse') ? 'worse' : 'better';
}

/**
 * The best score that was read, and when; null where the direction is not known, where an answer was not read, or where the
 * service says that it is not the best.
 */
export function findBest({ points, direction, unread }: ScoreView) {
  if (direction === 'unknown' || unread.at.length + unread.undated > 0 || points.length < 3) return null;
  const isBetter = (one: number, other: number): boolean =>
    direction === 'higher-worse' ? one < other : one > other;
  const best = points.reduce((one, point) => (isBetter(one.score, point.score) ? one : point));
  return (best.indicators as Indicators | null)?.isBestScore === false ? null : best;
}
