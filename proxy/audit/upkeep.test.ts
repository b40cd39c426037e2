import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compactVerify } from 'jose';
import { afterEach, expect, it, vi } from 'vitest';
import { readAuditFile } from '../cli/audit-file.ts';
import { eachStorage } from '../fixtures/storages.ts';
import { OTHER_PATIENT, PATIENT, PROFESSIONAL, proxyOptions, tokenFor } from '../fixtures/world.ts';
import type { LogLine } from '../log.ts';
import { createProxy } from '../proxy.ts';
import type { Storage } from '../storage/storage.ts';
import { createKeyRing, type KeyRing } from '../token/key-ring.ts';
import { createAudit } from './audit.ts';
import { OPERATOR } from './entry.ts';
import { createUpkeep } from './upkeep.ts';
import { type AuditRow, readAudit, readAuditOf, verifyAudit } from './verify.ts';

const DAY_MS = 86_400_000;
const START = Date.parse('2026-05-01T00:00:00Z');
const key = new Uint8Array(32).fill(7);

const lines: LogLine[] = [];
afterEach(() => void lines.splice(0));

/** A trail with a row a day; each is about one patient or, every third, about both. */
interface Kept {
  readonly seals?: KeyRing;
  readonly archive?: string;
}

async function startTrail(
  storage: Storage,
  keepDays: number | null,
  days: number,
  { seals, archive }: Kept = {},
) {
  let now = START;
  const settings = {
    storage: async () => storage,
    audit: {
      key,
      whenFailing: 'refuse',
      waitForReads: true,
      keepDays,
      seals: seals ?? null,
      archive: archive ?? null,
    },
    clock: () => now,
    log: (line: LogLine) => void lines.push(line),
  } as const;
  const audit = createAudit(settings);
  for (let day = 0; day < days; day += 1, now += DAY_MS) {
    const ids = day % 3 === 0 ? { patientIds: [OTHER_PATIENT, PATIENT] } : { patientId: PATIENT };
    await audit.note({
      route: 'GET /x',
      who: { sub: `s-${day}`, role: 'professional', professionalId: null },
      jti: '',
      ids,
    });
  }
  now -= DAY_MS;
  const moveClock = (milliseconds: number): void => {
    now += milliseconds;
  };
  const restart = () => createUpkeep(settings, audit);
  return { audit, upkeep: restart(), restart, moveClock };
}

const hints = () => lines.filter(({ event }) => event === 'audit-head').map(({ hint }) => hint);
async function whoOf(storage: Storage, patientId: string, from: number, until: number) {
  const rows: AuditRow[] = [];
  for await (const row of readAuditOf(storage, patientId, from, until)) rows.push(row);
  return rows.map(({ entry }) => entry?.who.sub);
}

eachStorage('the upkeep of a trail', ({ open, again }) => {
  it('publishes the head in the log, once as long as it stays, as verifying gives it', async () => {
    const storage = await open();
    const { audit, upkeep } = await startTrail(storage, null, 2);
    await upkeep.look();
    await upkeep.look();
    const verdict = await verifyAudit(storage, { key });
    expect(verdict.holds && hints()).toEqual(verdict.holds && [`2:${verdict.head.hash}`]);
    await audit.note({
      route: 'GET /x',
      who: { sub: 's', role: null, professionalId: null },
      jti: '',
      ids: {},
    });
    await upkeep.look();
    expect(hints()).toHaveLength(2);
  });

  it('deletes rows that are older than they are kept, with a row that says so, and the rest still verifies', async () => {
    const storage = await open();
    const { upkeep } = await startTrail(storage, 4, 10);
    await upkeep.look();
    const rows = await readAudit(await again(), 1, 100);
    expect(rows.map(({ sequence }) => sequence)).toEqual([6, 7, 8, 9, 10, 11]);
    const base = await storage.audit.base();
    expect(rows.at(-1)?.entry).toMatchObject({
      route: 'trail pruned',
      who: { sub: '(proxy)' },
      upTo: `5:${base.hash}`,
    });
    expect(await verifyAudit(storage, { key })).toMatchObject({ holds: true, head: { sequence: 11 } });
    expect(await whoOf(storage, PATIENT, 0, START + 99 * DAY_MS)).toEqual([
      's-5',
      's-6',
      's-7',
      's-8',
      's-9',
    ]);
    // Nothing more is old enough.
    await upkeep.look();
    expect(await storage.audit.head()).toMatchObject({ sequence: 11 });
    // A witness from before says nothing any more; the one that was last deleted still does.
    const early = { sequence: 3, hash: base.hash };
    expect(await verifyAudit(storage, { key, witness: early })).toEqual({
      holds: false,
      sequence: 3,
      fault: 'expired',
    });
    expect(await verifyAudit(storage, { key, witness: base })).toMatchObject({ holds: true });
    const forged = { sequence: 5, hash: '0'.repeat(64) };
    expect(await verifyAudit(storage, { key, witness: forged })).toEqual({
      holds: false,
      sequence: 5,
      fault: 'witness',
    });
  });

  it('writes rows into the archive before they are deleted, of which each file verifies by itself', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'instrument-panel-archive-'));
    const storage = await open();
    const { upkeep, moveClock } = await startTrail(storage, 4, 10, { archive: folder });
    await upkeep.look();
    moveClock(DAY_MS / 2 + 1);
    await upkeep.look();
    const files = readdirSync(folder).sort();
    expect(files).toEqual(['trail-000000000001-000000000005.jsonl', 'trail-000000000006-000000000006.jsonl']);
    for (const [index, file] of files.entries()) {
      const path = join(folder, file);
      expect(statSync(path).mode & 0o777).toBe(0o600);
      const verdict = await verifyAudit(readAuditFile(path), { key, isPart: true });
      expect(verdict).toMatchObject({ holds: true, head: { sequence: 5 + index } });
    }
    rmSync(folder, { recursive: true });
  });

  it('archives whole segments with the signature that closes them, which each file proves by itself', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'instrument-panel-archive-'));
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const ring = createKeyRing([{ kid: 'seal', alg: 'EdDSA', key: privateKey, signs: true }]);
    const seals = { find: () => ({ alg: 'EdDSA' as const, key: publicKey }) };
    const storage = await open();
    const trail = await startTrail(storage, 4, 1, { seals: ring, archive: folder });
    await trail.upkeep.look();
    // Each day two rows and their signature, at the times of the hourly look of a proxy that was started again.
    for (let day = 0; day < 5; day += 1) {
      for (const hours of [1, 23]) {
        trail.moveClock((hours * DAY_MS) / 24);
        await trail.audit.note({ route: 'GET /x', jti: '', ids: {}, who: OPERATOR });
      }
      await trail.restart().look();
    }
    const files = readdirSync(folder).sort();
    expect(files[0]).toBe('trail-000000000001-000000000002.jsonl');
    for (const file of files) {
      const { audit: rows } = readAuditFile(join(folder, file));
      const { sequence } = await rows.head();
      const verdict = await verifyAudit({ audit: rows }, { key, seals, isPart: true });
      expect(verdict).toMatchObject({ holds: true, sealed: { sequence: sequence - 1 } });
    }
    expect(await verifyAudit(storage, { key, seals })).toMatchObject({ holds: true });
    rmSync(folder, { recursive: true });
  });

  it('deletes nothing that it cannot archive', async () => {
    const storage = await open();
    const { upkeep } = await startTrail(storage, 4, 10, { archive: '/nowhere/at-all' });
    await upkeep.look();
    expect(await storage.audit.base()).toMatchObject({ sequence: 0 });
    expect(lines.find(({ event }) => event === 'audit-not-kept')?.hint).toContain('(ENOENT)');
  });

  it('signs its rows and publishes its head all the same where it cannot archive', async () => {
    const storage = await open();
    const { privateKey } = generateKeyPairSync('ed25519');
    const seals = createKeyRing([{ kid: 'seal', alg: 'EdDSA', key: privateKey, signs: true }]);
    const { upkeep } = await startTrail(storage, 4, 10, { seals, archive: '/nowhere/at-all' });
    await upkeep.look();
    const head = await storage.audit.head();
    expect((await readAudit(storage, head.sequence))[0]?.entry?.route).toBe('trail sealed');
    expect(hints()).toEqual([`11:${head.hash}`]);
  });

  it('is told from somebody who deletes the oldest rows', async () => {
    const storage = await open();
    await startTrail(storage, null, 6);
    const [row] = await storage.audit.read(2, 1);
    await storage.audit.prune({ sequence: 2, hash: row?.hash ?? '' }, START + DAY_MS);
    expect(await verifyAudit(storage, { key })).toEqual({ holds: false, sequence: 3, fault: 'base' });
  });

  it('deletes nothing by a clock that jumps ahead while the proxy runs', async () => {
    const storage = await open();
    const { upkeep, moveClock } = await startTrail(storage, 4, 3);
    moveClock(4_000 * DAY_MS);
    await upkeep.look();
    expect(lines.map(({ event }) => event)).toContain('audit-not-pruned');
    expect(await readAudit(storage)).toHaveLength(3);
  });

  it('closes its rows with a signature that a public key verifies, and of which none can be moved or made again', async () => {
    const storage = await open();
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const ring = createKeyRing([{ kid: 'seal', alg: 'EdDSA', key: privateKey, signs: true }]);
    const { audit, upkeep } = await startTrail(storage, null, 3, { seals: ring });
    await upkeep.look();
    await upkeep.look();
    const rows = await readAudit(storage);
    expect(rows.map(({ entry }) => entry?.route)).toEqual([...Array(3).fill('GET /x'), 'trail sealed']);
    const { upTo, seal = '' } = rows[3]?.entry ?? {};
    expect(upTo).toBe(`3:${rows[2]?.hash}`);
    expect((await compactVerify(seal, publicKey)).protectedHeader).toMatchObject({
      alg: 'EdDSA',
      kid: 'seal',
    });
    const seals = {
      find: (kid: string) => (kid === 'seal' ? { alg: 'EdDSA' as const, key: publicKey } : undefined),
    };
    expect(await verifyAudit(storage, { key, seals })).toMatchObject({
      holds: true,
      sealed: { sequence: 3, hash: rows[2]?.hash },
    });
    expect(await verifyAudit(storage, { key, seals: { find: () => undefined } })).toMatchObject({
      fault: 'seal',
    });
    // Who has the key of the chain, but not that of the seals, can only repeat one.
    const forged = { ...rows[3]?.entry, attempt: '', upTo: `4:${rows[3]?.hash}` } as Parameters<
      typeof audit.append
    >[0];
    await audit.append(forged);
    expect(await verifyAudit(storage, { key, seals })).toEqual({ holds: false, sequence: 5, fault: 'seal' });
  });

  it('says that nothing is signed where somebody has made the chain again without the signatures', async () => {
    const storage = await open();
    await startTrail(storage, null, 3);
    const seals = { find: () => undefined };
    expect(await verifyAudit(storage, { key, seals })).toMatchObject({ holds: true, sealed: null });
    expect(await verifyAudit(storage, { key })).not.toHaveProperty('sealed');
  });

  it('gives the rows that name a patient, of a time, whether alone or in a list', async () => {
    const storage = await open();
    await startTrail(storage, null, 10);
    const day = (count: number): number => START + count * DAY_MS;
    expect(await whoOf(storage, OTHER_PATIENT.toUpperCase(), 0, day(10))).toEqual([
      's-0',
      's-3',
      's-6',
      's-9',
    ]);
    expect(await whoOf(storage, PATIENT, day(2), day(5))).toEqual(['s-2', 's-3', 's-4']);
    expect(await whoOf(storage, PATIENT, day(10), day(20))).toEqual([]);
  });
});

it('is done every hour, also by a proxy that another server asks', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const proxy = createProxy(proxyOptions('http://127.0.0.1:9', { log: (line) => void lines.push(line) }));
  try {
    const headers = { authorization: `Bearer ${await tokenFor({ ops: [] })}` };
    const url = `https://panel.clinic.example/third-party/api/v1/professionals/${PROFESSIONAL}/patients`;
    expect((await proxy.fetch(new Request(url, { headers }))).status).toBe(403);
    expect(hints()).toEqual([]);
    vi.advanceTimersByTime(3_600_000);
    await expect.poll(hints).toEqual([expect.stringMatching(/^1:[0-9a-f]{64}$/)]);
  } finally {
    vi.useRealTimers();
    await proxy.close();
  }
});
