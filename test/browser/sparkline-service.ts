import type { Instrument, Submission } from '../../shared/client/contract/index.ts';
import { type CourseOptions, PHQ9, PROFESSIONAL, phq9 } from './panel-data.ts';
import type { AnyRoute } from './panel-service.ts';

/** Scores of the instrument's ranges, as `GET /forms/{formId}` gives them. */
export const INSTRUMENT: Instrument = {
  ...phq9().instrument,
  scoreRanges: (phq9().graph.series[0]?.scoreRanges ?? []).map((range) => ({
    ...range,
    formSubScaleId: null,
  })),
};

/** All submissions of a patient, scored and classified as the service sends them in a list. */
export function submissionsOf(
  patientId: string,
  scores: readonly number[],
  more: CourseOptions = {},
): Submission[] {
  const { graph, submissions } = phq9({ ...more, patientId, scores });
  const points = new Map(graph.series[0]?.points.map((point) => [point.submissionId, point]));
  return submissions.map((one) => ({
    ...one,
    // Ids are unique over all patients.
    id: one.id + Number.parseInt(patientId.slice(-4), 16) * 10_000,
    formTemplate: { templateId: PHQ9, title: 'Patient Health Questionnaire-9', shortTitle: 'PHQ-9' },
    globalClassification: points.get(one.id)?.classification,
  }));
}

/** The UUID of the patient with a number. */
export const patient = (number: number): string =>
  `3f0e9a52-6a0e-4a53-9f0a-0d6f2b6f${(0x1000 + number).toString(16)}`;

/** Attributes of a sparkline. */
export const attributes = (patientId: string, more = ''): string =>
  `patient-id="${patientId}" professional-id="${PROFESSIONAL}" form-id="${PHQ9}" ${more}`;

export const sparkline = (patientId: string, more = ''): string =>
  `<instrument-sparkline ${attributes(patientId, more)}></instrument-sparkline>`;

/** A list of patients, a row for each. */
export const tableOf = (patients: readonly string[], more = ''): string =>
  `<table><thead><tr><th>Patient</th><th>Score</th></tr></thead><tbody>${patients
    .map((id, at) => `<tr><th scope="row">Patient ${at}</th><td>${sparkline(id, more)}</td></tr>`)
    .join('')}</tbody></table>`;

export interface ListService<R extends AnyRoute> {
  /** What the service holds, in the order in which it gives it. */
  submissions: Submission[];
  instrument: Instrument | null;
  /** In place of the service, where it gives something: rows of a list, or the route that it took care of. */
  instead: (what: string, route: R) => unknown;
  /** Requests that arrived: what and with which query. */
  readonly requests: string[];
  serve(route: R): Promise<void>;
}

/** The proxy of a page of sparklines, whose answers a test sets. */
export function createListService<R extends AnyRoute>(): ListService<R> {
  const lists: ListService<R> = {
    submissions: [],
    instrument: INSTRUMENT,
    instead: () => undefined,
    requests: [],
    async serve(route) {
      const { pathname, search, searchParams } = new URL(route.request().url());
      // A proxy before `POST /courses`; what reads through one that serves it runs with a proxy, or without a browser.
      if (pathname === '/courses')
        return route.fulfill({ status: 404, json: { code: 'NOT_FOUND', message: 'no' } });
      const patientId = /patients\/([^/]+)/.exec(pathname)?.[1];
      const what = pathname.endsWith('/submissions')
        ? 'list'
        : pathname.includes('/forms/')
          ? 'scale'
          : 'other';
      lists.requests.push(`${what}${patientId ? ` of ${patientId}` : ''} ${search}`);
      const given = await lists.instead(what, route);
      if (given === route) return;
      if (what === 'other') return route.fulfill({ status: 404, json: { code: 'NOT_FOUND', message: 'no' } });
      if (what === 'scale') {
        return lists.instrument
          ? route.fulfill({ json: lists.instrument })
          : route.fulfill({ status: 404, json: { code: 'NOT_FOUND', message: 'no' } });
      }
      const form = searchParams.get('formTemplateId');
      const rows =
        (given as Submission[] | undefined) ??
        lists.submissions.filter(
          (one) => (!patientId || one.patientId === patientId) && (!form || one.formTemplateId === form),
        );
      const offset = Number(searchParams.get('offset') ?? 0);
      return route.fulfill({ json: rows.slice(offset, offset + Number(searchParams.get('limit') ?? 100)) });
    },
  };
  return lists;
}
