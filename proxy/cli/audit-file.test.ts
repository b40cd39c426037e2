import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readAuditFile } from './audit-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'instrument-panel-audit-file-'));
afterAll(() => rmSync(folder, { recursive: true }));

const line = (sequence: number) =>
  JSON.stringify({ sequence, hash: `hash of ${sequence}`, entry: { sequence, who: 'é'.repeat(40) } });
function write(places: readonly number[], end = '\n') {
  const file = join(folder, 'rows.jsonl');
  writeFileSync(file, places.map(line).join(end));
  return readAuditFile(file).audit;
}
const PLACES = [...Array(1_300).keys()].map((index) => index + 7);

it('gives rows from any place of a long file, in the order of the file', async () => {
  for (const end of ['\n', '\r\n', '\n\n']) {
    const audit = write(PLACES, end);
    expect(await audit.head()).toEqual({ sequence: 1_306, hash: 'hash of 1306' });
    expect(await audit.base()).toEqual({ sequence: 7, hash: 'hash of 7' });
    for (const from of [0, 7, 8, 506, 507, 508, 1_006, 1_300]) {
      const places = (await audit.read(from, 5)).map(({ place }) => place);
      expect(places).toEqual([0, 1, 2, 3, 4].map((more) => Math.max(from, 7) + more));
    }
    expect((await audit.read(1_305, 500)).map(({ place }) => place)).toEqual([1_305, 1_306]);
    expect(await audit.read(1_307, 500)).toEqual([]);
  }
});

it('gives rows that were moved as they stand', async () => {
  const audit = write([...PLACES.slice(0, 700), 9_999, ...PLACES.slice(700)]);
  expect((await audit.read(706, 3)).map(({ place }) => place)).toEqual([706, 9_999, 707]);
  expect((await audit.read(1_000, 2)).map(({ place }) => place)).toEqual([9_999, 707]);
});
