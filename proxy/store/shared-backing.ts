import { type Backing, openBacking, type StorageOptions } from './backing.ts';

/** The one storage of a proxy, which all its parts share. */
export interface SharedBacking {
  /**
   * Gives the open storage: opened by the first call, the same one for every later call. After a failure the
   * next call tries again, so that a Redis that was away for a moment is found when it is back.
   *
   * @throws StorageError where it cannot be opened
   */
  readonly backing: () => Promise<Backing>;
  /** Closes it, where it was opened; from then on `backing` rejects. */
  readonly closeBacking: () => Promise<void>;
}

/** A storage was asked for after its proxy had been closed. */
class ProxyClosed extends Error {
  override readonly name = 'ProxyClosed';
}

/** Shares one storage; nothing is opened before it is asked for. */
export function shareBacking(options: StorageOptions): SharedBacking {
  let opening: Promise<Backing> | undefined;
  let isClosed = false;
  return {
    backing() {
      if (isClosed) return Promise.reject(new ProxyClosed());
      opening ??= openBacking(options).catch((error: unknown) => {
        opening = undefined;
        throw error;
      });
      return opening;
    },
    async closeBacking() {
      isClosed = true;
      const opened = await opening?.catch(() => undefined);
      await opened?.close();
    },
  };
}
