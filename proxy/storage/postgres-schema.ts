import type { Client, QueryConfig } from 'pg';
import { StorageError } from './storage.ts';

/** In the order in which they came; `schema_version` counts them. A released entry is never edited. */
const MIGRATIONS: readonly string[] = [
  `CREATE TABLE outbox (sequence bigint PRIMARY KEY, received_at bigint NOT NULL, event text NOT NULL);
   CREATE INDEX outbox_received ON outbox (received_at);
   CREATE TABLE outbox_end (single boolean PRIMARY KEY CHECK (single), sequence bigint NOT NULL);
   INSERT INTO outbox_end VALUES (true, 0);
   CREATE TABLE inbox_seen (mark text PRIMARY KEY, sequence bigint NOT NULL, received_at bigint NOT NULL);
   CREATE INDEX inbox_seen_received ON inbox_seen (received_at);
   CREATE TABLE inbox_cursor (
     name text PRIMARY KEY, sequence bigint NOT NULL, holder text, held_until timestamptz NOT NULL
   );
   CREATE TABLE dead_letter (sequence bigint PRIMARY KEY, letter text NOT NULL);
   CREATE TABLE audit_row (place bigint PRIMARY KEY, text text NOT NULL, hash text NOT NULL);
   CREATE TABLE audit_head (single boolean PRIMARY KEY CHECK (single), sequence bigint NOT NULL, hash text NOT NULL);
   INSERT INTO audit_head VALUES (true, 0, repeat('0', 64));
   CREATE TABLE audit_base (single boolean PRIMARY KEY CHECK (single), sequence bigint NOT NULL, hash text NOT NULL);
   INSERT INTO audit_base TABLE audit_head;
   -- The hour first, so that what is written at one time lies together.
   CREATE TABLE audit_patient (
     hour integer NOT NULL, patient uuid NOT NULL, place bigint NOT NULL, PRIMARY KEY (hour, patient, place)
   );
   CREATE TABLE mapping_link (
     hash text PRIMARY KEY, owner text NOT NULL, patient text NOT NULL, UNIQUE (owner, patient)
   );
   CREATE TABLE mapping_claim (hash text PRIMARY KEY, claimant text NOT NULL, until bigint NOT NULL);
   CREATE TABLE mapping_secret (single boolean PRIMARY KEY CHECK (single), fingerprint text NOT NULL);
   CREATE TABLE revoked_tokens (jti text PRIMARY KEY, until double precision NOT NULL);
   CREATE TABLE sign_in_values (
     name text PRIMARY KEY, value text NOT NULL, good double precision NOT NULL, kept double precision NOT NULL,
     spent_by text
   );
   CREATE TABLE caseload_seen (person text PRIMARY KEY, at bigint NOT NULL);
   CREATE TABLE storage_probe (single boolean PRIMARY KEY CHECK (single), at bigint NOT NULL);

   -- Takes deliveries as one transaction of one statement: a proxy that dies within it holds up no other. The row
   -- of outbox_end is locked first, so that sequences have no gaps and become visible in their order.
   CREATE FUNCTION take_events(given text) RETURNS TABLE (sequence bigint, repeated boolean)
   LANGUAGE plpgsql AS $$
   DECLARE
     one record;
     newest bigint;
     newest_yet bigint;
   BEGIN
     SELECT o.sequence INTO newest FROM outbox_end o FOR UPDATE;
     newest_yet := newest;
     FOR one IN SELECT * FROM json_to_recordset(given::json) AS r(at bigint, event text, marks text[]) LOOP
       SELECT s.sequence INTO take_events.sequence FROM inbox_seen s WHERE s.mark = ANY (one.marks) LIMIT 1;
       repeated := FOUND;
       IF NOT repeated THEN
         newest := newest + 1;
         take_events.sequence := newest;
         INSERT INTO outbox VALUES (newest, one.at, one.event);
       END IF;
       INSERT INTO inbox_seen SELECT mark, take_events.sequence, one.at FROM unnest(one.marks) mark
         ON CONFLICT DO NOTHING;
       RETURN NEXT;
     END LOOP;
     IF newest > newest_yet THEN
       UPDATE outbox_end o SET sequence = newest;
       PERFORM pg_notify(current_schema() || '_outbox', '');
     END IF;
   END $$;`,
  'ALTER TABLE mapping_link ADD COLUMN origin text',
  `CREATE TABLE audit_archive (
     first bigint PRIMARY KEY, last bigint NOT NULL, before text NOT NULL, lines text NOT NULL
   )`,
];

/** How long to wait for another session that makes the tables or holds them, and then for the work itself. */
const LOCK_TIMEOUT_MS = 10_000;
const MIGRATION_TIMEOUT_MS = 3_600_000;
/** SQLSTATE of a lock that was not had in time. */
const LOCK_NOT_AVAILABLE = '55P03';

async function readVersion(client: Client, schema: string): Promise<number> {
  const { rows: found } = await client.query('SELECT to_regclass($1) IS NOT NULL AS here', [
    `${schema}.schema_version`,
  ]);
  if (!found[0].here) return 0;
  const { rows } = await client.query(`SELECT version FROM ${schema}.schema_version`);
  return Number(rows[0].version);
}

/**
 * Brings the tables up to date; of several proxies that start at once one does it, and the others wait. `schema` is its name
 * in quotes.
 */
export async function migrate(client: Client, schema: string, where: string): Promise<void> {
  const known = MIGRATIONS.length;
  const isCurrent = async (): Promise<boolean> => {
    const version = await readVersion(client, schema);
    if (version <= known) return version === known;
    throw new StorageError(
      'STORAGE_NEWER',
      `The ${where} was written by a newer proxy (schema ${version}, this one knows ${known}). Start that version, or restore a backup from before the upgrade.`,
    );
  };
  if (await isCurrent()) return;
  const run = (text: string, values?: unknown[]) =>
    client.query({ text, values, query_timeout: MIGRATION_TIMEOUT_MS } as QueryConfig);
  await run(`SET statement_timeout TO 0; SET lock_timeout TO ${LOCK_TIMEOUT_MS}`);
  try {
    // Held until the connection ends, and taken before the transaction begins, which then sees what the holder before did.
    await run("SELECT pg_advisory_lock(hashtextextended('instrument-panel ' || $1, 0))", [schema]);
    await run('BEGIN');
    if (!(await isCurrent())) {
      const version = await readVersion(client, schema);
      await run(`CREATE SCHEMA IF NOT EXISTS ${schema}; SET LOCAL search_path TO ${schema};
        CREATE TABLE IF NOT EXISTS schema_version (single boolean PRIMARY KEY CHECK (single), version integer NOT NULL)`);
      for (const sql of MIGRATIONS.slice(version)) await run(sql);
      const keep =
        'INSERT INTO schema_version VALUES (true, $1) ON CONFLICT (single) DO UPDATE SET version = $1';
      await run(keep, [known]);
    }
    await run('COMMIT');
  } catch (error) {
    if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error;
    throw new StorageError(
      'STORAGE_UNAVAILABLE',
      `The ${where} cannot be used yet: for ${LOCK_TIMEOUT_MS / 1_000} s another session has held a lock that making or upgrading the tables needs. Wait until that session ends; a proxy that upgrades ends it by itself.`,
    );
  }
}
