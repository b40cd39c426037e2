import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  ARCHIVED_ROWS_MAX_COUNT,
  type ArchivedRows,
  type AuditStore,
  type Head,
  type TrailArchive,
} from '../storage/storage.ts';
import { parseEntry } from './entry.ts';
import type { AuditRow } from './verify.ts';

/** The file holds ids of patients and professionals. */
const OWNER_ONLY_MODE = 0o600;

/** A row that was to be archived is not there, as if another proxy has deleted it meanwhile. */
class RowsMissing extends Error {
  override readonly name = 'RowsMissing';
}

/** Where archived rows go: into files of a folder, or into a table of the storage's own Postgres. */
export type Archive = string | { readonly postgres: true };

const toLine = (row: AuditRow): string => `${JSON.stringify(row)}\n`;

/** Says where the rows after it go on. */
const toBaseLine = ({ sequence, hash }: Head): string => toLine({ sequence, hash, entry: null });

/** Reads the rows after one up to another, a page at a time. Throws if a row is missing. */
async function* readPages(store: AuditStore, after: Head, upTo: Head): AsyncGenerator<ArchivedRows> {
  for (let { sequence, hash: before } = after; sequence < upTo.sequence; ) {
    const first = sequence + 1;
    const rows = await store.read(first, Math.min(ARCHIVED_ROWS_MAX_COUNT, upTo.sequence - sequence));
    const end = rows.at(-1);
    if (!end || rows.some(({ place }, index) => place !== first + index)) throw new RowsMissing();
    const lines = rows.map(({ place, hash, text }) =>
      toLine({ sequence: place, hash, entry: parseEntry(text) }),
    );
    yield { first, last: end.place, before, lines: lines.join('') };
    ({ place: sequence, hash: before } = end);
  }
}

/**
 * Archives the rows up to one, as `audit read` prints them, before they are deleted.
 *
 * @throws if a row is missing, or the archive does not take them
 */
export async function archiveRows(store: AuditStore, upTo: Head, archive: Archive): Promise<void> {
  const base = await store.base();
  const pages = readPages(store, base, upTo);
  if (typeof archive === 'string') return writeFile(pages, base, upTo, archive);
  for await (const page of pages) await store.archive?.keep(page);
}

/** Gives the lines of all that a storage has archived, as the files of a folder would have them in a row. Null if it keeps no archive. */
export function readArchive({ archive }: AuditStore): AsyncGenerator<string> | null {
  return archive ? readAll(archive) : null;
}

async function* readAll(archive: TrailArchive): AsyncGenerator<string> {
  let next = 1;
  for (let page = await archive.next(next); page !== null; page = await archive.next(next)) {
    const { first, last, before, lines } = page;
    if (next === 1 && first > 1) yield toBaseLine({ sequence: first - 1, hash: before }).trimEnd();
    // What was archived by several proxies may overlap.
    yield* lines
      .trimEnd()
      .split('\n')
      .slice(Math.max(0, next - first));
    next = last + 1;
  }
}

/** Its first line says where the rows go on. The file has its name only once all of it is on disk. */
async function writeFile(
  pages: AsyncIterable<ArchivedRows>,
  base: Head,
  upTo: Head,
  folder: string,
): Promise<void> {
  const name = [base.sequence + 1, upTo.sequence].map((place) => String(place).padStart(12, '0')).join('-');
  const path = join(folder, `trail-${name}.jsonl`);
  // Not the name that another proxy gives, which may archive the same rows now.
  const part = `${path}.${randomUUID()}.part`;
  const file = await open(part, 'wx', OWNER_ONLY_MODE);
  try {
    if (base.sequence > 0) await file.write(toBaseLine(base));
    for await (const { lines } of pages) await file.write(lines);
    await file.sync();
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  const folderFile = await open(folder);
  await folderFile.sync().finally(() => folderFile.close());
}
