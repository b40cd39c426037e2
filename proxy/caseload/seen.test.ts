import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, test } from 'vitest';
import { readAudit } from '../audit/verify.ts';
import { eachStorage, openForTest, runSql } from '../fixtures/storages.ts';
import { OTHER_PROFESSIONAL, PATIENT, PROFESSIONAL } from '../fixtures/world.ts';
import { askCaseload, type Caseload, startCaseload } from './clinic.fixture.ts';

const seenBy = async (world: Caseload, claims: Parameters<typeof askCaseload>[2] = {}) =>
  (await askCaseload(world, 'patients', claims)).body.seenAt;

const mark = (world: Caseload, seenAt: unknown, claims: Parameters<typeof askCaseload>[2] = {}, more = {}) =>
  askCaseload(world, 'seen', claims, {
    method: 'POST',
    body: JSON.stringify({ seenAt, ...more }),
    headers: { 'content-type': 'application/json' },
  });

eachStorage('until when a list was seen', ({ fresh, again }) => {
  it('is the same from two proxies over one storage, and survives both', async () => {
    const storage = fresh();
    const proxies = [await startCaseload({ storage }), await startCaseload({ storage })] as const;
    expect(await seenBy(proxies[0])).toBeNull();
    expect((await mark(proxies[0], '2024-11-20T09:00:00Z')).body).toEqual({
      seenAt: '2024-11-20T09:00:00.000Z',
    });
    for (const proxy of proxies) expect(await seenBy(proxy)).toBe('2024-11-20T09:00:00.000Z');
    const earlier = await mark(proxies[1], '2024-11-20T08:59:59.999Z');
    expect([earlier.status, earlier.body.seenAt]).toEqual([200, '2024-11-20T09:00:00.000Z']);
    await mark(proxies[1], '2024-11-20T06:30:00-03:00');
    for (const proxy of proxies) {
      expect(await seenBy(proxy)).toBe('2024-11-20T09:30:00.000Z');
      await proxy.close();
    }
    const restarted = await startCaseload({ storage });
    expect(await seenBy(restarted)).toBe('2024-11-20T09:30:00.000Z');
    await restarted.close();
  });

  it('keeps of a person a hash, of a list an instant, and nothing else', async () => {
    const storage = fresh();
    const world = await startCaseload({ storage });
    world.clinic.patients = [{ serviceId: PATIENT, name: 'NAME-CANARY' }];
    await askCaseload(world, 'patients');
    await mark(world, '2024-11-20T09:00:00Z');
    await world.close();
    const opened = await again();
    if (opened.kind !== 'redis') {
      expect(await runSql(opened, 'SELECT * FROM caseload_seen')).toEqual([
        { person: expect.stringMatching(/^[\da-f]{64}$/), at: Date.parse('2024-11-20T09:00:00Z') },
      ]);
    } else {
      expect(await opened.redis.zrange(opened.key('caseload-seen'), '0', '-1')).toEqual([
        expect.stringMatching(/^[\da-f]{64}$/),
      ]);
      const keys = await opened.redis.keys(opened.key('*'));
      expect(keys.filter((key) => !/:(limit|audit):/.test(key))).toEqual([opened.key('caseload-seen')]);
    }
    // Of the read there is a row; of what was marked there is none.
    expect((await readAudit(opened)).map(({ entry }) => entry?.route)).toEqual(['GET /caseload/patients']);
  });
});

test('is each person’s own, and each professional’s', async () => {
  const world = await startCaseload();
  const operations = { role: 'operations' as const, pro: undefined };
  await mark(world, '2024-11-20T09:00:00Z');
  expect(await seenBy(world, { sub: 'staff-8' })).toBeNull();
  await mark(world, '2024-11-19T09:00:00Z', operations, { professionalId: PROFESSIONAL });
  const of = async (professional: string) =>
    (await askCaseload(world, `patients?professionalId=${professional}`, operations)).body;
  // The same `sub` in the name of the same professional is the same person.
  expect((await of(PROFESSIONAL)).seenAt).toBe('2024-11-20T09:00:00.000Z');
  await mark(world, '2024-11-18T09:00:00Z', operations, { professionalId: OTHER_PROFESSIONAL });
  expect(await seenBy(world)).toBe('2024-11-20T09:00:00.000Z');
  await world.close();
});

test('is not moved by reading, however often', async () => {
  const world = await startCaseload();
  for (let count = 0; count < 3; count += 1) expect(await seenBy(world)).toBeNull();
  await world.close();
});

test('is never beyond the present: what lies a little ahead is now, what lies far ahead is refused', async () => {
  const world = await startCaseload();
  const ahead = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();
  const { status, body } = await mark(world, ahead(100_000));
  expect([status, body.code, body.message]).toEqual([
    400,
    'VALIDATION_ERROR',
    'seenAt must not be in the future.',
  ]);
  expect(await seenBy(world)).toBeNull();
  const asked = await mark(world, ahead(120));
  expect(asked.status).toBe(200);
  expect(Date.parse(asked.body.seenAt)).toBeLessThanOrEqual(Date.now());
  await world.close();
});

test('is bound by the service’s clock where that is ahead, as in a simulation', async () => {
  const world = await startCaseload();
  world.service.answer = (request) => ({
    ...world.answer(request),
    headers: { date: 'Wed, 20 Nov 2126 10:00:00 GMT' },
  });
  expect((await mark(world, '2126-11-20T09:59:00Z')).body.seenAt).toBe('2126-11-20T09:59:00.000Z');
  expect((await mark(world, '2126-11-20T10:01:00Z')).body.seenAt).toBe('2126-11-20T10:00:00.000Z');
  expect((await mark(world, '2126-11-21T00:00:00Z')).status).toBe(400);
  expect(await seenBy(world)).toBe('2126-11-20T10:00:00.000Z');
  // Set back, it would say of a hundred years of answers that they were seen.
  world.reset();
  expect(await seenBy(world)).toBeNull();
  await world.close();
});

test('is said by who reads the whole list of the professional, in a body without anything else', async () => {
  const world = await startCaseload();
  const at = '2024-11-20T09:00:00Z';
  const cases: readonly (readonly [number, ReturnType<typeof mark>])[] = [
    [403, mark(world, at, { pat: [PATIENT] })],
    [403, mark(world, at, { role: 'patient', pat: [PATIENT] })],
    [403, mark(world, at, { ops: ['apply'] })],
    [404, mark(world, at, {}, { professionalId: OTHER_PROFESSIONAL })],
    [400, mark(world, at, { role: 'operations', pro: undefined })],
    [400, mark(world, at, {}, { patients: [PATIENT] })],
    [400, mark(world, 'now')],
    [400, mark(world, 1_780_000_000_000)],
    [400, mark(world, '2026-02-30T00:00:00Z')],
  ];
  for (const [status, answered] of cases) expect((await answered).status).toBe(status);
  expect(await seenBy(world)).toBeNull();
  expect(world.service.requests.every(({ method }) => method === 'GET')).toBe(true);
  await world.close();
});

test('is 503, and in the log, while the storage fails; what says nothing of it is read all the same', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'instrument-panel-seen-')), 'proxy.sqlite');
  const world = await startCaseload({ storage: { file } });
  const storage = await openForTest({ file });
  if (storage.kind === 'sqlite') storage.db.exec('DROP TABLE caseload_seen');
  for (const answered of [askCaseload(world, 'patients'), mark(world, '2024-11-20T09:00:00Z')]) {
    const { status, headers, body } = await answered;
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'SEEN_UNAVAILABLE', '5']);
  }
  expect(world.lines.filter(({ event }) => event === 'seen-unavailable')).toHaveLength(2);
  expect((await askCaseload(world, 'applications')).status).toBe(200);
  await world.close();
  await storage.close();
  rmSync(dirname(file), { recursive: true });
});
