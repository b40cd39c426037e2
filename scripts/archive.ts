import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';

/** What an archive has: each file's path, with a text that is another one for other bytes. */
export type ArchiveFiles = ReadonlyMap<string, string>;

const TAR_BLOCK_BYTES = 512;

/** Files of a tarball (POSIX ustar): a header of one block, then the bytes, up to a whole block. */
function readTarball(bytes: Buffer): ArchiveFiles {
  const tar = gunzipSync(bytes);
  const files = new Map<string, string>();
  for (let at = 0; tar[at]; ) {
    const text = (from: number, length: number) =>
      tar.toString('latin1', at + from, at + from + length).replace(/\0.*$/s, '');
    const [size, prefix] = [Number.parseInt(text(124, 12), 8), text(345, 155)];
    const data = tar.subarray(at + TAR_BLOCK_BYTES, at + TAR_BLOCK_BYTES + size);
    const path = `${prefix && `${prefix}/`}${text(0, 100)}`;
    files.set(path, `mode ${text(100, 8)}, ${createHash('sha256').update(data).digest('hex')}`);
    at += TAR_BLOCK_BYTES * (1 + Math.ceil(size / TAR_BLOCK_BYTES));
  }
  return files;
}

const ZIP_END = Buffer.from('PK\x05\x06', 'latin1');

/** Files of a zip by its central directory (APPNOTE 4.3.12), with their CRC-32 and size. */
function readZip(bytes: Buffer): ArchiveFiles {
  const end = bytes.lastIndexOf(ZIP_END);
  if (end < 0) throw new RangeError('The zip has no directory: it is cut off.');
  const files = new Map<string, string>();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [name, extra, comment] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ];
    const path = bytes.toString('utf8', at + 46, at + 46 + name);
    files.set(path, `CRC ${bytes.readUInt32LE(at + 16)}, ${bytes.readUInt32LE(at + 24)} bytes`);
    at += 46 + name + extra + comment;
  }
  return files;
}

/** The files of a tarball (gzip) or a zip. */
export const readArchive = (bytes: Buffer): ArchiveFiles =>
  bytes.readUInt16LE(0) === 0x8b1f ? readTarball(bytes) : readZip(bytes);

/** Names what differs between an archive and the one that it should be, a line each. */
export function compareArchives(given: ArchiveFiles, made: ArchiveFiles): string[] {
  const paths = [...new Set([...given.keys(), ...made.keys()])].toSorted();
  return paths.flatMap((path) => {
    const [is, shouldBe] = [given.get(path), made.get(path)];
    if (is === shouldBe) return [];
    if (shouldBe === undefined) return [`not in this source: ${path}`];
    return [`${is === undefined ? 'missing' : 'other content'}: ${path}`];
  });
}
