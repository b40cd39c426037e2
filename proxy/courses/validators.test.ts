import { createHash, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CoursePart } from '../../shared/client/contract/proxy-api/index.ts';
import { readAudit } from '../audit/verify.ts';
import { type OpenedStorage, openForTest } from '../fixtures/storages.ts';
import { FORM, KEY, OTHER_PATIENT, PATIENT, startWorld, type World } from '../fixtures/world.ts';
import { createKeyRing } from '../token/key-ring.ts';
import { type Answered, type Claims, NAMES, partOf, sendCourses, serve } from './courses.fixture.ts';
import { createValidators } from './validators.ts';

let world: World;
let trail: OpenedStorage;
const folder = mkdtempSync(join(tmpdir(), 'instrument-panel-validators-'));
beforeAll(async () => {
  const storage = { file: join(folder, 'proxy.sqlite') };
  world = await startWorld({ storage, limits: { courseMemoryMs: 0 } });
  trail = await openForTest(storage);
});
afterAll(async () => {
  await world.close();
  await trail.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  world.service.answer = serve;
});
const closing: World[] = [];
afterEach(async () => {
  for (const one of closing.splice(0)) await one.close();
});

async function ask(
  parts: readonly CoursePart[],
  claims: Claims = {},
  at: World = world,
  headers: HeadersInit = {},
) {
  const response = await sendCourses(at.url, { parts }, claims, headers);
  expect(response.status).toBe(200);
  const text = await response.text();
  return { answers: (JSON.parse(text) as { parts: Answered[] }).parts, bytes: Buffer.byteLength(text) };
}

/** Asks for parts, and then for each with the validator that it came with. */
async function askTwice(parts: readonly CoursePart[], again: Claims = {}, at: World = world) {
  const first = await ask(parts, {}, at);
  const known = parts.map((part, index) => ({ ...part, ifNoneMatch: first.answers[index]?.headers.etag }));
  return { first, known, second: await ask(known, again, at) };
}
const statuses = ({ answers }: { readonly answers: readonly Answered[] }) =>
  answers.map(({ status }) => status);

let seen = 0;
async function newRows() {
  const rows = (await readAudit(trail, seen + 1, 1_000)).flatMap(({ entry }) => (entry ? [entry] : []));
  seen += rows.length;
  return rows;
}

describe('a part that the page has already', () => {
  test('is not sent again: 304, when the service was asked, and nothing of the patient', async () => {
    const dates = ['Sun, 15 Nov 2026 08:00:00 GMT', 'Sun, 15 Nov 2026 08:00:15 GMT'];
    let asked = 0;
    world.service.answer = (request) => ({ ...serve(request), headers: { date: String(dates[asked]) } });
    const parts = NAMES.map((name) => partOf(name));
    const { answers } = await ask(parts);
    asked = 1;
    const known = parts.map((part, index) => ({ ...part, ifNoneMatch: answers[index]?.headers.etag }));
    const second = await ask(known);
    for (const { status, headers, body } of second.answers) {
      expect([status, headers.date]).toEqual([304, dates[1]]);
      expect(Object.keys({ ...(body as object | null) }).filter((name) => name !== 'generatedAt')).toEqual(
        [],
      );
    }
    expect(second.answers.map(({ headers }) => headers.etag)).toEqual(
      answers.map(({ headers }) => headers.etag),
    );
  });

  test('costs a few hundred bytes, however long it is', async () => {
    const rows = Array.from({ length: 150 }, (_, id) => ({ id, patientId: PATIENT, status: 'ANSWERED' }));
    world.service.answer = ({ url }) => ({
      body: rows.slice(Number(new URL(url, 'http://s').searchParams.get('offset'))),
    });
    const { first, second } = await askTwice([partOf('submissions')]);
    expect(first.bytes).toBeGreaterThan(5_000);
    expect(second.bytes).toBeLessThan(300);
  });

  test('is a read like others: it has the same row in the trail, but for its status', async () => {
    await newRows();
    const parts = [partOf('graph'), partOf('submissions')];
    const { answers } = await ask(parts);
    const before = await newRows();
    await ask(parts.map((part, index) => ({ ...part, ifNoneMatch: answers[index]?.headers.etag })));
    const after = await newRows();
    const toSaid = (rows: Awaited<ReturnType<typeof newRows>>) =>
      rows.map(({ route, who, ids }) => JSON.stringify([route, who, ids])).toSorted();
    expect(toSaid(after)).toEqual(toSaid(before));
    expect(before.map(({ outcome }) => outcome)).toEqual(Array(2).fill({ kind: 'done', status: 200 }));
    expect(after.map(({ outcome }) => outcome)).toEqual(Array(2).fill({ kind: 'done', status: 304 }));
  });

  test('is sent again once anything of it has changed', async () => {
    const { known } = await askTwice([partOf('submissions'), partOf('graph')]);
    world.service.answer = (request) => {
      const answer = serve(request);
      return request.url.includes('score-graph')
        ? { body: { ...(answer.body as object), series: [] } }
        : answer;
    };
    expect(statuses(await ask(known))).toEqual([304, 200]);
  });

  test('has not changed where only the time at which it was made has, which is said anew', async () => {
    let minute = 10;
    world.service.answer = (request) => ({
      body: { ...(serve(request).body as object), generatedAt: `2026-11-15T08:${minute++}:00Z` },
    });
    const { second } = await askTwice([partOf('graph')]);
    expect(second.answers).toMatchObject([{ status: 304, body: { generatedAt: '2026-11-15T08:11:00Z' } }]);
  });

  test('is sent again once a list that was whole is so no longer', async () => {
    const rows = Array.from({ length: 200 }, (_, id) => ({ id, patientId: PATIENT, status: 'ANSWERED' }));
    const offsetOf = (url: string) => Number(new URL(url, 'http://s').searchParams.get('offset'));
    world.service.answer = ({ url }) => ({ body: rows.slice(offsetOf(url), offsetOf(url) + 200) });
    const { known } = await askTwice([partOf('submissions')]);
    world.service.answer = ({ url }) =>
      offsetOf(url) === 0 ? { body: rows } : { status: 500, body: { code: 'INTERNAL', message: 'x' } };
    const { answers } = await ask(known);
    expect([answers[0]?.status, answers[0]?.headers['instrument-panel-end']]).toEqual([200, undefined]);
  });

  test('is 304 from the memory of the proxy too', async () => {
    const remembering = await startWorld();
    closing.push(remembering);
    remembering.service.answer = serve;
    expect(statuses((await askTwice([partOf('graph')], {}, remembering)).second)).toEqual([304]);
    expect(remembering.service.requests).toHaveLength(1);
  });

  test('is 304 by the validator of another proxy that has the same keys', async () => {
    const other = await startWorld({ limits: { courseMemoryMs: 0 } });
    closing.push(other);
    other.service.answer = serve;
    const { known } = await askTwice([partOf('graph')]);
    expect(statuses(await ask(known, {}, other))).toEqual([304]);
  });
});

describe('a validator', () => {
  test.each<[string, Partial<CoursePart>]>([
    ['another patient', { patientId: OTHER_PATIENT }],
    ['another instrument', { formId: 'cccccccc-cccc-4ccc-8ccc-cccccccccccd' }],
    ['another part', { part: 'analysis' }],
  ])('is of no use for %s, though the answer is the same', async (_, more) => {
    world.service.answer = () => ({ body: { patientId: null, series: [] } });
    const { known } = await askTwice([partOf('graph')]);
    const [part] = known;
    expect(statuses(await ask([{ ...part, ...more } as CoursePart]))).toEqual([200]);
  });

  test.each<[string, Claims]>([
    ['another person', { sub: 'staff-8' }],
    ['another role', { role: 'operations' }],
    ['a narrower token', { pat: [PATIENT] }],
  ])('is of no use to %s, though the answer is the same', async (_, claims) => {
    world.service.answer = () => ({ body: { patientId: PATIENT, series: [] } });
    expect(statuses((await askTwice([partOf('graph')], claims)).second)).toEqual([200]);
  });

  test('says nothing to who may not read: a refusal is as without it', async () => {
    const narrowed: Claims = { pat: [OTHER_PATIENT] };
    const { known, second } = await askTwice([partOf('graph')], narrowed);
    expect(second.answers).toEqual((await ask([partOf('graph')], narrowed)).answers);
    expect(statuses(second)).toEqual([404]);
    expect((await sendCourses(world.url, { parts: known }, { ops: ['apply'] })).status).toBe(403);
  });

  test.each(['*', '"AAAAAAAAAAAAAAAAAAAAAA"', 'W/"short"', 'W/"AAAAAAAAAAAAAAAAAAAAAA", W/"B"', ''])(
    'of another form is refused: %j',
    async (ifNoneMatch) => {
      const response = await sendCourses(world.url, { parts: [{ ...partOf('graph'), ifNoneMatch }] });
      expect(response.status).toBe(400);
    },
  );

  test('that somebody makes up is no more than an unknown one', async () => {
    const parts = [{ ...partOf('graph'), ifNoneMatch: 'W/"AAAAAAAAAAAAAAAAAAAAAA"' }];
    expect(statuses(await ask(parts))).toEqual([200]);
  });

  test('is no hash of what it stands for: without the key nobody can try out data', async () => {
    const { answers } = await ask([partOf('instrument')]);
    const [{ headers, body }] = answers as [Answered];
    const tag = /^W\/"(.{22})"$/.exec(String(headers.etag))?.[1] ?? '';
    const texts = [JSON.stringify(body), JSON.stringify(partOf('instrument')), FORM];
    for (const algorithm of ['sha256', 'sha1', 'md5'])
      for (const text of texts)
        expect(createHash(algorithm).update(text).digest('base64url').startsWith(tag)).toBe(false);
    const other = new TextEncoder().encode('another HS256 key for tests: 0123456789');
    const toTag = (key: Uint8Array) =>
      createValidators(createKeyRing([{ kid: 'a', alg: 'HS256', key, signs: true }])).tag('a', {
        status: 200,
        headers: {},
        body: '{}',
      }).headers.etag;
    expect(KEY.alg === 'HS256' && toTag(KEY.key)).not.toBe(toTag(other));
    expect(toTag(other)).toBe(toTag(other));
  });

  test('is made with a key of either kind', () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const ring = createKeyRing([{ kid: 'a', alg: 'EdDSA', key: privateKey, signs: true }]);
    const { tag } = createValidators(ring);
    expect(tag('a', { status: 200, headers: {}, body: '[]' }).headers.etag).toMatch(/^W\/"[\w-]{22}"$/);
  });
});
