import { X509Certificate } from 'node:crypto';
import { LIMITS } from '../limits.ts';
import type { ProxyOptions } from '../options.ts';
import { sayOpenFiles } from '../secret-files.ts';
import { checkOptions, type Settings } from '../settings.ts';
import { describeServers } from '../storage/postgres-servers.ts';
import { describeRedis } from '../storage/redis-address.ts';
import { DEFAULT_STORAGE } from '../storage/settings.ts';
import { type Configured, checkTenants, hasTenants } from '../tenants/options.ts';
import { sayPlainOrigins } from '../weaknesses.ts';

const listOr = (items: readonly string[], none: string): string => items.join(', ') || none;

const toLine = (name: string, fact: string): string => `${name.padEnd(16)}${fact}`;

/** An address without user, password and parameters. */
function describeAddress(url: string): string {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}

/** Where the storage is, without a secret. */
function describeStorage({ storage = DEFAULT_STORAGE }: ProxyOptions): string {
  if ('postgres' in storage) {
    const rates = storage.redis === undefined ? '' : `, rates in ${describeRedis(storage.redis)}`;
    return `${describeServers(storage.postgres)}${rates}`;
  }
  if ('redis' in storage) return describeRedis(storage.redis);
  return `${storage.file}${/^[/\\]|^\w:/.test(storage.file) ? '' : ' in the working folder'}`;
}

/** The way to the service, without the password of a forward proxy. */
function describeConnection({ connection: { ca, cert, forwardProxy, dispatcher } }: Settings): string {
  if (dispatcher) return 'by a dispatcher of your own';
  const own = cert === null ? null : new X509Certificate(cert);
  const inPlain = forwardProxy?.protocol === 'http:' && forwardProxy.password !== '';
  return listOr(
    [
      ...(forwardProxy
        ? [
            `through ${describeAddress(forwardProxy.href)}${inPlain ? ' (its password goes in plain text)' : ''}`,
          ]
        : []),
      ...(ca === null ? [] : ['trusted by the CAs of connection.ca alone']),
      ...(own ? [`with a certificate for ${own.subject.replaceAll('\n', ' ')} until ${own.validTo}`] : []),
    ],
    'straight',
  );
}

function describeWebhooks({ webhooks }: ProxyOptions): string {
  if (!webhooks) return 'off: pages hear of new answers when they ask';
  const secrets = webhooks.secrets.filter((secret) => secret !== undefined).length;
  return `${secrets} secret${secrets === 1 ? '' : 's'}, ${webhooks.onEvent ? 'with' : 'without'} onEvent`;
}

/** How long rows of the trail are kept, and what becomes of reads without one. */
function describeRows({ audit: { keepDays, archive, whenFailing, waitForReads } }: Settings): string {
  const kept =
    keepDays === null
      ? 'kept for ever'
      : `kept for ${keepDays} days${archive === null ? '' : `, then in ${typeof archive === 'string' ? archive : 'the archive of the Postgres'}`}`;
  const failing = whenFailing === 'serve' ? 'served without' : 'refused';
  return `${kept}; reads ${waitForReads ? 'wait for theirs' : 'do not wait for theirs'}, and are ${failing} while it fails`;
}

/**
 * Describes what a proxy with these options would run as, a line each, without a secret.
 *
 * @param listens the address and port that it would listen on
 * @param workers how many processes would share them
 * @throws {ProxyOptionError} as the proxy itself would
 */
export function describeProxy(options: ProxyOptions, listens: string, workers = 1): readonly string[] {
  const settings = checkOptions(options);
  const { limits, patients, trustedProxyHops: hops } = settings;
  const keys = options.keys.map(({ kid, alg, signs }) => `${kid} (${alg}) ${signs ? 'signs' : 'verifies'}`);
  const changed = Object.entries(limits).filter(
    ([name, value]) => value !== LIMITS[name as keyof typeof limits][0],
  );
  const seen = Object.entries(patients).flatMap(([name, isShown]) => (isShown ? [name] : []));
  const facts: Readonly<Record<string, string>> = {
    'listens on': `${listens}${workers > 1 ? `, with ${workers} workers: each has the limits for itself` : ''}`,
    service: settings.upstream,
    'way there': describeConnection(settings),
    ...(settings.explainRefusals ? { refusals: 'explained in the log, for development' } : {}),
    pages: options.origins.join(', '),
    'sign-in': typeof options.session === 'function' ? 'your session hook' : options.session.description,
    tokens: `of ${settings.issuer} for ${settings.audience}, ${limits.tokenSeconds} s; ${keys.join(', ')}`,
    storage: describeStorage(options),
    'audit trail': settings.audit.key
      ? 'chained by HMAC-SHA256 with a key'
      : 'chained by SHA-256 without a key: who can write the storage can write it anew',
    'its rows': describeRows(settings),
    callers: hops
      ? `by X-Forwarded-For, of which ${hops === 1 ? '1 proxy' : `${hops} proxies`} in front ${hops === 1 ? 'is' : 'are'} trusted`
      : "by the socket's address: X-Forwarded-For is not trusted",
    webhooks: describeWebhooks(options),
    metrics: settings.metrics ? 'at /metrics, with a token' : 'off',
    'EHR keys': settings.mapping ? 'linked to patients' : 'off: /patients/… answers 501',
    extension: settings.authorize
      ? `signs in ${listOr(
          [...settings.authorize.clients.values()].map(({ name }) => name),
          'nobody',
        )}`
      : 'cannot sign in: authorize is off',
    patients: `see dates, answers and scores${seen.map((name) => `, ${name}`).join('')}`,
    'plain text': listOr(options.allowInsecure ?? [], 'to no other machine'),
    'other limits': listOr(
      changed.map(([name, value]) => `${name} ${value}`),
      'none: all are the defaults',
    ),
  };
  return [
    ...Object.entries(facts).map(([name, fact]) => toLine(name, fact)),
    ...sayPlainOrigins(settings.origins).map((sentence) => toLine('attention', sentence)),
  ];
}

/** Describes what a configuration would run as: of several tenants one after the other. Throws as {@link describeProxy} does. */
export function describeConfigured(options: Configured, listens: string, workers: number): readonly string[] {
  const files = sayOpenFiles().map((sentence) => toLine('attention', sentence));
  if (!hasTenants(options)) return [...describeProxy(options, listens, workers), ...files];
  const all = checkTenants(options, (own, { id, hosts }) => [
    `tenant ${id}, at ${hosts.join(', ')}`,
    // Health and metrics are those of all together.
    ...describeProxy({ ...own, ...(options.metrics ? { metrics: options.metrics } : {}) }, listens, workers),
  ]);
  return [...all.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines])), ...files];
}
