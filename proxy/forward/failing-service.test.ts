import { afterEach, describe, expect, test } from 'vitest';
import { getPatient, inactivatePatient } from '../../shared/client/contract/index.ts';
import { createClient } from '../../shared/client/index.ts';
import { serviceByHand } from '../fixtures/service-by-hand.ts';
import { PATIENT, PROFESSIONAL, startWorld, tokenFor, type World } from '../fixtures/world.ts';

let world: World;
afterEach(() => world.close());

const PATH = `/professionals/${PROFESSIONAL}/patients/${PATIENT}`;
const codes = (token: string, times: number, path = PATH) => world.codes(path, token, times);

describe('a service that fails', () => {
  test('is left alone after failures in a row, tried once when the pause is over, and used again when it is well', async () => {
    let now = Date.now();
    world = await startWorld({ clock: () => now, limits: { breakerFailures: 3, breakerMs: 5_000 } });
    const token = await tokenFor({}, () => now);
    world.service.answer = () => ({ headers: { 'content-type': 'text/html' }, status: 502, body: '<p>gone' });
    expect(await codes(token, 4)).toEqual([
      ...Array(3).fill('502 UPSTREAM_UNREADABLE'),
      '503 UPSTREAM_PAUSED',
    ]);
    expect(world.service.requests).toHaveLength(3);
    expect((await world.ask(PATH, token)).headers.get('retry-after')).toBe('5');
    const readiness = async () => (await fetch(`${world.url}/readyz`)).json();
    expect(await readiness()).toEqual({ status: 'degraded', parts: ['service'] });

    now += 5_000;
    expect(await readiness()).toEqual({ status: 'ready' });
    expect(await codes(token, 2)).toEqual(['502 UPSTREAM_UNREADABLE', '503 UPSTREAM_PAUSED']);
    expect(world.service.requests).toHaveLength(4);

    now += 5_000;
    world.service.answer = () => ({ body: { serviceId: PATIENT } });
    expect(await codes(token, 2)).toEqual(['200', '200']);
    expect(world.lines.map(({ event }) => event).filter((event) => event !== 'request')).toEqual([
      'service-paused',
      'service-paused',
      'service-resumed',
    ]);
  });

  test.each([
    [404, 'NOT_FOUND'],
    [409, 'PROFESSIONAL_EMAIL_ALREADY_EXIST'],
    [422, 'INVALID_STATE'],
    [429, 'TOO_MANY_REQUESTS'],
    [500, 'INTERNAL'],
    [401, 'INVALID_API_KEY'],
  ])('is not one that answers %i %s', async (status, code) => {
    world = await startWorld({ limits: { breakerFailures: 2 } });
    world.service.answer = () => ({ status, body: { code, message: 'x' } });
    const token = await tokenFor();
    await codes(token, 5);
    expect(world.service.requests).toHaveLength(5);
  });

  test.each([
    ['a page of a gateway that does not like a word', { status: 403, body: '<p>no' }],
    ['404 without a code', { status: 404, body: '' }],
    ['more than the proxy takes', { body: ' '.repeat(70_000) }],
  ])('is not one that answers what somebody asks with %s', async (_, answer) => {
    world = await startWorld({ limits: { breakerFailures: 2, responseBytes: 65_536 } });
    world.service.answer = () => answer;
    for (const code of await codes(await tokenFor(), 5)) expect(code).toMatch(/^502 UPSTREAM_/);
    expect(world.service.requests).toHaveLength(5);
  });

  test.each([
    ['part of a list in the place of the whole', '/forms/tags', { status: 206, body: [] }],
    [
      'lists in each other, deeper than anything can be gone through',
      `/professionals/${PROFESSIONAL}/forms/submissions/1`,
      {
        body: `{"id":1,"patientId":"${PATIENT}","psychometricIndicators":{"global":{"a":${'['.repeat(99_999)}${']'.repeat(99_999)}}}}`,
      },
    ],
  ])('gets nothing through that cannot be read: %s', async (_, path, answer) => {
    world = await startWorld();
    world.service.answer = () => answer;
    for (const token of [await tokenFor(), await tokenFor({ pat: [PATIENT] })])
      expect(await codes(token, 1, path)).toEqual(['502 UPSTREAM_UNREADABLE']);
  });

  test('is not one whose recommendations take too long: one person could keep all others out by asking for them', async () => {
    world = await startWorld({ limits: { breakerFailures: 2, upstreamMs: 300 } });
    const token = await tokenFor();
    world.service.answer = ({ method }) => (method === 'GET' ? { body: [] } : { after: 60_000 });
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', body: '{"case_text":"low mood"}', headers };
    const path = `/professionals/${PROFESSIONAL}/forms/recommend`;
    const asked = Array.from({ length: 5 }, async () => (await world.ask(path, token, init)).status);
    expect(await Promise.all(asked)).toEqual(Array(5).fill(504));
    expect((await fetch(`${world.url}/readyz`)).status).toBe(200);
  });

  test('is one that is too slow, not there, or not available', async () => {
    world = await startWorld({ limits: { breakerFailures: 3, upstreamMs: 1_000 } });
    const token = await tokenFor();
    world.service.answer = () => ({ after: 60_000 });
    await codes(token, 1);
    world.service.answer = () => ({ status: 503, body: { code: 'MAINTENANCE', message: 'x' } });
    await codes(token, 1);
    await world.service.close();
    expect(await codes(token, 2)).toEqual(['502 UPSTREAM_UNREACHABLE', '503 UPSTREAM_PAUSED']);
  });

  test('a write refused by the pause is told to a client as not done, and as one that may be sent again', async () => {
    const now = Date.now();
    world = await startWorld({ clock: () => now, limits: { breakerFailures: 1 } });
    await world.service.close();
    const token = await tokenFor({}, () => now);
    await codes(token, 1);
    const auth = { get: async () => token };
    const client = createClient({ baseUrl: world.url, auth, attempts: 1 });
    const params = { professionalId: PROFESSIONAL, patientId: PATIENT };
    const refused = { status: 503, code: 'UPSTREAM_PAUSED', retryable: true, retryAfterMs: 5_000 };
    await expect(client(inactivatePatient, { params })).rejects.toMatchObject({
      ...refused,
      name: 'InternalError',
    });
    await expect(client(getPatient, { params })).rejects.toMatchObject(refused);
  });
});

test('an answer that never ends is cut at its limit of bytes and of time', async () => {
  let isClosed = false;
  const upstream = await serviceByHand((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const more = setInterval(() => response.write(' '.repeat(16_384)), 1);
    response.on('close', () => {
      isClosed = true;
      clearInterval(more);
    });
  });
  world = await startWorld({ upstream, limits: { responseBytes: 65_536 } });
  expect(await codes(await tokenFor(), 1)).toEqual(['502 UPSTREAM_TOO_LARGE']);
  await expect.poll(() => isClosed).toBe(true);
});
