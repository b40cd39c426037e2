import type { DatabaseSync } from 'node:sqlite';
import type { Redis } from 'ioredis';
import { openSqlite } from './sqlite.ts';

/** Where the proxy keeps what must outlive it: a file of its own, or a Redis that several proxies share. */
export type StorageOptions =
  | { /** Path of the database; `:memory:` keeps nothing, and is for tests. */ readonly file: string }
  | {
      /** Such as `rediss://:password@redis.clinic.example:6379`. It must write to disk (AOF). */
      readonly redis: string;
      /** Begins every key, so that several installations can share one Redis. @default instrument-panel */
      readonly prefix?: string;
    };

/**
 * An open storage. Each part of the proxy that keeps something (inbox, mapping, audit trail, limits) has one
 * interface and two makers, one for each kind, held to the same tests (`proxy/fixtures/storages.ts`).
 */
export type Backing =
  | { readonly kind: 'sqlite'; readonly db: DatabaseSync; readonly close: () => Promise<void> }
  | {
      readonly kind: 'redis';
      readonly redis: Redis;
      /** A second connection, for commands that wait; such a command holds up all behind it. */
      readonly duplicate: () => Redis;
      /** The name of a key: `key('inbox')` is `{instrument-panel}:inbox`; the braces keep all on one node. */
      readonly key: (name: string) => string;
      readonly close: () => Promise<void>;
    };

/**
 * Opens the storage.
 *
 * @throws StorageError where the file or the Redis cannot be opened, or the Redis keeps nothing on disk
 */
export async function openBacking(options: StorageOptions): Promise<Backing> {
  if (!('redis' in options)) return openSqlite(options.file);
  // Its client is loaded where a Redis is used, and not by every start.
  const { openRedis } = await import('./redis.ts');
  return openRedis(options.redis, options.prefix);
}
