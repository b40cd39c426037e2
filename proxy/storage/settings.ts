import { statfs } from 'node:fs/promises';
import { dirname, join, parse, resolve } from 'node:path';
import { logError } from '../log.ts';
import { type ProxyOptions, requireKnown, requireOption } from '../options.ts';
import { shareStorage } from './open.ts';
import { listServers } from './postgres-servers.ts';
import type { OnTrouble } from './promises.ts';
import { parseRedisAddress } from './redis-address.ts';
import type { StorageOptions } from './storage.ts';

export const DEFAULT_STORAGE: StorageOptions = { file: 'instrument-panel-proxy.sqlite' };

const STANDBYS_MAX = 9;
const CONNECTIONS_MAX = 100;
/** Connections of each tenant to a Postgres, in each process, unless the option says otherwise. */
const TENANT_CONNECTIONS = 3;

function checkPostgres(named: Readonly<Record<string, unknown>>): void {
  const { postgres, passwordFile = '-', schema, connections = 1 } = named;
  const servers = listServers(`${postgres}`);
  requireOption(
    'storage.postgres',
    servers.length > 0,
    'must be an address such as postgres://panel@db.clinic.example/panel.',
  );
  // Whatever else it asks for, the proxy needs a server that takes writes.
  const session = new URL(servers[0] ?? '').searchParams.get('target_session_attrs') ?? 'primary';
  requireOption(
    'storage.postgres',
    /^(read-write|primary)$/.test(session),
    'must not ask for another server than the primary (target_session_attrs=read-write).',
  );
  const isPath = typeof passwordFile === 'string' && passwordFile !== '';
  requireOption('storage.passwordFile', isPath, 'must be the path of a file.');
  const isSchema = schema === undefined || /^[a-z_][a-z0-9_]{0,39}$/.test(`${schema}`);
  requireOption('storage.schema', isSchema, 'must be lower-case letters, digits and _ (at most 40).');
  const isPool =
    Number.isInteger(connections) && Number(connections) >= 1 && Number(connections) <= CONNECTIONS_MAX;
  requireOption('storage.connections', isPool, `must be an integer from 1 to ${CONNECTIONS_MAX}.`);
}

/** Bytes that are free where a storage's file is; null for one that is elsewhere. */
async function readFreeBytes(file: unknown): Promise<number | null> {
  if (typeof file !== 'string' || file === ':memory:') return null;
  const { bavail, bsize } = await statfs(dirname(resolve(file)));
  return bavail * bsize;
}

/** Checks the option. What a storage is refused for while it is in use, and its end, goes into the log. */
export function checkStorage(
  given: StorageOptions = DEFAULT_STORAGE,
  logging: Required<Pick<ProxyOptions, 'log' | 'clock'>>,
) {
  const named = (given ?? {}) as Readonly<Record<string, unknown>>;
  const { file, redis, postgres, appendfsync, standbys = 0 } = named;
  // A Redis beside a Postgres counts the rates.
  const places = [file, postgres ?? redis].filter((place) => place !== undefined);
  const texts = [...places, redis ?? 'none'];
  requireOption(
    'storage',
    places.length === 1 && texts.every((place) => place !== '' && typeof place === 'string'),
    "must be { file: 'proxy.sqlite' }, { postgres: 'postgres://…' } or { redis: 'rediss://…' }.",
  );
  const more =
    postgres === undefined
      ? ['appendfsync', 'standbys']
      : ['passwordFile', 'schema', 'standbys', 'connections'];
  requireKnown('storage', given, ['file', 'postgres', 'redis', 'prefix', ...more]);
  if (postgres !== undefined) checkPostgres(named);
  requireOption(
    'storage.redis',
    redis === undefined || parseRedisAddress(`${redis}`) !== null,
    'must be an address such as rediss://:PASSWORD@redis.clinic.example, or of Sentinels rediss+sentinel://:PASSWORD@s-1.clinic.example/NAME.',
  );
  const isCount = Number.isInteger(standbys) && Number(standbys) >= 0 && Number(standbys) <= STANDBYS_MAX;
  requireOption('storage.standbys', isCount, `must be an integer from 0 to ${STANDBYS_MAX}.`);
  const isPolicy = appendfsync === undefined || /^(always|everysec|no)$/.test(`${appendfsync}`);
  requireOption('storage.appendfsync', isPolicy, "must be 'always', 'everysec' or 'no'.");
  const onTrouble: OnTrouble = (trouble) => {
    if (trouble) return logError(logging, 'storage-refused', `${trouble.message} Until then it is not used.`);
    const { log, clock } = logging;
    log({ at: new Date(clock()).toISOString(), level: 'info', event: 'storage-accepted' });
  };
  const shared = shareStorage(given, onTrouble);
  return { ...shared, freeBytes: () => readFreeBytes(file) };
}

/** The part of a storage that is one tenant's: a file, a schema or a prefix of its own. */
export function toTenantStorage(storage: StorageOptions, id: string): StorageOptions {
  if ('file' in storage) {
    if (storage.file === ':memory:') return storage;
    const { dir, name, ext } = parse(storage.file);
    return { file: join(dir, `${name}.${id}${ext}`) };
  }
  const named = { ...storage, prefix: `${storage.prefix ?? 'instrument-panel'}.${id}` };
  if (!('postgres' in storage)) return named;
  const { schema = 'instrument_panel', connections = TENANT_CONNECTIONS } = storage;
  return { ...named, schema: `${schema}_${id}`, connections };
}

export const isLoopback = (hostname: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/** Throws for a storage on another machine that would be spoken to in plain text or be open to everybody there. */
export function requireSecureStorage(storage: StorageOptions | undefined, mayBeInsecure: boolean): void {
  const { postgres, redis: address } = (storage ?? {}) as { postgres?: string; redis?: string };
  for (const server of listServers(postgres ?? '')) {
    const { hostname, searchParams } = new URL(server);
    // Of parameters that come twice the last counts; without a host that of the environment does.
    const [host = hostname || (process.env.PGHOST ?? ''), mode] = ['host', 'sslmode'].map((name) =>
      searchParams.getAll(name).at(-1),
    );
    const isHere = isLoopback(host) || /^(\/|%2f|$)/i.test(host);
    requireOption(
      'storage',
      isHere || mode === 'verify-full' || mayBeInsecure,
      "names a Postgres on another machine without TLS. Add ?sslmode=verify-full, or say so: allowInsecure: ['storage'].",
    );
  }
  for (const { hostname, protocol, password } of parseRedisAddress(address ?? '')?.servers ?? [])
    requireOption(
      'storage',
      isLoopback(hostname) || (protocol === 'rediss:' && password !== '') || mayBeInsecure,
      "names a Redis on another machine without TLS (rediss://) or without a password. Set both, or say so: allowInsecure: ['storage'].",
    );
}
