import type { RedisOptions } from 'ioredis';

const SENTINEL_PORT = 26_379;
const SENTINEL_ADDRESS = /^(rediss?)\+sentinel:\/\/([^/?#]*@)?([^/?#@]+)\/([\w.-]+)$/;

/** What an address of a Redis says: that of a server, or of the Sentinels that know which server takes writes. */
export interface RedisAddress {
  /** An address each of the server or the Sentinels, with password and scheme `redis:` or `rediss:`. */
  readonly servers: readonly [URL, ...URL[]];
  /** The name under which Sentinels watch the server; null for a server itself. */
  readonly watchedAs: string | null;
}

/**
 * Reads `rediss://:password@redis.example:6379`, or of Sentinels
 * `rediss+sentinel://:password@s-1.example,s-2.example:26379/NAME`. Null if it is neither.
 */
export function parseRedisAddress(address: string): RedisAddress | null {
  const [, scheme, user = '', hosts = '', watchedAs = null] = SENTINEL_ADDRESS.exec(address) ?? [];
  const all = scheme ? hosts.split(',').map((host) => `${scheme}://${user}${host}`) : [address];
  if (!all.every((server) => /^rediss?:\/\/[^/?#]/.test(server) && URL.canParse(server))) return null;
  const [first, ...others] = all.map((server) => new URL(server));
  return first ? { servers: [first, ...others], watchedAs } : null;
}

/** The address without user, password and parameters. */
export function describeRedis(address: string): string {
  const parsed = parseRedisAddress(address);
  if (!parsed) return '(not an address)';
  const { servers, watchedAs } = parsed;
  const hosts = servers.map(({ host }) => host).join();
  const { protocol } = servers[0];
  return watchedAs === null
    ? `${protocol}//${hosts}`
    : `${protocol.replace(':', '+sentinel:')}//${hosts}/${watchedAs}`;
}

/**
 * What ioredis takes to find the server by its Sentinels, anew at each connection. User and password are those of
 * the Redis and of its Sentinels.
 */
export function toSentinelOptions({
  servers,
  watchedAs,
}: RedisAddress): Omit<RedisOptions, 'protocol' | 'replyMapping'> {
  if (watchedAs === null) return {};
  const { protocol, username, password } = servers[0];
  const [user, secret] = [username, password].map(decodeURIComponent);
  const isEncrypted = protocol === 'rediss:';
  return {
    name: watchedAs,
    sentinels: servers.map(({ hostname, port }) => ({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || SENTINEL_PORT,
    })),
    ...(user ? { username: user, sentinelUsername: user } : {}),
    ...(secret ? { password: secret, sentinelPassword: secret } : {}),
    ...(isEncrypted ? { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true } : {}),
  };
}
