import type { ClientBase } from 'pg';
import { createClients, type PostgresPlace } from './postgres-client.ts';
import { askState, TAKES_NO_WRITES } from './postgres-promises.ts';
import { migrate } from './postgres-schema.ts';
import { describeServers, listServers } from './postgres-servers.ts';
import { watchChannel } from './postgres-watch.ts';
import { createPromiseWatch, type OnTrouble } from './promises.ts';
import { StorageError } from './storage.ts';

/** Runs one statement, which is a transaction of its own, and gives its rows. */
export type RunSql = <Row extends object>(
  text: string,
  values?: readonly unknown[],
) => Promise<readonly Row[]>;

/**
 * Looks for a server that may be used. Gives it, or else for what reason one that is a primary may not: that another is a
 * standby is as it should be.
 */
async function findServer(
  servers: readonly string[],
  judge: (server: string) => Promise<StorageError | null>,
): Promise<string | StorageError | undefined> {
  let refused: StorageError | undefined;
  for (const server of servers) {
    // One that is away is passed over.
    const found = await judge(server).catch(() => undefined);
    if (found === null) return server;
    if (found && !found.message.includes(TAKES_NO_WRITES)) refused ??= found;
  }
  return refused;
}

/** Keeps a pool to the server that may be used, and goes over to another one once it may not. `schema` is in quotes. */
function createServerPool(
  place: PostgresPlace,
  servers: readonly [string, ...string[]],
  schema: string,
  onTrouble: OnTrouble,
) {
  const { openPool, within, create } = createClients(place, schema);
  const where = describeServers(place.postgres);
  let current = servers[0];
  let isLooking = false;
  let closing: Promise<void> | undefined;
  const askOf = (client: Pick<ClientBase, 'query'>) => (sequence: number | null) =>
    askState(client, place.standbys ?? 0, sequence);
  const promises = createPromiseWatch(
    where,
    (sequence) => askOf(pool)(sequence),
    onTrouble,
    () => void moveOn(),
  );
  const open = () => openPool(current, (client) => promises.check(askOf(client)));
  let pool = open();

  function use(server: string): void {
    if (server === current) return;
    const left = pool;
    current = server;
    pool = open();
    void left.end();
  }

  async function moveOn(): Promise<void> {
    if (isLooking || servers.length === 1) return;
    isLooking = true;
    const others = servers.filter((server) => server !== current);
    const found = await findServer(others, (server) =>
      within(server, (client) => promises.tryState(askOf(client))),
    );
    isLooking = false;
    if (closing) return;
    if (found instanceof StorageError && !promises.trouble()) promises.refuse(found);
    if (typeof found !== 'string') return;
    use(found);
    await promises.check().catch(() => {});
  }

  return {
    promises,
    pool: () => pool,
    createClient: () => create(current),
    /** Finds the server, and makes or upgrades its tables. */
    async begin(): Promise<void> {
      const judge = (server: string) =>
        within(server, (client) => promises.tryState(() => askOf(client)(null)));
      const found = servers.length > 1 ? await findServer(servers, judge) : current;
      if (typeof found === 'string') use(found);
      await within(current, async (client) => {
        await promises.check(() => askOf(client)(null));
        await migrate(client, schema, where);
      });
    },
    close(): Promise<void> {
      promises.stop();
      closing ??= pool.end();
      return closing;
    },
  };
}

/** Connects, and brings the schema up to date. Throws a StorageError with host and database, never the password. */
export async function connectPostgres(place: PostgresPlace, onTrouble: OnTrouble) {
  const { postgres: url, schema = 'instrument_panel' } = place;
  const where = describeServers(url);
  const unavailable = (reason: string): StorageError =>
    new StorageError(
      'STORAGE_UNAVAILABLE',
      `The ${where} cannot be used (${reason}). Check the address, the password and that it runs.`,
    );
  const [first, ...others] = listServers(url);
  if (first === undefined) throw unavailable('its address must begin with postgres://');
  const { promises, pool, createClient, begin, close } = createServerPool(
    place,
    [first, ...others],
    `"${schema}"`,
    onTrouble,
  );
  try {
    await begin();
  } catch (error) {
    await close();
    throw error instanceof StorageError ? error : unavailable((error as Error).message);
  }

  const names = new Map<string, string>();
  const sql: RunSql = async <Row extends object>(text: string, values: readonly unknown[] = []) => {
    const trouble = promises.trouble();
    if (trouble) throw trouble;
    const name = names.get(text) ?? `statement_${names.size}`;
    names.set(text, name);
    return (await pool().query<Row>({ name, text, values: [...values] })).rows;
  };
  const watch = (onNews: () => void): (() => void) =>
    watchChannel(createClient, `"${schema}_outbox"`, onNews);
  return { sql, watch, wrote: promises.wrote, close };
}
