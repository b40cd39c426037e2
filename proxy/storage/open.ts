import type { OnTrouble } from './promises.ts';
import { openSqlite } from './sqlite.ts';
import type { Storage, StorageOptions } from './storage.ts';

/**
 * Opens a storage, with its own file or connections.
 *
 * @param onTrouble hears of it when the storage is refused while it is in use, and when it may be used again
 * @throws StorageError if it cannot be opened, or keeps less than it must
 */
export async function openStorage(options: StorageOptions, onTrouble?: OnTrouble): Promise<Storage> {
  if ('file' in options) return openSqlite(options.file);
  // Each client is loaded only if it is used, not by every start.
  if ('postgres' in options) {
    const { openPostgres } = await import('./postgres.ts');
    const { redis, prefix } = options;
    const rates = redis === undefined ? null : (await import('./redis.ts')).openRateLimits(redis, prefix);
    return openPostgres(options, onTrouble, rates);
  }
  const { openRedis } = await import('./redis.ts');
  return openRedis(options, onTrouble);
}

/** A storage was asked for after its proxy had been closed. */
class ProxyClosed extends Error {
  override readonly name = 'ProxyClosed';
}

/** Shares one storage; nothing is opened before it is asked for. */
export function shareStorage(options: StorageOptions, onTrouble?: OnTrouble) {
  let opening: Promise<Storage> | undefined;
  let isClosed = false;
  return {
    /** Gives one open storage; after a failure the next call tries again. Throws a StorageError. */
    storage(): Promise<Storage> {
      if (isClosed) return Promise.reject(new ProxyClosed());
      opening ??= openStorage(options, onTrouble).catch((error: unknown) => {
        opening = undefined;
        throw error;
      });
      return opening;
    },
    /** Closes it, if it was opened; from then on `storage` rejects. */
    async closeStorage(): Promise<void> {
      isClosed = true;
      const opened = await opening?.catch(() => undefined);
      await opened?.close();
    },
  };
}
