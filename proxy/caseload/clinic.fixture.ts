import type { Recorded, StubAnswer } from '../fixtures/stub-service.ts';
import { FORM, PATIENT, PROFESSIONAL, startWorld, tokenFor } from '../fixtures/world.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The service's records of one professional; a test changes them, or how a list is sent. */
export interface Clinic {
  patients: readonly unknown[];
  applications: readonly unknown[];
  submissions: readonly unknown[];
  /** Sends a page of a list. Default: `limit` and `offset` as the service documents them. */
  page: (rows: readonly unknown[], limit: number | null, offset: number) => readonly unknown[];
}

export const TEMPLATE = { templateId: FORM, title: 'Patient Health Questionnaire-9', shortTitle: 'PHQ-9' };

/** An application of the token's patient as the service sends it. */
export const application = (id: number, more: Fields = {}): Fields => ({
  id,
  patientId: PATIENT,
  formTemplateId: FORM,
  formTemplate: TEMPLATE,
  status: 'IN_PROGRESS',
  recurrenceCycle: 'WEEKLY',
  startedAt: '2026-01-05T09:00:00Z',
  nextAnswerAt: '2026-11-20T09:00:00Z',
  lastSubmission: { id: id * 10, score: 12, completedFillAt: '2026-11-13T10:30:00Z' },
  answerToken: 'ANSWER-TOKEN-CANARY',
  urlToAnswer: 'https://answer.example/CANARY',
  ...more,
});

const NO_FLAG = { flagType: 'NONE', severity: null };
export const FLAG = { flagType: 'SUICIDE_SELF_HARM', severity: 'HIGH' };

/** An answer to an item, with what is not to be handed on. */
export const answer = (position: number, riskFlag: unknown = NO_FLAG): Fields => ({
  id: 900 + position,
  questionId: 100 + position,
  question: { title: 'QUESTION-CANARY', position },
  value: 'VALUE-CANARY',
  customValue: 'CUSTOM-CANARY',
  riskFlag,
});

/** An answered submission of the token's patient as the service sends it. */
export const submission = (id: number, more: Fields = {}): Fields => ({
  id,
  formApplicationId: 7,
  patientId: PATIENT,
  formTemplateId: FORM,
  formTemplate: TEMPLATE,
  status: 'ANSWERED',
  startedAt: '2026-11-13T08:00:00Z',
  deadline: '2026-11-15T08:00:00Z',
  completedFillAt: '2026-11-13T10:30:00Z',
  score: 12,
  globalClassification: { title: 'Moderate', color: '#ef6c00', minScore: 10, maxScore: 14 },
  hasHighRisk: false,
  riskFlagCount: 0,
  interpretativeAnalysis: 'ANALYSIS-CANARY',
  answers: [answer(1), answer(9)],
  ...more,
});

const P = `/third-party/api/v1/professionals/${PROFESSIONAL}`;
const NOT_FOUND: StubAnswer = {
  status: 404,
  body: { code: 'NOT_FOUND', message: 'NAME-CANARY is not here' },
};

function answerOf(clinic: Clinic, { url }: Recorded): StubAnswer {
  const { pathname, searchParams } = new URL(url, 'http://service');
  const limit = searchParams.get('limit');
  const page = (rows: readonly unknown[]) => ({
    body: clinic.page(rows, limit === null ? null : Number(limit), Number(searchParams.get('offset') ?? 0)),
  });
  if (pathname === P) return { body: { serviceId: PROFESSIONAL, name: 'Dora' } };
  if (pathname === `${P}/patients`) return { body: clinic.patients };
  if (pathname === `${P}/forms/applications`) return page(clinic.applications);
  if (pathname === `${P}/forms/submissions`) return page(clinic.submissions);
  const id = Number(/\/forms\/submissions\/(\d+)$/.exec(pathname)?.[1]);
  const found = clinic.submissions.find((row) => (row as { id?: unknown }).id === id);
  return found === undefined ? NOT_FOUND : { body: found };
}

export const byTheBook: Clinic['page'] = (rows, limit, offset) =>
  rows.slice(offset, limit === null ? undefined : offset + limit);

/** A proxy in front of a service with these records. */
export async function startCaseload(more: Parameters<typeof startWorld>[0] = {}) {
  const world = await startWorld(more);
  const clinic: Clinic = { patients: [], applications: [], submissions: [], page: byTheBook };
  world.service.answer = (request) => answerOf(clinic, request);
  return {
    ...world,
    clinic,
    /** Forgets what the last test left. */
    reset(): void {
      Object.assign(clinic, { patients: [], applications: [], submissions: [], page: byTheBook });
      world.service.answer = (request) => answerOf(clinic, request);
      world.service.requests.length = 0;
      world.lines.length = 0;
    },
    /** The clinic's own answer, for a service that fails now and then. */
    answer: (request: Recorded): StubAnswer => answerOf(clinic, request),
  };
}
export type Caseload = Awaited<ReturnType<typeof startCaseload>>;

// biome-ignore lint/suspicious/noExplicitAny: tests compare what came over the wire, whatever it is.
export type Answered = { readonly status: number; readonly headers: Headers; readonly body: any };

const COLUMNS = [
  ...['status', 'startedAtMs', 'nextAnswerAtMs', 'lastSubmissionId', 'lastScore'],
  ...['lastCompletedAtMs', 'isPartial', 'applicationId', 'completedAtMs', 'deadlineMs', 'score', 'class'],
  ...['riskFlagCount', 'hasHighRisk', 'isRiskUnread'],
];

/** An answer as it is meant: a column in which all rows say the same comes with that once. */
// biome-ignore lint/suspicious/noExplicitAny: tests compare what came over the wire, whatever it is.
export function inFull(body: any) {
  const short = COLUMNS.filter((name) => body?.[name]?.length === 1 && body.ids.length > 1);
  return { ...body, ...Object.fromEntries(short.map((name) => [name, body.ids.map(() => body[name][0])])) };
}

/** The answers of each row, in place of where they are in the list of items. */
export const answersOf = ({ answers, items }: Answered['body']): Answered['body'] =>
  answers.map((places: readonly number[]) => places.map((place) => items[place]));

/** Asks for `/caseload/…`; `claims` are those of a token that differ from the usual ones. */
export async function askCaseload(
  { url }: Pick<Caseload, 'url'>,
  path: string,
  claims: Parameters<typeof tokenFor>[0] = {},
  init: RequestInit = {},
): Promise<Answered> {
  const response = await fetch(`${url}/caseload/${path}`, {
    ...init,
    headers: { authorization: `Bearer ${await tokenFor(claims)}`, ...init.headers },
  });
  return { status: response.status, headers: response.headers, body: inFull(await response.json()) };
}

/** Goes through all pages of a list by `next`, as a page does; gives the ids that came, each once, in order. */
export async function idsOf(world: Caseload, path: string, most = 200): Promise<number[]> {
  const ids = new Set<number>();
  let offset: number | null = 0;
  for (let page = 0; offset !== null; page += 1) {
    if (page === most) throw new Error(`${path} has no end`);
    const { status, body }: Answered = await askCaseload(world, `${path}?offset=${offset}`);
    if (status !== 200) throw new Error(`${path} is ${status} ${body.code}`);
    for (const id of body.ids) ids.add(id);
    if (body.next !== null && body.next <= offset) throw new Error(`${path} does not go on`);
    offset = body.next;
  }
  return [...ids];
}
