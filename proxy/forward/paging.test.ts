import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ENDPOINTS, listSubmissions } from '../../shared/client/contract/index.ts';
import { createClient, pages } from '../../shared/client/index.ts';
import type { Recorded, StubAnswer } from '../fixtures/stub-service.ts';
import {
  FORM,
  OTHER_PATIENT,
  PAGE,
  PATIENT,
  PROFESSIONAL,
  startWorld,
  tokenFor,
  type World,
} from '../fixtures/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ limits: { narrowedPages: 3 } });
});
beforeEach(() => {
  world.service.requests.length = 0;
  world.service.answer = () => ({ body: [] });
});
afterAll(() => world.close());

const P = `/professionals/${PROFESSIONAL}`;
const queryOf = (recorded: Recorded | undefined) => new URL(recorded?.url ?? '', 'http://s').searchParams;

/** The paged lists (docs/service.md#paging-and-ordering). */
const PAGED = [
  `${P}/forms/applications`,
  `${P}/forms/submissions`,
  `${P}/patients/${PATIENT}/forms/applications`,
  `${P}/patients/${PATIENT}/forms/${FORM}/applications`,
  `${P}/patients/${PATIENT}/forms/submissions`,
];

describe('the date of an answer', () => {
  const init = { headers: { origin: PAGE } };
  test('is that of the service, in a header that pages can read', async () => {
    const date = 'Sun, 15 Nov 2026 08:00:00 GMT';
    world.service.answer = () => ({ body: [], headers: { date } });
    const response = await world.ask(`${P}/patients`, await tokenFor(), init);
    expect(response.headers.get('date')).toBe(date);
    expect(response.headers.get('access-control-expose-headers')).toContain('date');
  });

  test.each(['2026-11-15', 'yesterday', 'Sun, 15 Nov 2026 08:00:00 GMT, x'])(
    'is absent where the service sends %j: the proxy’s own clock would pass for the service’s',
    async (date) => {
      world.service.answer = () => ({ body: [], headers: { date } });
      const response = await world.ask(`${P}/patients`, await tokenFor(), init);
      expect(response.status).toBe(200);
      expect(response.headers.get('date')).toBeNull();
      expect(response.headers.get('access-control-expose-headers')).not.toContain('date');
    },
  );
});

describe('limit of the paged lists', () => {
  test.each(
    PAGED.flatMap((path) => [
      [path, '', '100'],
      [path, '?limit=20', '20'],
      [path, '?limit=200', '200'],
      [path, '?limit=100000', '200'],
      [path, '?limit=0', '0'],
    ]),
  )('%s%s asks the service for %s', async (path, query, limit) => {
    await world.ask(path + query, await tokenFor());
    expect(queryOf(world.service.requests[0]).getAll('limit')).toEqual([limit]);
  });

  test.each(
    PAGED.flatMap((path) => [
      [path, '', '100'],
      [path, '?limit=20', '20'],
      [path, '?limit=500', '200'],
    ]),
  )('%s%s says in a header that pages can read that the limit was %s', async (path, query, limit) => {
    const init = { headers: { origin: PAGE } };
    const response = await world.ask(path + query, await tokenFor(), init);
    expect(response.headers.get('instrument-panel-limit')).toBe(limit);
    expect(response.headers.get('access-control-expose-headers')).toContain('instrument-panel-limit');
  });

  test('no other answer speaks of a limit', async () => {
    const response = await world.ask(`${P}/patients`, await tokenFor());
    expect(response.headers.has('instrument-panel-limit')).toBe(false);
  });

  test('a client that pages gets all of a list that is longer than the cap', async () => {
    const all = Array.from({ length: 430 }, (_, id) => ({
      id,
      patientId: PATIENT,
      formTemplateId: FORM,
      status: 'ANSWERED',
    }));
    world.service.answer = (recorded) => {
      const query = queryOf(recorded);
      const from = Number(query.get('offset') ?? 0);
      return { body: all.slice(from, from + Number(query.get('limit'))) };
    };
    const token = await tokenFor();
    const client = createClient({ baseUrl: world.url, auth: { get: async () => token } });
    const params = { professionalId: PROFESSIONAL };
    const ids: number[] = [];
    for await (const { items } of pages(client, listSubmissions, { params }, { pageSize: 199 })) {
      ids.push(...items.map(({ id }) => id));
    }
    expect(ids).toEqual(all.map(({ id }) => id));
  });

  test.each(['-1', '1e9', 'all', '', '1.5', '0x10'])('limit=%s is 400 and names it', async (limit) => {
    const response = await world.ask(`${PAGED[0]}?limit=${limit}`, await tokenFor());
    expect(response.status).toBe(400);
    expect(((await response.json()) as { message: string }).message).toContain('limit');
    // Only whether the professional is linked was asked: the service tells that first.
    expect(world.service.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `GET /third-party/api/v1/professionals/${PROFESSIONAL}`,
    ]);
  });

  test('a service that sends more than it was asked for does not get it through', async () => {
    world.service.answer = () => ({ body: [{ id: 1 }, { id: 2 }, { id: 3 }] });
    expect(await (await world.ask(`${PAGED[0]}?limit=2`, await tokenFor())).json()).toEqual([
      { id: 1 },
      { id: 2 },
    ]);
  });

  test('no other list gets a limit', async () => {
    await world.ask(`${P}/patients`, await tokenFor());
    expect(world.service.requests[0]?.url).not.toContain('limit');
    expect(ENDPOINTS.filter(({ query }) => 'limit' in query)).toHaveLength(PAGED.length);
  });
});

describe('other parameters', () => {
  test('undeclared ones are left behind, declared ones are rebuilt', async () => {
    const query = '?status=ANSWERED,%20LATE&admin=1&patientId=x&offset=5';
    await world.ask(`${P}/forms/submissions${query}`, await tokenFor());
    expect(world.service.requests[0]?.url.split('?')[1]).toBe('status=ANSWERED%2CLATE&limit=100&offset=5');
  });

  test('a notification date in an invalid format is ignored, as the service would', async () => {
    await world.ask(
      `${P}/forms/${FORM}/patients/${PATIENT}/notifications?startDate=soon&endDate=2026-03-01`,
      await tokenFor(),
    );
    expect(world.service.requests[0]?.url.split('?')[1]).toBe('endDate=2026-03-01');
  });

  test('one given twice is 400', async () => {
    expect((await world.ask(`${PAGED[0]}?limit=1&limit=1000`, await tokenFor())).status).toBe(400);
  });
});

/** A list of the service in which every third item is of the token's patient. */
function mixed(total: number): (recorded: Recorded) => StubAnswer {
  const all = Array.from({ length: total }, (_, id) => ({
    id,
    patientId: id % 3 === 0 ? PATIENT : OTHER_PATIENT,
  }));
  return (recorded) => {
    const query = queryOf(recorded);
    const from = Number(query.get('offset') ?? 0);
    return { body: all.slice(from, from + Number(query.get('limit'))) };
  };
}

describe('a mixed list for a narrowed token', () => {
  const ids = async (query: string) => {
    const response = await world.ask(`${P}/forms/submissions${query}`, await tokenFor({ pat: [PATIENT] }));
    return {
      status: response.status,
      ids: ((await response.json()) as { id: number }[]).map?.(({ id }) => id),
    };
  };

  test('is paged by its own items, so that a full page stays full', async () => {
    world.service.answer = mixed(300);
    expect((await ids('?limit=80')).ids).toEqual(Array.from({ length: 80 }, (_, index) => index * 3));
    expect((await ids('?limit=80&offset=80')).ids).toEqual(
      Array.from({ length: 20 }, (_, index) => (80 + index) * 3),
    );
  });

  test('is refused, not cut short, where the search would be too long', async () => {
    world.service.answer = mixed(2_000);
    expect((await ids('?limit=10')).ids).toHaveLength(10);
    expect((await ids('?limit=200&offset=200')).status).toBe(422);
  });

  test('drops items whose patient cannot be read', async () => {
    const items = [
      { id: 1, patientId: PATIENT.toUpperCase() },
      { id: 2 },
      { id: 3, patientId: null },
      { id: 4, patientId: [PATIENT] },
      { id: 5, patientId: `${PATIENT} ` },
      'text',
      null,
    ];
    world.service.answer = (recorded) => ({ body: recorded.url.includes('offset=0') ? items : [] });
    expect((await ids('')).ids).toEqual([1]);
  });
});
