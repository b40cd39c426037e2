import { type InstrumentDefinition, LIBRARY } from '../../library/index.ts';
import { type Course, course, type Shape } from '../../seed/course.ts';
import { chanceOf } from '../../seed/random.ts';
import { type Moment, momentsOf } from '../../seed/timeline.ts';
import type { StoryCourse } from '../../words/control/index.ts';

const WEEK = 7 * 86_400_000;

export const FEWEST_WEEKS = 2;
export const MOST_WEEKS = 52;

/** What is to be told. */
export interface StoryPlan {
  readonly professionalId: string;
  readonly patientId: string;
  readonly instrument: InstrumentDefinition;
  readonly course: StoryCourse;
  /** {@link FEWEST_WEEKS} to {@link MOST_WEEKS}; one request a week. */
  readonly weeks: number;
}

const SHAPES: Readonly<Record<StoryCourse, { readonly shape: Shape; readonly last: Course['last'] }>> = {
  improving: { shape: 'improving', last: {} },
  worsening: { shape: 'worsening', last: {} },
  relapsing: { shape: 'relapsing', last: {} },
  // A low total that must not hide the item on self-harm.
  risk: { shape: 'low', last: { total: 4, riskLevel: 3 } },
};

/** Instruments with an item that can raise a risk whatever the total. */
export const WITH_RISK_ITEM: readonly InstrumentDefinition[] = LIBRARY.filter(({ questions }) =>
  questions.some(({ options }) => options.some(({ risk }) => risk !== null)),
);

/** The course as the demonstration clinic has its courses. */
export const courseOf = ({ instrument, course: told, weeks }: StoryPlan): Course =>
  course(instrument, 'WEEKLY', weeks, SHAPES[told].shape, 'answered', { last: SHAPES[told].last });

/** When a story that begins at `now` ends, milliseconds since the epoch. */
export const endOf = ({ weeks }: StoryPlan, now: number): number => now + weeks * WEEK;

/**
 * All that happens between `now` and the end; the same plan gives the same answers every time. The instrument is
 * applied at once, its first request is sent within four days.
 */
export function planMoments(plan: StoryPlan, now: number): readonly Moment[] {
  const chance = chanceOf('story', plan.patientId, plan.instrument.shortTitle, plan.course, plan.weeks);
  return momentsOf(courseOf(plan), endOf(plan, now), chance);
}
