import type { Backing } from '../store/backing.ts';
import type { Head, StoredRow } from './chain.ts';
import { redisAuditStore } from './redis-store.ts';
import { sqliteAuditStore } from './sqlite-store.ts';

/** Where the rows of the trail are kept. */
export interface AuditStore {
  /** `GENESIS` where there is no row yet. */
  readonly head: () => Promise<Head>;
  /**
   * Stores rows and head in one step, provided that the head is still `after`; false where another proxy has
   * extended the chain, so that it can never fork.
   */
  readonly append: (after: Head, rows: readonly StoredRow[]) => Promise<boolean>;
  /** At most `limit` rows, by place, from `from` on. */
  readonly read: (from: number, limit: number) => Promise<readonly StoredRow[]>;
}

/** Opens the trail in a storage, empty where there is none. */
export const openAuditStore = (backing: Backing): AuditStore =>
  backing.kind === 'sqlite' ? sqliteAuditStore(backing.db) : redisAuditStore(backing);
