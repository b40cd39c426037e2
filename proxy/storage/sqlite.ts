import { closeSync, openSync } from 'node:fs';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type AuditStore,
  type Cursor,
  createWatchers,
  type DeadLetter,
  type DeadLetterStore,
  type DeliveredEvent,
  type ExpiringValues,
  GENESIS,
  type Head,
  type Inbox,
  type LinkOrigin,
  type MappingStore,
  type NewRow,
  REVOCATION_GRACE_SECONDS,
  type RevocationStore,
  type SeenStore,
  type Storage,
  StorageError,
  type StoredEvent,
  sameHead,
  toRepeatMarks,
} from './storage.ts';

/** Runs the work as one transaction, which is on disk when this returns; rolls back if it throws. */
function withTransaction<Value>(db: DatabaseSync, work: () => Value): Value {
  db.exec('BEGIN IMMEDIATE');
  try {
    const value = work();
    db.exec('COMMIT');
    return value;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

type Row = Record<string, SQLOutputValue> | undefined;
const readNumber = (row: Row, column: string): number => Number(row?.[column] ?? 0);

const PRUNE_ROWS_MAX = 500;

/** Statements block the process: after each piece others have their turn. Gives how many rows were deleted. */
async function deleteInTurns(db: DatabaseSync, deletePiece: () => number | bigint): Promise<number> {
  for (let deleted = 0; ; await nextTurn()) {
    const piece = db.isOpen ? Number(deletePiece()) : 0;
    deleted += piece;
    if (piece < PRUNE_ROWS_MAX) return deleted;
  }
}

const toBytes = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex');

/** Rows whose patients are put into the index at once, in the order of the index: a block of it. */
const BLOCK_ROWS_MAX = 1_024;
/** Rows that may wait for an index that fails; of more the index is made from the rows themselves. */
const PENDING_ROWS_MAX = 65_536;

/** Puts the rows beyond ?1 up to ?2 into the index. A row that somebody has changed may not be JSON any more. */
const INDEX_PATIENTS = `
  INSERT OR IGNORE INTO audit_patient
    SELECT ?2, unhex(replace(named.value, '-', '')), place
    FROM (SELECT place, CASE WHEN json_valid(text) THEN text ELSE '{}' END AS entry
          FROM audit_row WHERE place > ?1 AND place <= ?2),
      json_each(json_array(entry ->> '$.ids.patientId', json(coalesce(entry -> '$.ids.patientIds', '[]')))) AS part,
      json_each(CASE part.type WHEN 'array' THEN part.value ELSE json_array(part.value) END) AS named
    WHERE named.type = 'text' ORDER BY 2, 3`;
const ADD_BLOCK = `
  INSERT INTO audit_block SELECT ?2, min(at), max(at) FROM
    (SELECT unixepoch(text ->> '$.at') AS at FROM audit_row WHERE place > ?1 AND place <= ?2 AND json_valid(text))`;

/**
 * Rows that wait for the index, as numbers, and each patient once: an object for each row would outlive several collections of
 * garbage, and make the costly full ones frequent.
 */
function createPendingRows() {
  let places: number[] = [];
  let seconds: number[] = [];
  let byPatient = new Map<string, number[]>();
  return {
    count: (): number => places.length,
    add({ place, at, patientIds }: NewRow): void {
      places.push(place);
      seconds.push(Math.floor(at / 1000));
      for (const id of patientIds) {
        const known = byPatient.get(id);
        if (known) known.push(place);
        else byPatient.set(id, [place]);
      }
    },
    /** Whether they are all rows beyond a place up to the last of them. */
    follow: (before: number): boolean => places[0] === before + 1 && places.at(-1) === before + places.length,
    /** The patients in the order of the index, each with the places of the rows that name them. */
    patients: () => [...byPatient].sort(([one], [other]) => (one < other ? -1 : 1)),
    firstAt: (): number => Math.min(...seconds),
    lastAt: (): number => Math.max(...seconds),
    /** Drops the rows up to a place. */
    drop(upTo: number): void {
      const left = places.findIndex((place) => place > upTo);
      const from = left < 0 ? places.length : left;
      places = places.slice(from);
      seconds = seconds.slice(from);
      const kept = [...byPatient].map(([id, of]) => [id, of.filter((place) => place > upTo)] as const);
      byPatient = new Map(kept.flatMap(([id, of]) => (of.length > 0 ? [[id, of]] : [])));
    },
    clear(): void {
      [places, seconds, byPatient] = [[], [], new Map()];
    },
  };
}

/** The index of the patients whom rows name. It is made in blocks, each in its own order: a tenth of the writing of row by row. */
function createPatientIndex(db: DatabaseSync) {
  const lastBlock = db.prepare(
    'SELECT max(coalesce((SELECT max(block) FROM audit_block), 0), coalesce((SELECT sequence FROM audit_base), 0)) AS last',
  );
  const indexPatients = db.prepare(INDEX_PATIENTS);
  const addBlock = db.prepare(ADD_BLOCK);
  const insertPatient = db.prepare('INSERT OR IGNORE INTO audit_patient VALUES (?, ?, ?)');
  const insertBlock = db.prepare('INSERT INTO audit_block VALUES (?, ?, ?)');
  const places = db.prepare(
    `SELECT place FROM audit_block CROSS JOIN audit_patient USING (block)
     WHERE last_at >= ? AND first_at <= ? AND patient = ? ORDER BY place`,
  );
  const prunePatients = db.prepare(
    `DELETE FROM audit_patient WHERE (block, patient, place) IN
     (SELECT block, patient, place FROM audit_patient WHERE block <= ? LIMIT ?)`,
  );
  const pruneBlocks = db.prepare('DELETE FROM audit_block WHERE block <= ?');
  let indexed = readNumber(lastBlock.get(), 'last');
  /** What was appended here since the last block, so that no row has to be read again for the index. */
  const pending = createPendingRows();

  function addPending(): void {
    for (const [id, places] of pending.patients()) {
      const patient = toBytes(id);
      for (const place of places) insertPatient.run(indexed, patient, place);
    }
    insertBlock.run(indexed, pending.firstAt(), pending.lastAt());
    pending.clear();
  }

  /** Puts the next block into the index. Another process may have done it meanwhile. */
  const indexNext = (upTo: number): void =>
    withTransaction(db, () => {
      const before = readNumber(lastBlock.get(), 'last');
      const isKnown = pending.follow(before);
      indexed = isKnown
        ? before + pending.count()
        : Math.max(before, Math.min(upTo, before + BLOCK_ROWS_MAX));
      if (indexed === before) return;
      if (isKnown) return addPending();
      indexPatients.run(before, indexed);
      addBlock.run(before, indexed);
      pending.drop(indexed);
    });

  return {
    /** Takes rows that were appended. They are stored, whatever becomes of their index now. */
    add(rows: readonly NewRow[]): void {
      if (pending.count() > PENDING_ROWS_MAX) pending.clear();
      for (const row of rows) pending.add(row);
      const last = rows.at(-1)?.place ?? 0;
      try {
        if (last - indexed >= BLOCK_ROWS_MAX) indexNext(last);
      } catch {
        // Tried again with the next rows.
      }
    },
    placesOf(patientId: string, from: number, until: number, upTo: number): number[] {
      while (indexed < upTo) indexNext(upTo);
      const [first, last] = [Math.floor(from / 1000), Math.floor(until / 1000)];
      return places.all(first, last, toBytes(patientId)).map((row) => readNumber(row, 'place'));
    },
    async prune(upTo: number): Promise<void> {
      await deleteInTurns(db, () => prunePatients.run(upTo, PRUNE_ROWS_MAX).changes);
      pruneBlocks.run(upTo);
    },
  };
}

function createAudit(db: DatabaseSync): AuditStore {
  const selectHead = db.prepare('SELECT sequence, hash FROM audit_head');
  const selectBase = db.prepare('SELECT sequence, hash FROM audit_base');
  const selectRows = db.prepare(
    'SELECT place, text, hash FROM audit_row WHERE place >= ? ORDER BY place LIMIT ?',
  );
  const insertRow = db.prepare('INSERT INTO audit_row (place, text, hash) VALUES (?, ?, ?)');
  const moveHead = db.prepare('INSERT OR REPLACE INTO audit_head (only, sequence, hash) VALUES (1, ?, ?)');
  const moveBase = db.prepare(`
    INSERT INTO audit_base (only, sequence, hash) VALUES (1, ?1, ?2)
    ON CONFLICT (only) DO UPDATE SET sequence = ?1, hash = ?2 WHERE sequence < ?1`);
  const pruneRows = db.prepare(
    'DELETE FROM audit_row WHERE place IN (SELECT place FROM audit_row WHERE place <= ? ORDER BY place LIMIT ?)',
  );
  const patients = createPatientIndex(db);
  const toHead = (row: Row): Head =>
    row ? { sequence: Number(row.sequence), hash: String(row.hash) } : GENESIS;

  return {
    head: async () => toHead(selectHead.get()),
    base: async () => toHead(selectBase.get()),
    async append(after, rows) {
      const isDone = withTransaction(db, () => {
        if (!sameHead(toHead(selectHead.get()), after)) return false;
        for (const { place, text, hash } of rows) insertRow.run(place, text, hash);
        const last = rows.at(-1);
        if (last) moveHead.run(last.place, last.hash);
        return true;
      });
      if (isDone) patients.add(rows);
      return isDone;
    },
    read: async (from, limit) =>
      selectRows.all(from, limit).map((row) => ({
        place: Number(row.place),
        text: String(row.text),
        hash: String(row.hash),
      })),
    placesOf: async (patientId, from, until) =>
      patients.placesOf(patientId, from, until, toHead(selectHead.get()).sequence),
    async prune({ sequence, hash }) {
      moveBase.run(sequence, hash);
      await deleteInTurns(db, () => pruneRows.run(sequence, PRUNE_ROWS_MAX).changes);
      await patients.prune(sequence);
    },
  };
}

/** How often the file is checked for what another process wrote. */
const POLL_INTERVAL_MS = 250;

const toEvent = (row: Record<string, SQLOutputValue>): StoredEvent => ({
  ...(JSON.parse(String(row.event)) as DeliveredEvent),
  sequence: readNumber(row, 'sequence'),
  receivedAt: readNumber(row, 'received_at'),
});

/** A cursor in a database file. Its lease counts between the processes that have the file open. */
function createCursor(db: DatabaseSync, name: string): Cursor {
  const hold = db.prepare(`
    INSERT INTO inbox_cursor VALUES (?1, 0, ?2, ?4)
    ON CONFLICT (name) DO UPDATE SET holder = ?2, held_until = ?4
    WHERE holder = ?2 OR holder IS NULL OR held_until <= ?3`);
  const read = db.prepare('SELECT sequence FROM inbox_cursor WHERE name = ?');
  const move = db.prepare('UPDATE inbox_cursor SET sequence = ?3 WHERE name = ?1 AND holder = ?2');
  const release = db.prepare('UPDATE inbox_cursor SET holder = NULL WHERE name = ?1 AND holder = ?2');
  return {
    async hold(holder, milliseconds) {
      const now = Date.now();
      return hold.run(name, holder, now, now + milliseconds).changes > 0;
    },
    read: async () => readNumber(read.get(name), 'sequence'),
    move: async (holder, sequence) => move.run(name, holder, sequence).changes > 0,
    release: async (holder) => void release.run(name, holder),
  };
}

/** The inbox in a database file. Event, place and marks are one transaction, on disk when it returns. */
function createInbox(db: DatabaseSync): Inbox {
  const seen = db.prepare('SELECT sequence FROM inbox_seen WHERE mark = ?');
  const see = db.prepare('INSERT INTO inbox_seen VALUES (?, ?, ?) ON CONFLICT DO NOTHING');
  const append = db.prepare('INSERT INTO outbox (received_at, event) VALUES (?, ?)');
  const page = db.prepare('SELECT * FROM outbox WHERE sequence > ? ORDER BY sequence LIMIT ?');
  const oldest = db.prepare('SELECT min(sequence) AS first FROM outbox');
  const newest = db.prepare("SELECT seq AS last FROM sqlite_sequence WHERE name = 'outbox'");
  const version = db.prepare('PRAGMA data_version');
  const pruneSeen = db.prepare(
    'DELETE FROM inbox_seen WHERE mark IN (SELECT mark FROM inbox_seen WHERE received_at < ? LIMIT ?)',
  );
  const pruneOutbox = db.prepare(
    'DELETE FROM outbox WHERE sequence IN (SELECT sequence FROM outbox WHERE received_at < ? LIMIT ?)',
  );

  function startPolling(): () => void {
    let known = readNumber(version.get(), 'data_version');
    const timer = setInterval(() => {
      if (!db.isOpen) return clearInterval(timer);
      const now = readNumber(version.get(), 'data_version');
      if (now !== known) watchers.notify();
      known = now;
    }, POLL_INTERVAL_MS).unref();
    return () => clearInterval(timer);
  }
  const watchers = createWatchers(startPolling);

  return {
    async take(event, now) {
      const marks = toRepeatMarks(event);
      const taken = withTransaction(db, () => {
        const known = marks.map((mark) => seen.get(mark)).find((row) => row !== undefined);
        const sequence = known
          ? readNumber(known, 'sequence')
          : Number(append.run(now, JSON.stringify(event)).lastInsertRowid);
        for (const mark of marks) see.run(mark, sequence, now);
        return { sequence, isRepeat: known !== undefined };
      });
      if (!taken.isRepeat) watchers.notify();
      return taken;
    },
    after: async (sequence, limit) => page.all(sequence, limit).map(toEvent),
    async bounds() {
      const last = readNumber(newest.get(), 'last');
      return { first: readNumber(oldest.get(), 'first') || last + 1, last };
    },
    async prune(before) {
      await deleteInTurns(db, () => pruneSeen.run(before, PRUNE_ROWS_MAX).changes);
      return deleteInTurns(db, () => pruneOutbox.run(before, PRUNE_ROWS_MAX).changes);
    },
    watch: watchers.add,
    cursor: (name) => createCursor(db, name),
  };
}

function createDeadLetters(db: DatabaseSync): DeadLetterStore {
  const add = db.prepare('INSERT OR REPLACE INTO dead_letter (sequence, letter) VALUES (?, ?)');
  const list = db.prepare('SELECT letter FROM dead_letter ORDER BY sequence');
  const remove = db.prepare('DELETE FROM dead_letter WHERE sequence = ?');
  const count = db.prepare('SELECT count(*) AS count FROM dead_letter');
  return {
    add: async (letter) => void add.run(letter.event.sequence, JSON.stringify(letter)),
    list: async () => list.all().map(({ letter }) => JSON.parse(String(letter)) as DeadLetter),
    remove: async (sequence) => remove.run(sequence).changes > 0,
    count: async () => readNumber(count.get(), 'count'),
  };
}

function createMapping(db: DatabaseSync): MappingStore {
  const select = db.prepare('SELECT patient, origin FROM mapping_link WHERE hash = ?');
  const selectOwned = db.prepare('SELECT hash FROM mapping_link WHERE owner = ? AND patient = ?');
  const insert = db.prepare('INSERT INTO mapping_link (hash, owner, patient, origin) VALUES (?, ?, ?, ?)');
  const remove = db.prepare('DELETE FROM mapping_link WHERE hash = ? AND patient = ?');
  const claim = db.prepare(
    `INSERT INTO mapping_claim (hash, claimant, until) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET claimant = excluded.claimant, until = excluded.until WHERE until <= ?`,
  );
  const release = db.prepare('DELETE FROM mapping_claim WHERE hash = ? AND claimant = ?');
  const keepSecret = db.prepare('INSERT OR IGNORE INTO mapping_secret (only, fingerprint) VALUES (1, ?)');
  const readSecret = db.prepare('SELECT fingerprint FROM mapping_secret');

  const readOwned = (owner: string, patientId: string): string | null => {
    const hash = selectOwned.get(owner, patientId)?.hash;
    return typeof hash === 'string' ? hash : null;
  };
  const readPatient = (hash: string): string | null => {
    const row = select.get(hash);
    return row ? String(row.patient) : null;
  };
  return {
    find: async ({ hash }) => readPatient(hash),
    findAll: async (keys) => keys.map(({ hash }) => readPatient(hash)),
    linksOf: async (pairs) => pairs.map(([{ owner }, patientId]) => readOwned(owner, patientId)),
    link: async (keys, patientId, origin, replaceable = []) =>
      withTransaction(db, () => {
        const linked = keys.map(({ hash }) => readPatient(hash)).find((patient) => patient !== null);
        if (linked) return { kind: 'exists', patientId: linked };
        const replaced = keys.flatMap(({ owner }) => readOwned(owner, patientId) ?? []);
        if (replaced.some((hash) => !replaceable.includes(hash))) return { kind: 'patient-taken' };
        for (const hash of replaced) remove.run(hash, patientId);
        for (const { hash, owner } of keys) insert.run(hash, owner, patientId, JSON.stringify(origin));
        return { kind: 'linked', replaced };
      }),
    async origin({ hash }) {
      const text = select.get(hash)?.origin;
      return typeof text === 'string' ? (JSON.parse(text) as LinkOrigin) : null;
    },
    unlink: async ({ hash }, patientId) => remove.run(hash, patientId).changes === 1,
    claim: async ({ hash }, claimant, now, until) => claim.run(hash, claimant, until, now).changes === 1,
    release: async ({ hash }, claimant) => void release.run(hash, claimant),
    async fingerprint(own) {
      if (own !== null) keepSecret.run(own);
      const kept = readSecret.get()?.fingerprint;
      return typeof kept === 'string' ? kept : null;
    },
  };
}

function createRevocations(db: DatabaseSync): RevocationStore {
  const add = db.prepare(
    'INSERT INTO revoked_tokens VALUES (?, ?) ON CONFLICT DO UPDATE SET until = max(until, excluded.until)',
  );
  const forget = db.prepare('DELETE FROM revoked_tokens WHERE until <= ?');
  const current = db.prepare('SELECT jti, until FROM revoked_tokens WHERE until > ?');
  return {
    async add({ jti, until }, now) {
      forget.run(now - REVOCATION_GRACE_SECONDS);
      add.run(jti, until);
    },
    current: async (now) =>
      current.all(now).map((row) => ({ jti: String(row.jti), until: Number(row.until) })),
  };
}

function createValues(db: DatabaseSync): ExpiringValues {
  const forget = db.prepare('DELETE FROM sign_in_values WHERE kept <= ?');
  const insert = db.prepare('INSERT OR REPLACE INTO sign_in_values VALUES (?, ?, ?, ?, NULL)');
  const claim = db.prepare("INSERT OR IGNORE INTO sign_in_values VALUES (?, '', ?, ?, NULL)");
  const select = db.prepare(
    'SELECT value FROM sign_in_values WHERE name = ? AND good > ? AND spent_by IS NULL',
  );
  // One statement, so that of two processes only one finds it unspent.
  const spend = db.prepare(
    'UPDATE sign_in_values SET spent_by = ? WHERE name = ? AND good > ? AND spent_by IS NULL RETURNING value',
  );
  const spender = db.prepare('SELECT spent_by FROM sign_in_values WHERE name = ? AND spent_by IS NOT NULL');
  const remove = db.prepare('DELETE FROM sign_in_values WHERE name = ?');
  return {
    async keep(name, value, { now, good, kept }) {
      forget.run(now);
      insert.run(name, value, good, kept);
    },
    async claim(name, now, good) {
      forget.run(now);
      return claim.run(name, good, good).changes > 0;
    },
    async read(name, now) {
      const row = select.get(name, now);
      return row ? String(row.value) : null;
    },
    async spend(name, by, now) {
      const row = spend.get(by, name, now);
      if (row) return { first: true, value: String(row.value) };
      const before = spender.get(name);
      return before ? { first: false, by: String(before.spent_by) } : null;
    },
    remove: async (name) => void remove.run(name),
  };
}

function createSeen(db: DatabaseSync): SeenStore {
  const select = db.prepare('SELECT at FROM caseload_seen WHERE person = ?');
  const move = db.prepare(
    'INSERT INTO caseload_seen VALUES (?, ?) ON CONFLICT DO UPDATE SET at = max(at, excluded.at) RETURNING at',
  );
  return {
    async read(person) {
      const row = select.get(person);
      return row ? readNumber(row, 'at') : null;
    },
    move: async (person, at) => readNumber(move.get(person, at), 'at'),
  };
}

/** The file holds ids of patients and professionals. */
export const OWNER_ONLY_MODE = 0o600;

/** In the order in which they came; `PRAGMA user_version` counts them. A released entry is never edited. */
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
  'CREATE TABLE caseload_seen (person TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;',
  `CREATE TABLE storage_probe (only INTEGER PRIMARY KEY CHECK (only = 1), at INTEGER NOT NULL) STRICT;
   CREATE TABLE dead_letter (sequence INTEGER PRIMARY KEY, letter TEXT NOT NULL) STRICT;`,
  `CREATE TABLE audit_base (
     only INTEGER PRIMARY KEY CHECK (only = 1), sequence INTEGER NOT NULL, hash TEXT NOT NULL
   ) STRICT;
   CREATE TABLE audit_patient (
     block INTEGER NOT NULL, patient BLOB NOT NULL, place INTEGER NOT NULL, PRIMARY KEY (block, patient, place)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE audit_block (block INTEGER PRIMARY KEY, first_at INTEGER, last_at INTEGER) STRICT;`,
  'ALTER TABLE mapping_link ADD COLUMN origin TEXT;',
];

const readVersion = (db: DatabaseSync): number =>
  Number(db.prepare('PRAGMA user_version').get()?.user_version ?? 0);

/** Brings the tables up to date; of two processes that open a file at once one does it, and the other waits. */
function migrate(db: DatabaseSync, file: string): void {
  if (readVersion(db) > MIGRATIONS.length) {
    throw new StorageError(
      'STORAGE_NEWER',
      `The storage file ${file} was written by a newer proxy (schema ${readVersion(db)}, this one knows ${MIGRATIONS.length}). Start that version, or restore a backup from before the upgrade.`,
    );
  }
  if (readVersion(db) === MIGRATIONS.length) return;
  withTransaction(db, () => {
    for (const sql of MIGRATIONS.slice(readVersion(db))) db.exec(sql);
    db.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
  });
}

/**
 * Opens a file, written through (WAL, synchronous FULL): what was acknowledged survives a power cut. A second
 * process waits up to 5 s to write. Throws a StorageError that names the file.
 */
export function openSqlite(file: string) {
  let db: DatabaseSync | undefined;
  try {
    // Before SQLite makes it: its journals get the rights of the file.
    if (file !== ':memory:') closeSync(openSync(file, 'a', OWNER_ONLY_MODE));
    db = new DatabaseSync(file);
    db.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    migrate(db, file);
    return createStorage(db);
  } catch (error) {
    db?.close();
    if (error instanceof StorageError) throw error;
    throw new StorageError(
      'STORAGE_UNAVAILABLE',
      `The storage file ${file} cannot be opened (${(error as Error).message}). Give a path in a folder that the proxy may write to.`,
    );
  }
}

function createStorage(db: DatabaseSync) {
  const probe = db.prepare('INSERT OR REPLACE INTO storage_probe (only, at) VALUES (1, ?)');
  return {
    kind: 'sqlite',
    db,
    inbox: createInbox(db),
    deadLetters: createDeadLetters(db),
    audit: createAudit(db),
    mapping: createMapping(db),
    revocations: createRevocations(db),
    signIns: createValues(db),
    seen: createSeen(db),
    /** Each process counts its own requests: a write to disk for each would cost more than it protects. */
    rateLimits: null,
    isShared: false,
    tryWrite: async () => void probe.run(Date.now()),
    async close() {
      if (db.isOpen) db.close();
    },
  } as const satisfies Storage & Record<string, unknown>;
}
