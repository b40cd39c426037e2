import type { RecurrenceCycle } from '@instrument-panel/client/contract';
import { addMonths, CYCLE_LENGTHS, nextRequest } from '@instrument-panel/client/recurrence';
import type { InstrumentDefinition } from '../library/define.ts';
import { CYCLE_RULES } from '../service/recurrence.ts';
import { answerAsPerson } from './item-answers.ts';
import { createRandom, type SeededRandom } from './random.ts';
import type { TrajectoryEvent } from './trajectory.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * HOUR_MS;
/** America/Sao_Paulo, which has had no daylight saving time since 2019. */
const ZONE_MS = -3 * HOUR_MS;

/** The local day of an instant, counted from 1 January 1970. */
export const toLocalDay = (at: number): number => Math.floor((at + ZONE_MS) / DAY_MS);
/** The instant of a local day at an hour, such as 18.5. */
export const atHour = (day: number, hour: number): number =>
  day * DAY_MS - ZONE_MS + Math.round(hour * HOUR_MS);
/** 1 January 1970 was a Thursday. */
export const isWorkday = (day: number): boolean => ![0, 6].includes((day + 4) % 7);

/** The workday before a day. */
export function workdayBefore(day: number): number {
  let before = day - 1;
  while (!isWorkday(before)) before -= 1;
  return before;
}

const fall = (from: number, to: number, speed: number, progress: number): number =>
  to + (from - to) * Math.exp(-speed * progress);

/** How a person does, by the share of their time in care: 0 is well, 1 is as bad as a scale goes. */
const COURSES = {
  improving: (progress: number) => fall(0.76, 0.16, 3, progress),
  remitted: (progress: number) => fall(0.66, 0.06, 4.5, progress),
  /** Half better, and no further. */
  plateau: (progress: number) => fall(0.76, 0.46, 6, progress),
  resistant: () => 0.66,
  relapsing: (progress: number) =>
    progress < 0.72 ? fall(0.72, 0.14, 5, progress) : 0.16 + 0.52 * ((progress - 0.72) / 0.28) ** 0.8,
  worsening: (progress: number) => 0.24 + 0.5 * progress ** 1.4,
  fluctuating: (progress: number) => 0.4 + 0.13 * Math.sin(13 * progress),
  mild: () => 0.21,
  well: () => 0.06,
  /** Nothing but what an item says by itself. */
  none: () => -0.2,
} as const;
export type CourseShape = keyof typeof COURSES;

/** The severity at an instant; the same for all instruments of a person, so that they move together. */
export type SeverityAt = (at: number) => number;

/** Creates the course of one person: its shape, with ups and downs of some weeks. */
export function createSeverity(
  shape: CourseShape,
  since: number,
  now: number,
  chance: SeededRandom,
): SeverityAt {
  const level = chance.between(-0.05, 0.05);
  const waves = [
    { weeks: chance.between(6, 10), size: 0.055, phase: chance.between(0, 7) },
    { weeks: chance.between(2.2, 3.6), size: 0.035, phase: chance.between(0, 7) },
  ];
  return (at) => {
    const value = COURSES[shape](Math.min(1, Math.max(0, (at - since) / (now - since))));
    const swing = waves.reduce(
      (sum, { weeks, size, phase }) =>
        sum + size * Math.sin(phase + ((at - since) / (weeks * 7 * DAY_MS)) * 2 * Math.PI),
      0,
    );
    return Math.min(1, value + (level + swing) * (0.35 + value));
  };
}

type Days = readonly [fewest: number, most: number];

/** Days between the last request and today, so that a course is where the roster says. */
const DAYS_AGO = {
  WEEKLY: { answered: [1, 6], waiting: [1, 2], late: [4, 6] },
  BIWEEKLY: { answered: [1, 12], waiting: [1, 3], late: [6, 12] },
  MONTHLY: { answered: [2, 24], waiting: [1, 5], late: [9, 20] },
  NOW: { answered: [4, 40], waiting: [1, 4], late: [8, 20] },
} as const satisfies Partial<Record<RecurrenceCycle, Record<string, Days>>>;

/**
 * Where a course is now: `today` is asked today, `dropped` was closed by the service since the patient stopped
 * answering, `finished` by the professional, and `planned` begins in a few days.
 */
export type CourseState = 'answered' | 'today' | 'waiting' | 'late' | 'finished' | 'dropped' | 'planned';

export interface CoursePlan {
  readonly instrument: InstrumentDefinition;
  readonly cycle: keyof typeof DAYS_AGO;
  /** Number of requests up to the last one; of a `dropped` course, up to the last answer. */
  readonly requests: number;
  readonly state: CourseState;
  /** Level of the item that can raise a risk, by the number of answers after it: 0 is the latest. Default: no risk. */
  readonly flags?: Readonly<Record<number, number>>;
  /** Requests in a row without an answer, before the last one. Default: 0. */
  readonly missed?: number;
}

function daysAgo({ state, cycle }: CoursePlan): Days {
  if (state === 'today') return [0, 0];
  if (state === 'planned') return [-8, -2];
  if (state === 'finished') return [25, 90];
  const silent = CYCLE_RULES[cycle].idleAfterMs / DAY_MS;
  return state === 'dropped' ? [silent + 5, silent + 40] : DAYS_AGO[cycle][state];
}

/** The local day of the last request: a workday, on a date that every month has. */
function lastDay(plan: CoursePlan, now: number, chance: SeededRandom): number {
  const [fewest, most] = daysAgo(plan);
  const today = toLocalDay(now);
  const days = Array.from({ length: most - fewest + 1 }, (_, index) => today - fewest - index);
  const isKept = (day: number) => plan.cycle !== 'MONTHLY' || new Date(day * DAY_MS).getUTCDate() <= 28;
  const fit = days.filter((day) => isWorkday(day) && isKept(day));
  const found = fit.length > 0 ? fit : days;
  return found[chance.whole(0, found.length - 1)] ?? today;
}

function requestInstants({ cycle, requests }: CoursePlan, last: number): readonly number[] {
  const every = CYCLE_LENGTHS[cycle];
  if (every === null) return [last];
  const start = every === 'month' ? addMonths(last, 1 - requests) : last - (requests - 1) * every;
  const instants: number[] = [];
  for (let at: number | null = start; at !== null && at <= last; at = nextRequest(cycle, start, at))
    instants.push(at);
  return instants;
}

/** Hours in which a person finds the time for it. */
const HABITS: readonly Days[] = [
  [7, 9],
  [12, 13.5],
  [18, 20],
  [20, 22.5],
];

/** When a person answers a request: most of them on the same day, some after the deadline. */
function answerInstant(asked: number, habit: Days, chance: SeededRandom): number {
  const draw = chance.next();
  const days = draw < 0.63 ? 0 : draw < 0.87 ? 1 : draw < 0.96 ? 2 : 4;
  const day = toLocalDay(asked) + days;
  const [from, to] = chance.happens(0.75) ? habit : (HABITS[chance.whole(0, 3)] ?? habit);
  const at = atHour(day, chance.between(from, to));
  // Who is asked after their hour answers in the evening.
  return at > asked + 5 * MINUTE_MS ? at : atHour(day, chance.between(19.5, 22.5));
}

/** Indices of the requests without an answer. */
function missedIndices(
  { state, requests, missed = 0 }: CoursePlan,
  chance: SeededRandom,
): ReadonlySet<number> {
  const indices = new Set<number>();
  const answered = state === 'answered' || state === 'finished' || state === 'dropped';
  for (let back = 1; back <= missed; back += 1) indices.add(requests - 1 - back);
  for (let index = 2; index < requests - 2; index += 1)
    if (!indices.has(index - 1) && chance.happens(0.05)) indices.add(index);
  if (!answered) indices.add(requests - 1);
  return indices;
}

/** A person as far as their answers go. */
interface Respondent {
  /** Names them, and the seed number. */
  readonly key: string;
  readonly severityAt: SeverityAt;
}

/** Plans one instrument of one person: applying, opening, answering and finishing, in order of time. */
export function planCourse(
  plan: CoursePlan,
  { key, severityAt }: Respondent,
  now: number,
): readonly TrajectoryEvent[] {
  const { instrument, cycle, state, flags = {} } = plan;
  const chance = createRandom(key, instrument.shortTitle, plan.requests);
  const own = createRandom(key);
  const hour = [7.5, 8, 9, 17, 17.5][own.whole(0, 4)] ?? 8;
  const habit = HABITS[own.whole(0, 3)] ?? [20, 22];
  const offset = chance.between(-0.05, 0.05);
  const last = atHour(lastDay(plan, now, chance), hour);
  const instants = requestInstants(plan, last);
  const start = instants[0] ?? last;
  const appliedOn = workdayBefore(Math.min(toLocalDay(start), toLocalDay(now)));
  const appliedAt = cycle === 'NOW' ? start : atHour(appliedOn, chance.between(9, 17.5));
  const events: TrajectoryEvent[] = [{ at: appliedAt, kind: 'apply', startedAt: start }];
  if (state === 'planned') return events;

  const missed = missedIndices(plan, chance);
  const answers = instants.flatMap((asked, index) => {
    if (missed.has(index)) return [];
    const at = answerInstant(asked, habit, chance);
    const end = Math.min(instants[index + 1] ?? now, now) - 10 * MINUTE_MS;
    return [at < end ? at : asked + chance.whole(6, 40) * MINUTE_MS];
  });
  for (const [index, at] of answers.entries()) {
    const severity = Math.max(0, severityAt(at) + offset);
    const riskLevel = flags[answers.length - 1 - index];
    events.push({
      at,
      kind: 'answer',
      answers: answerAsPerson(instrument, { severity, riskLevel }, key, chance),
    });
  }
  const openedAt = last + chance.whole(4, 50) * MINUTE_MS;
  if (missed.has(instants.length - 1) && openedAt < now && chance.happens(0.4))
    events.push({ at: openedAt, kind: 'open' });
  if (state === 'finished')
    events.push({ at: atHour(workdayBefore(toLocalDay(last) + 7), 11), kind: 'finish' });
  return events;
}
