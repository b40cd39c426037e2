import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { applicationsPage, patientsPage, submissionsPage } from '../../shared/caseload/pages.fixture.ts';
import { COURSE_PARTS, type CoursePart, END_HEADER } from '../../shared/client/contract/proxy-api/index.ts';
import { FORM, PATIENT, sound } from '../../shared/score/fuzz.fixture.ts';

export const SCORES = [19, 17, 18, 14, 11, 14];
/** The service's clock: two weeks after the last of the answers. */
export const NOW = Date.UTC(2026, 7, 24, 12);
const PROFESSIONAL = '9d1b7a60-4c7b-4b62-8b6a-5c1f7a3e2b01';
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; " +
  "require-trusted-types-for 'script'; trusted-types 'none'";
const IDS = `patient-id="${PATIENT}" professional-id="${PROFESSIONAL}"`;
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Elements</title>
<script type="module" src="/page.js"></script>
<main><h1>Chart</h1><instrument-sparkline ${IDS} form-id="${FORM}" refresh="0"></instrument-sparkline>
<instrument-apply ${IDS}></instrument-apply>
<instrument-overview ${IDS} refresh="0"></instrument-overview>
<instrument-caseload professional-id="${PROFESSIONAL}" refresh="0"></instrument-caseload></main></html>`;
const SCRIPT = `globalThis.violations = [];
addEventListener('securitypolicyviolation', ({ violatedDirective }) => violations.push(violatedDirective));
globalThis.thrown = [];
for (const type of ['error', 'unhandledrejection'])
  addEventListener(type, ({ message, reason }) => thrown.push(String(message ?? reason)));
const kit = await import('/kit/configure.js');
const fetchToken = async () => ({ token: 'test-token', expiresIn: 600 });
kit.configure({ baseUrl: location.origin, fetchToken });
await import('/kit/sparkline/define.js');
await import('/kit/apply/define.js');
await import('/kit/overview/define.js');
await import('/kit/caseload/define.js');`;

const DAY_MS = 86_400_000;
const flagged = [{ questionId: 9, position: 9, flagType: 'SUICIDE_SELF_HARM', severity: 'HIGH' }];
const ofAna = { patient: PATIENT, application: 7 };
const inCaseload = [
  { ...ofAna, id: 1, at: NOW - 8 * DAY_MS, score: 9, className: 'Mild' },
  { ...ofAna, id: 2, at: NOW - DAY_MS, score: 16, className: 'Severe', flags: 1, answers: flagged },
];
/** The proxy's answers for the list of all patients. */
function answerCaseload(name: string, query: URLSearchParams): unknown {
  const ids = query.getAll('ids').flatMap((some) => some.split(',').map(Number));
  if (name === 'patients') return patientsPage([{ serviceId: PATIENT, name: 'Ana', surname: 'Lima' }]);
  if (name === 'applications') return applicationsPage([{ id: 7, patient: PATIENT }]);
  const isNewest = !query.has('endDate');
  return submissionsPage(
    ids.length > 0 ? inCaseload.filter(({ id }) => ids.includes(id)) : isNewest ? inCaseload : [],
  );
}

/** The proxy's answers to the parts of courses, each from the answers to single reads. */
function answerParts(parts: readonly CoursePart[], answers: Readonly<Record<string, unknown>>) {
  const headers = { 'content-type': 'application/json', date: new Date(NOW).toUTCString() };
  return parts.map((one) => {
    const last = COURSE_PARTS[one.part].path.split('/').at(-1) ?? '';
    const body = answers[last.replace(/^\{(\w+)\}$/, (_, name: keyof CoursePart) => String(one[name]))];
    if (body === undefined) return { status: 404, headers, body: { code: 'NOT_FOUND', message: 'no' } };
    const end = Array.isArray(body) ? { [END_HEADER]: 'true' } : {};
    return { status: 200, headers: { ...headers, ...end }, body };
  });
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return JSON.parse(text);
}

/**
 * Serves sparkline, apply, overview and caseload as they are shipped, in a page under the strict policy, with the few answers that
 * they ask for: for engines whose drivers cannot answer a request in the service's place.
 *
 * @param folder where the widget's modules were built
 */
export async function serveElements(folder: string) {
  const { graph, instrument, submissions } = sound(SCORES);
  const applications: Record<string, unknown>[] = [];
  const answers: Readonly<Record<string, unknown>> = {
    submissions,
    'score-graph': graph,
    library: [instrument],
    applications,
    [FORM]: instrument,
    [PATIENT]: { serviceId: PATIENT, name: 'Ana', surname: 'Lima', birthday: '1990-03-04T00:00:00Z' },
  };
  const server = createServer(async (request, response) => {
    response.setHeader('date', new Date(NOW).toUTCString());
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const send = (type: string, body: string): void => {
      response.writeHead(200, { 'content-type': type, 'content-security-policy': POLICY }).end(body);
    };
    const name = pathname.split('/').at(-1) ?? '';
    if (pathname === '/') return send('text/html', PAGE);
    if (pathname === '/page.js') return send('text/javascript', SCRIPT);
    if (pathname.startsWith('/kit/')) {
      return send('text/javascript', readFileSync(join(folder, pathname.slice('/kit/'.length)), 'utf8'));
    }
    if (pathname === '/courses') {
      const { parts } = await bodyOf(request);
      return send('application/json', JSON.stringify({ parts: answerParts(parts as CoursePart[], answers) }));
    }
    if (request.method === 'POST') {
      const { patientId, recurrenceCycle, startedAt } = await bodyOf(request);
      const id = 100 + applications.length;
      const now = new Date().toISOString();
      const given = { id, patientId, recurrenceCycle, startedAt: startedAt ?? now, status: 'IN_PROGRESS' };
      const made = { authorId: PROFESSIONAL, formTemplateId: FORM, createdAt: now, nextAnswerAt: now };
      applications.push({ ...given, ...made, urlToAnswer: `https://answer.example/answer/token-${id}` });
      return send('application/json', JSON.stringify(applications.at(-1)));
    }
    const isOfCaseload = pathname.startsWith('/caseload/');
    const answer = isOfCaseload ? answerCaseload(name, searchParams) : answers[name];
    if (answer === undefined) {
      response.writeHead(404, { 'content-type': 'application/json' });
      return response.end('{"code":"NOT_FOUND","message":"no"}');
    }
    const offset = Number(searchParams.get('offset') ?? 0);
    const rows = Array.isArray(answer) ? answer.slice(offset) : answer;
    return send('application/json', JSON.stringify(rows));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    applications,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
