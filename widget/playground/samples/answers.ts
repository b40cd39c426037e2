import type { Application } from '@instrument-panel/client/contract';
import { type Course, IDS } from './course.ts';
import type { Answering } from './states.ts';

const LIBRARY = [
  [IDS.form, 'Patient Health Questionnaire-9', 'PHQ-9', 'Depression'],
  ['6d5c2c1e-2f55-4f0a-9a33-1c9b7d2e4f02', 'Generalized Anxiety Disorder, 7 items', 'GAD-7', 'Anxiety'],
  ['6d5c2c1e-2f55-4f0a-9a33-1c9b7d2e4f03', 'Well-Being Index', 'WHO-5', 'Well-being'],
].map(([id = '', title, shortTitle, name], index) => ({
  id,
  title,
  shortTitle,
  tags: [{ id: index + 1, name }],
}));

/** What the page gives to `configure` beside its answers. */
export const SAMPLE_BATTERIES = [
  { name: 'Intake', instruments: LIBRARY.map(({ id }) => id) },
  { name: 'Weekly check', instruments: LIBRARY.slice(0, 2).map(({ id }) => id) },
];

const refuse = (status: number, code: string, message: string): Response =>
  Response.json({ code, message }, { status });
const nothing = (): Response => refuse(404, 'NOT_FOUND', 'The page answers nothing here.');

const unreachable = (): never => {
  throw new TypeError('The page plays a network that is not there.');
};

const application = (formId: string, number: number, given: Partial<Application>): Application => ({
  id: 100 + number,
  patientId: IDS.patient,
  authorId: IDS.professional,
  formTemplateId: formId,
  recurrenceCycle: 'WEEKLY',
  status: 'IN_PROGRESS',
  startedAt: '2026-10-01T11:00:00Z',
  nextAnswerAt: '2026-11-28T11:00:00Z',
  urlToAnswer: `https://answers.example/answer/sample-${number}`,
  createdAt: new Date().toISOString(),
  ...given,
});

/**
 * Answers in place of the service, inside the page: nothing leaves it. What it answers has the service's shapes; how
 * it fails is what the sample is about. After `fail`, nothing works any more.
 */
export function answersOf(answering: Answering, course: Course | undefined) {
  const { ending, inUse } = answering.kind === 'writing' ? answering : { ending: 'works' };
  const held = inUse ? [application(IDS.form, 0, { createdAt: '2026-10-01T11:00:00Z' })] : [];
  let isFailing = false;
  let isLost = false;

  function read(path: string, formId: string | undefined): Response {
    if (path.endsWith('/score-graph')) return Response.json(course?.graph ?? null);
    if (path.endsWith('/submissions')) return Response.json(course?.submissions ?? []);
    if (path.endsWith('/applications')) {
      if (isLost) unreachable();
      return Response.json(held.filter((one) => !formId || one.formTemplateId === formId));
    }
    if (path === '/forms/library') return Response.json(LIBRARY);
    if (path === '/forms/tags') return Response.json(LIBRARY.flatMap(({ tags }) => tags));
    if (path.startsWith('/forms/'))
      return Response.json(course?.instrument ?? LIBRARY.find(({ id }) => path.endsWith(`${id}`)) ?? null);
    if (!/\/patients\/[^/]+$/.test(path)) return nothing();
    const birthday = '1990-03-04T00:00:00Z';
    return Response.json({ serviceId: IDS.patient, name: 'Ana', surname: 'Lima', birthday });
  }

  function write(formId: string | undefined, body: Partial<Application>): Response {
    if (!formId) return nothing();
    if (ending === 'refused') return refuse(403, 'FORBIDDEN', 'The page refuses.');
    if (ending === 'lost-unknown') {
      isLost = true;
      unreachable();
    }
    const made = application(formId, held.length + 1, body);
    held.push(made);
    if (ending === 'lost-found') unreachable();
    return Response.json(made, { status: 201 });
  }

  const answer: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const path = new URL(request.url).pathname.replace(/^.*\/third-party\/api\/v1/, '');
    const formId = /\/forms\/([^/]+)\/applications$/.exec(path)?.[1];
    if (answering.kind === 'unreachable') unreachable();
    if (answering.kind === 'refusing') return refuse(answering.status, answering.code, 'The page refuses.');
    if (isFailing) return refuse(500, 'INTERNAL', 'The page fails.');
    if (answering.kind === 'late')
      await new Promise((resolve) => setTimeout(resolve, answering.milliseconds));
    return request.method === 'GET' ? read(path, formId) : write(formId, await request.json());
  };
  return {
    fetch: answer,
    fail(): void {
      isFailing = true;
    },
  };
}
