import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  ANSWERED,
  APPLICATIONS,
  applicationText,
  PATIENTS,
  patientText,
  SUBMISSIONS,
  submissionText,
  weekAt,
} from '../caseload-clinic.ts';
import { tellPort } from '../child.ts';

/** The service: a clinic's three lists, each call of it 20 ms. */
const LATENCY_MS = 20;
/** Its clock stands still, so that every run asks for the same. */
const DATE = new Date(weekAt(ANSWERED)).toUTCString();

/** Indices of the submissions whose week begins between two instants. */
function windowOf(query: URLSearchParams): readonly [from: number, to: number] {
  const [start, end] = [query.get('startDate'), query.get('endDate')];
  const perWeek = APPLICATIONS;
  let [from, to] = [0, SUBMISSIONS];
  for (let week = 0; week * perWeek < SUBMISSIONS; week += 1) {
    if (start !== null && weekAt(week) < Date.parse(start)) from = (week + 1) * perWeek;
    if (end !== null && weekAt(week) >= Date.parse(end)) to = Math.min(to, week * perWeek);
  }
  return [from, to];
}

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://service');
  const offset = Number(searchParams.get('offset') ?? 0);
  const limit = Number(searchParams.get('limit') ?? Number.POSITIVE_INFINITY);
  const rows = (write: (index: number) => string, from: number, to: number): string => {
    const first = Math.min(to, from + offset);
    return `[${Array.from({ length: Math.min(limit, to - first) }, (_, at) => write(first + at)).join()}]`;
  };
  setTimeout(() => {
    const id = Number(/\/submissions\/(\d+)$/.exec(pathname)?.[1]);
    const body = id
      ? submissionText(id - 1)
      : pathname.endsWith('/forms/submissions')
        ? rows(submissionText, ...windowOf(searchParams))
        : pathname.endsWith('/forms/applications')
          ? rows(applicationText, 0, APPLICATIONS)
          : rows(patientText, 0, PATIENTS);
    response.writeHead(200, { 'content-type': 'application/json', date: DATE }).end(body);
  }, LATENCY_MS);
});
server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1', () => tellPort((server.address() as AddressInfo).port));
