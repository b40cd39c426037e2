import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createProxy } from '../../proxy/index.ts';
import { createSandbox } from '../../sandbox/index.ts';
import { DEMO_CREDENTIALS, DEMO_STAFF } from '../../sandbox/seed/clinic.ts';

/** The service's clock, and that of the page. */
export const NOW = '2026-11-18T15:00:00Z';
export const PAGE = 'http://truth.test';
const API = '/third-party/api/v1';

/** Answers of the service that surfaces are drawn from, as JSON. */
export const ANSWERS = ['graph', 'submissions', 'instrument', 'analysis', 'applications', 'patient'] as const;
export type AnswerName = (typeof ANSWERS)[number];
export type Wire = { readonly [Name in AnswerName]: unknown };

/** One patient on one instrument, with the service's true answers. */
export interface TrueCourse {
  readonly name: string;
  readonly professionalId: string;
  readonly patientId: string;
  readonly formId: string;
  readonly wire: Wire;
}

/** A request that a surface made, and how the proxy answered it. */
export interface Asked {
  readonly path: string;
  readonly authorization: string | null;
}
export interface Answered {
  readonly status: number;
  readonly body: string;
  readonly type: string;
  /** Header `Date`. */
  readonly date: string;
}

/**
 * Patients of the sandbox's clinic: a newest answer with a flag, an old flag among two instruments, many missed
 * requests, an instrument that does not ask about risk, subscales without a total, a scale that is better when higher,
 * two answers, one answer.
 */
const PEOPLE = [
  ['Camila', 'PHQ-9'],
  ['Emily', 'PHQ-9'],
  ['Sofia', 'PHQ-9'],
  ['Aline', 'GAD-7'],
  ['Fernanda', 'DASS-21'],
  ['Larissa', 'WHO-5'],
  ['André', 'PHQ-9'],
  ['Juliana', 'GAD-7'],
] as const;

type Row = Record<string, unknown> & {
  readonly id: number;
  readonly formTemplateId: string;
  readonly formTemplate: { readonly shortTitle: string };
  readonly riskFlagCount: number | null;
};

/** Rows that get their answers with them in a list, as the contract allows: the first ones and those with a flag. */
const WITH_ANSWERS = 2;

type Read = (path: string) => Promise<unknown>;

async function readCourse(read: Read, pro: string, patientId: string, title: string, name: string) {
  const of = `/professionals/${pro}/patients/${patientId}/forms`;
  const rows = (await read(`${of}/submissions`)) as Row[];
  const formId = rows.find(({ formTemplate }) => formTemplate.shortTitle === title)?.formTemplateId ?? '';
  const submissions = await Promise.all(
    rows.map(async (row, index) => {
      if (index >= WITH_ANSWERS && !row.riskFlagCount) return row;
      const whole = (await read(`/professionals/${pro}/forms/submissions/${row.id}`)) as Row;
      return { ...row, answers: whole.answers };
    }),
  );
  const [graph, instrument, analysis, applications, patient] = await Promise.all([
    read(`${of}/${formId}/score-graph`),
    read(`/forms/${formId}`),
    read(`${of}/${formId}/longitudinal-analysis/status`),
    read(`${of}/applications`),
    read(`/professionals/${pro}/patients/${patientId}`),
  ]);
  const wire: Wire = { graph, submissions, instrument, analysis, applications, patient };
  return { name: `${name}, ${title}`, professionalId: pro, patientId, formId, wire };
}

/** Which of a course's answers a path of the service asks for; null for anything else. */
export function answerAt(path: string, { formId, patientId }: TrueCourse): AnswerName | null {
  const { pathname } = new URL(path, PAGE);
  if (pathname.endsWith('/forms/applications')) return 'applications';
  if (pathname.endsWith('/patients') || pathname.endsWith(`/patients/${patientId}`)) return 'patient';
  if (/\/forms\/submissions(\/\d+)?$/.test(pathname)) return 'submissions';
  // Of the patient's other instruments nothing can be read.
  if (!pathname.includes(`/forms/${formId}`)) return null;
  if (pathname.endsWith('/score-graph')) return 'graph';
  if (pathname.endsWith('/longitudinal-analysis/status')) return 'analysis';
  return pathname.endsWith(`/v1/forms/${formId}`) ? 'instrument' : null;
}

/** The service's answer to a path: a page of the list, one row of it, or the whole. */
function cut(wire: Wire, course: TrueCourse, path: string): unknown {
  const { pathname, searchParams } = new URL(path, PAGE);
  const name = answerAt(path, course);
  if (!name) return undefined;
  const whole = wire[name];
  if (pathname.endsWith('/patients')) return [whole];
  const id = /\/submissions\/(\d+)$/.exec(pathname)?.[1];
  if (!Array.isArray(whole)) return whole;
  if (id) return whole.find((row) => String(row?.id) === id) ?? undefined;
  const form = searchParams.get('formTemplateId');
  const rows = form
    ? whole.filter((row) => typeof row?.formTemplateId !== 'string' || row.formTemplateId === form)
    : whole;
  const offset = Number(searchParams.get('offset') ?? 0);
  return rows.slice(offset, offset + Number(searchParams.get('limit') ?? rows.length));
}

/** A server in the service's place; what it has no answer for is 404. */
async function startTap(answer: (path: string) => unknown) {
  const server = createServer((request, response) => {
    const body = answer(request.url ?? '/');
    const text = JSON.stringify(body ?? { code: 'NOT_FOUND', message: 'not found' });
    // The service's clock is the one that its clinic stands at.
    const headers = { 'content-type': 'application/json', date: new Date(NOW).toUTCString() };
    response.writeHead(body === undefined ? 404 : 200, headers).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return { url, close };
}

/** The true courses, read from a sandbox that is closed again. */
export async function readCourses(): Promise<readonly TrueCourse[]> {
  const sandbox = await createSandbox({ seed: 1, roster: 'fixtures', now: NOW, log: () => {} });
  const headers = {
    'x-api-key': DEMO_CREDENTIALS.key,
    'x-api-secret': DEMO_CREDENTIALS.secret,
    'accept-language': 'en',
  };
  const read: Read = async (path) => {
    const response = await sandbox.fetch(new Request(`http://service.test${API}${path}`, { headers }));
    return response.json();
  };
  try {
    const [{ email }] = DEMO_STAFF;
    const { serviceId } = (await read(`/professionals/check?email=${email}`)) as { serviceId: string };
    const all = (await read(`/professionals/${serviceId}/patients`)) as { serviceId: string; name: string }[];
    const courses: TrueCourse[] = [];
    for (const [name, title] of PEOPLE) {
      const patient = all.find((one) => one.name === name);
      if (!patient) throw new Error(`The clinic has no patient ${name}`);
      courses.push(await readCourse(read, serviceId, patient.serviceId, title, name));
    }
    return courses;
  } finally {
    await sandbox.close();
  }
}

/** A proxy's token lasts for ten minutes. */
const TOKEN_LIFE_MS = 300_000;

/** A proxy before a service that answers as told. */
export async function startChain(professionalId: string) {
  let present: { readonly wire: Wire; readonly course: TrueCourse } | undefined;
  const tap = await startTap((path) => present && cut(present.wire, present.course, path));
  const most = 1_000_000;
  const proxy = createProxy({
    upstream: tap.url,
    credentials: DEMO_CREDENTIALS,
    keys: [{ kid: 'test', alg: 'HS256', key: randomBytes(32), signs: true }],
    issuer: 'truth',
    audience: 'truth',
    origins: [PAGE],
    session: async () => ({ sub: 'truth', role: 'professional', professionalId, actions: ['read'] }),
    storage: { file: ':memory:' },
    limits: {
      subjectPerMinute: most,
      subjectBurst: most,
      addressPerMinute: most,
      addressBurst: most,
      breakerFailures: 1_000,
      breakerMs: 50,
      loopDelayMs: 60_000,
    },
    log: () => {},
  });
  await proxy.ready();
  const post = new Request(`${PAGE}/session`, {
    method: 'POST',
    headers: { origin: PAGE, 'content-type': 'application/json' },
    body: '{}',
  });
  let minted = Promise.resolve('');
  let mintedAt = 0;
  let last: Promise<unknown> = Promise.resolve();
  /** One after the other: the service answers everybody from the same `present`. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next.catch(() => {});
    return next;
  };
  return {
    /** A token that lasts for a while yet. */
    async token(): Promise<string> {
      if (Date.now() - mintedAt > TOKEN_LIFE_MS) {
        mintedAt = Date.now();
        const reply = proxy.fetch(post.clone() as Request).then((response) => response.json());
        minted = reply.then((body) => (body as { token: string }).token);
      }
      return minted;
    },
    /** Asks the proxy while the service answers from `wire`. */
    ask: (course: TrueCourse, wire: Wire, { path, authorization }: Asked): Promise<Answered> =>
      inTurn(async () => {
        present = { wire, course };
        const headers = { origin: PAGE, accept: 'application/json', authorization: authorization ?? '' };
        const response = await proxy.fetch(new Request(`${PAGE}${path}`, { headers }));
        const header = (name: string): string => response.headers.get(name) ?? '';
        const [type, date] = [header('content-type'), header('date')];
        return { status: response.status, body: await response.text(), type, date };
      }),
    async close(): Promise<void> {
      await proxy.close();
      await tap.close();
    },
  };
}

export type Chain = Awaited<ReturnType<typeof startChain>>;
