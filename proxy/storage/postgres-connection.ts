import { readFileSync } from 'node:fs';
import { Client, type ClientBase, type ClientConfig, DatabaseError, Pool, types } from 'pg';
import { migrate } from './postgres-schema.ts';
import { watchChannel } from './postgres-watch.ts';
import { createPromiseWatch, type OnTrouble, type StorageState } from './promises.ts';
import { type Head, StorageError, type StorageOptions } from './storage.ts';

/** How long a statement may take before the server ends it, and before a server that is silent counts as lost. */
const STATEMENT_TIMEOUT_MS = 5_000;
const ANSWER_TIMEOUT_MS = 6_000;
const CONNECT_TIMEOUT_MS = 3_000;
/** A proxy's share of the server's `max_connections`, besides the one that listens. */
const CONNECTIONS_MAX = 8;

const INT8_OID = 20;

/** Runs one statement, which is a transaction of its own, and gives its rows. */
export type RunSql = <Row extends object>(
  text: string,
  values?: readonly unknown[],
) => Promise<readonly Row[]>;

export type PostgresPlace = Extract<StorageOptions, { readonly postgres: string }>;

/** The address without what must not be read in a log. */
function describe(url: string): string {
  if (!URL.canParse(url)) return 'Postgres at (not an address)';
  const { protocol, host, pathname, searchParams } = new URL(url);
  return `Postgres at ${protocol}//${host || searchParams.get('host') || ''}${pathname}`;
}

/** Makes the class of the connections to a place. */
const createClientClass = ({ postgres, passwordFile }: PostgresPlace) =>
  class extends Client {
    constructor(options: ClientConfig = {}) {
      const url = new URL(postgres);
      // Not the option `password`, over which the address counts also where it has none.
      if (passwordFile !== undefined) url.password = readFileSync(passwordFile, 'utf8').trim();
      super({
        application_name: 'instrument-panel-proxy',
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
        query_timeout: ANSWER_TIMEOUT_MS,
        keepAlive: true,
        types: {
          getTypeParser: (oid, format) => (oid === INT8_OID ? Number : types.getTypeParser(oid, format)),
        },
        ...options,
        connectionString: url.href,
      });
      // Without a listener a lost connection would end the process; each statement says by itself that it failed.
      this.on('error', () => {});
    }
  };

interface Found {
  readonly standby: boolean;
  readonly readonly: string;
  readonly fsync: string;
  readonly full_page_writes: string;
  readonly synchronous_commit: string;
  readonly standbys: string;
}
const SELECT_PROMISES = `SELECT pg_is_in_recovery() AS standby, current_setting('transaction_read_only') AS readonly,
  current_setting('fsync') AS fsync, current_setting('full_page_writes') AS full_page_writes,
  current_setting('synchronous_commit') AS synchronous_commit, current_setting('synchronous_standby_names') AS standbys`;
const SELECT_TRAIL = `SELECT h.sequence, h.hash, b.sequence AS base,
  (SELECT r.hash FROM audit_row r WHERE r.place = $1) AS kept FROM audit_head h, audit_base b`;

/** The number of standbys that a commit waits for, by the setting `synchronous_standby_names`. */
function countStandbys(names: string): number {
  if (names.trim() === '') return 0;
  return Number(/^\s*(?:(?:FIRST|ANY)\s+)?(\d+)\s*\(/i.exec(names)?.[1] ?? 1);
}

/** What a server does not promise, in words that say what to change; undefined if it keeps what it acknowledges. */
function findBrokenPromise(found: Found, standbys: number): string | undefined {
  if (found.standby || found.readonly === 'on')
    return 'takes no writes (a standby, or read-only). Name the primary';
  const off = (['fsync', 'full_page_writes', 'synchronous_commit'] as const).find(
    (name) => found[name] === 'off',
  );
  if (off)
    return `may lose what it has just acknowledged (${off} off). Set "${off} = on" in its configuration`;
  if (standbys === 0) return undefined;
  const waits = /^(?:on|remote_apply)$/.test(found.synchronous_commit) ? countStandbys(found.standbys) : 0;
  if (waits >= standbys) return undefined;
  return `waits for ${waits} standbys and not for the ${standbys} of the option storage.standbys. Set synchronous_standby_names, and "synchronous_commit = on", in its configuration`;
}

const quote = (schema: string): string => `"${schema}"`;

/** SQLSTATE of tables that are missing or that this user may not read. */
const NO_TABLE = /^42/;

/** Asks a server what it promises and, given the sequence of a row, what trail it has. */
async function askState(
  client: Pick<ClientBase, 'query'>,
  standbys: number,
  sequence: number | null,
): Promise<StorageState> {
  const { rows } = await client.query<Found>(SELECT_PROMISES);
  const problem = rows[0] && findBrokenPromise(rows[0], standbys);
  if (sequence === null) return { problem, trail: null };
  try {
    const found = await client.query<Head & { base: number; kept: string | null }>(SELECT_TRAIL, [sequence]);
    const [row] = found.rows;
    return { problem, trail: row ? { head: row, base: row.base, hash: row.kept } : null };
  } catch (error) {
    if (error instanceof DatabaseError && NO_TABLE.test(error.code ?? '')) return { problem, trail: null };
    throw error;
  }
}

/** Connects, and brings the schema up to date. Throws a StorageError with host and database, never the password. */
export async function connectPostgres(place: PostgresPlace, onTrouble: OnTrouble) {
  const { postgres: url, schema = 'instrument_panel', standbys = 0 } = place;
  const where = describe(url);
  const unavailable = (reason: string): StorageError =>
    new StorageError(
      'STORAGE_UNAVAILABLE',
      `The ${where} cannot be used (${reason}). Check the address, the password and that it runs.`,
    );
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url))
    throw unavailable('its address must begin with postgres://');
  const PanelClient = createClientClass(place);

  const prepare = (client: ClientBase) =>
    client.query(`SET search_path TO ${quote(schema)}; SET statement_timeout TO ${STATEMENT_TIMEOUT_MS};
      SET default_transaction_isolation TO 'read committed'`);
  const pool = new Pool({
    Client: PanelClient,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    max: CONNECTIONS_MAX,
    // A new connection may lead to another server than the one before.
    onConnect: async (client) => {
      await prepare(client);
      await promises.check((sequence) => askState(client, standbys, sequence));
    },
  });
  // Without a listener a connection that is lost while it is idle would end the process.
  pool.on('error', () => {});
  const promises = createPromiseWatch(where, (sequence) => askState(pool, standbys, sequence), onTrouble);
  let first: Client | undefined;
  try {
    first = new PanelClient();
    await first.connect();
    const client = first;
    await prepare(client);
    await promises.check(() => askState(client, standbys, null));
    await migrate(client, quote(schema), where);
  } catch (error) {
    promises.stop();
    throw error instanceof StorageError ? error : unavailable((error as Error).message);
  } finally {
    await first?.end().catch(() => {});
  }

  const names = new Map<string, string>();
  const sql: RunSql = async <Row extends object>(text: string, values: readonly unknown[] = []) => {
    const trouble = promises.trouble();
    if (trouble) throw trouble;
    const name = names.get(text) ?? `statement_${names.size}`;
    names.set(text, name);
    return (await pool.query<Row>({ name, text, values: [...values] })).rows;
  };

  const watch = (onNews: () => void): (() => void) =>
    watchChannel(() => new PanelClient(), quote(`${schema}_outbox`), onNews);

  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    promises.stop();
    closing ??= pool.end();
    return closing;
  };
  return { sql, watch, wrote: promises.wrote, close };
}
