import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as zlib from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getSubmission } from '../../shared/client/contract/index.ts';
import {
  COURSE_PARTS,
  type CoursePart,
  type CoursePartName,
} from '../../shared/client/contract/proxy-api/index.ts';
import { readAudit } from '../audit/verify.ts';
import { expectOnlyRebuilt } from '../fixtures/only-rebuilt.ts';
import { ANSWER_TOKEN, nameOf, sample, UNDECLARED } from '../fixtures/sample.ts';
import { type OpenedStorage, openForTest } from '../fixtures/storages.ts';
import { FORM, OTHER_PATIENT, PAGE, PATIENT, startWorld, tokenFor, type World } from '../fixtures/world.ts';
import {
  type Answered,
  type Claims,
  NAMES,
  OWNERSHIPS,
  partOf,
  sendCourses,
  serve,
} from './courses.fixture.ts';

const PAGED: readonly CoursePartName[] = ['submissions', 'scores', 'plans'];
let world: World;
let trail: OpenedStorage;
const folder = mkdtempSync(join(tmpdir(), 'instrument-panel-courses-'));
beforeAll(async () => {
  const storage = { file: join(folder, 'proxy.sqlite') };
  // What is remembered is tested beside memory.ts.
  world = await startWorld({ storage, limits: { courseMemoryMs: 0 } });
  trail = await openForTest(storage);
});
beforeEach(() => {
  world.service.answer = serve;
  world.service.requests.length = 0;
  world.lines.length = 0;
});
afterAll(async () => {
  await world.close();
  await trail.close();
  rmSync(folder, { recursive: true });
});
const closing: World[] = [];
afterEach(async () => {
  for (const one of closing.splice(0)) await one.close();
});
async function startOther(more: Parameters<typeof startWorld>[0]): Promise<World> {
  const other = await startWorld(more);
  closing.push(other);
  other.service.answer = serve;
  return other;
}

const send = async (body: unknown, claims: Claims = {}, more: HeadersInit = {}, at: World = world) =>
  sendCourses(at.url, body, claims, more);

/** The answers of these parts, in their order. */
async function askParts(
  parts: readonly CoursePart[],
  claims: Claims = {},
  at: World = world,
): Promise<readonly Answered[]> {
  const response = await send({ parts }, claims, {}, at);
  expect(response.status).toBe(200);
  return ((await response.json()) as { parts: Answered[] }).parts;
}

const pathOf = (part: CoursePart): string =>
  COURSE_PARTS[part.part].path.replace(/\{(\w+)\}/g, (_, name: keyof CoursePart) => String(part[name]));

let seen = 0;
async function newRows() {
  const rows = await readAudit(trail, seen + 1, 1_000);
  seen += rows.length;
  return rows.flatMap(({ entry }) => (entry ? [entry] : []));
}

describe('every part for every role and owner', () => {
  test.each(OWNERSHIPS)(
    '%s: each is answered and recorded as the read by itself',
    async (_, { role, narrowed, ids }) => {
      const claims: Claims = { role, ...(narrowed ? { pat: [PATIENT] } : {}) };
      const parts = NAMES.map((name) => {
        const part = partOf(name);
        return { ...part, ...Object.fromEntries(Object.entries(ids).filter(([id]) => id in part)) };
      });
      const rowsOf = async () =>
        (await newRows())
          .map(({ route: named, who, ids: about, outcome }) => JSON.stringify([named, who, about, outcome]))
          .toSorted();
      await newRows();
      const token = await tokenFor(claims);
      const alone = await Promise.all(parts.map((part) => world.ask(pathOf(part), token)));
      const bodies = (await Promise.all(alone.map((one) => one.json()))) as unknown[];
      const expected = await rowsOf();
      const answers = await askParts(parts, claims);
      expect(answers.map(({ status }) => status)).toEqual(alone.map(({ status }) => status));
      expect(await rowsOf()).toEqual(expected);
      answers.forEach(({ status, body }, index) => {
        if (status === 200) expect(bodies[index]).toMatchObject(body as object);
        else expect(body).toEqual(bodies[index]);
      });
      const bytes = JSON.stringify(answers);
      for (const canary of [ANSWER_TOKEN, UNDECLARED, 'KEY-CANARY', 'SECRET-CANARY', 'urlToAnswer'])
        expect(bytes).not.toContain(canary);
      if (narrowed) expect(bytes).not.toContain(nameOf(OTHER_PATIENT));
      if (narrowed) expect(bytes).not.toContain(OTHER_PATIENT);
      if (role === 'patient') expect(bytes).not.toMatch(/risk|interpretativeAnalysis|classification/i);
      expect(JSON.stringify(world.lines)).not.toMatch(/CANARY|aaaa-4aaa|bbbb-4bbb|1111-4111|Bearer|eyJ/);
      expectOnlyRebuilt(world.service);
    },
  );

  test('the generated cases hold answers and refusals', async () => {
    const statuses = await askParts(NAMES.map((name) => partOf(name)));
    expect(statuses.map(({ status }) => status)).toEqual(NAMES.map(() => 200));
    const other = await askParts([partOf('graph', { patientId: OTHER_PATIENT })], { pat: [PATIENT] });
    expect(other.map(({ status }) => status)).toEqual([404]);
    expect(OWNERSHIPS).toHaveLength(5 * 4);
  });
});

describe('who asks', () => {
  test('without a token, or without the action, gets no part, and the service is not asked', async () => {
    const parts = [partOf('instrument')];
    expect(
      (await fetch(`${world.url}/courses`, { method: 'POST', body: JSON.stringify({ parts }) })).status,
    ).toBe(401);
    expect((await send({ parts }, { ops: ['apply'] })).status).toBe(403);
    expect(world.service.requests).toEqual([]);
  });

  test('gets no graph that is not shown to them, beside one of another part that is', async () => {
    const patient: Claims = { role: 'patient', pat: [PATIENT] };
    world.service.answer = (request) => {
      const answer = serve(request);
      return request.url.includes('/applications') ? { body: [] } : answer;
    };
    const answers = await askParts([partOf('graph'), partOf('submissions')], patient);
    expect(answers.map(({ status, body }) => [status, (body as { code?: string }).code])).toEqual([
      [404, 'NOT_FOUND'],
      [200, undefined],
    ]);
  });

  test('is counted by parts: one that goes over the rate says so, and the others are given', async () => {
    const small = await startOther({ limits: { subjectBurst: 3, subjectPerMinute: 1 } });
    const parts = Array.from({ length: 5 }, () => partOf('instrument'));
    const statuses = (await askParts(parts, {}, small)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 200, 200, 429, 429]);
    const late = (await askParts([partOf('instrument'), partOf('graph')], { sub: 'staff-8' }, small)).map(
      ({ status }) => status,
    );
    expect(late).toEqual([200, 200]);
    const over = await send({ parts }, {}, {}, small);
    expect([over.status, Number(over.headers.get('retry-after')) > 0]).toEqual([429, true]);
  });

  test.each<[string, unknown, string]>([
    ['no part', { parts: [] }, 'parts'],
    ['no parts', {}, 'parts'],
    ['a part that does not exist', { parts: [{ part: 'everything' }] }, 'part'],
    ['a patient by name', { parts: [{ ...partOf('graph'), patientId: 'Ana Lima' }] }, 'patientId'],
    ['a field that does not exist', { parts: [{ ...partOf('graph'), patient: PATIENT }] }, 'parts.0'],
    [
      'a day that the calendar lacks',
      { parts: [{ ...partOf('graph'), startDate: '2026-02-30T09:00:00Z' }] },
      'startDate',
    ],
    ['too many parts', { parts: Array(101).fill(partOf('instrument')) }, 'parts'],
    ['no JSON', '{', 'JSON'],
  ])('for %s is told what is wrong, never a value, and the service is not asked', async (_, body, named) => {
    const response = await send(body);
    const { code, message } = (await response.json()) as { code: string; message: string };
    expect([response.status, code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(message).toContain(named);
    expect(message).not.toContain('Ana Lima');
    expect(world.service.requests).toEqual([]);
  });

  test('for a part that lacks an id is told of that part alone', async () => {
    const { patientId: _, ...lacking } = partOf('graph');
    const answers = await askParts([lacking, partOf('graph')]);
    expect(answers.map(({ status }) => status)).toEqual([400, 200]);
    expect(answers[0]?.body).toMatchObject({ message: expect.stringContaining('patientId') });
  });

  test('goes away before the answer: all that is under way is left', async () => {
    const gone = await startOther({});
    gone.service.answer = (request) => ({ ...serve(request), after: 60_000 });
    const leaving = new AbortController();
    const token = await tokenFor();
    const asked = fetch(`${gone.url}/courses`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ parts: [partOf('graph'), partOf('instrument')] }),
      signal: leaving.signal,
    });
    await expect.poll(() => gone.service.requests.length).toBe(2);
    leaving.abort();
    await expect(asked).rejects.toThrow();
    await expect
      .poll(() => gone.lines.find(({ route: named }) => named === 'POST /courses')?.code)
      .toBe('CALLER_GONE');
  });
});

describe('a part', () => {
  test('that fails says so and why, and the rest is given, each in its place', async () => {
    world.service.answer = (request) =>
      request.url.includes('/forms/submissions')
        ? {
            status: 503,
            headers: { 'retry-after': '7' },
            body: { code: 'SERVICE_UNAVAILABLE', message: 'x' },
          }
        : serve(request);
    const [graph, submissions, instrument] = await askParts(
      ['graph', 'submissions', 'instrument'].map((name) => partOf(name as CoursePartName)),
    );
    expect(graph).toMatchObject({ status: 200, body: { patientId: PATIENT } });
    expect(instrument?.status).toBe(200);
    expect(submissions).toMatchObject({
      status: 503,
      headers: { 'retry-after': '7' },
      body: { code: 'SERVICE_UNAVAILABLE' },
    });
  });

  test('has the service’s date, and the answer as a whole has none', async () => {
    const dates = ['Sun, 15 Nov 2026 08:00:00 GMT', 'Sun, 15 Nov 2026 08:00:05 GMT'];
    world.service.answer = (request) => ({
      ...serve(request),
      headers: { date: String(dates[request.url.includes('score-graph') ? 0 : 1]) },
    });
    const response = await send({ parts: [partOf('graph'), partOf('instrument')] }, {}, { origin: PAGE });
    const { parts } = (await response.json()) as { parts: Answered[] };
    expect(parts.map(({ headers }) => headers.date)).toEqual(dates);
    expect(response.headers.get('date')).toBeNull();
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('has the fields of its summary alone: of 30 submissions a fraction of the bytes', async () => {
    const rows = Array.from({ length: 30 }, (_, id) => ({
      ...(sample(getSubmission.response, PATIENT) as object),
      id,
      interpretativeAnalysis: 'ANALYSIS-CANARY'.repeat(40),
      updatedAt: 'UPDATED-CANARY',
    }));
    world.service.answer = ({ url }) => ({
      body: rows.slice(Number(new URL(url, 'http://s').searchParams.get('offset'))),
    });
    const [answer] = await askParts([partOf('submissions')]);
    expect(answer?.body).toHaveLength(30);
    expect(JSON.stringify(answer)).not.toMatch(/ANALYSIS-CANARY|UPDATED-CANARY|urlToAnswer|fillType/);
  });

  test('comes compressed for a caller that takes it, and repeats nothing of the request', async () => {
    const canary = '2026-01-01T09:09:09Z';
    const response = await send(
      { parts: [partOf('graph', { startDate: canary }), partOf('submissions'), partOf('scores')] },
      {},
      { 'accept-encoding': 'br' },
    );
    expect(response.headers.get('content-encoding')).toBe('br');
    const text = await response.text();
    expect(text).not.toContain(canary);
    expect(text).not.toContain('eyJ');
    expect(zlib.brotliCompressSync(text).length).toBeLessThan(text.length);
  });

  test('that holds a patient’s data has a row of its own, by the id of the request', async () => {
    await newRows();
    await askParts([
      partOf('graph'),
      partOf('instrument'),
      partOf('submissions'),
      partOf('graph', { patientId: OTHER_PATIENT }),
    ]);
    const rows = await newRows();
    expect(rows.map(({ route: named, ids }) => [named.split('/').at(-1), ids.patientId]).toSorted()).toEqual([
      ['score-graph', PATIENT],
      ['score-graph', OTHER_PATIENT],
      ['submissions', PATIENT],
    ]);
    const [line] = world.lines.filter(({ route: named }) => named === 'POST /courses');
    expect(new Set(rows.map(({ attempt }) => attempt))).toEqual(new Set([line?.requestId]));
  });
});

describe.each(PAGED)('the list of %s', (name) => {
  // One is enough for what they have in common.
  const isFull = name === 'submissions';
  const rowOf = (id: unknown) => ({ id, patientId: PATIENT, formTemplateId: FORM, status: 'ANSWERED' });
  const rowsOf = (count: number) => Array.from({ length: count }, (_, at) => rowOf(at + 1));
  /** The service sends the rows as it documents, or as `page` has it. */
  function sends(
    rows: readonly unknown[],
    page = (limit: number, offset: number): readonly unknown[] => rows.slice(offset, offset + limit),
  ) {
    world.service.answer = ({ url }) => {
      const { searchParams } = new URL(url, 'http://s');
      return { body: page(Number(searchParams.get('limit')), Number(searchParams.get('offset'))) };
    };
  }
  const read = async (more: Partial<CoursePart> = {}) => {
    const [answer] = await askParts([partOf(name, more)]);
    const rows = answer?.body as readonly { id: number }[];
    const ids = rows.map(({ id }) => id);
    return { ids, isWhole: answer?.headers['instrument-panel-end'] === 'true' };
  };

  test.each(isFull ? [0, 1, 199, 200, 201, 430, 797] : [0, 430])(
    'of %d rows comes whole, and says that nothing follows',
    async (count) => {
      sends(rowsOf(count));
      expect(await read()).toEqual({ ids: rowsOf(count).map(({ id }) => id), isWhole: true });
    },
  );

  if (isFull)
    test('of more rows than one request reads comes in part, and says no end', async () => {
      sends(rowsOf(2_000));
      const { ids, isWhole } = await read();
      expect([ids, isWhole]).toEqual([rowsOf(996).map(({ id }) => id), false]);
    });

  test('comes whole also from a service that sends fewer rows than it was asked for', async () => {
    const rows = rowsOf(150);
    sends(rows, (limit, offset) => rows.slice(offset, offset + Math.min(limit, 50)));
    expect(await read()).toEqual({ ids: rows.map(({ id }) => id), isWhole: true });
  });

  test.each<[string, (limit: number, offset: number) => readonly unknown[]]>([
    [
      'that moves while it is read',
      (limit, offset) =>
        offset === 0 ? rowsOf(300).slice(0, limit) : rowsOf(300).slice(offset - 1, offset - 1 + limit),
    ],
    ['that shrinks while it is read', (limit, offset) => (offset === 0 ? rowsOf(40).slice(0, limit) : [])],
    ['whose last row has no id', (_, offset) => [...rowsOf(3), rowOf('x')].slice(offset)],
    ['of a service that knows no offset', () => rowsOf(20)],
  ])('%s says no end', async (_, page) => {
    sends([], page);
    expect((await read()).isWhole).toBe(false);
  });

  test('of which a later page fails is given as far as it was read, and says no end', async () => {
    world.service.answer = ({ url }) =>
      new URL(url, 'http://s').searchParams.get('offset') === '0'
        ? { body: rowsOf(200) }
        : { status: 500, body: { code: 'INTERNAL', message: 'x' } };
    expect(await read()).toEqual({ ids: rowsOf(200).map(({ id }) => id), isWhole: false });
  });

  test('of a page that is named is that page, and says no end', async () => {
    sends(rowsOf(30));
    expect(await read({ limit: 10, offset: 20 })).toEqual({
      ids: rowsOf(30)
        .slice(20)
        .map(({ id }) => id),
      isWhole: false,
    });
    expect(world.service.requests).toHaveLength(1);
  });
});
