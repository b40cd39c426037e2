import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The value of an `integrity` attribute for these bytes (W3C Subresource Integrity, 3.1): `sha384-…`. */
export const integrityOf = (bytes: string | Uint8Array): string =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/**
 * Writes `integrity.json` beside the scripts of a folder: each file's name with its hash.
 *
 * @param folder such as `dist/cdn`
 * @returns what was written
 */
export function writeIntegrity(folder: string): Readonly<Record<string, string>> {
  const files = globSync('*.js', { cwd: folder }).toSorted();
  const hashes = Object.fromEntries(
    files.map((file) => [file, integrityOf(readFileSync(join(folder, file)))]),
  );
  writeFileSync(join(folder, 'integrity.json'), `${JSON.stringify(hashes, null, 2)}\n`);
  return hashes;
}
