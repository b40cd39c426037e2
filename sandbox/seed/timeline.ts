import { CYCLE_RULES } from '../service/recurrence.ts';
import { type Aim, answerSheet } from './answer-sheet.ts';
import { burden, type Course } from './course.ts';
import type { Chance } from './random.ts';
import { requestDates } from './request-dates.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** One moment of a course. Instants are milliseconds since the epoch. */
export type Moment =
  | { readonly at: number; readonly kind: 'apply'; readonly startedAt: number }
  | { readonly at: number; readonly kind: 'open' }
  | { readonly at: number; readonly kind: 'answer'; readonly answers: ReturnType<typeof answerSheet> }
  | { readonly at: number; readonly kind: 'finish' };

/**
 * Which requests stay without an answer. Never the first, nor so many in a row that the service would close the
 * application as idle.
 */
function missedRequests(
  { missing, cycle, standing }: Course,
  count: number,
  chance: Chance,
): ReadonlySet<number> {
  const missed = new Set<number>();
  const inARow = cycle === 'MONTHLY' ? 2 : 3;
  const share = missing ? 0.3 : 0.04;
  for (let index = 1; index < count - 1; index += 1) {
    const run = [...Array(2).keys()].filter((back) => missed.has(index - 1 - back)).length;
    if (chance.happens(share) && run < 2) missed.add(index);
  }
  if (missing) {
    const middle = Math.floor(count / 2);
    for (let index = middle - 1; index <= middle + inARow; index += 1) missed.delete(index);
    for (let index = middle; index < middle + inARow; index += 1) missed.add(index);
  }
  if (standing === 'due' || standing === 'late') missed.add(count - 1);
  return missed;
}

/** Where in a reopened course the patient falls silent, and how long after its closing they answer. */
const SILENCE = { from: 0.45, extraDays: 6 } as const;

function aimOf(course: Course, burdenNow: number, isLast: boolean, chance: Chance): Aim {
  const { total, riskLevel } = isLast ? course.last : {};
  // Thoughts of self-harm follow the burden loosely, and the strongest answers are kept for the chosen ones.
  const loose = burdenNow > 0.62 && chance.happens(0.35) ? 1 : 0;
  return { burden: burdenNow, units: total, riskLevel: riskLevel ?? loose };
}

/** All that happens in a course up to now, in order of time. */
export function momentsOf(course: Course, now: number, chance: Chance): readonly Moment[] {
  const dates = requestDates(course, now, chance);
  const [start = now, last = start] = [dates[0], dates.at(-1)];
  const appliedAt = course.cycle === 'NOW' ? start : Math.min(start - chance.whole(2, 30) * HOUR, now - HOUR);
  const moments: Moment[] = [{ at: appliedAt, kind: 'apply', startedAt: start }];
  if (course.standing === 'planned') return moments;

  const missed = missedRequests(course, dates.length, chance);
  const { answerWithin, idleAfter } = CYCLE_RULES[course.cycle];
  const level = chance.between(-0.07, 0.07);
  const silentFrom =
    course.standing === 'reopened' ? Math.floor(dates.length * SILENCE.from) : Number.POSITIVE_INFINITY;
  let lateAnswerAt = Number.POSITIVE_INFINITY;

  const answerAt = (at: number, index: number): void => {
    const burdenNow = burden(course.shape, index / Math.max(1, dates.length - 1), level, chance);
    const aim = aimOf(course, burdenNow, index === dates.length - 1, chance);
    moments.push({ at, kind: 'answer', answers: answerSheet(course.instrument, aim, chance) });
    if (index === silentFrom - 1) lateAnswerAt = at + idleAfter + SILENCE.extraDays * DAY;
  };

  for (const [index, date] of dates.entries()) {
    const at = date + Math.round(chance.between(0.02, 0.55) * answerWithin);
    if (index >= silentFrom && date <= lateAnswerAt) {
      const next = dates[index + 1];
      if (next !== undefined && next > lateAnswerAt) answerAt(lateAnswerAt, index);
    } else if (!missed.has(index) || index === silentFrom - 1) {
      answerAt(at, index);
    } else if (index === dates.length - 1 && chance.happens(0.5)) {
      moments.push({ at: date + Math.round(answerWithin * 0.05), kind: 'open' });
    }
  }
  const finishAt = last + Math.round(0.9 * answerWithin);
  if (course.standing === 'finished') moments.push({ at: finishAt, kind: 'finish' });
  return moments;
}
