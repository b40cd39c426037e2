import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PostgresPlace } from './postgres-client.ts';
import { connectPostgres, type RunSql } from './postgres-connection.ts';
import type { OnTrouble } from './promises.ts';
import {
  ARCHIVED_ROWS_MAX_COUNT,
  type ArchivedRows,
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
  REVOCATION_GRACE_SECONDS,
  type Revocation,
  type RevocationStore,
  type SeenStore,
  type Storage,
  type StoredEvent,
  type StoredRow,
  type TrailArchive,
  toRepeatMarks,
} from './storage.ts';

const PRUNE_ROWS_MAX = 500;

type PruneAll = ReturnType<typeof createPruning>;

/** Deletes in pieces, and gives how many rows: two proxies at once share them rather than wait for each other. */
const createPruning =
  (sql: RunSql) =>
  async (table: string, key: string, condition: string, values: readonly unknown[]): Promise<number> => {
    const text = `DELETE FROM ${table} WHERE (${key}) IN (
        SELECT ${key} FROM ${table} WHERE ${condition} LIMIT ${PRUNE_ROWS_MAX} FOR UPDATE SKIP LOCKED
      ) RETURNING 1`;
    for (let pruned = 0; ; ) {
      const { length } = await sql(text, values);
      pruned += length;
      if (length < PRUNE_ROWS_MAX) return pruned;
    }
  };

const HOUR_MS = 3_600_000;

const APPEND = `
  WITH moved AS (
    UPDATE audit_head SET sequence = $3, hash = $4 WHERE sequence = $1 AND hash = $2 RETURNING 1
  ), stored AS (
    INSERT INTO audit_row SELECT * FROM unnest($5::bigint[], $6::text[], $7::text[]) WHERE EXISTS (TABLE moved)
  ), named AS (
    INSERT INTO audit_patient SELECT * FROM unnest($8::integer[], $9::uuid[], $10::bigint[])
    WHERE EXISTS (TABLE moved) ON CONFLICT DO NOTHING
  ) TABLE moved`;

const createArchive = (sql: RunSql): TrailArchive => ({
  async keep({ first, last, before, lines }) {
    // Another proxy may have archived, and deleted, more rows meanwhile.
    const text = `INSERT INTO audit_archive AS a VALUES ($1, $2, $3, $4) ON CONFLICT (first) DO UPDATE
      SET last = excluded.last, lines = excluded.lines WHERE a.last < excluded.last`;
    await sql(text, [first, last, before, lines]);
  },
  async next(from) {
    const text = `SELECT * FROM audit_archive WHERE first > $1 - ${ARCHIVED_ROWS_MAX_COUNT} AND last >= $1
      ORDER BY first LIMIT 1`;
    return (await sql<ArchivedRows>(text, [from]))[0] ?? null;
  },
});

function createAudit(sql: RunSql, pruneAll: PruneAll, wrote: (head: Head) => void): AuditStore {
  const toHour = (at: number): number => Math.floor(at / HOUR_MS);
  return {
    head: async () => (await sql<Head>('SELECT sequence, hash FROM audit_head'))[0] ?? GENESIS,
    base: async () => (await sql<Head>('SELECT sequence, hash FROM audit_base'))[0] ?? GENESIS,
    async append(after, rows) {
      const last = rows.at(-1);
      if (!last) return true;
      const named = rows.flatMap(({ place, at, patientIds }) =>
        patientIds.map((id) => ({ hour: toHour(at), id, place })),
      );
      const values = [
        ...[after.sequence, after.hash, last.place, last.hash],
        ...[rows.map(({ place }) => place), rows.map(({ text }) => text), rows.map(({ hash }) => hash)],
        ...[named.map(({ hour }) => hour), named.map(({ id }) => id), named.map(({ place }) => place)],
      ];
      const isStored = (await sql(APPEND, values)).length === 1;
      if (isStored) wrote({ sequence: last.place, hash: last.hash });
      return isStored;
    },
    read: (from, limit) =>
      sql<StoredRow>('SELECT place, text, hash FROM audit_row WHERE place >= $1 ORDER BY place LIMIT $2', [
        from,
        limit,
      ]),
    async placesOf(patientId, from, until) {
      const text = `SELECT place FROM generate_series(
          greatest($2, (SELECT min(hour) FROM audit_patient)), least($3, (SELECT max(hour) FROM audit_patient))
        ) AS of_time(hour) JOIN audit_patient USING (hour) WHERE patient = $1 ORDER BY place`;
      const rows = await sql<{ place: number }>(text, [patientId, toHour(from), toHour(until)]);
      return rows.map(({ place }) => place);
    },
    async prune({ sequence, hash }, at) {
      await sql('UPDATE audit_base SET sequence = $1, hash = $2 WHERE sequence < $1', [sequence, hash]);
      await pruneAll('audit_row', 'place', 'place <= $1', [sequence]);
      await pruneAll('audit_patient', 'hour, patient, place', 'hour <= $2 AND place <= $1', [
        sequence,
        toHour(at),
      ]);
    },
    archive: createArchive(sql),
  };
}

/** The lease ends by the server's clock: the proxies' clocks need not agree. */
function createCursor(sql: RunSql, name: string): Cursor {
  return {
    async hold(holder, milliseconds) {
      const held = await sql(
        `INSERT INTO inbox_cursor AS c VALUES ($1, 0, $2, clock_timestamp() + $3 * interval '1 ms')
         ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, held_until = excluded.held_until
         WHERE c.holder = $2 OR c.holder IS NULL OR c.held_until <= clock_timestamp() RETURNING 1`,
        [name, holder, milliseconds],
      );
      return held.length > 0;
    },
    async read() {
      const [row] = await sql<{ sequence: number }>('SELECT sequence FROM inbox_cursor WHERE name = $1', [
        name,
      ]);
      return row?.sequence ?? 0;
    },
    async move(holder, sequence) {
      const moved = await sql(
        'UPDATE inbox_cursor SET sequence = $3 WHERE name = $1 AND holder = $2 RETURNING 1',
        [name, holder, sequence],
      );
      return moved.length > 0;
    },
    release: async (holder) =>
      void (await sql('UPDATE inbox_cursor SET holder = NULL WHERE name = $1 AND holder = $2', [
        name,
        holder,
      ])),
  };
}

const TAKE_MAX_COUNT = 100;

interface Waiting {
  readonly row: { readonly at: number; readonly event: string; readonly marks: readonly string[] };
  readonly resolve: (taken: { sequence: number; isRepeat: boolean }) => void;
  readonly reject: (error: unknown) => void;
}

/** Batches the deliveries that arrive during a statement into the next one, so that they share one write to disk. */
function createTaking(sql: RunSql): Inbox['take'] {
  const waiting: Waiting[] = [];
  let isRunning = false;

  async function takeAll(all: readonly Waiting[]): Promise<void> {
    try {
      const taken = await sql<{ sequence: number; repeated: boolean }>('SELECT * FROM take_events($1)', [
        JSON.stringify(all.map(({ row }) => row)),
      ]);
      taken.forEach(({ sequence, repeated }, index) => {
        all[index]?.resolve({ sequence, isRepeat: repeated });
      });
    } catch (error) {
      for (const { reject } of all) reject(error);
    }
  }

  async function run(): Promise<void> {
    isRunning = true;
    for (; waiting.length > 0; await takeAll(waiting.splice(0, TAKE_MAX_COUNT))) await nextTurn();
    isRunning = false;
  }

  return (event, now) =>
    new Promise((resolve, reject) => {
      // Written as JSON, since a text of Postgres cannot hold every character.
      const marks = toRepeatMarks(event).map((mark) => JSON.stringify(mark));
      waiting.push({ row: { at: now, event: JSON.stringify(event), marks }, resolve, reject });
      if (!isRunning) void run();
    });
}

type EventRow = { readonly sequence: number; readonly received_at: number; readonly event: string };

function createInbox(sql: RunSql, pruneAll: PruneAll, watch: (onNews: () => void) => () => void): Inbox {
  const watchers = createWatchers(() => watch(() => watchers.notify()));
  return {
    take: createTaking(sql),
    async after(sequence, limit) {
      const text =
        'SELECT sequence, received_at, event FROM outbox WHERE sequence > $1 ORDER BY sequence LIMIT $2';
      const rows = await sql<EventRow>(text, [sequence, limit]);
      return rows.map(
        (row): StoredEvent => ({
          ...(JSON.parse(row.event) as DeliveredEvent),
          sequence: row.sequence,
          receivedAt: row.received_at,
        }),
      );
    },
    async bounds() {
      const text = 'SELECT (SELECT min(sequence) FROM outbox) AS first, sequence AS last FROM outbox_end';
      const [row] = await sql<{ first: number | null; last: number }>(text);
      const last = row?.last ?? 0;
      return { first: row?.first ?? last + 1, last };
    },
    async prune(before) {
      await pruneAll('inbox_seen', 'mark', 'received_at < $1', [before]);
      return pruneAll('outbox', 'sequence', 'received_at < $1', [before]);
    },
    watch: watchers.add,
    cursor: (name) => createCursor(sql, name),
  };
}

function createDeadLetters(sql: RunSql): DeadLetterStore {
  return {
    add: async (letter) =>
      void (await sql(
        'INSERT INTO dead_letter VALUES ($1, $2) ON CONFLICT (sequence) DO UPDATE SET letter = excluded.letter',
        [letter.event.sequence, JSON.stringify(letter)],
      )),
    async list() {
      const rows = await sql<{ letter: string }>('SELECT letter FROM dead_letter ORDER BY sequence');
      return rows.map(({ letter }) => JSON.parse(letter) as DeadLetter);
    },
    remove: async (sequence) =>
      (await sql('DELETE FROM dead_letter WHERE sequence = $1 RETURNING 1', [sequence])).length > 0,
    count: async () => (await sql<{ count: number }>('SELECT count(*) FROM dead_letter'))[0]?.count ?? 0,
  };
}

/** SQLSTATE of a row that another one excludes. */
const UNIQUE_VIOLATION = '23505';

function createMapping(sql: RunSql): MappingStore {
  async function findAll(hashes: readonly string[]): Promise<readonly (string | null)[]> {
    if (hashes.length === 0) return [];
    const text = 'SELECT hash, patient FROM mapping_link WHERE hash = ANY ($1)';
    const rows = await sql<{ hash: string; patient: string }>(text, [hashes]);
    const found = new Map(rows.map(({ hash, patient }) => [hash, patient]));
    return hashes.map((hash) => found.get(hash) ?? null);
  }
  const find = async (hash: string): Promise<string | null> => (await findAll([hash]))[0] ?? null;
  return {
    find: ({ hash }) => find(hash),
    findAll: (keys) => findAll(keys.map(({ hash }) => hash)),
    async linksOf(pairs) {
      const text = `SELECT (SELECT hash FROM mapping_link l WHERE l.owner = p.owner AND l.patient = p.patient) AS hash
        FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS p(owner, patient, place) ORDER BY place`;
      const rows = await sql<{ hash: string | null }>(text, [
        pairs.map(([{ owner }]) => owner),
        pairs.map(([, patient]) => patient),
      ]);
      return rows.map(({ hash }) => hash);
    },
    async link(keys, patientId, origin, replaceable = []) {
      // Counted first, so that what is replaced is gone before its row comes; in one order, so that two callers with the
      // same keys never wait for each other.
      const text = `WITH replaced AS (
          DELETE FROM mapping_link WHERE hash = ANY ($5) AND owner = ANY ($2) AND patient = $3 RETURNING hash
        ), made AS (
          INSERT INTO mapping_link SELECT hash, owner, $3, $4 FROM unnest($1::text[], $2::text[]) AS k(hash, owner)
          WHERE (SELECT count(*) FROM replaced) >= 0 ORDER BY hash
        ) TABLE replaced`;
      const hashes = keys.map(({ hash }) => hash);
      const owners = keys.map(({ owner }) => owner);
      try {
        const values = [hashes, owners, patientId, JSON.stringify(origin), replaceable];
        return {
          kind: 'linked',
          replaced: (await sql<{ hash: string }>(text, values)).map(({ hash }) => hash),
        };
      } catch (error) {
        if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error;
      }
      const linked = (await findAll(hashes)).find((patient) => patient !== null);
      return linked ? { kind: 'exists', patientId: linked } : { kind: 'patient-taken' };
    },
    async origin({ hash }) {
      const text = 'SELECT origin FROM mapping_link WHERE hash = $1';
      const origin = (await sql<{ origin: string | null }>(text, [hash]))[0]?.origin;
      return origin ? (JSON.parse(origin) as LinkOrigin) : null;
    },
    async unlink({ hash }, patientId) {
      const text = 'DELETE FROM mapping_link WHERE hash = $1 AND patient = $2 RETURNING 1';
      return (await sql(text, [hash, patientId])).length > 0;
    },
    async claim({ hash }, claimant, now, until) {
      const text = `INSERT INTO mapping_claim AS c VALUES ($1, $2, $3)
        ON CONFLICT (hash) DO UPDATE SET claimant = excluded.claimant, until = excluded.until WHERE c.until <= $4
        RETURNING 1`;
      return (await sql(text, [hash, claimant, until, now])).length > 0;
    },
    release: async ({ hash }, claimant) =>
      void (await sql('DELETE FROM mapping_claim WHERE hash = $1 AND claimant = $2', [hash, claimant])),
    async fingerprint(own) {
      if (own !== null)
        await sql('INSERT INTO mapping_secret VALUES (true, $1) ON CONFLICT DO NOTHING', [own]);
      const [kept] = await sql<{ fingerprint: string }>('SELECT fingerprint FROM mapping_secret');
      return kept?.fingerprint ?? null;
    },
  };
}

function createRevocations(sql: RunSql, pruneAll: PruneAll): RevocationStore {
  return {
    async add({ jti, until }, now) {
      await pruneAll('revoked_tokens', 'jti', 'until <= $1', [now - REVOCATION_GRACE_SECONDS]);
      const text = `INSERT INTO revoked_tokens AS r VALUES ($1, $2)
        ON CONFLICT (jti) DO UPDATE SET until = greatest(r.until, excluded.until)`;
      await sql(text, [jti, until]);
    },
    current: (now) => sql<Revocation>('SELECT jti, until FROM revoked_tokens WHERE until > $1', [now]),
  };
}

function createValues(sql: RunSql, pruneAll: PruneAll): ExpiringValues {
  return {
    async keep(name, value, { now, good, kept }) {
      await pruneAll('sign_in_values', 'name', 'kept <= $1', [now]);
      const text = `INSERT INTO sign_in_values VALUES ($1, $2, $3, $4, NULL) ON CONFLICT (name) DO UPDATE
        SET value = excluded.value, good = excluded.good, kept = excluded.kept, spent_by = NULL`;
      await sql(text, [name, value, good, kept]);
    },
    async claim(name, now, good) {
      await pruneAll('sign_in_values', 'name', 'kept <= $1', [now]);
      const text = `INSERT INTO sign_in_values VALUES ($1, '', $2, $2, NULL) ON CONFLICT (name) DO UPDATE
        SET good = excluded.good, kept = excluded.kept WHERE sign_in_values.good <= $3 RETURNING name`;
      return (await sql(text, [name, good, now])).length > 0;
    },
    async read(name, now) {
      const text = 'SELECT value FROM sign_in_values WHERE name = $1 AND good > $2 AND spent_by IS NULL';
      return (await sql<{ value: string }>(text, [name, now]))[0]?.value ?? null;
    },
    async spend(name, by, now) {
      // One statement, so that of two proxies only one finds it unspent.
      const text = `UPDATE sign_in_values SET spent_by = $1 WHERE name = $2 AND good > $3 AND spent_by IS NULL
        RETURNING value`;
      const [row] = await sql<{ value: string }>(text, [by, name, now]);
      if (row) return { first: true, value: row.value };
      const spender = 'SELECT spent_by FROM sign_in_values WHERE name = $1 AND spent_by IS NOT NULL';
      const [before] = await sql<{ spent_by: string }>(spender, [name]);
      return before ? { first: false, by: before.spent_by } : null;
    },
    remove: async (name) => void (await sql('DELETE FROM sign_in_values WHERE name = $1', [name])),
  };
}

function createSeen(sql: RunSql): SeenStore {
  type Row = { readonly at: number };
  return {
    read: async (person) =>
      (await sql<Row>('SELECT at FROM caseload_seen WHERE person = $1', [person]))[0]?.at ?? null,
    async move(person, at) {
      const text = `INSERT INTO caseload_seen AS s VALUES ($1, $2)
        ON CONFLICT (person) DO UPDATE SET at = greatest(s.at, excluded.at) RETURNING at`;
      return (await sql<Row>(text, [person, at]))[0]?.at ?? at;
    },
  };
}

/**
 * Opens the proxy's schema of a Postgres, and makes or upgrades it. `rateLimits`, of a Redis beside it, are its own
 * to close. Throws a StorageError with host and database, never the password.
 */
export async function openPostgres(
  place: PostgresPlace,
  onTrouble: OnTrouble = () => {},
  rates: { readonly rateLimits: Storage['rateLimits']; readonly close: () => Promise<void> } | null = null,
) {
  const { sql, watch, wrote, close } = await connectPostgres(place, onTrouble);
  const pruneAll = createPruning(sql);
  const probe = `INSERT INTO storage_probe VALUES (true, $1) ON CONFLICT (single) DO UPDATE SET at = excluded.at`;
  return {
    kind: 'postgres',
    sql,
    inbox: createInbox(sql, pruneAll, watch),
    deadLetters: createDeadLetters(sql),
    audit: createAudit(sql, pruneAll, wrote),
    mapping: createMapping(sql),
    revocations: createRevocations(sql, pruneAll),
    signIns: createValues(sql, pruneAll),
    seen: createSeen(sql),
    rateLimits: rates?.rateLimits ?? null,
    isShared: true,
    tryWrite: async () => void (await sql(probe, [Date.now()])),
    async close() {
      await Promise.all([close(), rates?.close()]);
    },
  } as const satisfies Storage & Record<string, unknown>;
}
