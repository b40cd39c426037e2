import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Answered,
  answer,
  application,
  askCaseload,
  byTheBook,
  type Caseload,
  type Clinic,
  idsOf,
  startCaseload,
  submission,
} from './clinic.fixture.ts';

let world: Caseload;
beforeAll(async () => {
  world = await startCaseload({
    limits: { caseloadRows: 10, caseloadApplications: 10, caseloadPages: 4, responseBytes: 131_072 },
  });
});
beforeEach(() => world.reset());
afterAll(() => world.close());

const LISTS = ['applications', 'submissions'] as const;
const many = (count: number) => {
  world.clinic.applications = Array.from({ length: count }, (_, at) => application(at + 1));
  world.clinic.submissions = Array.from({ length: count }, (_, at) => submission(at + 1));
  return Array.from({ length: count }, (_, at) => at + 1);
};
const sorted = (ids: readonly number[]) => [...ids].sort((a, b) => a - b);

describe.each(LISTS)('all %s of a professional', (list) => {
  test.each([0, 1, 9, 10, 11, 37, 38, 39, 40, 41, 250])(
    'are %i, each once, in pages that say if more follow',
    async (count) => {
      const all = many(count);
      expect(await idsOf(world, list)).toEqual(all);
      // A list that has an end says so, and no more is asked for than a few pages over its length.
      expect(world.service.requests.length).toBeLessThanOrEqual(count / 4 + 8);
    },
  );

  test.each<[string, Clinic['page']]>([
    [
      'sends fewer than it is asked for',
      (rows, limit, offset) => byTheBook(rows, Math.min(limit ?? 3, 3), offset),
    ],
    ['sends one at a time', (rows, limit, offset) => byTheBook(rows, Math.min(limit ?? 1, 1), offset)],
    [
      'sends now more, now fewer',
      (rows, limit, offset) => byTheBook(rows, ((offset * 7) % (limit ?? 100)) + 1, offset),
    ],
    ['sends all without a limit', (rows, _, offset) => byTheBook(rows, null, offset)],
    ['sends all whatever it is asked for', (rows) => rows],
    ['does not know offset', (rows, limit) => byTheBook(rows, limit, 0)],
    [
      'sends each row twice',
      (rows, limit, offset) =>
        byTheBook(
          rows.flatMap((row) => [row, row]),
          limit,
          offset,
        ),
    ],
    ['sends nothing but from the beginning', (rows, _, offset) => (offset === 0 ? rows : [])],
    ['sends the newest first', (rows, limit, offset) => byTheBook(rows.toReversed(), limit, offset)],
  ])('none is missing where the service %s', async (_, page) => {
    const all = many(83);
    world.clinic.page = page;
    expect(sorted(await idsOf(world, list))).toEqual(all);
  });

  test('end with two requests, neither of which waits for the other', async () => {
    many(13);
    let open = 0;
    let most = 0;
    world.service.answer = (request) => {
      const isOfEnd = /offset=1[23]$/.test(request.url);
      if (isOfEnd) most = Math.max(most, ++open);
      setTimeout(() => isOfEnd && open--, 90);
      return { ...world.answer(request), ...(isOfEnd && { after: 100 }) };
    };
    expect((await askCaseload(world, list)).body.next).toBeNull();
    expect(most).toBe(2);
  });

  test('are asked for once more than they come, where the service always sends fewer', async () => {
    many(30);
    world.clinic.page = (rows, limit, offset) => byTheBook(rows, Math.min(limit ?? 3, 3), offset);
    await idsOf(world, list);
    const offsets = world.service.requests.map(({ url }) => /offset=(\d+)$/.exec(url)?.[1]);
    // From 0, 2, 4 and so on, four to an answer; each answer looks once for an end that is not there.
    expect(offsets.slice(0, 5)).toEqual(['0', '2', '3', '4', '6']);
  });

  test('none is missing where rows are taken away while it is read', async () => {
    const all = many(60);
    let pages = 0;
    world.clinic.page = (rows, limit, offset) => {
      pages += 1;
      // Before the third page four of those that were read are deleted.
      return byTheBook(pages < 3 ? rows : rows.slice(4), limit, offset);
    };
    expect(sorted(await idsOf(world, list))).toEqual(all);
  });

  test('none is missing where rows are taken away between two requests', async () => {
    const all = many(120);
    let deleted = 0;
    world.clinic.page = (rows, limit, offset) => byTheBook(rows.slice(deleted), limit, offset);
    const first = await askCaseload(world, `${list}`);
    deleted = 15;
    const ids: number[] = [...first.body.ids];
    for (let next = first.body.next; next !== null; ) {
      const { body } = await askCaseload(world, `${list}?offset=${next}`);
      ids.push(...body.ids);
      next = body.next;
    }
    expect(sorted([...new Set(ids)])).toEqual(all);
  });

  test('are asked for in smaller pages where a page is larger than the proxy takes', async () => {
    const all = many(24);
    const large = { title: 'x'.repeat(20_000) };
    world.clinic.applications = world.clinic.applications.map((row) => ({ ...(row as object), large }));
    world.clinic.submissions = world.clinic.submissions.map((row) => ({ ...(row as object), large }));
    expect(await idsOf(world, list)).toEqual(all);
  });

  test('without an id are counted, and are no end', async () => {
    many(30);
    const broken = Array.from({ length: 14 }, (_, at) => ({ ...application(1), id: `x${at}` }));
    world.clinic.applications = world.clinic.applications.toSpliced(15, 0, ...broken);
    world.clinic.submissions = world.clinic.submissions.toSpliced(15, 0, ...broken);
    const lost: object[] = [];
    for (let next: number | null = 0; next !== null; ) {
      const { body }: Answered = await askCaseload(world, `${list}?offset=${next}`);
      lost.push(...body.lost);
      next = body.next;
    }
    expect(lost.length).toBeGreaterThanOrEqual(14);
    expect(await idsOf(world, list)).toHaveLength(30);
  });

  test('say where to go on where a later page fails, and lose nothing that was read', async () => {
    const all = many(60);
    let failures = 0;
    world.service.answer = (request) => {
      if (request.url.includes('offset=18') && failures < 1) {
        failures += 1;
        return { status: 500, body: { code: 'INTERNAL', message: 'failed' } };
      }
      return world.answer(request);
    };
    const { status, body } = await askCaseload(world, list);
    expect(status).toBe(200);
    expect(body.ids).toEqual(all.slice(0, 19));
    expect(body.next).toBeGreaterThan(0);
    expect(body.next).toBeLessThanOrEqual(19);
    expect(await idsOf(world, list)).toEqual(all);
  });

  test('are refused where the first page fails, and never an empty list', async () => {
    many(5);
    world.service.answer = () => ({ status: 500, body: { code: 'INTERNAL', message: 'NAME-CANARY' } });
    const { status, body } = await askCaseload(world, list);
    expect([status, body.code]).toEqual([500, 'INTERNAL']);
    world.service.answer = () => ({ body: { rows: [] } });
    expect((await askCaseload(world, list)).body.code).toBe('UPSTREAM_UNREADABLE');
  });

  test('are asked for with a limit, and nothing of the caller’s is handed on but the window', async () => {
    many(3);
    await askCaseload(world, `${list}?limit=5000&status=ANSWERED&startDate=2026-11-01T00:00:00Z`);
    for (const { url } of world.service.requests) {
      const { searchParams } = new URL(url, 'http://service');
      expect(searchParams.get('limit')).toBe('10');
      expect(searchParams.has('status')).toBe(false);
      expect(searchParams.get('startDate')).toBe(list === 'submissions' ? '2026-11-01T00:00:00Z' : null);
    }
  });
});

test('a service that sends the same rows for ever, with other ids, is left after so many pages', async () => {
  let id = 0;
  world.clinic.page = () => Array.from({ length: 10 }, () => submission(++id, { answers: [answer(1)] }));
  const { body } = await askCaseload(world, 'submissions');
  expect(world.service.requests.length).toBeLessThanOrEqual(4);
  expect(body.next).toBeGreaterThan(0);
});
