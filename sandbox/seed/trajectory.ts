import type { RecurrenceCycle } from '@instrument-panel/client/contract';
import { addMonths, CYCLE_LENGTHS, nextRequest } from '@instrument-panel/client/recurrence';
import type { InstrumentDefinition } from '../library/define.ts';
import { CYCLE_RULES } from '../service/recurrence.ts';
import { answerSheet } from './answer-sheet.ts';
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
function burden(trend: Trend, progress: number, level: number, chance: SeededRandom): number {
  const spread = trend === 'low' ? 0.03 : 0.07;
  const value = TRENDS[trend](progress) + level + chance.between(-spread, spread);
  return Math.min(1, Math.max(0, value));
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

type Days = readonly [fewest: number, most: number];

/** Days between the last request and now: the deadline is ahead, or behind, and the next request is ahead. */
const DAYS_AGO: Readonly<
  Record<RecurrenceCycle, Readonly<Record<'due' | 'answered' | 'late', Days>> | null>
> = {
  NOW: { due: [1, 4], answered: [8, 40], late: [8, 20] },
  ONCE: { due: [1, 4], answered: [8, 40], late: [8, 20] },
  // Daily requests expire after half a day: the status would depend on the hour.
  DAILY: null,
  WEEKLY: { due: [1, 2], answered: [3, 6], late: [4, 6] },
  BIWEEKLY: { due: [1, 4], answered: [6, 12], late: [6, 12] },
  MONTHLY: { due: [1, 3], answered: [8, 22], late: [9, 22] },
};

function daysSinceLastRequest({ cycle, status, endedDaysAgo }: Trajectory, chance: SeededRandom): number {
  if (status === 'planned') return -chance.whole(3, 9);
  if (status === 'finished') return endedDaysAgo + chance.whole(0, 9);
  if (status === 'idle') return CYCLE_RULES[cycle].idleAfterMs / DAY_MS + chance.whole(5, 30);
  const days = DAYS_AGO[cycle];
  if (days === null) throw new TypeError('A daily course must be finished or idle.');
  const [fewest, most] = days[status === 'reopened' ? 'answered' : status];
  return chance.whole(fewest, most);
}

function lastRequestAt(course: Trajectory, now: number, chance: SeededRandom): number {
  const noon = Math.floor(now / DAY_MS) * DAY_MS + 12 * HOUR_MS;
  const at = noon - daysSinceLastRequest(course, chance) * DAY_MS;
  // A day that every month has, so that the dates of a monthly cycle keep their day.
  return course.cycle === 'MONTHLY' && new Date(at).getUTCDate() > 28 ? at - 3 * DAY_MS : at;
}

/**
 * Chooses the dates of all requests up to the last one that is answered or waits, so that the trajectory has its
 * status at `now`. Milliseconds since the epoch, in order.
 */
function requestDates(course: Trajectory, now: number, chance: SeededRandom): readonly number[] {
  const { cycle, requests } = course;
  const last = lastRequestAt(course, now, chance);
  const every = CYCLE_LENGTHS[cycle];
  if (every === null) return [last];
  const start = every === 'month' ? addMonths(last, -(requests - 1)) : last - (requests - 1) * every;
  const dates: number[] = [];
  for (let at: number | null = start; at !== null && at <= last; at = nextRequest(cycle, start, at))
    dates.push(at);
  return dates;
}

/** An event of a trajectory. Instants are milliseconds since the epoch. */
export type TrajectoryEvent = { readonly at: number } & (
  | { readonly kind: 'apply'; readonly startedAt: number }
  | { readonly kind: 'answer'; readonly answers: ReturnType<typeof answerSheet> }
  | { readonly kind: 'open' | 'finish' }
);

/**
 * Chooses the requests without an answer: never the first, nor so many in a row that the service would close the
 * application as idle.
 */
function missedRequests(
  { missing, cycle, status }: Trajectory,
  count: number,
  chance: SeededRandom,
): ReadonlySet<number> {
  const missed = new Set<number>();
  const inARow = cycle === 'MONTHLY' ? 2 : 3;
  const share = missing ? 0.3 : 0.04;
  for (let index = 1; index < count - 1; index += 1) {
    const isRun = missed.has(index - 1) && missed.has(index - 2);
    if (chance.happens(share) && !isRun) missed.add(index);
  }
  if (missing) {
    const middle = Math.floor(count / 2);
    for (let index = middle - 1; index <= middle + inARow; index += 1) missed.delete(index);
    for (let index = middle; index < middle + inARow; index += 1) missed.add(index);
  }
  if (status === 'due' || status === 'late') missed.add(count - 1);
  return missed;
}

/** When the patient of a reopened application stops answering, and how long after the closing they answer. */
const SILENCE = { from: 0.45, extraDays: 6 } as const;

function aimOf(course: Trajectory, burdenNow: number, isLast: boolean, chance: SeededRandom) {
  const { total, riskLevel } = isLast ? course.last : {};
  // Thoughts of self-harm follow the burden loosely, and the strongest answers are kept for the chosen ones.
  const loose = burdenNow > 0.62 && chance.happens(0.35) ? 1 : 0;
  return { burden: burdenNow, units: total, riskLevel: riskLevel ?? loose };
}

/** Plans the events of a trajectory up to now, in order of time. */
export function planTrajectory(
  course: Trajectory,
  now: number,
  chance: SeededRandom,
): readonly TrajectoryEvent[] {
  const dates = requestDates(course, now, chance);
  const [start = now, last = start] = [dates[0], dates.at(-1)];
  const appliedAt =
    course.cycle === 'NOW' ? start : Math.min(start - chance.whole(2, 30) * HOUR_MS, now - HOUR_MS);
  const events: TrajectoryEvent[] = [{ at: appliedAt, kind: 'apply', startedAt: start }];
  if (course.status === 'planned') return events;

  const missed = missedRequests(course, dates.length, chance);
  const { answerWithinMs, idleAfterMs } = CYCLE_RULES[course.cycle];
  const level = chance.between(-0.07, 0.07);
  const silentFrom =
    course.status === 'reopened' ? Math.floor(dates.length * SILENCE.from) : Number.POSITIVE_INFINITY;
  let lateAnswerAt = Number.POSITIVE_INFINITY;

  const answerAt = (at: number, index: number): void => {
    const burdenNow = burden(course.trend, index / Math.max(1, dates.length - 1), level, chance);
    const aim = aimOf(course, burdenNow, index === dates.length - 1, chance);
    events.push({ at, kind: 'answer', answers: answerSheet(course.instrument, aim, chance) });
    if (index === silentFrom - 1) lateAnswerAt = at + idleAfterMs + SILENCE.extraDays * DAY_MS;
  };

  for (const [index, date] of dates.entries()) {
    const at = date + Math.round(chance.between(0.02, 0.55) * answerWithinMs);
    if (index >= silentFrom && date <= lateAnswerAt) {
      const next = dates[index + 1];
      if (next !== undefined && next > lateAnswerAt) answerAt(lateAnswerAt, index);
    } else if (!missed.has(index) || index === silentFrom - 1) {
      answerAt(at, index);
    } else if (index === dates.length - 1 && chance.happens(0.5)) {
      events.push({ at: date + Math.round(answerWithinMs * 0.05), kind: 'open' });
    }
  }
  const finishAt = last + Math.round(0.9 * answerWithinMs);
  if (course.status === 'finished') events.push({ at: finishAt, kind: 'finish' });
  return events;
}
