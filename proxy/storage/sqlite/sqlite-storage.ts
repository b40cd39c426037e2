import { DatabaseSync } from 'node:sqlite';
import {
  type AuditStore,
  type ExpiringValues,
  type Inbox,
  type MappingStore,
  type RevocationStore,
  type Storage,
  StorageError,
} from '../storage.ts';
import { createSqliteAudit } from './audit.ts';
import { createSqliteInbox } from './inbox.ts';
import { createSqliteMapping } from './mapping.ts';
import { createSqliteRevocations, createSqliteValues } from './sign-in.ts';
import { withTransaction } from './transaction.ts';

/**
 * The tables, in the order in which they came; `PRAGMA user_version` counts how many of these a file has had. A change
 * of a table is a further entry: an entry that was released is never edited.
 */
const MIGRATIONS: readonly string[] = [
  // IF NOT EXISTS: files from before the version was counted have these tables already.
  `CREATE TABLE IF NOT EXISTS outbox (
     sequence INTEGER PRIMARY KEY AUTOINCREMENT, received_at INTEGER NOT NULL, event TEXT NOT NULL
   ) STRICT;
   CREATE INDEX IF NOT EXISTS outbox_received ON outbox (received_at);
   CREATE TABLE IF NOT EXISTS inbox_seen (
     mark TEXT PRIMARY KEY, sequence INTEGER NOT NULL, received_at INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX IF NOT EXISTS inbox_seen_received ON inbox_seen (received_at);
   CREATE TABLE IF NOT EXISTS inbox_cursor (
     name TEXT PRIMARY KEY, sequence INTEGER NOT NULL, holder TEXT, held_until INTEGER NOT NULL
   ) STRICT;
   CREATE TABLE IF NOT EXISTS audit_row (
     place INTEGER PRIMARY KEY, text TEXT NOT NULL, hash TEXT NOT NULL
   ) STRICT;
   CREATE TABLE IF NOT EXISTS audit_head (
     only INTEGER PRIMARY KEY CHECK (only = 1), sequence INTEGER NOT NULL, hash TEXT NOT NULL
   ) STRICT;
   CREATE TABLE IF NOT EXISTS mapping_link (
     hash TEXT PRIMARY KEY, owner TEXT NOT NULL, patient TEXT NOT NULL, UNIQUE (owner, patient)
   ) STRICT;
   CREATE TABLE IF NOT EXISTS mapping_claim (
     hash TEXT PRIMARY KEY, claimant TEXT NOT NULL, until INTEGER NOT NULL
   ) STRICT;
   CREATE TABLE IF NOT EXISTS mapping_secret (
     only INTEGER PRIMARY KEY CHECK (only = 1), fingerprint TEXT NOT NULL
   ) STRICT;
   CREATE TABLE IF NOT EXISTS revoked_tokens (jti TEXT PRIMARY KEY, until INTEGER NOT NULL) STRICT;
   CREATE TABLE IF NOT EXISTS sign_in_values (
     name TEXT PRIMARY KEY, value TEXT NOT NULL, good INTEGER NOT NULL, kept INTEGER NOT NULL, spent_by TEXT
   ) STRICT;`,
];

const readVersion = (db: DatabaseSync): number =>
  Number(db.prepare('PRAGMA user_version').get()?.user_version ?? 0);

/** Brings the tables up to date; of two processes that open a file at once one does it, and the other waits. */
function migrate(db: DatabaseSync): void {
  if (readVersion(db) >= MIGRATIONS.length) return;
  withTransaction(db, () => {
    for (const sql of MIGRATIONS.slice(readVersion(db))) db.exec(sql);
    db.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
  });
}

/** A storage in a database file of its own. */
export class SqliteStorage implements Storage {
  readonly kind = 'sqlite';
  readonly db: DatabaseSync;
  readonly inbox: Inbox;
  readonly audit: AuditStore;
  readonly mapping: MappingStore;
  readonly revocations: RevocationStore;
  readonly signIns: ExpiringValues;
  /** Each process counts its own requests: a write to disk for each would cost more than it protects. */
  readonly rateLimits = null;

  /**
   * Opens a file, written through (WAL, synchronous FULL): what was acknowledged survives `kill -9` and a power
   * cut. Two processes may open the same file; a writer waits up to 5 s for the other.
   *
   * @throws StorageError that names the file
   */
  static async open(file: string): Promise<SqliteStorage> {
    let db: DatabaseSync | undefined;
    try {
      db = new DatabaseSync(file);
      db.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
      return new SqliteStorage(db);
    } catch (error) {
      db?.close();
      throw new StorageError(
        'STORAGE_UNAVAILABLE',
        `The storage file ${file} cannot be opened (${(error as Error).message}). Give a path in a folder that the proxy may write to.`,
      );
    }
  }

  private constructor(db: DatabaseSync) {
    migrate(db);
    this.db = db;
    this.inbox = createSqliteInbox(db);
    this.audit = createSqliteAudit(db);
    this.mapping = createSqliteMapping(db);
    this.revocations = createSqliteRevocations(db);
    this.signIns = createSqliteValues(db);
  }

  async ping(): Promise<void> {
    this.db.prepare('SELECT 1').get();
  }

  async close(): Promise<void> {
    if (this.db.isOpen) this.db.close();
  }
}
