import { Command, Redis } from 'ioredis';
import {
  createPromiseWatch,
  type OnTrouble,
  type PromiseWatch,
  type StorageState,
  type TrailState,
} from './promises.ts';
import { describeRedis, parseRedisAddress, toSentinelOptions } from './redis-address.ts';
import { StorageError, type StorageOptions } from './storage.ts';

export type RedisPlace = Exclude<
  Extract<StorageOptions, { readonly redis?: string }>,
  { readonly postgres: string }
>;

/** How long a command may wait for a Redis that has gone away before it fails. */
const COMMAND_TIMEOUT_MS = 2_000;
const CONNECT_TIMEOUT_MS = 3_000;
/**
 * How long a connection may be silent while a command waits before another is made: it may be one that a firewall has
 * forgotten, which would be lost without a word for a quarter of an hour.
 */
const SILENCE_MAX_MS = 3_000;

const describe = (url: string): string => `Redis at ${describeRedis(url)}`;

const unavailable = (url: string, reason: string): StorageError =>
  new StorageError(
    'STORAGE_UNAVAILABLE',
    `The ${describe(url)} cannot be used (${reason}). Check the address, the password and that it runs.`,
  );

/** Commands that the client sends by itself when it connects. */
const OF_THE_CLIENT: ReadonlySet<string> = new Set(['auth', 'hello', 'info', 'select', 'client', 'quit']);

/**
 * A client that sends nothing to a server that is refused, nor, after a lost connection, before it was asked: it may be
 * another one than before.
 */
class CheckedRedis extends Redis {
  promises: PromiseWatch | undefined;
  readonly #own = new WeakSet<Command>();
  #closings = 0;
  #checkedAt = 0;
  #checking: Promise<void> | undefined;

  /** Sends a command of a check, which is not itself held back. */
  ask(name: string, ...args: (string | number)[]): Promise<unknown> {
    const command = new Command(name, args, { replyEncoding: 'utf8' });
    this.#own.add(command);
    this.sendCommand(command);
    return command.promise;
  }

  watchPromises(promises: PromiseWatch): void {
    this.promises = promises;
    this.on('close', () => {
      this.#closings += 1;
    });
  }

  async #check(): Promise<void> {
    const closings = this.#closings;
    await this.promises?.check();
    this.#checkedAt = closings;
  }

  async #admit(): Promise<void> {
    const trouble = this.promises?.trouble();
    if (this.#checkedAt === this.#closings && trouble) throw trouble;
    this.#checking ??= this.#check().finally(() => {
      this.#checking = undefined;
    });
    await this.#checking;
  }

  override sendCommand(...[command, stream]: Parameters<Redis['sendCommand']>): unknown {
    const isFree = this.#own.has(command) || OF_THE_CLIENT.has(command.name) || this.status !== 'ready';
    if (isFree || (this.#checkedAt === this.#closings && !this.promises?.trouble()))
      return super.sendCommand(command, stream);
    const send = (): void => void Promise.resolve(super.sendCommand(command, stream)).catch(() => {});
    this.#admit().then(send, (error: Error) => command.reject(error));
    return command.promise;
  }
}

/** Makes a client that has not connected yet. Throws a StorageError for what is no address of a Redis. */
export function createRedisClient(url: string): CheckedRedis {
  const address = parseRedisAddress(url);
  if (!address)
    throw unavailable(
      url,
      'its address must begin with redis:// or rediss://, or name Sentinels (+sentinel); a Redis Cluster cannot be used',
    );
  const options = {
    lazyConnect: true,
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: COMMAND_TIMEOUT_MS,
    socketTimeout: SILENCE_MAX_MS,
    maxRetriesPerRequest: 1,
    // A command whose outcome is unknown is not sent again by the connection: its caller knows if it may be.
    autoResendUnfulfilledCommands: false,
    ...toSentinelOptions(address),
  };
  const redis = address.watchedAs === null ? new CheckedRedis(url, options) : new CheckedRedis(options);
  // Without a listener a lost connection would end the process; every command says by itself that it failed.
  redis.on('error', () => {});
  return redis;
}

const FSYNC_POLICIES = ['no', 'everysec', 'always'];

const readInfo = (info: string, name: string): string | undefined =>
  new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1];

/** What a Redis does not promise, in words that say what to change: a webhook answered 204 is never sent again. */
async function findBrokenPromise(
  redis: CheckedRedis,
  least: string,
  standbys: number,
): Promise<string | undefined> {
  const info = String(await redis.ask('info'));
  if (readInfo(info, 'role') !== 'master') return 'takes no writes (a replica). Name the primary';
  if (readInfo(info, 'cluster_enabled') === '1')
    return 'belongs to a Redis Cluster, whose failover loses what no replica has taken yet, and whose next primary could not be asked what it keeps before it is written to. Name a Redis of its own, the Sentinels of one (+sentinel), or Postgres';
  if (readInfo(info, 'aof_enabled') !== '1')
    return `keeps nothing on disk that it has just acknowledged. Set "appendonly yes" and "appendfsync ${least}" in its configuration`;
  const replicas = Number(readInfo(info, 'connected_slaves') ?? 0);
  if (replicas < standbys)
    return `has ${replicas} replicas and not the ${standbys} of the option storage.standbys. Have another Redis follow it (REPLICAOF)`;
  const policy = readInfo(info, 'maxmemory_policy');
  if (policy !== undefined && policy !== 'noeviction')
    return `throws keys away when it is full (maxmemory-policy ${policy}). Set "maxmemory-policy noeviction" in its configuration`;
  const [, fsync] = (await redis.ask('config', 'GET', 'appendfsync')) as string[];
  if (FSYNC_POLICIES.indexOf(fsync ?? '') >= FSYNC_POLICIES.indexOf(least)) return undefined;
  return `may lose what it has just acknowledged (appendfsync ${fsync}). Set "appendfsync ${least}" in its configuration, or say what you accept: storage.appendfsync`;
}

/** Reads head, base and one row of the trail. */
async function askTrail(
  redis: CheckedRedis,
  keyOf: (name: string) => string,
  sequence: number,
): Promise<TrailState> {
  const [head, base, rows] = await Promise.all([
    redis.ask('hmget', keyOf('head'), 'sequence', 'hash'),
    redis.ask('hget', keyOf('base'), 'sequence'),
    redis.ask('xrange', keyOf('rows'), `${sequence}-0`, `${sequence}-0`),
  ]);
  const [last, hash] = head as (string | null)[];
  const [, fields = []] = (rows as [string, string[]][])[0] ?? [];
  return {
    head: { sequence: Number(last ?? 0), hash: hash ?? '' },
    base: Number(base ?? 0),
    hash: fields[fields.indexOf('hash') + 1] ?? null,
  };
}

/** Resolves once so many replicas have what a command has written. */
export type Reach = <Value>(writing: Promise<Value>) => Promise<Value>;

const REPLICA_TIMEOUT_MS = 1_000;

function createReach(redis: Redis, where: string, standbys: number): Reach {
  if (standbys === 0) return (writing) => writing;
  return async (writing) => {
    // Sent behind it on the same connection, on which it waits for all that was written before.
    const [value, reached] = await Promise.all([writing, redis.wait(standbys, REPLICA_TIMEOUT_MS)]);
    if (reached >= standbys) return value;
    throw new StorageError(
      'STORAGE_NOT_DURABLE',
      `The ${where} had ${reached} replicas take in time what was written, and not ${standbys}. Look at its replicas.`,
    );
  };
}

/**
 * Connects to a Redis that keeps what it acknowledges. Throws a StorageError with host and port, never the password.
 *
 * @param keyOf names a key of the trail: `rows`, `head`, `base`
 */
export async function connectRedis(
  { redis: url, appendfsync = 'always', standbys = 0 }: RedisPlace,
  keyOf: (name: string) => string,
  onTrouble: OnTrouble,
) {
  const redis = createRedisClient(url);
  const askState = async (sequence: number): Promise<StorageState> => ({
    problem: await findBrokenPromise(redis, appendfsync, standbys),
    trail: await askTrail(redis, keyOf, sequence).catch((error: Error) => {
      // A key of another kind: nothing can be written to it either.
      if (/^WRONGTYPE/.test(error.message)) return null;
      throw error;
    }),
  });
  const promises = createPromiseWatch(describe(url), askState, onTrouble);
  const { sentinelRetryStrategy } = redis.options;
  // At the start each Sentinel is asked once, so that a wrong name is said rather than tried for ever.
  redis.options.sentinelRetryStrategy = () => null;
  try {
    await redis.connect();
    redis.options.sentinelRetryStrategy = sentinelRetryStrategy;
    await promises.check();
    redis.watchPromises(promises);
    return { redis: redis as Redis, promises, reach: createReach(redis, describe(url), standbys) };
  } catch (error) {
    promises.stop();
    redis.disconnect();
    throw error instanceof StorageError ? error : unavailable(url, (error as Error).message);
  }
}
