/** A proxy with a service of two patients behind it, as a `fetch`. */
import { COURSE_PARTS, type CoursePart } from '@instrument-panel/client/proxy';
import {
  applicationsPage,
  type GivenSubmission,
  patientsPage,
  submissionsPage,
} from '@instrument-panel/shared/caseload/pages.fixture';

export const PROXY = 'https://proxy.clinic.example';
export const PROFESSIONAL = 'cccccccc-cccc-4ccc-8ccc-cccccccccccc';
export const ANA = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
export const EVA = 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb';
export const FORM = 'ffffffff-ffff-4fff-8fff-ffffffffffff';

const PEOPLE: Readonly<Record<string, { name: string; birthday: string; key: string }>> = {
  [ANA]: { name: 'Ana Lima', birthday: '1990-01-02', key: 'MRN-1' },
  [EVA]: { name: 'Eva Reis', birthday: '1985-06-07', key: 'MRN-2' },
};

const recordOf = (id: string) => ({
  serviceId: id,
  name: PEOPLE[id]?.name,
  birthday: `${PEOPLE[id]?.birthday}T00:00:00Z`,
});
const submissionOf = (id: string, more: object = {}) => ({
  id: id === ANA ? 11 : 22,
  formTemplateId: FORM,
  formTemplate: { templateId: FORM, title: 'Questionnaire', shortTitle: 'Q-1' },
  patientId: id,
  status: 'ANSWERED',
  score: 7,
  completedFillAt: '2026-11-01T10:00:00Z',
  ...more,
});
const applicationOf = (id: string) => ({
  id: id === ANA ? 1 : 2,
  patientId: id,
  formTemplateId: FORM,
  recurrenceCycle: 'WEEKLY',
  status: 'IN_PROGRESS',
});

export interface Asked {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly body: unknown;
  readonly authorization: string | null;
  readonly lastEventId: string | null;
  readonly signal: AbortSignal | null;
}

export const tokenOf = (pro: string, mark = 'x'): string =>
  `${mark}.${btoa(JSON.stringify({ pro, role: 'professional' })).replaceAll('=', '')}.sig`;

export function fakeProxy() {
  const asked: Asked[] = [];
  const state = {
    /** Answers in place of the usual one where it gives one. */
    instead: (_asked: Asked): Response | Promise<Response> | null => null,
    professional: PROFESSIONAL,
    profiles: [] as unknown[],
    issuer: PROXY,
    /** Keys that are linked. */
    linked: new Map([
      ['MRN-1', ANA],
      ['MRN-2', EVA],
    ]),
    /** Rows of the list of submissions. */
    scores: [submissionOf(ANA), submissionOf(EVA)] as unknown[],
    hasHighRisk: false,
    /** Submissions of the list of all patients. */
    caseload: [] as GivenSubmission[],
    seenAt: null as string | null,
  };
  const json = (value: unknown, status = 200): Response =>
    new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json' } });
  const refused = (status: number, code: string): Response => json({ code, message: code }, status);
  const base = `/third-party/api/v1/professionals/${PROFESSIONAL}`;

  function describe(): Response {
    const { issuer, profiles } = state;
    const [authorizationEndpoint, tokenEndpoint] = [`${issuer}/authorize`, `${issuer}/token`];
    const clients = [{ id: 'instrument-panel-extension', name: 'The extension' }];
    const signIn = { issuer, authorizationEndpoint, tokenEndpoint, clients };
    return json({ version: 1, name: 'The clinic', origins: [], api: '', signIn, profiles });
  }

  function resolve(given: Record<string, unknown>): Response {
    const patientId = state.linked.get(String(given.key));
    if (!patientId) return refused(404, 'NOT_LINKED');
    const person = PEOPLE[patientId];
    if (person?.name !== given.name) return refused(409, 'IDENTIFIERS_DISAGREE');
    const agreed = given.birthday === person?.birthday ? ['name', 'birthday'] : ['name'];
    return json({ status: 'linked', patientId, agreed });
  }

  function lookUp(given: Record<string, unknown>): Response {
    const keys = given.keys as { key: string; patientId?: string }[];
    const taken = new Set(state.linked.values());
    return json({
      patients: keys.map(({ key }) => state.linked.get(key) ?? null),
      free: keys.map(
        ({ key, patientId = '' }) => !state.linked.has(key) && patientId !== '' && !taken.has(patientId),
      ),
    });
  }

  const numberIn = (query: string, name: string, other: number): number =>
    Number(new URLSearchParams(query).get(name) ?? other);

  function answerOfPatient([, id = '', rest]: RegExpExecArray, query: string): Response {
    const isFirst = numberIn(query, 'offset', 0) === 0;
    if (rest === '') return json(recordOf(id));
    if (rest === '/forms/submissions') return json(isFirst ? [submissionOf(id)] : []);
    if (rest === `/forms/${FORM}/score-graph`)
      return json({ formTemplateId: FORM, patientId: id, series: [] });
    const isApplications = ['/forms/applications', `/forms/${FORM}/applications`].some((one) => one === rest);
    return isApplications ? json(isFirst ? [applicationOf(id)] : []) : refused(404, 'NOT_FOUND');
  }

  function answerOfSubmission([, id = '']: RegExpExecArray): Response {
    const { hasHighRisk } = state;
    return json(submissionOf(id === '22' ? EVA : ANA, { id: Number(id), hasHighRisk }));
  }

  function answerPages(query: string): Response {
    const offset = numberIn(query, 'offset', 0);
    return json(state.scores.slice(offset, offset + numberIn(query, 'limit', 100)));
  }

  const urlToAnswer = 'https://answer.example/x';
  const answers: Readonly<Record<string, (given: Record<string, unknown>, query: string) => Response>> = {
    '/.well-known/instrument-panel.json': describe,
    '/token': () =>
      json({ access_token: tokenOf(state.professional), token_type: 'Bearer', expires_in: 600 }),
    '/caseload/patients': () => json(patientsPage([], state.seenAt)),
    '/caseload/applications': () => json(applicationsPage([])),
    '/caseload/submissions': () => json(submissionsPage(state.caseload)),
    '/caseload/seen': ({ seenAt }) => json({ seenAt }),
    '/sites/health': () => json({}),
    '/patients/resolve': resolve,
    '/patients/lookup': lookUp,
    [base]: () => json({ serviceId: PROFESSIONAL, name: 'Bia', surname: 'Reis' }),
    [`${base}/patients`]: () => json([recordOf(ANA), recordOf(EVA)]),
    [`${base}/forms/submissions`]: (_, query) => answerPages(query),
    [`POST ${base}/forms/${FORM}/applications`]: ({ patientId }) =>
      json({ ...applicationOf(String(patientId)), id: 99, urlToAnswer }),
    [`/third-party/api/v1/forms/${FORM}`]: () => json({ id: FORM, title: 'Questionnaire' }),
  };

  function answer({ method, path, body }: Asked): Response {
    const [address = '', query = ''] = path.split('?');
    const found = answers[address] ?? answers[`${method} ${address}`];
    if (found) return found(body as Record<string, unknown>, query);
    const patient = new RegExp(`^${base}/patients/([^/]+)(.*)$`).exec(address);
    if (patient) return answerOfPatient(patient, query);
    const submission = new RegExp(`^${base}/forms/submissions/(\\d+)$`).exec(address);
    return submission ? answerOfSubmission(submission) : refused(404, 'NOT_FOUND');
  }

  /** Each part is the read that it is. */
  async function serveParts(one: Asked, serve: (read: Asked) => Promise<Response>): Promise<Response> {
    const { parts } = one.body as { parts: CoursePart[] };
    const read = async (part: CoursePart) => {
      const { path, query } = COURSE_PARTS[part.part];
      const given = Object.entries(part).filter(([name]) => name in query);
      const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
      const address = path.replace(/\{(\w+)\}/g, (_, name: keyof CoursePart) => String(part[name]));
      const reply = await serve({
        ...one,
        method: 'GET',
        path: `/third-party/api/v1${address}${search.size > 0 ? `?${search}` : ''}`,
        body: '',
      });
      return { status: reply.status, headers: Object.fromEntries(reply.headers), body: await reply.json() };
    };
    return json({ parts: await Promise.all(parts.map(read)) });
  }

  const fetch = (async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(String(input));
    if (url.origin !== PROXY) throw new TypeError(`nobody is at ${url.origin}`);
    const text = typeof init.body === 'string' ? init.body : String(init.body ?? '');
    const body: unknown = text.startsWith('{') ? JSON.parse(text) : text;
    const headers = new Headers(init.headers);
    const one = {
      method: init.method ?? 'GET',
      path: url.pathname + url.search,
      body,
      authorization: headers.get('authorization'),
      lastEventId: headers.get('last-event-id'),
      signal: init.signal ?? null,
    };
    const serve = async (read: Asked): Promise<Response> => {
      asked.push(read);
      return (await state.instead(read)) ?? answer(read);
    };
    return one.path === '/courses' ? serveParts(one, serve) : serve(one);
  }) as typeof globalThis.fetch;

  return {
    fetch,
    asked,
    state,
    /** Requests whose path begins so. */
    to: (path: string): Asked[] => asked.filter((one) => one.path.startsWith(path)),
    writes: (): Asked[] =>
      asked.filter(({ method, path }) => method !== 'GET' && path.startsWith('/third-party')),
    json,
    refused,
    submissionOf,
  };
}
export type FakeProxy = ReturnType<typeof fakeProxy>;
