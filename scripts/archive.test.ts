import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { compareArchives, readArchive } from './archive.ts';

const folder = mkdtempSync(join(tmpdir(), 'instrument-panel-archive-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A tarball that the system's own program writes. */
function tarball(name: string, files: Readonly<Record<string, string>>): Buffer {
  const source = join(folder, name, 'package');
  mkdirSync(join(source, 'dist'), { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(source, file), text);
  const args = ['--format=ustar', '-czf', `${name}.tgz`, '-C', name];
  const { status } = spawnSync('tar', [...args, ...Object.keys(files).map((one) => `package/${one}`)], {
    cwd: folder,
  });
  expect(status).toBe(0);
  return readFileSync(join(folder, `${name}.tgz`));
}

it('names each file of a tarball that differs, is missing, or is one too many', () => {
  const made = tarball('made', { 'a.js': 'a'.repeat(512), 'b.js': 'b', 'dist/c.js': 'c' });
  const given = tarball('given', { 'a.js': 'a'.repeat(513), 'b.js': 'b', 'd.js': 'd' });
  expect(compareArchives(readArchive(given), readArchive(made))).toEqual([
    'other content: package/a.js',
    'not in this source: package/d.js',
    'missing: package/dist/c.js',
  ]);
  expect(compareArchives(readArchive(made), readArchive(made))).toEqual([]);
});

/** Two files, stored: `manifest.json` with {} and `icon/16.png` with x; written by Python's zipfile. */
const ZIP =
  'UEsDBBQAAAAAAAAAIQBDv6ajAgAAAAIAAAANAAAAbWFuaWZlc3QuanNvbnt9UEsDBBQAAAAAAAAAIQCDFtyMAQAAAAEAAAALAAAAaWNvbi8xNi5wbmd4UEsBAhQDFAAAAAAAAAAhAEO/pqMCAAAAAgAAAA0AAAAAAAAAAAAAAIABAAAAAG1hbmlmZXN0Lmpzb25QSwECFAMUAAAAAAAAACEAgxbcjAEAAAABAAAACwAAAAAAAAAAAAAAgAEtAAAAaWNvbi8xNi5wbmdQSwUGAAAAAAIAAgB0AAAAVwAAAAAA';

it('reads the files of a zip, and refuses one that is cut off', () => {
  const zip = Buffer.from(ZIP, 'base64');
  // CRC-32 by Python's zlib.
  expect(Object.fromEntries(readArchive(zip))).toEqual({
    'manifest.json': 'CRC 2745614147, 2 bytes',
    'icon/16.png': 'CRC 2363233923, 1 bytes',
  });
  expect(() => readArchive(zip.subarray(0, 60))).toThrow('cut off');
});
