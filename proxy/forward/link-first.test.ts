import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OTHER_PROFESSIONAL, PROFESSIONAL, startWorld, tokenFor, type World } from '../fixtures/world.ts';

let world: World;
let operations: string;
let professional: string;
let isLinked: boolean;

beforeAll(async () => {
  world = await startWorld();
  operations = await tokenFor({ role: 'operations', pro: undefined });
  professional = await tokenFor();
  world.service.answer = ({ url }) =>
    isLinked || !url.includes('/professionals/')
      ? { body: { serviceId: PROFESSIONAL } }
      : { status: 404, body: { code: 'INTEGRATION_NOT_FOUND', message: 'no link' } };
});
beforeEach(() => {
  isLinked = false;
  world.service.requests.length = 0;
});
afterAll(() => world.close());

const P = `/professionals/${PROFESSIONAL}`;
const post = (body: string, type = 'application/json'): RequestInit => ({
  method: 'POST',
  body,
  headers: { 'content-type': type },
});

/** Requests that are wrong in themselves, and the status of that. */
const MALFORMED: readonly (readonly [what: string, path: string, init: RequestInit, status: number])[] = [
  ['a body that is not JSON', `${P}/patients`, post('{'), 400],
  ['neither a body nor its type', `${P}/patients`, { method: 'POST' }, 400],
  ['a body of another type', `${P}/patients`, post('name=Ana', 'text/plain'), 415],
  ['a body that is too large', `${P}/patients`, post(JSON.stringify({ name: 'x'.repeat(70_000) })), 413],
  ['a limit that is no number', `${P}/forms/applications?limit=x`, {}, 400],
  ['a patient that is no UUID', `${P}/patients/x`, {}, 400],
];

describe('a request that is wrong in itself', () => {
  it.each(MALFORMED)('%s: first the missing link is told, as the service does', async (_, path, init) => {
    const response = await world.ask(path, operations, init);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'INTEGRATION_NOT_FOUND' });
    expect(world.service.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `GET /third-party/api/v1${P}`,
    ]);
  });

  it.each(MALFORMED)('%s: then what is wrong', async (_, path, init, status) => {
    isLinked = true;
    const response = await world.ask(path, operations, init);
    expect(response.status).toBe(status);
  });

  it('asks nothing about the professional of somebody else', async () => {
    const path = `/professionals/${OTHER_PROFESSIONAL}/patients`;
    const response = await world.ask(path, professional, post('{'));
    expect(response.status).toBe(404);
    expect(world.service.requests).toEqual([]);
  });
});

it('a server of the partner is not held to the rates of a person', async () => {
  const strict = await startWorld({ limits: { subjectBurst: 1, subjectPerMinute: 1 } });
  strict.service.answer = () => ({ body: { serviceId: PROFESSIONAL } });
  const statuses = async (token: string) => [
    (await strict.ask(P, token)).status,
    (await strict.ask(P, token)).status,
  ];
  expect(await statuses(operations)).toEqual([200, 200]);
  expect(await statuses(professional)).toEqual([200, 429]);
  await strict.close();
});
