import type { Application } from '../../shared/client/contract/index.ts';
import { ANA, asListed, type Course, dass21, PHQ9, phq9, who5 } from './panel-data.ts';
import type { AnyRoute } from './panel-service.ts';
import { asInstrument, DASS21, GAD7, WHO5 } from './several-instruments.ts';

export interface OverviewService<R extends AnyRoute> {
  courses: readonly Course[];
  applications: Partial<Application>[];
  /** In place of the service, where it gives something: what a call answers, or the route that it took care of. */
  instead: (what: string, route: R) => unknown;
  readonly requests: string[];
  serve(route: R): Promise<void>;
}

function readWhat(pathname: string): string {
  if (pathname.endsWith('/score-graph')) return 'graph';
  if (pathname.endsWith('/submissions')) return 'submissions';
  if (pathname.endsWith('/applications')) return 'applications';
  if (/\/submissions\/\d+$/.test(pathname)) return 'submission';
  return /\/forms\/[^/]+$/.test(pathname) ? 'instrument' : 'other';
}

/** The proxy of a page with an overview, whose answers a test sets. */
export function createOverviewService<R extends AnyRoute>(): OverviewService<R> {
  const service: OverviewService<R> = {
    courses: [],
    applications: [],
    instead: () => undefined,
    requests: [],
    async serve(route) {
      const { pathname, searchParams } = new URL(route.request().url());
      // A proxy before `POST /courses`; what reads through one that serves it runs with a proxy, or without a browser.
      if (pathname === '/courses')
        return route.fulfill({ status: 404, json: { code: 'NOT_FOUND', message: 'no' } });
      const what = readWhat(pathname);
      service.requests.push(`${what} ${pathname.split('/').at(-1)}`);
      const given = await service.instead(what, route);
      if (given === route) return;
      const course = service.courses.find(({ instrument }) => pathname.includes(instrument.id));
      const answers: Readonly<Record<string, unknown>> = {
        graph: course?.graph,
        submissions: service.courses.flatMap(({ submissions }) => submissions),
        applications: service.applications,
        instrument: course?.instrument,
      };
      const answer = given ?? answers[what];
      if (answer === undefined)
        return route.fulfill({ status: 404, json: { code: 'NOT_FOUND', message: 'no' } });
      const offset = Number(searchParams.get('offset') ?? 0);
      const limit = Number(searchParams.get('limit') ?? 1_000);
      await route.fulfill({ json: Array.isArray(answer) ? answer.slice(offset, offset + limit) : answer });
    },
  };
  return service;
}

/** PHQ-9 with a flag in its latest answer, GAD-7 and WHO-5 without, DASS-21 with three subscales. */
export const fourCourses = (): readonly [Course, Course, Course, Course] => [
  asListed(phq9({ scores: [19, 17, 12, 9, 14], flagged: [4], missed: [30, 31] })),
  asListed(asInstrument(phq9({ scores: [9, 8, 15] }), GAD7, 'GAD-7')),
  asListed(asInstrument(who5({ scores: [28, 36, 60] }), WHO5, 'WHO-5')),
  asListed(asInstrument(dass21(), DASS21, 'DASS-21')),
];
/** An application of Ana, under way. */
export const plan = (formTemplateId: string, more = {}) => ({
  id: 7,
  patientId: ANA,
  formTemplateId,
  status: 'IN_PROGRESS' as const,
  nextAnswerAt: '2027-12-02T12:00:00Z',
  ...more,
});

/** The four courses, and three applications of which the first has a next request. */
export function fillOverview(service: Pick<OverviewService<AnyRoute>, 'courses' | 'applications'>): void {
  if (service.courses.length === 0) service.courses = fourCourses();
  if (service.applications.length === 0)
    service.applications = [PHQ9, GAD7, WHO5].map((form, index) =>
      plan(form, { id: index + 7, ...(index > 0 && { nextAnswerAt: null }) }),
    );
}
