import type { RecurrenceCycle } from '@instrument-panel/client/contract';
import type { InstrumentDefinition } from '../library/define.ts';
import type { SeededRandom } from './random.ts';

const blend = (from: number, to: number, share: number): number => from + (to - from) * share;

/** How a patient's scores develop, by the share of the time that has passed. */
const TRENDS = {
  improving: (progress: number) => blend(0.72, 0.14, 1 - (1 - progress) ** 1.6),
  worsening: (progress: number) => blend(0.2, 0.74, progress ** 1.3),
  relapsing: (progress: number) =>
    progress < 0.55 ? blend(0.68, 0.2, progress / 0.55) : blend(0.2, 0.62, (progress - 0.55) / 0.45),
  flat: () => 0.4,
  low: () => 0.1,
};
export type Trend = keyof typeof TRENDS;

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

interface TrajectoryDetails {
  /** True if about a third of the requests, and several in a row, are missed. Default: `false`. */
  readonly missing?: boolean;
  /** Days since the last request of a finished trajectory. Default: `60`. */
  readonly endedDaysAgo?: number;
  /** Total of the last answer, and level of its item that can raise a risk. Default: as the trend gives them. */
  readonly last?: { readonly total?: number; readonly riskLevel?: number };
}

/**
 * Creates a trajectory: one instrument applied to one patient, with the answers that follow.
 *
 * @param requests number of requests, up to the last one that is answered or waits
 */
export const trajectory = (
  instrument: InstrumentDefinition,
  cycle: RecurrenceCycle,
  requests: number,
  trend: Trend,
  status: TrajectoryStatus,
  { missing = false, endedDaysAgo = 60, last = {} }: TrajectoryDetails = {},
) => ({ instrument, cycle, requests, trend, status, missing, endedDaysAgo, last });
export type Trajectory = ReturnType<typeof trajectory>;

/** Returns the burden (0 best, 1 worst) at a share of the time, with the patient's own level and weekly noise. */
export function burden(trend: Trend, progress: number, level: number, chance: SeededRandom): number {
  const spread = trend === 'low' ? 0.03 : 0.07;
  const value = TRENDS[trend](progress) + level + chance.between(-spread, spread);
  return Math.min(1, Math.max(0, value));
}
