import type { Instrument, Submission } from '../../shared/client/contract/index.ts';
import { ANA, type CourseOptions, PHQ9, phq9 } from './panel-data.ts';
import type { AnyRoute } from './panel-service.ts';

const OPTIONS = ['Not at all', 'Several days', 'More than half the days', 'Nearly every day'];

/** The course of PHQ-9 with questions, so that what has no answer is known. */
export function course(options: CourseOptions = {}) {
  const made = phq9({ flagged: [5], ...options });
  const questions = Array.from({ length: 9 }, (_, index) => ({
    id: 101 + index,
    title: `Topic ${index + 1}`,
    position: index + 1,
  }));
  const instrument: Instrument = { ...made.instrument, instrumentType: 'STANDARDIZED_SCALE', questions };
  return { ...made, instrument };
}

/** A submission of the course, its instant by its id, with eight of nine answers, the last of which is flagged. */
export function answered(id: number, more: Partial<Submission> = {}): Submission {
  const weights = [2, 2, 1, 2, 2, 1, 2, 0, 2];
  const answers = weights.flatMap((weight, index) =>
    index === 7
      ? []
      : [
          {
            id: 9000 + index,
            questionId: 101 + index,
            question: { title: `Topic ${index + 1}`, position: index + 1 },
            value: OPTIONS[weight] ?? '',
            weight,
            riskFlag:
              index === 8
                ? { flagType: 'SUICIDE_SELF_HARM' as const, severity: 'HIGH' as const }
                : { flagType: 'NONE' as const },
          },
        ],
  );
  return {
    id,
    formApplicationId: 7,
    formTemplateId: PHQ9,
    patientId: ANA,
    status: 'ANSWERED',
    completedFillAt: course().graph.series[0]?.points[id - 1]?.completedFillAt ?? null,
    score: 14,
    globalClassification: { title: 'Moderate', minScore: 10, maxScore: 14 },
    hasHighRisk: true,
    riskFlagCount: 1,
    answers,
    ...more,
  };
}

/** The same with other answers to the first item and to the last, and no flag. */
export function clear(id: number): Submission {
  const given = answered(id, { hasHighRisk: false, riskFlagCount: 0 });
  const answers = given.answers?.map((answer) => ({
    ...answer,
    ...(answer.questionId === 101 ? { value: 'Several days', weight: 1 } : {}),
    ...(answer.questionId === 109 ? { value: 'Not at all', weight: 0 } : {}),
    riskFlag: { flagType: 'NONE' as const },
  }));
  return { ...given, answers: answers ?? null };
}

/** Answers requests for single submissions from now on. */
export async function answerSubmissions<R extends AnyRoute>(
  page: { route(pattern: RegExp, handler: (route: R) => Promise<void>): Promise<unknown> },
  answer: (id: number, route: R) => unknown,
): Promise<void> {
  await page.route(/\/forms\/submissions\/\d+$/, async (route) => {
    const said = await answer(Number(new URL(route.request().url()).pathname.split('/').at(-1)), route);
    if (said !== undefined) await route.fulfill({ json: said });
  });
}
