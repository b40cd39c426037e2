import type { RecurrenceCycle } from '@instrument-panel/client/contract';
import type { InstrumentDefinition } from '../library/define.ts';
import type { SeededRandom } from './random.ts';

/** How a patient's scores develop. */
export type Trend = 'improving' | 'worsening' | 'relapsing' | 'flat' | 'low';

/**
 * State of a trajectory at the end of the seed:
 * - `answered`: in progress, the last request was answered;
 * - `due`: in progress, the last request waits for its answer;
 * - `late`: in progress, the last request is past its deadline;
 * - `finished`: finished by the professional some time ago;
 * - `idle`: the patient stopped answering, and the service closed it;
 * - `reopened`: closed as idle, reopened by a late answer, and in progress again;
 * - `planned`: begins in a few days.
 */
type TrajectoryStatus = 'answered' | 'due' | 'late' | 'finished' | 'idle' | 'reopened' | 'planned';

/** One instrument applied to one patient, with the answers that follow. */
export interface Trajectory {
  readonly instrument: InstrumentDefinition;
  readonly cycle: RecurrenceCycle;
  /** Number of requests, up to the last one that is answered or waits. */
  readonly requests: number;
  readonly trend: Trend;
  readonly status: TrajectoryStatus;
  /** True if about a third of the requests, and several in a row, are missed. */
  readonly missing: boolean;
  /** Days since the last request of a finished trajectory. */
  readonly endedDaysAgo: number;
  /** Total of the last answer, and level of its item that can raise a risk. Default: as the trend gives them. */
  readonly last: { readonly total?: number; readonly riskLevel?: number };
}

type Details = Partial<Pick<Trajectory, 'missing' | 'endedDaysAgo' | 'last'>>;

/** Creates a trajectory. Defaults: few requests missed, ended 60 days ago if finished, no special last answer. */
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

/** Returns the burden (0 best, 1 worst) at a share of the time, with the patient's own level and weekly noise. */
export function burden(trend: Trend, progress: number, level: number, chance: SeededRandom): number {
  const spread = trend === 'low' ? 0.03 : 0.07;
  const value = SHAPES[trend](progress) + level + chance.between(-spread, spread);
  return Math.min(1, Math.max(0, value));
}
