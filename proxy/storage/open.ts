import { openSqlite } from './sqlite.ts';
import type { Storage, StorageOptions } from './storage.ts';

/**
 * Opens the storage.
 *
 * @throws StorageError if the file or the Redis cannot be opened, or the Redis keeps nothing on disk
 */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  if (!('redis' in options)) return openSqlite(options.file);
  // Its client is loaded only if a Redis is used, not by every start.
  const { openRedis } = await import('./redis.ts');
  return openRedis(options.redis, options.prefix);
}

export interface SharedStorage {
  /**
   * Gives the open storage: opened by the first call, the same one for every later call. After a failure the next
   * call tries again, so that a Redis that was away for a moment is found when it is back. Throws a StorageError if it
   * cannot be opened.
   */
  readonly storage: () => Promise<Storage>;
  /** Closes it, if it was opened; from then on `storage` rejects. */
  readonly closeStorage: () => Promise<void>;
}

/** A storage was asked for after its proxy had been closed. */
class ProxyClosed extends Error {
  override readonly name = 'ProxyClosed';
}

/** Shares one storage; nothing is opened before it is asked for. */
export function shareStorage(options: StorageOptions): SharedStorage {
  let opening: Promise<Storage> | undefined;
  let isClosed = false;
  return {
    storage() {
      if (isClosed) return Promise.reject(new ProxyClosed());
      opening ??= openStorage(options).catch((error: unknown) => {
        opening = undefined;
        throw error;
      });
      return opening;
    },
    async closeStorage() {
      isClosed = true;
      const opened = await opening?.catch(() => undefined);
      await opened?.close();
    },
  };
}
