import { DatabaseSync } from 'node:sqlite';
import type { Backing } from './backing.ts';
import { StorageError } from './storage-error.ts';

/**
 * Opens a file, written through (WAL, synchronous FULL): what was acknowledged survives `kill -9` and a power
 * cut. Two processes may open the same file; a writer waits up to 5 s for the other.
 *
 * @throws StorageError that names the file
 */
export async function openSqlite(file: string): Promise<Backing> {
  try {
    const db = new DatabaseSync(file);
    db.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    return {
      kind: 'sqlite',
      db,
      async close() {
        if (db.isOpen) db.close();
      },
    };
  } catch (error) {
    throw new StorageError(
      'STORAGE_UNAVAILABLE',
      `The storage file ${file} cannot be opened (${(error as Error).message}). Give a path in a folder that the proxy may write to.`,
    );
  }
}
