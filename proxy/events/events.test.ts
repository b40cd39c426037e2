import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { answeredBody, deliver, SECRET } from '../fixtures/delivery.ts';
import { type EventReader, readEvents } from '../fixtures/event-reader.ts';
import { startRedisServer } from '../fixtures/redis-server.ts';
import { eachStorage } from '../fixtures/storages.ts';
import { FORM, PAGE, PATIENT, PROFESSIONAL, startWorld, tokenFor, type World } from '../fixtures/world.ts';
import type { ProxyOptions } from '../options.ts';

const WAIT_OPTIONS = { timeout: 15_000, interval: 10 };
const worlds: World[] = [];
const readers: EventReader[] = [];
afterEach(async () => {
  for (const reader of readers.splice(0)) reader.close();
  for (const world of worlds.splice(0)) await world.close();
});

async function start(more: Partial<ProxyOptions> = {}): Promise<World> {
  const world = await startWorld({ webhooks: { secrets: [SECRET] }, ...more });
  worlds.push(world);
  return world;
}
async function read(world: World, ...[how, claims]: [Parameters<typeof readEvents>[2]?, object?]) {
  const reader = await readEvents(world.url, await tokenFor(claims), how);
  readers.push(reader);
  return reader;
}
const submissions = (reader: EventReader) => reader.events.map(({ data }) => data.submissionId);

eachStorage('GET /events', ({ fresh, again }) => {
  it('reports each event as it comes: identifiers, with the place in the outbox as id', async () => {
    const world = await start({ storage: fresh() });
    const reader = await read(world);
    await deliver(world.url, answeredBody(7, { score: 'SCORE-CANARY' }));
    await deliver(world.url, answeredBody(8));
    expect(await reader.count(2)).toEqual([
      {
        id: '1',
        event: 'message',
        data: {
          kind: 'SUBMISSION_ANSWERED',
          submissionId: 7,
          applicationId: 5,
          patientId: PATIENT,
          formTemplateId: FORM,
          professionalId: PROFESSIONAL,
        },
      },
      expect.objectContaining({ id: '2' }),
    ]);
    expect(reader.text()).not.toContain('CANARY');
  });

  it('tells a reader of one proxy what was delivered to another', async () => {
    const storage = fresh();
    const one = await start({ storage });
    const other = await start({ storage });
    const reader = await read(other);
    await deliver(one.url, answeredBody(7));
    await deliver(other.url, answeredBody(8));
    await reader.count(2);
    expect(submissions(reader)).toEqual([7, 8]);
  });

  it('begins with what comes next, and goes on after Last-Event-ID, from header or query', async () => {
    const world = await start({ storage: fresh() });
    for (const submissionId of [1, 2, 3]) await deliver(world.url, answeredBody(submissionId));
    const [fromNow, fromOne, fromTwo] = await Promise.all([
      read(world),
      read(world, { headers: { 'last-event-id': '1' }, query: '?lastEventId=2' }),
      read(world, { query: '?lastEventId=2' }),
    ]);
    await deliver(world.url, answeredBody(4));
    await Promise.all([fromNow.count(1), fromOne.count(3), fromTwo.count(2)]);
    expect([fromNow, fromOne, fromTwo].map(submissions)).toEqual([[4], [2, 3, 4], [3, 4]]);
  });

  it('brings more missed events than one page holds, in order and each once', async () => {
    const storage = fresh();
    const inbox = (await again()).inbox;
    const take = (submissionId: number) =>
      inbox.take(
        { id: randomUUID(), kind: 'A', submissionId, patientId: PATIENT, professionalId: PROFESSIONAL },
        Date.now(),
      );
    const all = Array.from({ length: 250 }, (_, index) => index + 1);
    await take(0);
    await Promise.all(all.map(take));
    const reader = await read(await start({ storage }), { headers: { 'last-event-id': '1' } });
    await reader.count(250);
    expect(submissions(reader)).toEqual(all);
  });

  it('says resync to a reader whose place is not held any more, and goes on from now', async () => {
    const storage = fresh();
    const inbox = (await again()).inbox;
    const hint = { kind: 'A', patientId: PATIENT, professionalId: PROFESSIONAL };
    for (const at of [1, 2, Date.now()]) await inbox.take({ ...hint, id: randomUUID() }, at);
    await inbox.prune(Date.now() - 1_000);
    const world = await start({ storage });
    const tooOld = await read(world, { headers: { 'last-event-id': '1' } });
    const justHeld = await read(world, { headers: { 'last-event-id': '2' } });
    const fromElsewhere = await read(world, { headers: { 'last-event-id': '900' } });
    expect(await tooOld.count(1)).toEqual([{ id: '3', event: 'resync', data: {} }]);
    expect(await fromElsewhere.count(1)).toEqual([{ id: '3', event: 'resync', data: {} }]);
    expect(await justHeld.count(1)).toMatchObject([{ id: '3', event: 'message' }]);
    await deliver(world.url, answeredBody(9));
    expect(await tooOld.count(2)).toMatchObject([
      { event: 'resync' },
      { id: '4', data: { submissionId: 9 } },
    ]);
  });

  it('is there without webhooks of its own', async () => {
    const storage = fresh();
    const receiving = await start({ storage });
    const world = await startWorld({ storage });
    worlds.push(world);
    const reader = await read(world);
    await deliver(receiving.url, answeredBody(7));
    await reader.count(1);
  });
});

describe('the stream', () => {
  test('is one that a browser reads, and that no proxy in front holds back or keeps', async () => {
    const { response } = await read(await start(), { headers: { origin: PAGE } });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'access-control-allow-origin': PAGE,
    });
  });

  test('gives signs of life, by which a reader of nothing but others’ events still moves on', async () => {
    const world = await start({ limits: { eventHeartbeatMs: 50 } });
    const reader = await read(world);
    await deliver(world.url, answeredBody(7, { professionalId: randomUUID() }));
    await vi.waitFor(() => expect(reader.lastId()).toBe('1'), WAIT_OPTIONS);
    expect(reader.text()).toMatch(/^: heartbeat$/m);
    expect(reader.events).toEqual([]);
  });

  test('ends with `expired` when its token does, and tells nothing from then on', async () => {
    let now = Date.now();
    const world = await start({ clock: () => now });
    const reader = await read(world);
    await deliver(world.url, answeredBody(7));
    await reader.count(1);
    // A minute over: the token may have been minted later than `now` was.
    now += 660_000;
    await vi.waitFor(() => expect(reader.hasEnded()).toBe(true), WAIT_OPTIONS);
    expect(reader.events.map(({ event }) => event)).toEqual(['message', 'expired']);
  });

  test('ends with `revoked` when its token is', async () => {
    let isRevoked = false;
    const world = await start({ isRevoked: () => isRevoked });
    const reader = await read(world);
    isRevoked = true;
    await deliver(world.url, answeredBody(7));
    await vi.waitFor(() => expect(reader.hasEnded()).toBe(true), WAIT_OPTIONS);
    expect(reader.events.map(({ event }) => event)).toEqual(['revoked']);
  });

  test('ends when the proxy closes, which waits for nobody who only listens', async () => {
    const world = await start({ limits: { graceMs: 300_000 } });
    const reader = await read(world);
    await world.proxy.close();
    await vi.waitFor(() => expect(reader.hasEnded()).toBe(true), WAIT_OPTIONS);
  });

  test('is carried by the fetch handler as well', async () => {
    const world = await start();
    const headers = { authorization: `Bearer ${await tokenFor()}` };
    const response = await world.proxy.fetch(new Request('https://panel.example/events', { headers }));
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toContain('retry: 3000');
    await deliver(world.url, answeredBody(7));
    expect((await reader?.read())?.value).toContain('"submissionId":7');
    await reader?.cancel();
  });
});

describe('who asks too much, or without leave', () => {
  test.each<[string, string, RequestInit, number, string]>([
    ['no token', '', {}, 401, 'TOKEN_MISSING'],
    ['a token in the address', '?access_token=abc', {}, 401, 'TOKEN_MISSING'],
    ['another method', '', { method: 'POST' }, 405, 'METHOD_NOT_ALLOWED'],
  ])('%s', async (_, query, init, status, code) => {
    const response = await fetch(`${(await start()).url}/events${query}`, init);
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([status, code]);
  });

  test.each(['-1', 'abc', '1.5', '1'.repeat(16)])('the id %s is no place', async (id) => {
    const { response } = await read(await start(), { headers: { 'last-event-id': id } });
    expect(response.status).toBe(400);
  });

  test('a token that may not read hears nothing', async () => {
    const { response } = await read(await start(), {}, { ops: ['apply'] });
    expect(response.status).toBe(403);
  });

  test('one person gets so many streams and no more, until one is closed', async () => {
    const world = await start({ limits: { eventStreamsPerSubject: 2 } });
    const [first] = await Promise.all([read(world), read(world)]);
    const refused = await read(world);
    expect([refused.response.status, refused.response.headers.get('retry-after')]).toEqual([429, '5']);
    expect((await read(world, {}, { sub: 'somebody else' })).response.status).toBe(200);
    first?.close();
    await vi.waitFor(async () => expect((await read(world)).response.status).toBe(200), WAIT_OPTIONS);
  });

  test('opening one counts as a request of the person, so that nobody has all events read again and again', async () => {
    const world = await start({ limits: { subjectBurst: 2, subjectPerMinute: 1 } });
    for (const status of [200, 200, 429]) {
      const { response, close } = await read(world, { headers: { 'last-event-id': '0' } });
      expect(response.status).toBe(status);
      close();
    }
    expect((await read(world, {}, { sub: 'somebody else' })).response.status).toBe(200);
  });

  test('all together get so many streams and no more', async () => {
    const world = await start({ limits: { eventStreams: 1 } });
    await read(world);
    const { response } = await read(world, {}, { sub: 'somebody else' });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
  });
});

test('while the storage is away new streams are 503, and open ones go on when it is back', async () => {
  const redis = await startRedisServer();
  const world = await start({ storage: { redis: redis.url } });
  const reader = await read(world);
  await redis.kill();
  await vi.waitFor(async () => expect((await read(world)).response.status).toBe(503), WAIT_OPTIONS);
  await redis.start();
  await vi.waitFor(async () => {
    expect((await deliver(world.url, answeredBody(7))).status).toBe(204);
  }, WAIT_OPTIONS);
  await reader.count(1);
  expect(submissions(reader)).toEqual([7]);
  reader.close();
  await world.proxy.close();
  await redis.close();
});
