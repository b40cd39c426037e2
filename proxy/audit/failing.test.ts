import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startRedisServer } from '../fixtures/redis-server.ts';
import { PATIENT, PROFESSIONAL, startWorld, tokenFor, type World } from '../fixtures/world.ts';
import type { AuditOptions } from '../options.ts';
import { openStorage } from '../storage/open.ts';
import { readAudit, verifyAudit } from './verify.ts';

const PATH = `/professionals/${PROFESSIONAL}/patients/${PATIENT}`;
const METRICS = 'metrics-0123456789abcdef';

let folder: string;
let file: string;
let world: World;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'instrument-panel-failing-trail-'));
  file = join(folder, 'proxy.sqlite');
});
afterEach(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

async function start(audit: AuditOptions): Promise<void> {
  world = await startWorld({ storage: { file }, audit, metrics: { token: METRICS } });
  world.service.answer = () => ({ body: { serviceId: PATIENT } });
}

/** A table that is not there stands in for a full disk: the statement fails, and the rest of the storage works. */
function rename(from: string, to: string): void {
  const db = new DatabaseSync(file);
  db.exec(`ALTER TABLE ${from} RENAME TO ${to}`);
  db.close();
}
const breakTrail = (): void => rename('audit_row', 'audit_row_away');
const mendTrail = (): void => rename('audit_row_away', 'audit_row');

async function read(): Promise<unknown[]> {
  const response = await world.ask(PATH, await tokenFor());
  return [response.status, ((await response.json()) as { code?: string }).code];
}
async function ready(): Promise<unknown[]> {
  const response = await fetch(`${world.url}/readyz`);
  return [response.status, await response.json()];
}
const metrics = async (): Promise<string> =>
  (await fetch(`${world.url}/metrics`, { headers: { authorization: `Bearer ${METRICS}` } })).text();
const logged = () => world.lines.filter(({ event }) => event.startsWith('audit-')).map(({ event }) => event);
async function entries() {
  const storage = await openStorage({ file });
  const rows = (await readAudit(storage, 1, 1_000)).map(({ entry }) => entry);
  expect(await verifyAudit(storage)).toMatchObject({ holds: true });
  await storage.close();
  return rows;
}

it('refuses reads by default, says so, and goes on by itself with a row of what was refused', async () => {
  await start({});
  breakTrail();
  for (let count = 0; count < 3; count += 1) expect(await read()).toEqual([503, 'AUDIT_UNAVAILABLE']);
  expect(await ready()).toEqual([503, { code: 'NOT_READY', message: 'Not ready: trail.' }]);
  expect(await metrics()).toContain('failing_part{part="trail"} 1');
  expect(await metrics()).toMatch(/storage_failures_total\{part="trail"\} [1-9]/);
  expect(logged()).toEqual(['audit-unavailable']);
  mendTrail();
  await expect.poll(ready, { timeout: 10_000 }).toEqual([200, { status: 'ready' }]);
  expect(await read()).toEqual([200, undefined]);
  expect(await entries()).toMatchObject([
    {
      route: 'trail gap',
      who: { sub: '(proxy)' },
      since: expect.any(String),
      counts: { AUDIT_UNAVAILABLE: 3 },
    },
    { route: 'GET /professionals/{professionalId}/patients/{patientId}' },
  ]);
  expect(logged()).toEqual(['audit-unavailable', 'audit-resumed']);
});

it('serves reads where it is told to, is degraded, and says afterwards how many have no row', async () => {
  await start({ whenFailing: 'serve' });
  breakTrail();
  for (let count = 0; count < 3; count += 1) expect(await read()).toEqual([200, undefined]);
  expect(await ready()).toEqual([200, { status: 'degraded', parts: ['trail'] }]);
  expect(await metrics()).toContain('reads_unrecorded_total 3');
  expect(logged()).toEqual(['audit-unavailable']);
  mendTrail();
  await expect.poll(ready, { timeout: 10_000 }).toEqual([200, { status: 'ready' }]);
  expect(await entries()).toMatchObject([{ route: 'trail gap', counts: { answered: 3 } }]);
});

it('never waits with the answer for a row where it is told not to, and writes it all the same', async () => {
  await start({ waitForReads: false });
  expect(await read()).toEqual([200, undefined]);
  await expect.poll(entries).toMatchObject([{ ids: { patientId: PATIENT } }]);
});

it('says of reads that did not wait for their rows that they were answered, though later ones are refused', async () => {
  await start({ waitForReads: false });
  breakTrail();
  expect(await read()).toEqual([200, undefined]);
  await expect.poll(metrics).toContain('reads_unrecorded_total 1');
  expect(await read()).toEqual([503, 'AUDIT_UNAVAILABLE']);
  mendTrail();
  await expect.poll(ready, { timeout: 10_000 }).toEqual([200, { status: 'ready' }]);
  expect(await entries()).toMatchObject([
    { route: 'trail gap', counts: { answered: 1, AUDIT_UNAVAILABLE: 1 } },
  ]);
});

it('refuses reads, and is degraded, while a Redis that all proxies share is full', async () => {
  const server = await startRedisServer();
  world = await startWorld({ storage: { redis: server.url } });
  world.service.answer = () => ({ body: { serviceId: PATIENT } });
  expect(await read()).toEqual([200, undefined]);
  const redis = new Redis(server.url);
  await redis.config('SET', 'maxmemory', '1');
  expect(await read()).toEqual([503, 'AUDIT_UNAVAILABLE']);
  expect(await ready()).toEqual([200, { status: 'degraded', parts: ['storage', 'trail'] }]);
  await redis.config('SET', 'maxmemory', '0');
  await expect.poll(ready, { timeout: 10_000 }).toEqual([200, { status: 'ready' }]);
  expect(await read()).toEqual([200, undefined]);
  redis.disconnect();
  await world.close();
  await server.close();
});

it('refuses writes and gives no token whatever becomes of reads', async () => {
  await start({ whenFailing: 'serve' });
  breakTrail();
  const response = await world.ask(`${PATH}/inactivate`, await tokenFor(), { method: 'POST' });
  expect(response.status).toBe(503);
  expect(world.service.requests).toEqual([]);
});

it('refuses an answer that is a stream, and lets go of what it holds', async () => {
  world = await startWorld({ storage: { file }, limits: { eventStreamsPerSubject: 1 } });
  breakTrail();
  const token = await tokenFor();
  const open = () => fetch(`${world.url}/events`, { headers: { authorization: `Bearer ${token}` } });
  for (let count = 0; count < 3; count += 1) expect((await open()).status).toBe(503);
  mendTrail();
  await expect.poll(ready, { timeout: 10_000 }).toEqual([200, { status: 'ready' }]);
  const stream = await open();
  expect(stream.status).toBe(200);
  await stream.body?.cancel();
});

it('goes on with no storage that has lost rows which it had acknowledged', async () => {
  await start({});
  expect(await read()).toEqual([200, undefined]);
  const db = new DatabaseSync(file);
  db.exec('DELETE FROM audit_row; DELETE FROM audit_head');
  db.close();
  expect(await read()).toEqual([503, 'AUDIT_UNAVAILABLE']);
  expect(world.lines.find(({ event }) => event === 'audit-unavailable')?.hint).toContain('AUDIT_HEAD_LOST');
});

it('counts refusals of unknown callers by address and code, in one row when the minute is over', async () => {
  await start({});
  const ask = (authorization: string) =>
    fetch(`${world.url}/third-party/api/v1${PATH}`, { headers: { authorization } });
  for (let count = 0; count < 4; count += 1) await ask('Bearer a.b.c');
  await ask('Basic x');
  await fetch(`${world.url}/nothing`);
  expect(await entries()).toEqual([]);
  await world.proxy.close();
  expect(await entries()).toMatchObject([
    {
      who: { sub: '(unknown)', role: null },
      from: '127.0.0.1',
      outcome: { kind: 'refused', status: 401 },
      counts: { TOKEN_INVALID: 5 },
    },
    { from: '127.0.0.1', outcome: { kind: 'refused', status: 404 }, counts: { NOT_FOUND: 1 } },
  ]);
});

it('bounds the rows of unknown callers, however many addresses they have', async () => {
  world = await startWorld({ storage: { file }, trustedProxyHops: 1 });
  for (let index = 0; index < 150; index += 1)
    await fetch(`${world.url}/nothing`, {
      headers: { 'x-forwarded-for': `10.0.${index >> 7}.${index & 127}` },
    });
  await world.proxy.close();
  const rows = await entries();
  expect(rows).toHaveLength(101);
  expect(rows.at(-1)).toMatchObject({ from: '(others)', counts: { NOT_FOUND: 50 } });
});

it('counts what a known person is refused at no rate: the first has its row, the others one together', async () => {
  world = await startWorld({ storage: { file }, limits: { subjectBurst: 1, subjectPerMinute: 1 } });
  world.service.answer = () => ({ body: { serviceId: PATIENT } });
  const token = await tokenFor();
  const statuses = [];
  for (let count = 0; count < 5; count += 1) statuses.push((await world.ask(PATH, token)).status);
  expect(statuses).toEqual([200, 429, 429, 429, 429]);
  await world.proxy.close();
  const rows = await entries();
  expect(rows.map((entry) => [entry?.outcome?.status, entry?.counts])).toEqual([
    [200, undefined],
    [429, undefined],
    [429, { RATE_LIMITED: 3 }],
  ]);
  // Those that are counted may be of several routes and patients, so their row names none.
  expect(rows[2]).toMatchObject({ route: 'refused', ids: {} });
  expect(rows[2]?.ids).toEqual({});
});
