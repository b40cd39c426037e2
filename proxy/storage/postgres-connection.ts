import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, type ClientBase, type ClientConfig, Pool, types } from 'pg';
import { migrate } from './postgres-schema.ts';
import { StorageError } from './storage.ts';

/** How long a statement may take, and how long a connection, before they count as failed. */
const STATEMENT_TIMEOUT_MS = 5_000;
const CONNECT_TIMEOUT_MS = 3_000;
/** A proxy's share of the server's `max_connections`, besides the one that listens. */
const CONNECTIONS_MAX = 8;
const RETRY_DELAY_MS = 500;
/** How often a listener asks for a sign of life, and looks for news of which it was not told. */
const LISTEN_INTERVAL_MS = 5_000;

const INT8_OID = 20;

/** Runs one statement, which is a transaction of its own, and gives its rows. */
export type RunSql = <Row extends object>(
  text: string,
  values?: readonly unknown[],
) => Promise<readonly Row[]>;

export interface PostgresPlace {
  /** Such as `postgres://panel@db.clinic.example/panel?sslmode=verify-full`. */
  readonly postgres: string;
  /** A file with the password, read at each connection, so that it can be changed without a restart. */
  readonly passwordFile?: string;
  /** The schema of the proxy's tables, which it makes itself. Default: `instrument_panel`. */
  readonly schema?: string;
}

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
        query_timeout: STATEMENT_TIMEOUT_MS,
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

interface Promises {
  readonly standby: boolean;
  readonly readonly: string;
  readonly fsync: string;
  readonly full_page_writes: string;
  readonly synchronous_commit: string;
}
const SELECT_PROMISES = `SELECT pg_is_in_recovery() AS standby, current_setting('transaction_read_only') AS readonly,
  current_setting('fsync') AS fsync, current_setting('full_page_writes') AS full_page_writes,
  current_setting('synchronous_commit') AS synchronous_commit`;

/** What a server does not promise, in words that say what to change; undefined if it keeps what it acknowledges. */
function findBrokenPromise(found: Promises): string | undefined {
  if (found.standby || found.readonly === 'on')
    return 'takes no writes (a standby, or read-only). Name the primary';
  const off = (['fsync', 'full_page_writes', 'synchronous_commit'] as const).find(
    (name) => found[name] === 'off',
  );
  return off && `may lose what it has just acknowledged (${off} off). Set "${off} = on" in its configuration`;
}

const quote = (schema: string): string => `"${schema}"`;

async function verify(client: ClientBase, schema: string, where: string): Promise<void> {
  await client.query(
    `SET search_path TO ${quote(schema)}; SET default_transaction_isolation TO 'read committed'`,
  );
  const { rows } = await client.query<Promises>(SELECT_PROMISES);
  const problem = rows[0] && findBrokenPromise(rows[0]);
  if (problem) throw new StorageError('STORAGE_NOT_DURABLE', `The ${where} ${problem}.`);
}

/** Connects, and brings the schema up to date. Throws a StorageError with host and database, never the password. */
export async function connectPostgres(place: PostgresPlace) {
  const { postgres: url, schema = 'instrument_panel' } = place;
  const where = describe(url);
  const unavailable = (reason: string): StorageError =>
    new StorageError(
      'STORAGE_UNAVAILABLE',
      `The ${where} cannot be used (${reason}). Check the address, the password and that it runs.`,
    );
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url))
    throw unavailable('its address must begin with postgres://');
  const PanelClient = createClientClass(place);

  let first: Client | undefined;
  try {
    first = new PanelClient({ query_timeout: 0 });
    await first.connect();
    await verify(first, schema, where);
    await migrate(first, schema, where);
  } catch (error) {
    throw error instanceof StorageError ? error : unavailable((error as Error).message);
  } finally {
    await first?.end().catch(() => {});
  }

  const pool = new Pool({
    Client: PanelClient,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    max: CONNECTIONS_MAX,
    onConnect: (client) => verify(client, schema, where),
  });
  // Without a listener a connection that is lost while it is idle would end the process.
  pool.on('error', () => {});
  const names = new Map<string, string>();
  const sql: RunSql = async <Row extends object>(text: string, values: readonly unknown[] = []) => {
    const name = names.get(text) ?? `statement_${names.size}`;
    names.set(text, name);
    return (await pool.query<Row>({ name, text, values: [...values] })).rows;
  };

  /** Calls `onNews` when the outbox may have grown, and after each lost connection. Gives the function that ends it. */
  function watch(onNews: () => void): () => void {
    const stopped = new AbortController();
    const { signal } = stopped;
    async function follow(): Promise<void> {
      const client = new PanelClient();
      const lost = Promise.withResolvers<never>();
      lost.promise.catch(() => {});
      for (const event of ['error', 'end'] as const) client.on(event, () => lost.reject(new Error(event)));
      client.on('notification', onNews);
      const end = (): void => void client.end().catch(() => {});
      signal.addEventListener('abort', end);
      const listen = async (): Promise<never> => {
        await client.connect();
        await client.query(`LISTEN ${quote(`${schema}_outbox`)}`);
        for (;;) {
          onNews();
          await pause(LISTEN_INTERVAL_MS, undefined, { ref: false, signal });
          await client.query('SELECT 1');
        }
      };
      await Promise.race([listen(), lost.promise]).finally(() => {
        signal.removeEventListener('abort', end);
        end();
      });
    }
    async function run(): Promise<void> {
      while (!signal.aborted) {
        await follow().catch(() => {});
        if (!signal.aborted) await pause(RETRY_DELAY_MS, undefined, { ref: false });
      }
    }
    void run();
    return () => stopped.abort();
  }

  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= pool.end();
    return closing;
  };
  return { sql, watch, close };
}
