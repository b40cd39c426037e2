import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readAudit } from '../../proxy/audit/verify.ts';
import { HAS_POSTGRES, startPostgresServer } from '../../proxy/fixtures/postgres-server.ts';
import { startRedisServer } from '../../proxy/fixtures/redis-server.ts';
import { openForTest } from '../../proxy/fixtures/storages.ts';
import { type StubService, startStubService } from '../../proxy/fixtures/stub-service.ts';
import { PATIENT, PROFESSIONAL, tokenFor } from '../../proxy/fixtures/world.ts';
import { createLinkHasher, toLinkName } from '../../proxy/mapping/mapping-call.ts';
import type { StorageOptions } from '../../proxy/storage/storage.ts';
import { SOAK, sayTimes, times } from './scale.ts';
import { type KillableProxy, killableProxy } from './webhook-inbox-kill.proxy.ts';

const KILLS = times(2, 100);
const EACH_ROUND = times(10, 40);
const PERSON = { name: 'Ana Lima', email: 'ana@clinic.example' };
const mappingKey = randomBytes(32);
const auditKey = randomBytes(32);
const hasher = createLinkHasher(mappingKey);

let folder: string;
let service: StubService;
let proxy: KillableProxy | undefined;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'instrument-panel-replace-'));
  service = await startStubService();
  const record = { serviceId: PATIENT, ...PERSON };
  service.answer = ({ url }) => ({ body: url.endsWith('/patients') ? [record] : record });
});
afterEach(async () => {
  await proxy?.kill();
  await service.close();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

/** Asks for the number in place of the patient's present one, until it is killed; gives the numbers answered 200. */
async function replaceUntilKilled(numbers: () => number, onAnswer: () => void): Promise<number[]> {
  const answered: number[] = [];
  const token = await tokenFor();
  for (;;) {
    const number = numbers();
    const body = JSON.stringify({ ...PERSON, key: `MRN-${number}`, link: 'replace' });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    try {
      const response = await fetch(`${proxy?.url()}/patients/resolve`, { method: 'POST', headers, body });
      await response.arrayBuffer();
      if (response.status === 200) answered.push(number);
      onAnswer();
    } catch {
      return answered;
    }
  }
}

/** The patient has one key, of one who asked; every removed key is named with its successor in the trail. */
async function expectOneKey(storage: StorageOptions, asked: number, answered: readonly number[]) {
  const opened = await openForTest(storage);
  try {
    const keys = Array.from({ length: asked }, (_, at) => hasher.keyOf(PROFESSIONAL, '', `MRN-${at + 1}`));
    const found = await opened.mapping.findAll(keys);
    const present = keys.filter((_, at) => found[at] !== null).map(({ hash }) => toLinkName(hash));
    expect(present).toHaveLength(1);
    const rows = await readAudit(opened, 1, 1_000_000);
    const removed = new Set(
      rows.flatMap(({ entry }) => entry?.ids.replaced?.map((pair) => pair.split(':')[0])),
    );
    const gone = answered
      .map((number) => toLinkName(hasher.keyOf(PROFESSIONAL, '', `MRN-${number}`).hash))
      .filter((name) => !present.includes(name));
    expect(gone.filter((name) => !removed.has(name))).toEqual([]);
    return gone.length;
  } finally {
    await opened.close();
  }
}

async function killWhileReplacing(storage: StorageOptions): Promise<void> {
  proxy = killableProxy(folder, 'proxy', storage, {
    hasHook: false,
    limits: { subjectPerMinute: 10_000_000, subjectBurst: 1_000_000 },
    service: { upstream: service.url, mappingKey, auditKey },
  });
  let asked = 0;
  const answered: number[] = [];
  let gone = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    await proxy.start();
    let count = 0;
    let enough = (): void => {};
    const reached = new Promise<void>((resolve) => {
      enough = resolve;
    });
    const callers = Array.from({ length: 3 }, () =>
      replaceUntilKilled(
        () => ++asked,
        () => void (++count === EACH_ROUND + kill && enough()),
      ),
    );
    await reached;
    await proxy.kill();
    answered.push(...(await Promise.all(callers)).flat());
    gone = await expectOneKey(storage, asked, answered);
  }
  expect(gone).toBeGreaterThan(0);
}

const patience = SOAK ? 3_600_000 : 120_000;
const title = `a patient has one key, and the trail names each that was replaced, when the proxy is killed ${sayTimes(KILLS)} while keys are replaced`;

it(`${title} (sqlite)`, () => killWhileReplacing({ file: join(folder, 'proxy.sqlite') }), patience);

it(
  `${title} (Redis)`,
  async () => {
    const redis = await startRedisServer();
    try {
      await killWhileReplacing({ redis: redis.url });
    } finally {
      await redis.close();
    }
  },
  patience,
);

it.skipIf(!HAS_POSTGRES)(
  `${title} (Postgres)`,
  async () => {
    const server = await startPostgresServer();
    try {
      await killWhileReplacing({ postgres: server.url });
    } finally {
      await server.close();
    }
  },
  patience,
);
