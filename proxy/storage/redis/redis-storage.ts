import { Redis } from 'ioredis';
import {
  type AuditStore,
  type ExpiringValues,
  type Inbox,
  type MappingStore,
  type RevocationStore,
  type SharedRateLimits,
  type Storage,
  StorageError,
} from '../storage.ts';
import { createRedisAudit } from './audit.ts';
import { createRedisInbox } from './inbox.ts';
import { createRedisMapping } from './mapping.ts';
import { createRedisRateLimits } from './rate-limits.ts';
import { createRedisRevocations, createRedisValues } from './sign-in.ts';

/** How long a command may wait for a Redis that has gone away before it fails. */
const COMMAND_TIMEOUT_MS = 2_000;
const CONNECT_TIMEOUT_MS = 3_000;

/** The address without what must not be read in a log. */
function withoutSecrets(url: string): string {
  if (!URL.canParse(url)) return '(not an address)';
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}

function unavailable(url: string, reason: string): StorageError {
  return new StorageError(
    'STORAGE_UNAVAILABLE',
    `The Redis at ${withoutSecrets(url)} cannot be used (${reason}). Check the address, the password and that it runs.`,
  );
}

const readInfo = (info: string, name: string): string | undefined =>
  new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1];

/**
 * Throws unless what Redis acknowledges is on its disk and stays: a webhook that was answered 204 is never sent
 * again, and a forgotten id or sequence would make a repeat look new.
 */
async function requireDisk(redis: Redis, url: string): Promise<void> {
  if (readInfo(await redis.info('persistence'), 'aof_enabled') !== '1') {
    throw new StorageError(
      'STORAGE_NOT_DURABLE',
      `The Redis at ${withoutSecrets(url)} keeps nothing on disk that it has just acknowledged. Set "appendonly yes" and "appendfsync always" in its configuration.`,
    );
  }
  const policy = readInfo(await redis.info('memory'), 'maxmemory_policy');
  if (policy === undefined || policy === 'noeviction') return;
  throw new StorageError(
    'STORAGE_NOT_DURABLE',
    `The Redis at ${withoutSecrets(url)} throws keys away when it is full (maxmemory-policy ${policy}). Set "maxmemory-policy noeviction" in its configuration.`,
  );
}

/** A storage in a Redis that several proxies share. */
export class RedisStorage implements Storage {
  readonly kind = 'redis';
  readonly redis: Redis;
  readonly inbox: Inbox;
  readonly audit: AuditStore;
  readonly mapping: MappingStore;
  readonly revocations: RevocationStore;
  readonly signIns: ExpiringValues;
  readonly rateLimits: SharedRateLimits;
  /** Names a key: `key('inbox')` is `{instrument-panel}:inbox`; the braces keep all keys on one node. */
  readonly key: (name: string) => string;
  readonly #duplicates = new Set<Redis>();

  /**
   * Connects to a Redis and refuses one that does not write to disk.
   *
   * @throws StorageError that names host and port, and never the password
   */
  static async open(url: string, prefix = 'instrument-panel'): Promise<RedisStorage> {
    if (!/^rediss?:\/\//.test(url) || !URL.canParse(url)) {
      throw unavailable(url, 'its address must begin with redis:// or rediss://');
    }
    const redis = new Redis(url, {
      lazyConnect: true,
      connectTimeout: CONNECT_TIMEOUT_MS,
      commandTimeout: COMMAND_TIMEOUT_MS,
      maxRetriesPerRequest: 1,
      // A command whose outcome is unknown is not sent again by the connection: its caller knows if it may be.
      autoResendUnfulfilledCommands: false,
    });
    // Without a listener a lost connection would end the process; every command says by itself that it failed.
    redis.on('error', () => {});
    try {
      await redis.connect();
      await requireDisk(redis, url);
    } catch (error) {
      redis.disconnect();
      throw error instanceof StorageError ? error : unavailable(url, (error as Error).message);
    }
    return new RedisStorage(redis, prefix);
  }

  private constructor(redis: Redis, prefix: string) {
    this.redis = redis;
    const key = (name: string): string => `{${prefix}}:${name}`;
    this.key = key;
    this.inbox = createRedisInbox(redis, key, () => this.#duplicate());
    this.audit = createRedisAudit(redis, key);
    this.mapping = createRedisMapping(redis, key);
    this.revocations = createRedisRevocations(redis, key);
    this.signIns = createRedisValues(redis, key);
    this.rateLimits = createRedisRateLimits(redis, key);
  }

  /** Opens a second connection, for commands that wait; such a command holds up all behind it. */
  #duplicate(): Redis {
    const other = this.redis.duplicate({ commandTimeout: undefined, lazyConnect: false });
    other.on('error', () => {});
    this.#duplicates.add(other);
    return other;
  }

  async ping(): Promise<void> {
    await this.redis.ping();
  }

  async close(): Promise<void> {
    for (const other of this.#duplicates) other.disconnect();
    this.redis.disconnect();
  }
}
