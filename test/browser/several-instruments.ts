import { type Course, phq9, who5 } from './panel-data.ts';
import { type AnswersTo, type AnyRoute, fromCourse } from './panel-service.ts';

export const GAD7 = '6d5c2c1e-2f55-4f0a-9a33-1c9b7d2e4f07';
export const WHO5 = '6d5c2c1e-2f55-4f0a-9a33-1c9b7d2e4f05';
export const DASS21 = '6d5c2c1e-2f55-4f0a-9a33-1c9b7d2e4f21';

/** The same course as one of another instrument, with submissions of its own. */
export function asInstrument(
  { graph, instrument, submissions }: Course,
  formTemplateId: string,
  shortTitle: string,
): Course {
  const base = Number.parseInt(formTemplateId.slice(-2), 16) * 10_000;
  return {
    graph: {
      ...graph,
      formTemplateId,
      series: graph.series.map((series) => ({
        ...series,
        points: series.points.map((point) => ({ ...point, submissionId: base + point.submissionId })),
      })),
    },
    instrument: { ...instrument, id: formTemplateId, title: shortTitle, shortTitle },
    submissions: submissions.map((one) => ({
      ...one,
      id: base + one.id,
      formTemplateId,
      formTemplate: { templateId: formTemplateId, title: shortTitle, shortTitle },
    })),
  };
}

/** Answers for a patient of several instruments: each its own graph, one list of submissions. */
export function fromCourses<R extends AnyRoute>(courses: readonly [Course, ...Course[]]): AnswersTo<R> {
  const submissions = courses.flatMap((course) => course.submissions);
  return (patientId, what, route) => {
    const url = route.request().url();
    const course = courses.find(({ graph }) => url.includes(graph.formTemplateId)) ?? courses[0];
    return what === 'submissions' ? submissions : fromCourse(course)(patientId, what, route);
  };
}

/** PHQ-9 every 14 days from 1 June, GAD-7 on the first three of these days, WHO-5 on all but the last. */
export const threeCourses = (): readonly [Course, Course, Course] => [
  phq9({ scores: [19, 17, 12, 14] }),
  asInstrument(phq9({ scores: [9, 8, 15], flagged: [2] }), GAD7, 'GAD-7'),
  asInstrument(who5({ scores: [28, 36, 60] }), WHO5, 'WHO-5'),
];
