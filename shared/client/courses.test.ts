import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createCaller } from './caller.ts';
import {
  ENDPOINTS,
  getAnalysisStatus,
  getInstrumentSummary,
  getScoreGraphSummary,
  listScores,
  listSubmissionSummaries,
} from './contract/index.ts';
import { COURSE_PARTS } from './contract/proxy-api/index.ts';
import { inCourses } from './courses.ts';
import { fault, formId, patientId, professionalId } from './service.fixture.ts';

const INSTRUMENT = { id: formId, title: 'Questionnaire' };
const params = { professionalId, patientId };
const json = (value: unknown, status = 200, headers = {}): Response =>
  new Response(JSON.stringify(value), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
const part = (body: unknown, status = 200, headers = {}) => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body,
});

interface Sent {
  readonly url: string;
  readonly method: string | undefined;
  readonly parts: readonly Record<string, unknown>[];
  readonly authorization: string | null;
  readonly cache: RequestCache | undefined;
  readonly signal: AbortSignal;
}
let sent: Sent[];
let answer: (one: Sent) => Response | Promise<Response>;
beforeEach(() => {
  sent = [];
  answer = ({ parts }) => json({ parts: parts.map(() => part(INSTRUMENT)) });
});
afterEach(() => {
  vi.restoreAllMocks();
});

function start() {
  const baseUrl = 'https://proxy.example/';
  const send = inCourses(baseUrl, async (url, { method, body, headers, signal, cache }) => {
    const one = {
      url,
      method,
      parts: body ? JSON.parse(String(body)).parts : [],
      authorization: new Headers(headers).get('authorization'),
      cache,
      signal,
    };
    sent.push(one);
    return answer(one);
  });
  const auth = { get: async () => 'token' };
  return createCaller({ baseUrl, auth, fetch: send, sleep: async () => {} });
}
const other = '9d1c2f60-3c1b-4f0a-8e57-51c3f1f0aa11';
const paths = () => sent.map(({ method, url }) => `${method} ${new URL(url).pathname}`);

it('every part is named by the call that reads it, and by no endpoint, which reads more', () => {
  for (const [name, call] of Object.entries(COURSE_PARTS)) expect(call.part).toBe(name);
  expect(ENDPOINTS.flatMap(({ part: named }) => named ?? [])).toEqual([]);
});

it('reads of one turn are one request, with the ids in its body and the token in its header', async () => {
  const client = start();
  answer = () => json({ parts: [part(INSTRUMENT), part([]), part({ hasAnalysis: false })] });
  const [instrument, list, analysis] = await Promise.all([
    client(getInstrumentSummary, { params: { formId } }),
    client(listSubmissionSummaries, { params, query: { limit: 5 } }),
    client(getAnalysisStatus, { params: { ...params, formId } }),
  ]);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    url: 'https://proxy.example/courses',
    method: 'POST',
    authorization: 'Bearer token',
    parts: [
      { part: 'instrument', formId },
      { part: 'submissions', ...params, limit: 5 },
      { part: 'analysis', ...params, formId },
    ],
  });
  expect([instrument.data, list.data, analysis.data]).toMatchObject([INSTRUMENT, [], { hasAnalysis: false }]);
});

it('reads of a later turn, and equal reads of one, take no part of their own', async () => {
  const client = start();
  const read = () => client(getInstrumentSummary, { params: { formId } });
  await Promise.all([read(), read()]);
  await read();
  expect(sent.map(({ parts }) => parts.length)).toEqual([1, 1]);
});

it('a browser may remember the leave to ask, which it does for no request that goes past its cache', async () => {
  await start()(getInstrumentSummary, { params: { formId } });
  answer = () => json([]);
  await start()(listScores, { params: { professionalId } });
  expect(sent.map(({ cache }) => cache)).toEqual(['default', 'no-store']);
});

it('what is no part is sent by itself', async () => {
  answer = () => json([]);
  await start()(listScores, { params: { professionalId } });
  expect(paths()).toEqual([`GET /third-party/api/v1/professionals/${professionalId}/forms/submissions`]);
});

it('more reads than one request takes are several', async () => {
  const client = start();
  const ids = Array.from(
    { length: 201 },
    (_, at) => `9d1c2f60-3c1b-4f0a-8e57-${String(at).padStart(12, '0')}`,
  );
  answer = ({ parts }) => json({ parts: parts.map((one) => part({ ...INSTRUMENT, id: one.formId })) });
  const replies = await Promise.all(
    ids.map((id) => client(getInstrumentSummary, { params: { formId: id } })),
  );
  expect(replies.map(({ data }) => data.id)).toEqual(ids);
  expect(sent.map(({ parts }) => parts.length)).toEqual([100, 100, 1]);
});

it('a part that fails says so by itself, is tried again alone, and the rest is given', async () => {
  const client = start();
  answer = ({ parts }) =>
    json({
      parts: parts.map(({ formId: id }) =>
        id === formId ? part(INSTRUMENT) : part({ code: 'SERVICE_UNAVAILABLE', message: 'no' }, 503),
      ),
    });
  const [first, second] = await Promise.allSettled(
    [formId, other].map((id) => client(getInstrumentSummary, { params: { formId: id } })),
  );
  expect(first).toMatchObject({ value: { data: INSTRUMENT } });
  expect(second).toMatchObject({ reason: { name: 'InternalError', status: 503, endpoint: 'getInstrument' } });
  expect(sent.map(({ parts }) => parts.map(({ formId: id }) => id))).toEqual([
    [formId, other],
    [other],
    [other],
  ]);
});

it('an answer without one of its parts makes that part a lost answer, never an empty one', async () => {
  const client = start();
  answer = () => json({ parts: [part(INSTRUMENT)] });
  const read = (id: string) => client(getInstrumentSummary, { params: { formId: id } });
  const [first, second] = await Promise.allSettled([read(formId), read(other)]);
  expect(first.status).toBe('fulfilled');
  expect(second).toMatchObject({ status: 'fulfilled', value: { data: INSTRUMENT } });
  answer = () => json({ parts: [] });
  expect(await fault(read(formId))).toMatchObject({ code: 'NETWORK' });
});

it('has the date and the end of each part, and no end where none is said', async () => {
  const client = start();
  const date = 'Sun, 15 Nov 2026 08:00:00 GMT';
  answer = () => json({ parts: [part([], 200, { date, 'instrument-panel-end': 'true' })] });
  const read = () => client(listSubmissionSummaries, { params });
  expect(await read()).toMatchObject({ sentAt: Date.parse(date), isWhole: true });
  answer = () => json({ parts: [part([])] }, 200, { date });
  expect(await read()).toMatchObject({ sentAt: null, isWhole: false });
});

it('a refusal of the whole request is that of each part', async () => {
  answer = () => json({ code: 'FORBIDDEN', message: 'no' }, 403);
  const read = (id: string) => fault(start()(getInstrumentSummary, { params: { formId: id } }));
  expect(await Promise.all([read(formId), read(other)])).toMatchObject([{ status: 403 }, { status: 403 }]);
});

it.each([
  ['says that there is no such address', () => json({ code: 'NOT_FOUND', message: 'no' }, 404)],
  ['does not let a page of another origin ask', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['answers with data of its own', () => json({ status: 'ok' })],
  ['answers with a page of its own', () => new Response('<p>Home</p>')],
])('a proxy before this request, which %s, is asked for each read by itself from then on', async (_, old) => {
  const client = start();
  answer = ({ url }) =>
    url.endsWith('/courses') ? old() : json({ ...INSTRUMENT, id: url.split('/').at(-1) });
  const read = (id: string) => client(getInstrumentSummary, { params: { formId: id } });
  await Promise.all([read(formId), read(other)]);
  await read(formId);
  const alone = (id: string) => `GET /third-party/api/v1/forms/${id}`;
  expect(paths()).toEqual(['POST /courses', alone(formId), alone(other), alone(formId)]);
});

it('a proxy that served it is not taken for an older one when it cannot be reached', async () => {
  const client = start();
  const read = () => client(getInstrumentSummary, { params: { formId } });
  await read();
  answer = () => Promise.reject(new TypeError('Failed to fetch'));
  expect(await fault(read())).toMatchObject({ code: 'NETWORK' });
  expect(new Set(paths())).toEqual(new Set(['POST /courses']));
});

it('ends once nobody waits for any of its parts, and not before', async () => {
  const client = start();
  answer = () => new Promise(() => {});
  const [one, two] = [new AbortController(), new AbortController()];
  const reads = [
    fault(client(getInstrumentSummary, { params: { formId }, signal: one.signal })),
    fault(client(getInstrumentSummary, { params: { formId: other }, signal: two.signal })),
  ];
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  one.abort();
  await reads[0];
  expect(sent[0]?.signal.aborted).toBe(false);
  two.abort();
  await reads[1];
  expect(sent[0]?.signal.aborted).toBe(true);
});

it('is not sent for reads that nobody waits for any more', async () => {
  const leaving = new AbortController();
  const read = fault(start()(getInstrumentSummary, { params: { formId }, signal: leaving.signal }));
  await Promise.resolve();
  leaving.abort();
  await read;
  await new Promise((next) => {
    setTimeout(next, 5);
  });
  expect(sent.filter(({ signal }) => !signal.aborted)).toEqual([]);
});

const ETAG = 'W/"AAAAAAAAAAAAAAAAAAAAAA"';
const DATES = ['Sun, 15 Nov 2026 08:00:00 GMT', 'Sun, 15 Nov 2026 08:00:15 GMT'] as const;
const readInstrument = (client: ReturnType<typeof start>) =>
  client(getInstrumentSummary, { params: { formId } });

it('what has not changed is not sent again: it is as it was read, and as of when it was asked for again', async () => {
  const client = start();
  answer = () => json({ parts: [part(INSTRUMENT, 200, { etag: ETAG, date: DATES[0] })] });
  const first = await readInstrument(client);
  answer = () => json({ parts: [{ status: 304, headers: { etag: ETAG, date: DATES[1] }, body: null }] });
  const again = await readInstrument(client);
  expect(sent.map(({ parts }) => parts)).toEqual([
    [{ part: 'instrument', formId }],
    [{ part: 'instrument', formId, ifNoneMatch: ETAG }],
  ]);
  expect(again.data).toEqual(first.data);
  expect([first.sentAt, again.sentAt]).toEqual(DATES.map((date) => Date.parse(date)));
  expect([again.status, again.unreadable]).toEqual([200, []]);
});

it('a list that has not changed is known to its end, and more than once', async () => {
  const client = start();
  const row = { id: 7, patientId, formTemplateId: formId, status: 'ANSWERED' };
  answer = () => json({ parts: [part([row], 200, { etag: ETAG, 'instrument-panel-end': 'true' })] });
  const read = () => client(listSubmissionSummaries, { params });
  const first = await read();
  answer = () => json({ parts: [{ status: 304, headers: { etag: ETAG }, body: null }] });
  for (const again of [await read(), await read()])
    expect([again.data, again.isWhole]).toEqual([first.data, true]);
  expect(sent.at(-1)?.parts).toMatchObject([{ ifNoneMatch: ETAG }]);
});

it('of a graph that has not changed, when it was made is as the proxy says it anew', async () => {
  const client = start();
  const graph = { patientId, formTemplateId: formId, series: [], generatedAt: '2026-11-15T08:00:00Z' };
  answer = () => json({ parts: [part(graph, 200, { etag: ETAG })] });
  const read = () => client(getScoreGraphSummary, { params: { ...params, formId } });
  await read();
  const generatedAt = '2026-11-15T08:00:15Z';
  answer = () => json({ parts: [{ status: 304, headers: { etag: ETAG }, body: { generatedAt } }] });
  expect((await read()).data).toMatchObject({ patientId, series: [], generatedAt });
});

it('what has changed takes the place of what was held', async () => {
  const client = start();
  const next = 'W/"BBBBBBBBBBBBBBBBBBBBBB"';
  answer = () => json({ parts: [part(INSTRUMENT, 200, { etag: ETAG })] });
  await readInstrument(client);
  answer = () => json({ parts: [part({ ...INSTRUMENT, title: 'Renamed' }, 200, { etag: next })] });
  expect((await readInstrument(client)).data.title).toBe('Renamed');
  answer = () => json({ parts: [{ status: 304, headers: { etag: next }, body: null }] });
  expect((await readInstrument(client)).data.title).toBe('Renamed');
  expect(sent.at(-1)?.parts).toMatchObject([{ ifNoneMatch: next }]);
});

it('what was refused is held no longer, and a 304 that was not asked for is a lost answer', async () => {
  const client = start();
  answer = () => json({ parts: [part(INSTRUMENT, 200, { etag: ETAG })] });
  await readInstrument(client);
  answer = () => json({ parts: [part({ code: 'NOT_FOUND', message: 'no' }, 404)] });
  await expect(readInstrument(client)).rejects.toMatchObject({ status: 404 });
  answer = () => json({ parts: [{ status: 304, headers: { etag: ETAG }, body: null }] });
  await expect(readInstrument(client)).rejects.toMatchObject({ name: expect.stringMatching(/Error$/) });
  expect(sent.at(-1)?.parts).toEqual([{ part: 'instrument', formId }]);
});

it('an answer is held for the same question alone: another patient’s is asked for without it', async () => {
  const client = start();
  answer = () => json({ parts: [part([], 200, { etag: ETAG })] });
  await client(listSubmissionSummaries, { params });
  await client(listSubmissionSummaries, { params: { ...params, patientId: other } });
  await client(listSubmissionSummaries, { params, query: { limit: 5 } });
  expect(sent.map(({ parts }) => parts[0]?.ifNoneMatch)).toEqual([undefined, undefined, undefined]);
});

it('a proxy that gives no validator is asked as before', async () => {
  const client = start();
  await readInstrument(client);
  await readInstrument(client);
  expect(sent.map(({ parts }) => parts)).toEqual(Array(2).fill([{ part: 'instrument', formId }]));
});
