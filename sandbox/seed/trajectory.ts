import type { RecurrenceCycle } from '@instrument-panel/client/contract';
import type { InstrumentDefinition } from '../library/index.ts';
import type { SeededRandom } from './random.ts';

/** How a patient does over a course: 0 is the best of the scale, 1 the worst. */
export type Trend = 'improving' | 'worsening' | 'relapsing' | 'flat' | 'low';

/**
 * How a course stands now:
 * - `answered`: in progress, the last request was answered;
 * - `due`: in progress, the last request waits for its answer;
 * - `late`: in progress, the last request is past its deadline;
 * - `finished`: finished by the professional some time ago;
 * - `idle`: the patient stopped answering, and the service closed it;
 * - `reopened`: closed as idle, reopened by a late answer, and in progress again;
 * - `planned`: begins in a few days.
 */
export type TrajectoryStatus = 'answered' | 'due' | 'late' | 'finished' | 'idle' | 'reopened' | 'planned';

/** One instrument given to one patient, and what became of it. */
export interface Trajectory {
  readonly instrument: InstrumentDefinition;
  readonly cycle: RecurrenceCycle;
  /** How many requests there are, up to the last that is answered or waits. */
  readonly requests: number;
  readonly trend: Trend;
  readonly status: TrajectoryStatus;
  /** True where about a third of the requests, and several in a row, are missed. */
  readonly missing: boolean;
  /** Days since the last request of a finished course. */
  readonly endedDaysAgo: number;
  /** The last answer, where it is to show something: its total, and the level of the item that can raise a risk. */
  readonly last: { readonly total?: number; readonly riskLevel?: number };
}

type Details = Partial<Pick<Trajectory, 'missing' | 'endedDaysAgo' | 'last'>>;

/** A course; what is left out is: nothing special missed, ended 60 days ago if finished, no special last answer. */
export const trajectory = (
  instrument: InstrumentDefinition,
  cycle: RecurrenceCycle,
  requests: number,
  trend: Trend,
  status: TrajectoryStatus,
  details: Details = {},
): Trajectory => ({
  missing: false,
  endedDaysAgo: 60,
  last: {},
  instrument,
  cycle,
  requests,
  trend,
  status,
  ...details,
});

const blend = (from: number, to: number, share: number): number => from + (to - from) * share;

const SHAPES: Readonly<Record<Trend, (progress: number) => number>> = {
  improving: (progress) => blend(0.72, 0.14, 1 - (1 - progress) ** 1.6),
  worsening: (progress) => blend(0.2, 0.74, progress ** 1.3),
  relapsing: (progress) =>
    progress < 0.55 ? blend(0.68, 0.2, progress / 0.55) : blend(0.2, 0.62, (progress - 0.55) / 0.45),
  flat: () => 0.4,
  low: () => 0.1,
};

/** How bad things are at a share of the course, with a patient's own level and the ups and downs of a week. */
export function burden(trend: Trend, progress: number, level: number, chance: SeededRandom): number {
  const spread = trend === 'low' ? 0.03 : 0.07;
  const value = SHAPES[trend](progress) + level + chance.between(-spread, spread);
  return Math.min(1, Math.max(0, value));
}
