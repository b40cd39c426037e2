import { Redis } from 'ioredis';
import type { Backing } from './backing.ts';
import { StorageError } from './storage-error.ts';

/** How long a command may wait for a Redis that has gone away, in milliseconds, before it fails. */
const COMMAND_MS = 2_000;
const CONNECT_MS = 3_000;

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

const value = (info: string, name: string): string | undefined =>
  new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1];

/**
 * Throws unless what Redis acknowledges is on its disk and stays: a webhook that was answered 204 is never sent
 * again, and a forgotten id or sequence would make a repeat look new.
 */
async function requireDisk(redis: Redis, url: string): Promise<void> {
  if (value(await redis.info('persistence'), 'aof_enabled') !== '1') {
    throw new StorageError(
      'STORAGE_NOT_DURABLE',
      `The Redis at ${withoutSecrets(url)} keeps nothing on disk that it has just acknowledged. Set "appendonly yes" and "appendfsync always" in its configuration.`,
    );
  }
  const policy = value(await redis.info('memory'), 'maxmemory_policy');
  if (policy === undefined || policy === 'noeviction') return;
  throw new StorageError(
    'STORAGE_NOT_DURABLE',
    `The Redis at ${withoutSecrets(url)} throws keys away when it is full (maxmemory-policy ${policy}). Set "maxmemory-policy noeviction" in its configuration.`,
  );
}

/**
 * Connects to a Redis and refuses one that does not write to disk.
 *
 * @throws StorageError that names host and port, and never the password
 */
export async function openRedis(url: string, prefix = 'instrument-panel'): Promise<Backing> {
  if (!/^rediss?:\/\//.test(url) || !URL.canParse(url)) {
    throw unavailable(url, 'its address must begin with redis:// or rediss://');
  }
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    commandTimeout: COMMAND_MS,
    maxRetriesPerRequest: 1,
    // A command whose outcome is unknown is not sent again by the connection: its caller knows if it may be.
    autoResendUnfulfilledCommands: false,
  });
  // Without a listener a lost connection would end the process; every command says by itself that it failed.
  redis.on('error', () => {});
  const others = new Set<Redis>();
  try {
    await redis.connect();
    await requireDisk(redis, url);
  } catch (error) {
    redis.disconnect();
    throw error instanceof StorageError ? error : unavailable(url, (error as Error).message);
  }
  return {
    kind: 'redis',
    redis,
    duplicate() {
      const other = redis.duplicate({ commandTimeout: undefined, lazyConnect: false });
      other.on('error', () => {});
      others.add(other);
      return other;
    },
    key: (name) => `{${prefix}}:${name}`,
    async close() {
      for (const other of others) other.disconnect();
      redis.disconnect();
    },
  };
}
