import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AuditEntry } from '../../proxy/audit/entry.ts';
import { readAudit, verifyAudit } from '../../proxy/audit/verify.ts';
import {
  HAS_POSTGRES,
  type PostgresServer,
  startPostgresServer,
} from '../../proxy/fixtures/postgres-server.ts';
import { type RedisServer, startRedisServer } from '../../proxy/fixtures/redis-server.ts';
import { type OpenedStorage, openForTest, runSql } from '../../proxy/fixtures/storages.ts';
import { type StubService, startStubService } from '../../proxy/fixtures/stub-service.ts';
import { FORM, tokenFor } from '../../proxy/fixtures/world.ts';
import { createLinkHasher } from '../../proxy/mapping/mapping-call.ts';
import type { Storage, StorageOptions } from '../../proxy/storage/storage.ts';
import { ACTIONS, type Action } from '../../shared/client/contract/index.ts';
import { SOAK, sayTimes, times } from './scale.ts';
import { type KillableProxy, killableProxy } from './webhook-inbox-kill.proxy.ts';

const roundsOf = (short: number): number => times(short, 100);
const EACH_ROUND = times(5, 20);
/** Patients that the others are asked about at most while one starts anew: on a fast machine hundreds would be. */
const MEANWHILE = times(20, Number.POSITIVE_INFINITY);
const BASE = '/third-party/api/v1';
const APPLY = `POST /professionals/{professionalId}/forms/{formId}/applications`;
const LINK = 'POST /patients/resolve';
const READ = `GET /professionals/{professionalId}/patients/{patientId}`;
const ALL: Action[] = [...ACTIONS];
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

let folder: string;
let service: StubService;
let redis: RedisServer | undefined;
const proxies: KillableProxy[] = [];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'instrument-panel-trail-'));
  service = await startStubService();
});
afterEach(async () => {
  for (const proxy of proxies.splice(0)) await proxy.kill();
  await service.close();
  await redis?.close();
  redis = undefined;
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

/** The patients of the clinic by number, ten of each professional. */
const numbered = (group: string, index: number): string =>
  `${group}-4${group.slice(1, 4)}-8${group.slice(1, 4)}-${String(index).padStart(12, '0')}`;
const professionalOf = (index: number) => numbered('eeeeeeee-eeee', Math.floor(index / 10));
const patientOf = (index: number) => numbered('dddddddd-dddd', index);
const person = (index: number) => ({ name: `Patient ${index}`, email: `patient-${index}@clinic.example` });

/** The service: has every patient, and takes every application under the number of its patient. */
function serve({ method, url, body }: { method: string; url: string; body: string }) {
  const number = (text: string): number => Number(/(\d{12})(?:\/|$)/.exec(text)?.[1]);
  const record = (index: number) => ({ serviceId: patientOf(index), ...person(index) });
  if (method === 'POST') {
    const { patientId } = JSON.parse(body) as { patientId: string };
    return { body: { id: number(patientId), patientId } };
  }
  const [, professional = '', patient] = /professionals\/([^/]+)\/patients(?:\/([^/]+))?$/.exec(url) ?? [];
  if (patient !== undefined) return { body: record(number(patient)) };
  return { body: Array.from({ length: 10 }, (_, at) => record(number(professional) * 10 + at)) };
}

/**
 * Callers who read one patient after the other, are refused them, apply an instrument and link each; what was answered is
 * remembered.
 */
function createCallers() {
  const written = new Set<number>();
  const linked = new Set<number>();
  const read = new Set<number>();
  const refused = new Set<number>();
  let count = 0;
  let most = Number.POSITIVE_INFINITY;
  let isOver = false;

  async function ask(
    index: number,
    path: string,
    { ops = ALL, ...init }: RequestInit & { ops?: Action[] } = {},
  ): Promise<number> {
    const url = proxies[index % proxies.length]?.url();
    if (url === undefined) return 0;
    const headers = {
      authorization: `Bearer ${await tokenFor({ role: 'operations', ops })}`,
      'content-type': 'application/json',
    };
    return fetch(url + path, { ...init, headers }).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      () => 0,
    );
  }

  const post = (index: number, path: string, body: object): Promise<number> =>
    ask(index, path, { method: 'POST', body: JSON.stringify(body) });

  async function work(): Promise<void> {
    while (!isOver) {
      if (count >= most) {
        await pause(2);
        continue;
      }
      const index = ++count;
      const professionalId = professionalOf(index);
      const path = `${BASE}/professionals/${professionalId}/forms/${FORM}/applications`;
      const application = { patientId: patientOf(index), recurrenceCycle: 'NOW' };
      const record = `${BASE}/professionals/${professionalId}/patients/${patientOf(index)}`;
      if ((await ask(index, record)) === 200) read.add(index);
      if ((await ask(index, record, { ops: ['apply'] })) === 403) refused.add(index);
      // Not tried again: what became of it is not known.
      if ((await post(index, path, application)) === 200) written.add(index);
      const key = { professionalId, key: `MRN-${index}`, ...person(index) };
      while (!isOver && (await post(index, '/patients/resolve', key)) !== 200) await pause(5);
      if (!isOver) linked.add(index);
    }
  }
  const running = Array.from({ length: 4 }, work);
  return {
    written,
    linked,
    read,
    refused,
    /** Begins with at most so many more patients, until told otherwise. */
    askAtMost(more: number) {
      most = count + more;
    },
    async finish() {
      isOver = true;
      await Promise.all(running);
    },
  };
}

const mappingKey = randomBytes(32);
const auditKey = randomBytes(32);
const hasher = createLinkHasher(mappingKey);
const keyOf = (index: number) => hasher.keyOf(professionalOf(index), '', `MRN-${index}`);

async function entriesOf(storage: Storage): Promise<AuditEntry[]> {
  const all: AuditEntry[] = [];
  for (let from = 1; ; from += 1_000) {
    const page = await readAudit(storage, from, 1_000);
    for (const { entry } of page) if (entry) all.push(entry);
    if (page.length < 1_000) return all;
  }
}

/** Every link that is stored, as often as it is: the patient of each. */
async function storedLinks(storage: OpenedStorage): Promise<string[]> {
  if (storage.kind === 'redis') return storage.redis.hvals(storage.key('mapping:patients'));
  const rows = await runSql(storage, 'SELECT patient FROM mapping_link');
  return rows.map((row) => String((row as { patient: unknown }).patient));
}

const patientsOf = (entries: readonly AuditEntry[], route: string): Set<string | undefined> =>
  new Set(entries.filter((entry) => entry.route === route).map(({ ids }) => ids.patientId));

/**
 * What was answered by now is in the trail and in the mapping, and nothing is done that the trail does not know of. Once
 * the storage itself was killed, a write may lack its outcome, and a refusal its row: the trail then says how many.
 */
async function expectKept(
  options: StorageOptions,
  callers: ReturnType<typeof createCallers>,
  hasStorageDied = false,
) {
  const { written, linked, read, refused } = callers;
  const answered = { written: [...written], linked: [...linked], read: [...read], refused: [...refused] };
  const asked = service.requests.filter(({ method }) => method === 'POST');
  const sent = asked.map(({ body }) => (JSON.parse(body) as { patientId: string }).patientId);
  const storage = await openForTest(options);
  try {
    const links = await storedLinks(storage);
    expect(await verifyAudit(storage, { key: auditKey })).toMatchObject({ holds: true });
    const entries = await entriesOf(storage);
    const done = entries.filter(({ outcome }) => outcome?.kind === 'done');
    const intents = entries.filter(({ outcome }) => outcome === undefined);
    const lost = (all: readonly string[], kept: ReadonlySet<string | undefined>) =>
      all.filter((patient) => !kept.has(patient));
    expect(lost(answered.written.map(patientOf), patientsOf(hasStorageDied ? intents : done, APPLY))).toEqual(
      [],
    );
    const turnedAway = entries.filter(({ outcome }) => outcome?.kind === 'refused');
    expect(lost(answered.read.map(patientOf), patientsOf(done, READ))).toEqual([]);
    const unrecorded = lost(answered.refused.map(patientOf), patientsOf(turnedAway, READ)).length;
    const counted = entries.reduce((sum, { counts }) => sum + (counts?.refused ?? 0), 0);
    expect(unrecorded).toBeLessThanOrEqual(hasStorageDied ? counted : 0);
    expect(lost(sent, patientsOf(intents, APPLY))).toEqual([]);
    expect(lost(links, patientsOf(intents, LINK))).toEqual([]);
    const store = storage.mapping;
    expect(await store.findAll(answered.linked.map(keyOf))).toEqual(answered.linked.map(patientOf));
    expect(links).toHaveLength(new Set(links).size);
    const outcomes = entries.filter(
      ({ outcome, agreed, route }) =>
        outcome && (agreed || route !== LINK) && route !== READ && route !== 'trail gap',
    );
    return { rows: entries.length, without: intents.length - outcomes.length };
  } finally {
    await storage.close();
  }
}

async function killAndCompare(
  storage: StorageOptions,
  count: number,
  rounds: number,
  server?: PostgresServer,
): Promise<void> {
  service.answer = serve;
  const limits = { subjectPerMinute: 10_000_000, subjectBurst: 1_000_000 };
  const options = { limits, hasHook: false, service: { upstream: service.url, mappingKey, auditKey } };
  for (let index = 0; index < count; index += 1)
    proxies.push(killableProxy(folder, `proxy-${index}`, storage, options));
  for (const proxy of proxies) await proxy.start();
  const callers = createCallers();
  const { written, linked, read, refused } = callers;

  async function untilMore(): Promise<void> {
    const sizes = [written, linked, read, refused].map(
      (answered) => [answered, answered.size + EACH_ROUND] as const,
    );
    while (sizes.some(([answered, least]) => answered.size < least)) await pause(2);
  }
  for (let round = 0; round < rounds; round += 1) {
    callers.askAtMost(Number.POSITIVE_INFINITY);
    await untilMore();
    callers.askAtMost(MEANWHILE);
    const victims = [...(server ? [server] : []), ...proxies];
    const victim = victims[round % victims.length];
    await victim?.kill();
    if (server && victim === server) {
      await server.start();
      // Each proxy has yet to write down what it could not meanwhile.
      await vi.waitFor(() => expectKept(storage, callers, true), { timeout: 30_000, interval: 500 });
    } else await expectKept(storage, callers, server !== undefined);
    if (victim !== server) await victim?.start();
  }
  await callers.finish();
  const { rows, without } = await expectKept(storage, callers, server !== undefined);
  console.log(
    `${rounds} kills: ${written.size} writes, ${linked.size} links, ${read.size} reads and ${refused.size} refusals answered, all kept; ${rows} rows, ${without} intents without an outcome.`,
  );
}

const patience = SOAK ? 3_600_000 : 120_000;

it(
  `the trail verifies, and every read, refusal, write and link that was answered is kept, when it is killed ${sayTimes(roundsOf(1))} (sqlite)`,
  () => killAndCompare({ file: join(folder, 'proxy.sqlite') }, 1, roundsOf(1)),
  patience,
);

it(
  `likewise where two proxies share a Redis and one is killed, ${roundsOf(2)} times`,
  async () => {
    redis = await startRedisServer();
    await killAndCompare({ redis: redis.url }, 2, roundsOf(2));
  },
  patience,
);

it.skipIf(!HAS_POSTGRES)(
  `likewise when two proxies share a Postgres and one of the three is killed, ${roundsOf(2)} times`,
  async () => {
    const server = await startPostgresServer();
    try {
      await killAndCompare({ postgres: server.url }, 2, roundsOf(2), server);
    } finally {
      await server.close();
    }
  },
  patience,
);
