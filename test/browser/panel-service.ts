import { type AnyRoute, serveCourses } from './courses-service.ts';
import { ANA, type Course, PHQ9, PROFESSIONAL } from './panel-data.ts';

export const ORIGIN = 'http://panel.test';

export type { AnyRoute };

/** What the service answers to one request; the course for a patient, or a handler. */
export type AnswersTo<R extends AnyRoute> = (
  patientId: string,
  what: 'graph' | 'submissions' | 'instrument',
  route: R,
) => unknown;

/** Attributes of a panel of Ana on PHQ-9. */
export const attributes = (patientId: string = ANA, more = ''): string =>
  `patient-id="${patientId}" professional-id="${PROFESSIONAL}" form-id="${PHQ9}" base-url="${ORIGIN}" ${more}`;

export const fromCourse =
  ({ graph, instrument, submissions }: Course) =>
  (_: string, what: 'graph' | 'submissions' | 'instrument', __?: unknown) =>
    ({ graph, instrument, submissions })[what];

/** The proxy of a page of panels, whose answers a test sets. */
export function createPanelService<R extends AnyRoute>() {
  const requests: string[] = [];
  let answers: AnswersTo<R> = (_, __, route) => route.abort();
  const service = {
    /** False for a proxy before `POST /courses`, whose reads a test can answer by their addresses. */
    servesCourses: false,
    /** What the service answers from now on: for a course, that course. */
    answer(next: AnswersTo<R> | Course): void {
      answers = typeof next === 'function' ? next : fromCourse(next);
    },
    /** How many requests of one kind arrived. */
    asked: (what: string): number => requests.filter((request) => request.startsWith(what)).length,
    async serve(route: R): Promise<void> {
      const { pathname, searchParams } = new URL(route.request().url());
      if (pathname === '/courses') {
        if (!service.servesCourses)
          return route.fulfill({ status: 404, json: { code: 'NOT_FOUND', message: 'no' } });
        return serveCourses(route, service.serve);
      }
      // A proxy without events, unless a test brings some.
      if (pathname === '/events')
        return route.fulfill({ status: 404, json: { code: 'NOT_FOUND', message: 'no' } });
      // Beside the course, and not counted with it: a service without an analysis, unless a test brings one.
      if (pathname.endsWith('/longitudinal-analysis/status'))
        return route.fulfill({ json: { hasAnalysis: false } });
      // Nor single submissions, unless a test brings some: the flags of the course then stay without an answer.
      if (/\/submissions\/\d+$/.test(pathname))
        return route.fulfill({ status: 404, json: { code: 'NOT_FOUND', message: 'no' } });
      const [, patientId = ''] = /patients\/([^/]+)/.exec(pathname) ?? [];
      const what = pathname.endsWith('/score-graph')
        ? 'graph'
        : pathname.endsWith('/submissions')
          ? 'submissions'
          : 'instrument';
      requests.push(`${what} ${patientId}`);
      const said = await answers(patientId, what, route);
      if (said === undefined) return;
      const offset = Number(searchParams.get('offset') ?? 0);
      const limit = Number(searchParams.get('limit') ?? 1_000);
      await route.fulfill({ json: Array.isArray(said) ? said.slice(offset, offset + limit) : said });
    },
  };
  return service;
}
