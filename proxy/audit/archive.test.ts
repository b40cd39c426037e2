import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readAuditFile } from '../cli/audit-file.ts';
import { runHere } from '../cli/run-here.fixture.ts';
import { HAS_POSTGRES, type PostgresServer, startPostgresServer } from '../fixtures/postgres-server.ts';
import { openForTest } from '../fixtures/storages.ts';
import { PAGE, PROFESSIONAL, proxyOptions } from '../fixtures/world.ts';
import { createProxy } from '../proxy.ts';
import { type AuditStore, GENESIS } from '../storage/storage.ts';
import type { Grant } from '../token/grant.ts';
import { archiveRows } from './archive.ts';
import { chainRows } from './entry.ts';
import { readAudit, verifyAudit } from './verify.ts';

const HOUR_MS = 3_600_000;

const folder = mkdtempSync(join(tmpdir(), 'instrument-panel-archive-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ROWS = chainRows(
  GENESIS,
  [1, 2, 3].map((day) => ({
    at: `2026-05-0${day}T00:00:00.000Z`,
    attempt: '00000000-0000-4000-8000-000000000000',
    route: 'GET /x',
    who: { sub: 'staff-7', role: 'professional', professionalId: null },
    jti: '0123456789abcdef',
    ids: {},
  })),
  null,
);
const HEAD = { sequence: 3, hash: ROWS[2]?.hash ?? '' };
const FILE = 'trail-000000000001-000000000003.jsonl';
const readPlaces = (): number[] =>
  readFileSync(join(folder, FILE), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).sequence);

/** A trail of three rows; `slow` is another proxy's view of it, which reads once `goOn` is called. */
async function openTrail() {
  const { audit, close } = await openForTest({ file: ':memory:' });
  await audit.append(GENESIS, ROWS);
  const { promise, resolve: goOn } = Promise.withResolvers<void>();
  const slow: AuditStore = { ...audit, read: (from, limit) => promise.then(() => audit.read(from, limit)) };
  return { audit, slow, goOn, close };
}

it('keeps a whole file when two proxies archive the same rows into one folder', async () => {
  const { audit, slow, goOn, close } = await openTrail();
  const later = archiveRows(slow, HEAD, folder);
  await archiveRows(audit, HEAD, folder);
  goOn();
  await later;
  expect(readdirSync(folder)).toEqual([FILE]);
  expect(readPlaces()).toEqual([1, 2, 3]);
  await close();
});

it('leaves the file of the faster proxy, and none of its own, when the rows are gone meanwhile', async () => {
  const { audit, slow, goOn, close } = await openTrail();
  const later = archiveRows(slow, HEAD, folder);
  await archiveRows(audit, HEAD, folder);
  await audit.prune(HEAD, Date.parse('2026-05-03T00:00:00Z'));
  goOn();
  await expect(later).rejects.toThrow();
  expect(readdirSync(folder)).toEqual([FILE]);
  expect(readPlaces()).toEqual([1, 2, 3]);
  await close();
});

describe.skipIf(!HAS_POSTGRES)('an archive in Postgres', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgresServer();
  });
  afterAll(() => server.close());

  const all = chainRows(
    GENESIS,
    Array.from({ length: 1_200 }, (_, index) => ({
      at: new Date(Date.parse('2026-05-01T00:00:00Z') + index * 1_000).toISOString(),
      attempt: '00000000-0000-4000-8000-000000000000',
      route: 'GET /x',
      who: { sub: `staff-${index}`, role: 'professional', professionalId: null },
      jti: '0123456789abcdef',
      ids: {},
    })),
    null,
  );
  const headAt = (place: number) => ({ sequence: place, hash: all[place - 1]?.hash ?? '' });
  const inPostgres = { postgres: true } as const;
  const GRANT: Grant = {
    sub: 'staff-7',
    role: 'professional',
    professionalId: PROFESSIONAL,
    actions: ['read'],
  };

  /** Has the command print the archive of a schema, into a file. */
  async function printArchiveOf(schema: string): Promise<string> {
    const config = join(folder, `${schema}.config.mjs`);
    const module = JSON.stringify(new URL('../fixtures/world.ts', import.meta.url).pathname);
    const given = JSON.stringify({
      storage: { postgres: server.url, schema },
      audit: { keepDays: 1, archive: inPostgres },
    });
    const options = `proxyOptions('http://127.0.0.1:9', ${given})`;
    writeFileSync(config, `import { proxyOptions } from ${module};\nexport default ${options};\n`);
    const { code, out, err } = await runHere(['audit', 'archived', '--config', config]);
    expect([code, err]).toEqual([0, '']);
    const file = join(folder, `${schema}.jsonl`);
    writeFileSync(file, out);
    return file;
  }

  async function openTrail(schema: string) {
    const storage = await openForTest({ postgres: server.url, schema });
    await storage.audit.append(GENESIS, all);
    return { ...storage, printArchive: () => printArchiveOf(schema) };
  }

  it('is printed as a trail that holds, also after the rows were deleted in two steps', async () => {
    const { audit, printArchive, close } = await openTrail('in_steps');
    for (const place of [700, 1_100]) {
      await archiveRows(audit, headAt(place), inPostgres);
      await audit.prune(headAt(place), Date.parse('2026-05-01T01:00:00Z'));
    }
    expect((await audit.read(1, 1))[0]?.place).toBe(1_101);
    const verdict = await verifyAudit(readAuditFile(await printArchive()), { isPart: true });
    expect(verdict).toMatchObject({ holds: true, head: headAt(1_100) });
    await close();
  });

  it('that begins later says where its rows go on', async () => {
    const { audit, printArchive, close } = await openTrail('later');
    await audit.prune(headAt(100), Date.parse('2026-05-01T01:00:00Z'));
    await archiveRows(audit, headAt(700), inPostgres);
    const trail = readAuditFile(await printArchive());
    expect(await trail.audit.base()).toEqual(headAt(100));
    expect(await verifyAudit(trail, { isPart: true })).toMatchObject({ holds: true, head: headAt(700) });
    await close();
  });

  it('loses no row when a slower proxy archives fewer, and repeats none where what two archived overlaps', async () => {
    const { audit, printArchive, close } = await openTrail('overlapping');
    // One ends before it deletes what it archived; another archived less, and deleted that.
    await archiveRows(audit, headAt(1_100), inPostgres);
    await archiveRows(audit, headAt(700), inPostgres);
    await audit.prune(headAt(700), Date.parse('2026-05-01T01:00:00Z'));
    await archiveRows(audit, headAt(1_200), inPostgres);
    const verdict = await verifyAudit(readAuditFile(await printArchive()), { isPart: true });
    expect(verdict).toMatchObject({ holds: true, head: headAt(1_200) });
    await close();
  });

  it('gets each hour what is too old, in segments that are closed with a signature, by a proxy that publishes each head', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const key = randomBytes(32);
    const schema = 'hourly';
    const heads: string[] = [];
    let now = 0;

    /** Runs a proxy for some hours: in each a token is granted, and then all is done that is done every hour. */
    async function run(start: string, hours: number): Promise<void> {
      now = Date.parse(start);
      const intervals = vi.spyOn(globalThis, 'setInterval');
      const proxy = createProxy(
        proxyOptions('http://127.0.0.1:9', {
          storage: { postgres: server.url, schema },
          audit: {
            key,
            keepDays: 1,
            archive: inPostgres,
            seals: [{ kid: 'seal', alg: 'EdDSA', key: privateKey, signs: true }],
          },
          clock: () => now,
          log: ({ event, hint = '' }) => void (event === 'audit-head' && heads.push(hint)),
        }),
      );
      const hourly = intervals.mock.calls.filter(([, milliseconds]) => milliseconds === HOUR_MS);
      intervals.mockRestore();
      for (let hour = 0; hour < hours; hour += 1) {
        now += HOUR_MS;
        await proxy.mintToken(GRANT, PAGE);
        const published = heads.length;
        for (const [work] of hourly) (work as () => void)();
        await expect.poll(() => heads.length, { timeout: 20_000 }).toBe(published + 1);
      }
      await proxy.close();
    }

    await run('2026-05-01T00:00:00Z', 3);
    const before = await openForTest({ postgres: server.url, schema });
    const places = (await readAudit(before, 1, 100)).map(({ entry }) => entry?.route === 'trail sealed');
    expect(places).toEqual([false, true, false, true, false, true]);
    const kept = (await before.audit.read(1, 100)).map(({ place, hash }) => `${place}:${hash}`);
    await before.close();
    // Each head that was published is that of a row, which the archive has still to show.
    expect(heads).toEqual([kept[1], kept[3], kept[5]]);

    await run('2026-05-03T00:00:00Z', 2);
    const seals = { find: () => ({ alg: 'EdDSA' as const, key: publicKey }) };
    const archived = readAuditFile(await printArchiveOf(schema));
    const [verdict, head] = [await verifyAudit(archived, { key, seals, isPart: true }), kept[5] ?? ''];
    expect(verdict).toMatchObject({ holds: true, sealed: { sequence: 5 } });
    expect(verdict.holds && `${verdict.head.sequence}:${verdict.head.hash}`).toBe(head);
    const after = await openForTest({ postgres: server.url, schema });
    const { sequence, hash } = await after.audit.base();
    expect(`${sequence}:${hash}`).toBe(head);
    const rest = (await readAudit(after, 1, 100)).map(({ entry }) => entry?.route);
    expect(rest).toEqual(['mintToken', 'trail pruned', 'trail sealed', 'mintToken', 'trail sealed']);
    expect(await verifyAudit(after, { key, seals })).toMatchObject({ holds: true });
    expect(heads.slice(3)).toEqual([9, 11].map((place) => expect.stringMatching(new RegExp(`^${place}:`))));
    await after.close();
  });
});
