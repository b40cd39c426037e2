import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest';
import type { CoursePart } from '../../shared/client/contract/proxy-api/index.ts';
import { readAudit } from '../audit/verify.ts';
import { answeredBody, deliver, SECRET } from '../fixtures/delivery.ts';
import { nameOf } from '../fixtures/sample.ts';
import { eachStorage, type OpenedStorage, openForTest } from '../fixtures/storages.ts';
import {
  CLAIMS,
  FORM,
  KEY,
  OTHER_PATIENT,
  OTHER_PROFESSIONAL,
  PAGE,
  PATIENT,
  PROFESSIONAL,
  startWorld,
  tokenFor,
  type World,
} from '../fixtures/world.ts';
import { createChanges } from './changes.ts';
import {
  type Answered,
  type Claims,
  NAMES,
  OWNERSHIPS,
  partOf,
  sendCourses,
  serve,
} from './courses.fixture.ts';
import { createCourseMemory, type Moment } from './memory.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function start(more: Parameters<typeof startWorld>[0] = {}): Promise<World> {
  const world = await startWorld(more);
  closing.push(world.close);
  world.service.answer = serve;
  return world;
}

const GRAPH = [partOf('graph')];

/** Asks for parts; gives their answers, and how many calls of the service it took. */
async function ask(
  world: World,
  parts: readonly CoursePart[] = GRAPH,
  claims: Claims = {},
  headers: HeadersInit = {},
) {
  const before = world.service.requests.length;
  const response = await sendCourses(world.url, { parts }, claims, headers);
  const text = await response.text();
  const { parts: answers = [] } = JSON.parse(text) as { parts?: Answered[] };
  return {
    answers,
    status: response.status,
    headers: response.headers,
    calls: world.service.requests.length - before,
  };
}

const calls = async (...input: Parameters<typeof ask>): Promise<number> => (await ask(...input)).calls;

/** A clock that stands still until it is set. Tokens have to be minted by it: the real one runs ahead meanwhile. */
function createClock() {
  const startedAt = Date.now();
  let passed = 0;
  return Object.assign(() => startedAt + passed, { at: (ms: number) => (passed = ms) });
}

describe('an answer of the last seconds', () => {
  test('is given once more without asking the service, to the byte and with the service’s own date', async () => {
    const world = await start();
    const date = 'Sun, 15 Nov 2026 08:00:00 GMT';
    world.service.answer = (request) => ({ ...serve(request), headers: { date } });
    const parts = NAMES.map((name) => partOf(name));
    const first = await ask(world, parts);
    const again = await ask(world, parts);
    expect([first.calls > 0, again.calls]).toEqual([true, 0]);
    expect(again.answers).toEqual(first.answers);
    expect(again.answers.map(({ headers }) => headers.date)).toEqual(NAMES.map(() => date));
  });

  test('is kept by nobody on the way', async () => {
    const world = await start();
    await ask(world);
    const { calls: asked, headers } = await ask(world);
    expect([asked, headers.get('cache-control'), headers.get('date')]).toEqual([0, 'no-store', null]);
  });

  /** Asks with a token minted by a clock; gives the status, and how many calls of the service it took. */
  async function askBy(clock: () => number, world: World) {
    const authorization = `Bearer ${await tokenFor({}, clock)}`;
    const { status, calls: asked } = await ask(world, GRAPH, {}, { authorization });
    return [status, asked];
  }

  test('is at most five seconds old, though no event has come', async () => {
    const clock = createClock();
    const world = await start({ clock });
    expect(await askBy(clock, world)).toEqual([200, 1]);
    clock.at(4_999);
    expect(await askBy(clock, world)).toEqual([200, 0]);
    clock.at(5_000);
    expect(await askBy(clock, world)).toEqual([200, 1]);
  });

  test('is not given where the clock was set back', async () => {
    const clock = createClock();
    const world = await start({ clock });
    await askBy(clock, world);
    clock.at(-500);
    expect(await askBy(clock, world)).toEqual([200, 1]);
  });

  test('is not kept without the service’s date: it would look as if it were read just now', async () => {
    const world = await start();
    world.service.answer = (request) => ({ ...serve(request), headers: { date: 'today' } });
    await ask(world);
    expect(await calls(world)).toBe(1);
  });

  test('is not kept if a part beside it failed, nor is that one', async () => {
    const world = await start();
    let isDown = true;
    world.service.answer = (request) =>
      isDown && request.url.includes('/forms/submissions')
        ? { status: 503, body: { code: 'SERVICE_UNAVAILABLE', message: 'x' } }
        : serve(request);
    const parts = [partOf('graph'), partOf('submissions')];
    expect((await ask(world, parts)).answers.map(({ status }) => status)).toEqual([200, 503]);
    isDown = false;
    const again = await ask(world, parts);
    expect(again.answers.map(({ status }) => status)).toEqual([200, 200]);
    // The graph, and the list with the page that shows its end.
    expect(again.calls).toBe(3);
  });

  test('is not kept of a list of which a later page failed', async () => {
    const world = await start();
    const rows = Array.from({ length: 200 }, (_, id) => ({ id, patientId: PATIENT, status: 'ANSWERED' }));
    world.service.answer = ({ url }) =>
      new URL(url, 'http://s').searchParams.get('offset') === '0'
        ? { body: rows }
        : { status: 500, body: { code: 'INTERNAL', message: 'x' } };
    await ask(world, [partOf('submissions')]);
    expect(await calls(world, [partOf('submissions')])).toBeGreaterThan(0);
  });

  test.each<[string, CoursePart]>([
    ['another patient', partOf('graph', { patientId: OTHER_PATIENT })],
    ['another instrument', partOf('graph', { formId: 'cccccccc-cccc-4ccc-8ccc-cccccccccccd' })],
    ['another period', partOf('graph', { startDate: '2026-01-01T00:00:00Z' })],
    ['another part', partOf('analysis')],
  ])('is not the answer for %s', async (_, part) => {
    const world = await start();
    await ask(world);
    const { calls: asked, answers } = await ask(world, [part]);
    expect(asked).toBe(1);
    expect(answers[0]?.status).toBe(200);
  });

  test('is not the answer in another language', async () => {
    const world = await start();
    await ask(world, GRAPH, {}, { 'accept-language': 'en' });
    expect(await calls(world, GRAPH, {}, { 'accept-language': 'es' })).toBe(1);
    expect(await calls(world, GRAPH, {}, { 'accept-language': 'en' })).toBe(0);
  });

  test.each<[string, Claims]>([
    ['another person', { sub: 'staff-8' }],
    ['another role', { role: 'operations' }],
    ['fewer patients', { pat: [PATIENT] }],
    ['other patients', { pat: [PATIENT, OTHER_PATIENT] }],
    ['fewer actions', { ops: ['read'] }],
  ])('is not given to %s', async (_, claims) => {
    const world = await start();
    await ask(world);
    expect(await calls(world, GRAPH, claims)).toBe(1);
    expect(await calls(world, GRAPH, claims)).toBe(0);
  });

  test('is given to the same person by another token', async () => {
    const world = await start();
    await ask(world, GRAPH, { pat: [PATIENT, OTHER_PATIENT] });
    expect(await calls(world, GRAPH, { pat: [OTHER_PATIENT, PATIENT] })).toBe(0);
  });

  test('can be turned off, by its time or by its bytes', async () => {
    for (const limits of [{ courseMemoryMs: 0 }, { courseMemoryBytes: 0 }]) {
      const world = await start({ limits });
      await ask(world);
      expect(await calls(world)).toBe(1);
    }
  });

  test('is counted by what it came from, with the bytes that are kept', async () => {
    const token = 'metrics-0123456789abcdef';
    const world = await start({ metrics: { token } });
    await ask(world);
    await ask(world);
    const response = await fetch(`${world.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    const text = await response.text();
    expect(text).toMatch(/course_parts_total\{from="service"\} 1\n/);
    expect(text).toMatch(/course_parts_total\{from="memory"\} 1\n/);
    expect(Number(/course_memory_bytes (\d+)/.exec(text)?.[1])).toBeGreaterThan(1_024);
  });
});

describe('what was kept is dropped', () => {
  const webhooks = { secrets: [SECRET] as const };

  test.each<[string, object]>([
    ['of this patient', {}],
    ['of nobody that the proxy knows', { patientId: undefined, professionalId: undefined }],
    ['of another professional', { professionalId: OTHER_PROFESSIONAL, patientId: OTHER_PATIENT }],
  ])('by an event of the service %s', async (_, data) => {
    const world = await start({ webhooks });
    await ask(world);
    expect((await deliver(world.url, answeredBody(7, data))).status).toBe(204);
    expect(await calls(world)).toBe(1);
  });

  test.each<[string, number]>([
    ['that was done', 200],
    ['that failed, since it may have been done', 500],
  ])('by a write %s', async (_, status) => {
    const world = await start();
    world.service.answer = (request) =>
      request.method === 'GET' ? serve(request) : { status, body: { code: 'INTERNAL', message: 'x' } };
    await ask(world);
    const path = `/professionals/${PROFESSIONAL}/patients/${PATIENT}/forms/${FORM}/applications/cancel`;
    const token = await tokenFor({ sub: 'staff-8' });
    await world.ask(path, token, { method: 'POST' });
    expect(await calls(world)).toBe(1);
  });

  test('by a write that was under way as it was read', async () => {
    const world = await start();
    let isRead = (): void => {};
    const hasRead = new Promise<void>((resolve) => {
      isRead = resolve;
    });
    world.service.answer = (request) => {
      if (request.method !== 'GET') return serve(request);
      isRead();
      return { ...serve(request), after: 60 };
    };
    const reading = ask(world);
    await hasRead;
    const path = `/professionals/${PROFESSIONAL}/patients/${PATIENT}/inactivate`;
    await world.ask(path, await tokenFor(), { method: 'POST' });
    await reading;
    expect(await calls(world)).toBe(1);
  });

  test('by any revocation that the proxy itself is asked for', async () => {
    const { jti, sid } = { jti: crypto.randomUUID(), sid: 'a session of the partner’s own' };
    for (const revoke of [
      ({ proxy }: World) =>
        proxy.revokeMinted({ sub: CLAIMS.sub, before: Math.floor(Date.now() / 1_000) - 60 }),
      ({ proxy }: World) => proxy.revokeSession(sid),
      ({ proxy }: World) => proxy.revoke(jti),
    ]) {
      const world = await start();
      await ask(world);
      await revoke(world);
      expect(await calls(world)).toBe(1);
    }
  });

  test('by the end of the token by which it was read, for the same person with another', async () => {
    const clock = createClock();
    const world = await start({ clock });
    const send = async (token: string) => {
      const before = world.service.requests.length;
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ parts: GRAPH });
      const { status } = await fetch(`${world.url}/courses`, { method: 'POST', headers, body });
      return [status, world.service.requests.length - before];
    };
    const first = await tokenFor({}, clock);
    clock.at(598_000);
    const second = await tokenFor({}, clock);
    expect(await send(first)).toEqual([200, 1]);
    expect(await send(second)).toEqual([200, 0]);
    clock.at(600_000);
    expect(await send(first)).toEqual([401, 0]);
    expect(await send(second)).toEqual([200, 1]);
  });

  test('by a change of the keys, of which one may have signed the token by which it was read', async () => {
    const world = await start();
    await ask(world);
    world.proxy.rotate([KEY]);
    expect(await calls(world)).toBe(1);
  });
});

eachStorage('of two proxies with one storage', ({ fresh }) => {
  async function startBoth() {
    const storage = fresh();
    const webhooks = { secrets: [SECRET] as const };
    const [here, there] = [await start({ storage, webhooks }), await start({ storage, webhooks })];
    await ask(here);
    expect(await calls(here)).toBe(0);
    return { here, there };
  }

  it('each keeps its own, and drops it by an event that the other has received', async () => {
    const { here, there } = await startBoth();
    expect(await calls(there)).toBe(1);
    expect((await deliver(there.url, answeredBody(7))).status).toBe(204);
    expect([await calls(here), await calls(there)]).toEqual([1, 1]);
  });

  it('each drops it by a write that the other has sent', async () => {
    const { here, there } = await startBoth();
    const path = `/professionals/${PROFESSIONAL}/patients/${PATIENT}/inactivate`;
    await there.ask(path, await tokenFor({ sub: 'staff-8' }), { method: 'POST' });
    expect(await calls(here)).toBe(1);
  });

  it('each drops it once it knows that the other has revoked the token by which it was read', async () => {
    const { here, there } = await startBoth();
    const sid = 'b'.repeat(32);
    const headers = { authorization: `Bearer ${await tokenFor({ sub: 'staff-9', sid })}` };
    const send = async () =>
      fetch(`${here.url}/courses`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ parts: GRAPH }),
      });
    expect((await send()).status).toBe(200);
    expect(await calls(here, GRAPH, { sub: 'staff-9' })).toBe(0);
    await there.proxy.revokeMinted({ sub: 'staff-9' });
    await expect.poll(async () => (await send()).status, { timeout: 15_000 }).toBe(401);
    // A token that is minted in the second of the revocation is revoked with the others.
    const later = () => Date.now() + 1_000;
    const token = await tokenFor({ sub: 'staff-9' }, later);
    headers.authorization = `Bearer ${token}`;
    const before = here.service.requests.length;
    expect((await send()).status).toBe(200);
    expect(here.service.requests.length).toBe(before + 1);
  });
});

describe('what has changed', () => {
  const broken = { storage: () => Promise.reject(new Error('away')), clock: Date.now };

  test('cannot be told without the storage, and then nothing is remembered', async () => {
    expect(await createChanges(broken).stamp()).toBeNull();
  });

  test('is asked of the storage once for all who ask meanwhile, after they have asked', async () => {
    let reads = 0;
    let last = 0;
    const asked: (() => void)[] = [];
    const bounds = async () => {
      reads += 1;
      const then = last;
      await new Promise<void>((resolve) => asked.push(resolve));
      return { first: 1, last: then };
    };
    const signIns = { read: async () => null };
    const storage = async () => ({ inbox: { bounds }, signIns }) as never;
    const { stamp } = createChanges({ storage, clock: Date.now });
    const before = stamp();
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    last = 1;
    const after = [stamp(), stamp(), stamp()];
    asked[0]?.();
    expect(await before).toBe('0 0 null');
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    asked[1]?.();
    expect(await Promise.all(after)).toEqual(Array(3).fill('0 1 null'));
    expect(reads).toBe(2);
  });
});

describe('the memory', () => {
  const claims = { ...CLAIMS, jti: 'a', iat: 0, exp: 4_000_000_000 };
  const limits = { courseMemoryMs: 5_000, courseMemoryBytes: 20_000 } as never;
  const answerOf = (body: string, asked: Moment) => ({
    response: { status: 200, headers: {}, body },
    shown: undefined,
    claims,
    asked,
  });
  const now = (): Moment => ({ at: Date.now(), since: performance.now(), stamp: '1' });
  const create = () => createCourseMemory({ limits, clock: Date.now }, () => false);

  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('holds no more bytes than its limit: what came first gives way', () => {
    const memory = create();
    memory.find('', now());
    for (let at = 0; at < 50; at += 1) memory.keep(`${at}`, answerOf('x'.repeat(2_000), now()));
    expect(memory.bytes()).toBeLessThanOrEqual(20_000);
    expect(memory.bytes()).toBeGreaterThan(10_000);
    expect([memory.find('0', now()), memory.find('49', now())?.response.status]).toEqual([undefined, 200]);
  });

  test('takes no answer that is larger than its limit', () => {
    const memory = create();
    memory.find('', now());
    memory.keep('a', answerOf('x'.repeat(30_000), now()));
    expect(memory.bytes()).toBe(0);
  });

  test('holds nothing after five seconds, though nobody asks', () => {
    const memory = create();
    memory.find('', now());
    memory.keep('a', answerOf('x', now()));
    vi.advanceTimersByTime(3_000);
    memory.keep('b', answerOf('x', now()));
    vi.advanceTimersByTime(2_001);
    expect([memory.find('a', now()), memory.find('b', now())?.response.status]).toEqual([undefined, 200]);
    vi.advanceTimersByTime(3_000);
    expect(memory.bytes()).toBe(0);
  });

  test('counts the seconds from the question, not from the answer', () => {
    const memory = create();
    const asked = now();
    memory.find('', asked);
    vi.advanceTimersByTime(5_000);
    memory.keep('a', answerOf('x', asked));
    expect(memory.bytes()).toBe(0);
  });

  test('keeps no answer to a question that was asked before something changed', () => {
    const memory = create();
    const asked = now();
    memory.find('', asked);
    memory.find('', { ...now(), stamp: '2' });
    memory.keep('a', answerOf('x', asked));
    expect(memory.bytes()).toBe(0);
  });
});

describe('every part for every role and owner', () => {
  let remembering: World;
  let forgetful: World;
  let trail: OpenedStorage;
  let seen = 0;
  const folder = mkdtempSync(join(tmpdir(), 'instrument-panel-memory-'));
  beforeAll(async () => {
    const storage = { file: join(folder, 'proxy.sqlite') };
    remembering = await startWorld({ storage });
    forgetful = await startWorld({ limits: { courseMemoryMs: 0 } });
    for (const { service } of [remembering, forgetful]) service.answer = serve;
    trail = await openForTest(storage);
  });
  afterAll(async () => {
    await remembering.close();
    await forgetful.close();
    await trail.close();
    rmSync(folder, { recursive: true });
  });
  async function newRows() {
    const rows = (await readAudit(trail, seen + 1, 1_000)).flatMap(({ entry }) => (entry ? [entry] : []));
    seen += rows.length;
    return rows.map(({ route, who, ids, outcome }) => JSON.stringify([route, who, ids, outcome])).toSorted();
  }
  const toSeen = ({ answers }: { answers: readonly Answered[] }) =>
    answers.map(({ status, headers: { date: _, ...headers }, body }) => ({ status, headers, body }));

  test.each(OWNERSHIPS)(
    '%s: from memory each is answered and recorded as anew, whatever others have read before',
    async (_, { role, narrowed, ids }) => {
      const parts = NAMES.map((name) => {
        const part = partOf(name);
        return { ...part, ...Object.fromEntries(Object.entries(ids).filter(([id]) => id in part)) };
      });
      const claims: Claims = { role, ...(narrowed ? { pat: [PATIENT] } : {}) };
      const anew = toSeen(await ask(forgetful, parts, claims));
      // Everything that there is has just been read by those who may, also of the other professional.
      for (const pro of [PROFESSIONAL, OTHER_PROFESSIONAL]) await ask(remembering, parts, { pro });
      await ask(remembering, parts, { role: 'operations' });
      await newRows();
      expect(toSeen(await ask(remembering, parts, claims))).toEqual(anew);
      const rows = await newRows();
      const again = await ask(remembering, parts, claims);
      expect(toSeen(again)).toEqual(anew);
      expect(await newRows()).toEqual(rows);
      // A file that is slow to say what has changed has nothing remembered for a second.
      if (anew.every(({ status }) => status === 200))
        await expect.poll(() => calls(remembering, parts, claims), { timeout: 10_000 }).toBe(0);
      if (narrowed) expect(JSON.stringify(again.answers)).not.toContain(nameOf(OTHER_PATIENT));
    },
  );

  test('a caller who has lost the action gets nothing from memory', async () => {
    await ask(remembering, GRAPH);
    expect((await ask(remembering, GRAPH, { ops: ['apply'] })).status).toBe(403);
    expect(
      (
        await sendCourses(
          remembering.url,
          { parts: GRAPH },
          { origin: 'https://other.example' },
          { origin: PAGE },
        )
      ).status,
    ).toBe(403);
  });
});
