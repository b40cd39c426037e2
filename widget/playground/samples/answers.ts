import type { Application } from '@instrument-panel/client/contract';
import { type Course, FORM, PATIENT, PROFESSIONAL } from './course.ts';
import type { Answering } from './states.ts';

const LIBRARY = [
  [FORM, 'Patient Health Questionnaire-9', 'PHQ-9', 'Depression'],
  ['6d5c2c1e-2f55-4f0a-9a33-1c9b7d2e4f02', 'Generalized Anxiety Disorder, 7 items', 'GAD-7', 'Anxiety'],
  ['6d5c2c1e-2f55-4f0a-9a33-1c9b7d2e4f03', 'Well-Being Index', 'WHO-5', 'Well-being'],
].map(([id, title, shortTitle, tag], index) => ({
  id,
  title,
  shortTitle,
  tags: [{ id: index + 1, name: tag }],
}));

const json = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

const unreachable = (): never => {
  throw new TypeError('The page plays a network that is not there.');
};

function application(formId: string, number: number, given: Partial<Application> = {}): Application {
  return {
    id: 100 + number,
    patientId: PATIENT,
    authorId: PROFESSIONAL,
    formTemplateId: formId,
    recurrenceCycle: 'WEEKLY',
    status: 'IN_PROGRESS',
    startedAt: '2026-10-01T11:00:00Z',
    nextAnswerAt: '2026-11-28T11:00:00Z',
    urlToAnswer: `https://answers.example/answer/sample-${number}`,
    createdAt: new Date().toISOString(),
    ...given,
  };
}

/** Who answers in place of the service. */
export interface Answers {
  readonly fetch: typeof fetch;
  /** From now on nothing works. */
  fail(): void;
}

/**
 * Answers in place of the service, inside the page: nothing leaves it. What it answers has the service's shapes; how
 * it fails is what the sample is about.
 */
export function answersOf(answering: Answering, course: Course | undefined): Answers {
  const held: Application[] =
    answering.kind === 'writing' && answering.inUse
      ? [application(FORM, 0, { createdAt: '2026-10-01T11:00:00Z' })]
      : [];
  let isFailing = false;
  let isLost = false;

  function read(path: string): Response {
    if (path.endsWith('/score-graph')) return json(200, course?.graph);
    if (path.endsWith('/submissions')) return json(200, course?.submissions ?? []);
    if (path.endsWith('/applications')) {
      if (isLost) unreachable();
      const formId = /\/forms\/([^/]+)\/applications$/.exec(path)?.[1];
      return json(
        200,
        held.filter((one) => !formId || one.formTemplateId === formId),
      );
    }
    if (path === '/forms/library') return json(200, LIBRARY);
    if (path === '/forms/tags')
      return json(
        200,
        LIBRARY.flatMap(({ tags }) => tags),
      );
    if (path.startsWith('/forms/'))
      return json(200, course?.instrument ?? LIBRARY.find(({ id }) => path.endsWith(`${id}`)));
    if (/\/patients\/[^/]+$/.test(path)) {
      return json(200, {
        serviceId: PATIENT,
        name: 'Ana',
        surname: 'Lima',
        birthday: '1990-03-04T00:00:00Z',
      });
    }
    return json(404, { code: 'NOT_FOUND', message: 'The page answers nothing here.' });
  }

  function write(path: string, body: Partial<Application>): Response {
    const formId = /\/forms\/([^/]+)\/applications$/.exec(path)?.[1];
    if (!formId) return json(404, { code: 'NOT_FOUND', message: 'The page answers nothing here.' });
    const ending = answering.kind === 'writing' ? answering.ending : 'works';
    if (ending === 'refused') return json(403, { code: 'FORBIDDEN', message: 'The page refuses.' });
    if (ending === 'lost-unknown') {
      isLost = true;
      unreachable();
    }
    const made = application(formId, held.length + 1, body);
    held.push(made);
    if (ending === 'lost-found') unreachable();
    return json(201, made);
  }

  const answer: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const path = new URL(request.url).pathname.replace(/^.*\/third-party\/api\/v1/, '');
    if (answering.kind === 'unreachable') unreachable();
    if (answering.kind === 'refusing') {
      return json(answering.status, { code: answering.code, message: 'The page refuses.' });
    }
    if (isFailing) return json(500, { code: 'INTERNAL', message: 'The page fails.' });
    if (answering.kind === 'late')
      await new Promise((resolve) => setTimeout(resolve, answering.milliseconds));
    return request.method === 'GET' ? read(path) : write(path, await request.json());
  };
  return {
    fetch: answer,
    fail() {
      isFailing = true;
    },
  };
}
