import { readFileSync } from 'node:fs';
import { Client, type ClientBase, type ClientConfig, Pool, types } from 'pg';
import type { StorageOptions } from './storage.ts';

/** How long a statement may take before the server ends it, and before a server that is silent counts as lost. */
const STATEMENT_TIMEOUT_MS = 5_000;
const ANSWER_TIMEOUT_MS = 6_000;
const CONNECT_TIMEOUT_MS = 3_000;
/** How long a server may take to hang up after a goodbye; one that is silent never would. */
const GOODBYE_TIMEOUT_MS = 1_000;
/** A proxy's share of the server's `max_connections`, besides the one that listens. */
const DEFAULT_CONNECTIONS = 8;

const INT8_OID = 20;

export type PostgresPlace = Extract<StorageOptions, { readonly postgres: string }>;

/** Makes the class of the connections to a place; the option `connectionString` names one of its servers. */
const createClientClass = ({ passwordFile }: PostgresPlace) =>
  class extends Client {
    constructor({ connectionString = '', ...options }: ClientConfig = {}) {
      const url = new URL(connectionString);
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

    override end(): Promise<void>;
    override end(callback: (error: Error) => void): void;
    override end(callback?: (error: Error) => void): Promise<void> | void {
      const timer = setTimeout(() => this.connection.stream.destroy(), GOODBYE_TIMEOUT_MS).unref();
      this.once('end', () => clearTimeout(timer));
      return callback ? super.end(callback) : super.end();
    }
  };

/** Makes connections to the servers of a place; a server is named by its address. `schema` is its name in quotes. */
export function createClients(place: PostgresPlace, schema: string) {
  const PanelClient = createClientClass(place);
  const prepare = (client: ClientBase) =>
    client.query(`SET search_path TO ${schema}; SET statement_timeout TO ${STATEMENT_TIMEOUT_MS};
      SET default_transaction_isolation TO 'read committed'`);
  const create = (server: string): Client => new PanelClient({ connectionString: server });
  return {
    create,
    /** Opens a pool, which hands no connection out before it was checked: it may lead to another server than the one before. */
    openPool(server: string, check: (client: ClientBase) => Promise<void>): Pool {
      const pool = new Pool({
        Client: PanelClient,
        connectionString: server,
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
        max: place.connections ?? DEFAULT_CONNECTIONS,
        onConnect: async (client) => {
          await prepare(client);
          await check(client);
        },
      });
      // Without a listener a connection that is lost while it is idle would end the process.
      pool.on('error', () => {});
      return pool;
    },
    /** Connects for some work alone. */
    async within<Value>(server: string, work: (client: Client) => Promise<Value>): Promise<Value> {
      const client = create(server);
      try {
        await client.connect();
        await prepare(client);
        return await work(client);
      } finally {
        await client.end().catch(() => {});
      }
    },
  };
}
