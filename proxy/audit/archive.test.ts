import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openForTest } from '../fixtures/storages.ts';
import { type AuditStore, GENESIS } from '../storage/storage.ts';
import { archiveRows } from './archive.ts';
import { chainRows } from './entry.ts';

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
