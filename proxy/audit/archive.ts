import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuditStore, Head } from '../storage/storage.ts';
import { parseEntry } from './entry.ts';

/** The file holds ids of patients and professionals. */
const OWNER_ONLY_MODE = 0o600;
const PAGE_MAX_COUNT = 500;

/** A row that was to be archived is not there, as if another proxy has deleted it meanwhile. */
class RowsMissing extends Error {
  override readonly name = 'RowsMissing';
}

/**
 * Writes the rows up to one into a file of the folder, as `audit read` prints them, before they are deleted. Its first line
 * says where they go on. The file has its name only once all of it is on disk.
 *
 * @throws if a row is missing, or the folder takes no file
 */
export async function archiveRows(store: AuditStore, upTo: Head, folder: string): Promise<void> {
  const { sequence: before, hash } = await store.base();
  const name = [before + 1, upTo.sequence].map((place) => String(place).padStart(12, '0')).join('-');
  const path = join(folder, `trail-${name}.jsonl`);
  // Not the name that another proxy gives, which may archive the same rows now.
  const part = `${path}.${randomUUID()}.part`;
  const file = await open(part, 'wx', OWNER_ONLY_MODE);
  try {
    if (before > 0) await file.write(`${JSON.stringify({ sequence: before, hash, entry: null })}\n`);
    for (let next = before + 1; next <= upTo.sequence; ) {
      const rows = await store.read(next, Math.min(PAGE_MAX_COUNT, upTo.sequence - next + 1));
      if (rows.length === 0 || rows.some(({ place }, index) => place !== next + index))
        throw new RowsMissing();
      const lines = rows.map((row) =>
        JSON.stringify({ sequence: row.place, hash: row.hash, entry: parseEntry(row.text) }),
      );
      await file.write(`${lines.join('\n')}\n`);
      next += rows.length;
    }
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
