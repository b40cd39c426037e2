/** A proxy with a service of two patients behind it, as a `fetch`. */
import {
  applicationsPage,
  type GivenSubmission,
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

  function answer({ method, path, body }: Asked): Response {
    const [address = '', query = ''] = path.split('?');
    const given = body as Record<string, unknown>;
    if (address === '/.well-known/instrument-panel.json') {
      const { issuer, profiles } = state;
      const [authorizationEndpoint, tokenEndpoint] = [`${issuer}/authorize`, `${issuer}/token`];
      const clients = [{ id: 'instrument-panel-extension', name: 'The extension' }];
      const signIn = { issuer, authorizationEndpoint, tokenEndpoint, clients };
      return json({ version: 1, name: 'The clinic', origins: [], api: '', signIn, profiles });
    }
    if (address === '/token') {
      return json({ access_token: tokenOf(state.professional), token_type: 'Bearer', expires_in: 600 });
    }
    if (address === '/caseload/patients') return json({ patients: [], lostCount: 0, seenAt: state.seenAt });
    if (address === '/caseload/applications') return json(applicationsPage([]));
    if (address === '/caseload/submissions') return json(submissionsPage(state.caseload));
    if (address === '/caseload/seen') return json({ seenAt: given.seenAt });
    if (address === '/patients/resolve') {
      const patientId = state.linked.get(String(given.key));
      if (!patientId) return refused(404, 'NOT_LINKED');
      const person = PEOPLE[patientId];
      if (person?.name !== given.name) return refused(409, 'IDENTIFIERS_DISAGREE');
      const agreed = given.birthday === person?.birthday ? ['name', 'birthday'] : ['name'];
      return json({ status: 'linked', patientId, agreed });
    }
    if (address === '/patients/lookup') {
      const keys = given.keys as { key: string; patientId?: string }[];
      const taken = new Set(state.linked.values());
      return json({
        patients: keys.map(({ key }) => state.linked.get(key) ?? null),
        free: keys.map(
          ({ key, patientId = '' }) => !state.linked.has(key) && patientId !== '' && !taken.has(patientId),
        ),
      });
    }
    const patient = new RegExp(`^${base}/patients/([^/]+)(.*)$`).exec(address);
    if (patient) {
      const [, id = '', rest] = patient;
      if (rest === '') return json(recordOf(id));
      const isFirst = !/offset=[1-9]/.test(query);
      if (rest === '/forms/applications') return json(isFirst ? [applicationOf(id)] : []);
      if (rest === '/forms/submissions') return json(isFirst ? [submissionOf(id)] : []);
      if (rest === `/forms/${FORM}/score-graph`) {
        return json({ formTemplateId: FORM, patientId: id, series: [] });
      }
      if (rest === `/forms/${FORM}/applications`) return json(isFirst ? [applicationOf(id)] : []);
    }
    if (address === base) return json({ serviceId: PROFESSIONAL, name: 'Bia', surname: 'Reis' });
    if (address === `${base}/patients`) return json([recordOf(ANA), recordOf(EVA)]);
    if (address === `${base}/forms/submissions`) {
      const offset = Number(/offset=(\d+)/.exec(query)?.[1] ?? 0);
      const limit = Number(/limit=(\d+)/.exec(query)?.[1] ?? 100);
      return json(state.scores.slice(offset, offset + limit));
    }
    const submission = new RegExp(`^${base}/forms/submissions/(\\d+)$`).exec(address);
    if (submission) {
      const { hasHighRisk } = state;
      return json(
        submissionOf(submission[1] === '22' ? EVA : ANA, { id: Number(submission[1]), hasHighRisk }),
      );
    }
    if (method === 'POST' && address === `${base}/forms/${FORM}/applications`) {
      return json({
        ...applicationOf(String(given.patientId)),
        id: 99,
        urlToAnswer: 'https://answer.example/x',
      });
    }
    if (address === `/third-party/api/v1/forms/${FORM}`) return json({ id: FORM, title: 'Questionnaire' });
    return refused(404, 'NOT_FOUND');
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
    asked.push(one);
    return (await state.instead(one)) ?? answer(one);
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
