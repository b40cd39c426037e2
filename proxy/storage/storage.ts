/** All that a proxy keeps. `eachStorage` (proxy/fixtures/storages.ts) runs the same tests on all backends. @module */

/** The place of all that must outlive the proxy: a file of its own, or a Postgres or Redis that several proxies share. */
export type StorageOptions =
  | { /** Path of the database; `:memory:` keeps nothing, and is for tests. */ readonly file: string }
  | {
      /**
       * Such as `rediss://:password@redis.clinic.example:6379`, or its Sentinels
       * `rediss+sentinel://:password@s-1.clinic.example,s-2.clinic.example/NAME`. It must write to disk (AOF).
       */
      readonly redis: string;
      /** Begins every key, so that several installations can share one Redis. Default: `instrument-panel`. */
      readonly prefix?: string;
      /**
       * The least to which its `appendfsync` may be set. With `everysec` up to two seconds of what was acknowledged are
       * lost with the machine, with `no` more. Default: `always`.
       */
      readonly appendfsync?: 'always' | 'everysec' | 'no';
      /** How many replicas must have each event and each row of the trail before it is acknowledged (WAIT). Default: 0. */
      readonly standbys?: number;
    }
  | {
      /**
       * Such as `postgres://panel:password@db.clinic.example/panel?sslmode=verify-full`; of several servers
       * (`@db-1.clinic.example,db-2.clinic.example/`) the primary is used, also once another one has become it.
       */
      readonly postgres: string;
      /** A file with the password; it is read at each connection, so that it can change without a restart. */
      readonly passwordFile?: string;
      /** The schema of the proxy's tables, which it makes itself. Default: `instrument_panel`. */
      readonly schema?: string;
      /** How many standbys must have each write on disk too (`synchronous_standby_names`). Default: 0. */
      readonly standbys?: number;
      /**
       * The most connections of this process, of each tenant in it, besides the one that listens for events. Default: 8, of
       * a tenant 3.
       */
      readonly connections?: number;
      /** Counts the rate limits of all proxies, and holds nothing else. Default: each proxy counts its own. */
      readonly redis?: string;
      readonly prefix?: string;
    };

/** An open storage. Every method of its parts rejects if the storage fails. */
export interface Storage {
  readonly inbox: Inbox;
  readonly deadLetters: DeadLetterStore;
  readonly audit: AuditStore;
  readonly mapping: MappingStore;
  readonly revocations: RevocationStore;
  readonly signIns: ExpiringValues;
  readonly seen: SeenStore;
  /** Rate limits that all proxies of this storage count together; null if each process counts its own. */
  readonly rateLimits: SharedRateLimits | null;
  /** True if several proxies on several machines share it; false for one on this machine's own disk. */
  readonly isShared: boolean;
  /** Writes something, and so finds out about a full disk too. */
  readonly tryWrite: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The storage cannot be used; the message says what to change, and never holds a password. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: 'STORAGE_UNAVAILABLE' | 'STORAGE_NOT_DURABLE' | 'STORAGE_NEWER' | 'STORAGE_BEHIND';

  constructor(code: StorageError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** How long events, and the marks by which repeats are recognised, are kept: 30 days. */
export const EVENT_RETENTION_MS = 30 * 86_400_000;

/** The stored part of a delivery: identifiers only, since a reader of an event reads the service again. */
export interface DeliveredEvent {
  /** The signed `id` of the envelope, UUID: repeats are recognised by it. */
  readonly id: string;
  readonly kind: string;
  readonly submissionId?: number;
  readonly applicationId?: number;
  /** UUIDs. */
  readonly patientId?: string;
  readonly professionalId?: string;
  readonly formTemplateId?: string;
  /** The partner's own identifier of the professional. */
  readonly externalProfessionalId?: string;
  /** Instant of an idle closing, ISO 8601 in UTC; tells the closing cycles of one application apart. */
  readonly canceledAt?: string;
}

export interface StoredEvent extends DeliveredEvent {
  /** Place in the outbox: 1, 2, 3 … without gaps, in the order of arrival. */
  readonly sequence: number;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
}

/** How far one reader has got; only the holder of a lease may move it. */
export interface Cursor {
  /** Takes or prolongs the lease for `milliseconds`; false if another holder has it. */
  readonly hold: (holder: string, milliseconds: number) => Promise<boolean>;
  /** Sequence of the last event that is done; 0 at the beginning. */
  readonly read: () => Promise<number>;
  /** False, and nothing moved, if the lease is no longer the holder's. */
  readonly move: (holder: string, sequence: number) => Promise<boolean>;
  readonly release: (holder: string) => Promise<void>;
}

/** The deliveries of the service, each once and in order. */
export interface Inbox {
  /**
   * Puts an event and its place in the outbox on disk in one step. A repeat, by its `id` or as the same closing
   * of the same application, changes nothing and gives the first one's sequence.
   */
  readonly take: (event: DeliveredEvent, now: number) => Promise<{ sequence: number; isRepeat: boolean }>;
  /** At most `limit` events after a sequence, in order. */
  readonly after: (sequence: number, limit: number) => Promise<readonly StoredEvent[]>;
  /** Sequences of the oldest event held and of the last one ever taken; `first` is `last + 1` if none is held. */
  readonly bounds: () => Promise<{ readonly first: number; readonly last: number }>;
  /** Deletes what was received before an instant; gives the number of events. */
  readonly prune: (before: number) => Promise<number>;
  /** Calls `onNews` when there may be new events, whichever proxy took them; gives the function that ends it. */
  readonly watch: (onNews: () => void) => () => void;
  readonly cursor: (name: string) => Cursor;
}

/** An event that `onEvent` did not take in all its tries, kept until somebody replays or drops it. */
export interface DeadLetter {
  readonly event: StoredEvent;
  /** How often `onEvent` was called with it. */
  readonly tries: number;
  /** Name of the last error; its message may hold anything. */
  readonly failure: string;
  /** Milliseconds since 1970. */
  readonly setAsideAt: number;
}

/** Events that were set aside, so that one that fails for ever does not keep the later ones. Known by their sequence. */
export interface DeadLetterStore {
  /** Adds one; a second time changes nothing but what the later letter says. */
  readonly add: (letter: DeadLetter) => Promise<void>;
  /** All of them, by sequence. */
  readonly list: () => Promise<readonly DeadLetter[]>;
  /** False if there is none of this sequence. */
  readonly remove: (sequence: number) => Promise<boolean>;
  readonly count: () => Promise<number>;
}

/** The end of the audit chain: the last sequence and the hash of its row. */
export interface Head {
  readonly sequence: number;
  /** 64 lower-case hexadecimal digits. */
  readonly hash: string;
}

export const sameHead = (one: Head, other: Head): boolean =>
  one.sequence === other.sequence && one.hash === other.hash;

export const GENESIS: Head = { sequence: 0, hash: '0'.repeat(64) };

/** A row as it is stored: `place` is its key in the storage, `text` holds the sequence that it was written with. */
export interface StoredRow {
  readonly place: number;
  readonly text: string;
  readonly hash: string;
}

/** A row as it is appended, with what it is found by. */
export interface NewRow extends StoredRow {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** UUIDs of the patients whom it names. */
  readonly patientIds: readonly string[];
}

/** Rows that are archived together. */
export const ARCHIVED_ROWS_MAX_COUNT = 500;

/** Rows of the trail that follow each other, as they are archived. */
export interface ArchivedRows {
  readonly first: number;
  readonly last: number;
  /** Hash of the row before the first one. */
  readonly before: string;
  /** A line each, as `audit read` prints them. */
  readonly lines: string;
}

/** Where a storage keeps rows of the trail that it deletes. */
export interface TrailArchive {
  /** Of rows that begin at the same place those that reach further stay. */
  readonly keep: (rows: ArchivedRows) => Promise<void>;
  /** The first ones of which a row is at a place or later; null if there are none. */
  readonly next: (from: number) => Promise<ArchivedRows | null>;
}

export interface AuditStore {
  readonly head: () => Promise<Head>;
  /** The last row that was deleted as too old, from which the chain goes on; `GENESIS` if none was. */
  readonly base: () => Promise<Head>;
  /**
   * Stores rows and head in one step, provided that the head is still `after`; false if another proxy has
   * extended the chain, so that it can never fork.
   */
  readonly append: (after: Head, rows: readonly NewRow[]) => Promise<boolean>;
  /** At most `limit` rows, by place, starting at `from`. */
  readonly read: (from: number, limit: number) => Promise<readonly StoredRow[]>;
  /**
   * Places, ascending, of the rows that name a patient and are of a time in milliseconds since 1970. It may give rows of
   * other times too, and rows that were deleted: look at the row.
   */
  readonly placesOf: (patientId: string, from: number, until: number) => Promise<readonly number[]>;
  /** Deletes the rows up to one, in pieces; `at`: its time. It becomes the base. */
  readonly prune: (upTo: Head, at: number) => Promise<void>;
  /** Only of a Postgres. */
  readonly archive?: TrailArchive;
}

/** Names a link in the storage without holding the EHR's key. */
export interface LinkKey {
  /** 64 hexadecimal digits: professional, system and EHR key, hashed with the operator's key. */
  readonly hash: string;
  /** 64 hexadecimal digits: professional and system. One patient has one link within it. */
  readonly owner: string;
}

/** How a link came about. */
export interface LinkOrigin {
  /** ISO 8601. */
  readonly at: string;
  /** The `sub` of the token. */
  readonly by: string;
  /** The page that the key was read from, in the caller's words. */
  readonly page?: string | undefined;
}

/** Outcome of a link: stored, or one of the keys had one already, or the patient has another key of a system. */
type LinkResult =
  /** `replaced`: hashes of the keys that were removed for it. */
  | { readonly kind: 'linked'; readonly replaced: readonly string[] }
  | { readonly kind: 'exists'; readonly patientId: string }
  | { readonly kind: 'patient-taken' };

export interface MappingStore {
  readonly find: (key: LinkKey) => Promise<string | null>;
  /** The patients of several keys, in their order; null for a key that is not linked. */
  readonly findAll: (keys: readonly LinkKey[]) => Promise<readonly (string | null)[]>;
  /** The hash of the key that each of these patients has within the professional and system of the key beside it, or null. */
  readonly linksOf: (pairs: readonly (readonly [LinkKey, string])[]) => Promise<readonly (string | null)[]>;
  /**
   * All keys or none, in one step, so that of two proxies one links: one patient for a key, one key of a system for a
   * patient. The keys are of different systems. The same step removes those of `replaceable` (hashes) that are the patient's
   * other keys of these systems.
   */
  readonly link: (
    keys: readonly LinkKey[],
    patientId: string,
    origin: LinkOrigin,
    replaceable?: readonly string[],
  ) => Promise<LinkResult>;
  /** Null for a key that is not linked, or was linked by a version that kept no origins. */
  readonly origin: (key: LinkKey) => Promise<LinkOrigin | null>;
  /** False if the key is no longer linked to this patient. */
  readonly unlink: (key: LinkKey, patientId: string) => Promise<boolean>;
  /** Lets one caller register for a key, until it releases it or `until` (milliseconds since 1970) has come. */
  readonly claim: (key: LinkKey, claimant: string, now: number, until: number) => Promise<boolean>;
  readonly release: (key: LinkKey, claimant: string) => Promise<void>;
  /** The fingerprint of the secret that the links are hashed with: `own` if there was none yet, which null leaves so. */
  readonly fingerprint: (own: string | null) => Promise<string | null>;
}

export interface Revocation {
  readonly jti: string;
  /** Seconds since 1970 at which the token ends anyway. */
  readonly until: number;
}

/** Seconds for which a revocation is kept beyond its end, for a proxy whose clock is behind. */
export const REVOCATION_GRACE_SECONDS = 3_600;

/** Revoked tokens, as all proxies of one storage know them. Times in seconds since 1970. */
export interface RevocationStore {
  /** Adds one, and deletes those that ended long before `now`. */
  readonly add: (revocation: Revocation, now: number) => Promise<void>;
  /** Those that have not ended at `now`. */
  readonly current: (now: number) => Promise<readonly Revocation[]>;
}

/** Outcome of spending a value: the value, or who has spent it before. */
type Spent =
  | { readonly first: true; readonly value: string }
  | { readonly first: false; readonly by: string };

/** Values of the sign-in that expire, shared by all proxies of a storage. Times in seconds since 1970. */
export interface ExpiringValues {
  /** `good`: when it stops being valid; `kept`: when it may be deleted. */
  readonly keep: (
    name: string,
    value: string,
    times: { readonly now: number; readonly good: number; readonly kept: number },
  ) => Promise<void>;
  /** Keeps a name unless it is kept already; true for one caller, however many ask at once, until `good` has come. */
  readonly claim: (name: string, now: number, good: number) => Promise<boolean>;
  readonly read: (name: string, now: number) => Promise<string | null>;
  /** Gives a value to the first caller, however many ask at once; null if there is none or it has expired. */
  readonly spend: (name: string, by: string, now: number) => Promise<Spent | null>;
  readonly remove: (name: string) => Promise<void>;
}

/** Until when a person has seen the list of a professional's patients: an instant, in milliseconds since 1970. */
export interface SeenStore {
  /** `person`: a hash. Null before the first time. */
  readonly read: (person: string) => Promise<number | null>;
  /** Moves the instant forward, never back, whichever proxy asks; gives the one that stays. */
  readonly move: (person: string, at: number) => Promise<number>;
}

/** A token bucket: `burst` requests at once, refilled at `perMinute`. */
export interface Allowance {
  readonly perMinute: number;
  readonly burst: number;
}

export interface SharedRateLimits {
  /**
   * Counts up to `count` requests at once. Gives how many were granted, and if none was the milliseconds to wait. `now`:
   * milliseconds since 1970.
   */
  readonly take: (
    limit: string,
    counted: string,
    allowance: Allowance,
    now: number,
    count: number,
  ) => Promise<{ readonly granted: number; readonly wait: number }>;
  /** Takes back what one request counted. */
  readonly giveBack: (limit: string, counted: string, allowance: Allowance, now: number) => Promise<void>;
}

/** Its id, and for a closing also kind, application and instant (docs/service.md, Idle closing). */
export function toRepeatMarks({ id, kind, applicationId, canceledAt }: DeliveredEvent): string[] {
  const isClosing = applicationId !== undefined && canceledAt !== undefined;
  return isClosing ? [`id:${id}`, `closing:${kind}:${applicationId}:${canceledAt}`] : [`id:${id}`];
}

/** Callbacks that wait for news. `start` watches others' writes while there are waiters; returns its end. */
export function createWatchers(start: () => () => void = () => () => {}) {
  const watching = new Set<() => void>();
  let stop: (() => void) | undefined;
  return {
    add(onNews: () => void): () => void {
      // One entry for each call, also if the same function is given twice.
      const notifyOne = (): void => onNews();
      watching.add(notifyOne);
      stop ??= start();
      return () => {
        watching.delete(notifyOne);
        if (watching.size > 0) return;
        stop?.();
        stop = undefined;
      };
    },
    notify(): void {
      for (const notifyOne of watching) notifyOne();
    },
  };
}
