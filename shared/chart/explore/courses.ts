import type { ScoreView, ViewPoint } from '../../score/view.ts';

const DAY = 86_400_000;

/** The answers of one application, in the order of time: a course of treatment as far as the service tells. */
export interface CourseOfAnswers {
  readonly applicationId: number | null;
  readonly points: readonly ViewPoint[];
}

/**
 * The courses of a series, the earliest first: answers that belong to one application. Answers whose application
 * the service does not name are a course of their own rather than being counted to another's.
 */
export function coursesOf({ points }: Pick<ScoreView, 'points'>): CourseOfAnswers[] {
  const byApplication = Map.groupBy(points, ({ applicationId }) => applicationId);
  return [...byApplication]
    .map(([applicationId, own]) => ({ applicationId, points: own }))
    .sort((a, b) => (a.points[0]?.at ?? 0) - (b.points[0]?.at ?? 0));
}

/** Whole and broken days between the first answer of a course and an instant. */
export const dayOf = (course: CourseOfAnswers, at: number): number =>
  (at - (course.points[0]?.at ?? at)) / DAY;
