import { randomUUID } from 'node:crypto';
import { DELIVERY_MAX_BYTES } from '@instrument-panel/client/contract';
import { afterEach, describe, expect, it, test } from 'vitest';
import { answeredBody, deliver, PREVIOUS_SECRET, SECRET, signatureOf } from '../fixtures/delivery.ts';
import { startRedisServer } from '../fixtures/redis-server.ts';
import { eachStorage } from '../fixtures/storages.ts';
import { PAGE, startWorld, type World } from '../fixtures/world.ts';
import type { ProxyOptions } from '../options.ts';

const worlds: World[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});
async function start(more: Partial<ProxyOptions> = {}): Promise<World> {
  const world = await startWorld({ webhooks: { secrets: [SECRET, PREVIOUS_SECRET] }, ...more });
  worlds.push(world);
  return world;
}
const seconds = () => Math.floor(Date.now() / 1000);
const answerOf = async (response: Response): Promise<unknown> => [
  response.status,
  ((await response.json()) as { code: string }).code,
];

eachStorage('POST /webhooks', ({ fresh, again }) => {
  const stored = async () => (await again()).inbox.after(0, 100);

  it('answers 204 once the event is stored, and 204 to each repeat without storing it again', async () => {
    const { url } = await start({ storage: fresh() });
    const body = answeredBody(7);
    for (const _ of [1, 2, 3]) expect((await deliver(url, body)).status).toBe(204);
    expect((await deliver(url, answeredBody(8))).status).toBe(204);
    expect((await stored()).map(({ sequence, submissionId }) => [sequence, submissionId])).toEqual([
      [1, 7],
      [2, 8],
    ]);
  });

  it('stores a delivery that two proxies get at the same time once', async () => {
    const storage = fresh();
    const one = await start({ storage });
    const other = await start({ storage });
    const bodies = Array.from({ length: 20 }, (_, index) => answeredBody(index));
    const answers = await Promise.all(
      bodies.flatMap((body) => [deliver(one.url, body), deliver(other.url, body)]),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    expect(
      (await stored()).map(({ submissionId }) => submissionId).toSorted((a = 0, b = 0) => a - b),
    ).toEqual(Array.from({ length: 20 }, (_, index) => index));
  });

  it('keeps an event of a kind that it does not know', async () => {
    const { url } = await start({ storage: fresh() });
    const body = JSON.stringify({ id: randomUUID(), event: 'NEW_KIND', data: { applicationId: 3 } });
    expect((await deliver(url, body)).status).toBe(204);
    expect(await stored()).toMatchObject([{ kind: 'NEW_KIND', applicationId: 3 }]);
  });

  it('stores identifiers and nothing else of what was sent', async () => {
    const { url, lines } = await start({ storage: fresh() });
    const body = answeredBody(7, { patientName: 'NAME-CANARY', score: 'SCORE-CANARY' });
    expect((await deliver(url, body)).status).toBe(204);
    expect(JSON.stringify(await stored())).not.toContain('CANARY');
    expect(JSON.stringify(lines)).not.toContain('CANARY');
  });

  it('counts the instant of an idle closing, so that a second id for it is a repeat', async () => {
    const { url } = await start({ storage: fresh() });
    const closing = (canceledAt: string) =>
      JSON.stringify({
        id: randomUUID(),
        event: 'APPLICATION_CANCELED_IDLE',
        data: { applicationId: 5, canceledAt, createdByPartner: true },
      });
    for (const instant of ['2026-03-01T10:00:00Z', '2026-03-01T07:00:00-03:00', '2026-03-08T10:00:00Z'])
      expect((await deliver(url, closing(instant))).status).toBe(204);
    expect((await stored()).map(({ canceledAt }) => canceledAt)).toEqual([
      '2026-03-01T10:00:00.000Z',
      '2026-03-08T10:00:00.000Z',
    ]);
  });
});

describe('a delivery that is refused', () => {
  test.each<[string, Parameters<typeof deliver>[2], number, string]>([
    ['without a signature', { signature: null }, 401, 'SIGNATURE_INVALID'],
    ['with that of another body', { signature: signatureOf('{}', seconds()) }, 401, 'SIGNATURE_INVALID'],
    ['by a page that may ask elsewhere', { headers: { origin: PAGE } }, 403, 'ORIGIN_NOT_ALLOWED'],
    ['by any other page', { headers: { origin: 'https://evil.example' } }, 403, 'ORIGIN_NOT_ALLOWED'],
  ])('%s', async (_, how, status, code) => {
    const { url, lines } = await start();
    const response = await deliver(url, answeredBody(7), how);
    expect(await answerOf(response.clone())).toEqual([status, code]);
    expect(await response.text()).not.toContain('CANARY');
    expect(JSON.stringify(lines)).not.toContain('CANARY');
  });

  test.each([-400, 400])('%i seconds away, with a word on the clocks', async (offset) => {
    const { url } = await start();
    const body = answeredBody(7);
    const response = await deliver(url, body, { signature: signatureOf(body, seconds() + offset) });
    expect(await answerOf(response)).toEqual([401, 'SIGNATURE_UNTIMELY']);
  });

  test.each<[string, string]>([
    ['no JSON', 'NAME-CANARY{'],
    ['no id', '{"event":"SUBMISSION_ANSWERED","data":{"name":"NAME-CANARY"}}'],
    ['an id that is no UUID', '{"id":"NAME-CANARY"}'],
  ])('signed, but with %s', async (_, body) => {
    const { url, lines } = await start();
    const response = await deliver(url, body);
    expect(await answerOf(response.clone())).toEqual([400, 'VALIDATION_ERROR']);
    expect((await response.text()) + JSON.stringify(lines)).not.toContain('CANARY');
  });

  test('of more than 64 KB, and not one byte earlier', async () => {
    const { url } = await start();
    const filled = (length: number) => {
      const empty = answeredBody(7, { filler: '' });
      return answeredBody(7, { filler: 'x'.repeat(length - empty.length) });
    };
    expect((await deliver(url, filled(DELIVERY_MAX_BYTES))).status).toBe(204);
    expect(await answerOf(await deliver(url, filled(DELIVERY_MAX_BYTES + 1)))).toEqual([
      413,
      'PAYLOAD_TOO_LARGE',
    ]);
  });

  test('asked for by a preflight: a page is never told that it may', async () => {
    const { url } = await start();
    const response = await fetch(`${url}/webhooks`, { method: 'OPTIONS', headers: { origin: PAGE } });
    expect(response.status).toBe(404);
    expect(response.headers.get('access-control-allow-methods')).toBeNull();
  });

  test('by another method', async () => {
    const { url } = await start();
    const response = await fetch(`${url}/webhooks`);
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });
});

test('the previous secret still counts', async () => {
  const { url } = await start();
  const body = answeredBody(7);
  const signature = signatureOf(body, seconds(), PREVIOUS_SECRET);
  expect((await deliver(url, body, { signature })).status).toBe(204);
});

test('without the option the address does not exist', async () => {
  const world = await startWorld();
  worlds.push(world);
  expect(await answerOf(await deliver(world.url, answeredBody(7)))).toEqual([404, 'NOT_FOUND']);
});

test('while nothing can be stored the answer is 503, and afterwards the same delivery is taken', async () => {
  const redis = await startRedisServer();
  const { url, lines } = await start({ storage: { redis: redis.url } });
  const body = answeredBody(7, { patientName: 'NAME-CANARY' });
  await redis.kill();
  const refused = await deliver(url, body);
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(await answerOf(refused)).toEqual([503, 'NOT_STORED']);
  expect(lines).toContainEqual(expect.objectContaining({ level: 'error', event: 'event-not-stored' }));
  expect(JSON.stringify(lines)).not.toContain('CANARY');
  await redis.start();
  await expect.poll(async () => (await deliver(url, body)).status, { timeout: 15_000 }).toBe(204);
  await redis.close();
});
