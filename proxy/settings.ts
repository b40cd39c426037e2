import { createPublicKey, KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import { DEFAULT_PATIENT_VISIBILITY, type PatientVisibility } from '@instrument-panel/client/contract';
import { checkAuthorize, checkPublicUrl } from './authorize/settings.ts';
import { checkConnection } from './forward/connection.ts';
import { type AllPlaces, divideAllByTenant } from './limit/places.ts';
import { LIMITS, type LimitRange, type Limits } from './limits.ts';
import { checkLinksPage } from './links-page/settings.ts';
import { jsonLog, withFallback } from './log.ts';
import {
  type AuditOptions,
  type Json,
  type MappingOptions,
  ProxyOptionError,
  type ProxyOptions,
  requireKnown,
  requireOption,
  type WebhookOptions,
  type WellKnownOptions,
} from './options.ts';
import { checkOrigins, isOrigin } from './origins.ts';
import { checkSeenBy } from './seen-by/settings.ts';
import { checkStorage, isLoopback, requireSecureStorage } from './storage/settings.ts';
import { createRotatingKeyRing, type KeyRing, secretProblem, type TokenKey } from './token/key-ring.ts';

/** Options that were checked, with defaults filled in. `storage()` gives the storage that all parts share. */
export type Settings = ReturnType<typeof checkOptions>;

const isShortText = (text: unknown): boolean =>
  typeof text === 'string' && text.trim() !== '' && text.length <= 200;
const isSecret = (text: unknown): boolean => typeof text === 'string' && /^[\x21-\x7e]{1,512}$/.test(text);

function readInteger(option: string, given: number | undefined, range: LimitRange): number {
  const [fallback, least, most] = range;
  const value = given ?? fallback;
  const holds = Number.isInteger(value) && value >= least && value <= most;
  requireOption(option, holds, `must be an integer from ${least} to ${most}.`);
  return value;
}

function checkLimits(given: Partial<Limits> = {}): Limits {
  const names = Object.keys(LIMITS) as (keyof Limits)[];
  requireKnown('limits', given, names);
  const limits = names.map((name) => [name, readInteger(`limits.${name}`, given[name], LIMITS[name])]);
  return Object.fromEntries(limits) as Limits;
}

function checkKeys(keys: readonly TokenKey[], option = 'keys') {
  for (const [index, key] of (Array.isArray(keys) ? keys : []).entries())
    requireKnown(`${option}[${index}]`, key, ['kid', 'alg', 'key', 'signs']);
  try {
    return createRotatingKeyRing(keys);
  } catch (error) {
    throw new ProxyOptionError(option, `The proxy's option ${option}: ${(error as Error).message}`);
  }
}

const METRICS_TOKEN_LENGTH_MIN = 16;
const SECRET_DISTINCT_MIN = 8;
const REPEATS = 'repeats a few characters; take random ones (openssl rand -base64 32).';

function checkMetrics(given: ProxyOptions['metrics']) {
  if (given === undefined) return null;
  requireKnown('metrics', given, ['token']);
  const holds = isSecret(given?.token) && given.token.length >= METRICS_TOKEN_LENGTH_MIN;
  const sentence = `must be at least ${METRICS_TOKEN_LENGTH_MIN} characters that can stand in a header.`;
  requireOption('metrics.token', holds, sentence);
  requireOption('metrics.token', new Set(given.token).size >= SECRET_DISTINCT_MIN, REPEATS);
  return given;
}

function checkPatients(given: Partial<PatientVisibility> = {}): PatientVisibility {
  requireKnown('patients', given, Object.keys(DEFAULT_PATIENT_VISIBILITY));
  const visibility = { ...DEFAULT_PATIENT_VISIBILITY, ...given };
  for (const [name, isShown] of Object.entries(visibility)) {
    requireOption(`patients.${name}`, typeof isShown === 'boolean', 'must be true or false.');
  }
  return visibility;
}

function checkAudit(given: AuditOptions = {}, storage?: ProxyOptions['storage']) {
  requireKnown('audit', given, ['key', 'whenFailing', 'waitForReads', 'keepDays', 'archive', 'seals']);
  const { key = null, whenFailing = 'refuse', waitForReads = true, archive = null } = given;
  const problem = key === null ? null : secretProblem(key, 'HMAC-SHA256');
  requireOption('audit.key', problem === null, `${problem}. Or leave it out.`);
  requireOption('audit.whenFailing', /^(refuse|serve)$/.test(whenFailing), "must be 'refuse' or 'serve'.");
  requireOption('audit.waitForReads', typeof waitForReads === 'boolean', 'must be true or false.');
  const days =
    given.keepDays === undefined ? null : readInteger('audit.keepDays', given.keepDays, [1, 1, 36_500]);
  const isInPostgres =
    typeof archive === 'object' &&
    archive?.postgres === true &&
    storage !== undefined &&
    'postgres' in storage;
  requireOption(
    'audit.archive',
    archive === null || isInPostgres || (typeof archive === 'string' && existsSync(archive)),
    'must be a folder that is there, or { postgres: true } where the storage is a Postgres.',
  );
  const seals: KeyRing | null = given.seals ? checkKeys(given.seals, 'audit.seals') : null;
  return {
    key,
    whenFailing,
    waitForReads,
    keepDays: days,
    archive,
    seals,
  };
}

function checkMapping(given: MappingOptions | undefined): MappingOptions | null {
  if (given === undefined) return null;
  requireKnown('mapping', given, ['key']);
  const problem = secretProblem(given?.key, 'HMAC-SHA256');
  requireOption('mapping.key', problem === null, `${problem}.`);
  return { key: given.key };
}

/** Throws for what would go to another machine in plain text, or be open to everybody there, unless it is said so. */
function checkInsecure({ allowInsecure = [], upstream, storage }: ProxyOptions): void {
  const isList =
    Array.isArray(allowInsecure) && allowInsecure.every((part) => /^(upstream|storage)$/.test(part));
  requireOption('allowInsecure', isList, "must list 'upstream', 'storage' or both.");
  const service = new URL(upstream);
  requireOption(
    'upstream',
    service.protocol === 'https:' || isLoopback(service.hostname) || allowInsecure.includes('upstream'),
    "would send key, secret and patients' data in plain text. Use https://, or say so: allowInsecure: ['upstream'].",
  );
  requireSecureStorage(storage, allowInsecure.includes('storage'));
}

/** A text that is equal for equal secrets; null for anything that is not a secret. */
function toComparable(secret: unknown): string | null {
  if (typeof secret === 'string' || secret instanceof Uint8Array)
    return Buffer.from(secret as string).toString('base64');
  if (!(secret instanceof KeyObject)) return null;
  const half = secret.type === 'private' ? createPublicKey(secret) : secret;
  return half.export({ format: 'jwk' }).x ?? null;
}

/** Whether the log explains refusals: it has to be stated, and not beside a service that treats real people. */
function checkExplain({ explainRefusals: given = false, upstream }: ProxyOptions): boolean {
  const isHere = given === true && isLoopback(new URL(upstream).hostname);
  requireOption(
    'explainRefusals',
    given === false || isHere || given === upstream,
    'is for development: leave it out beside a live service. It must be true beside a service on this machine, or the origin of your sandbox, as in upstream.',
  );
  return given !== false;
}

type NamedSecret = readonly [option: string, secret: unknown];

/** All secrets of a proxy but the service's key, by the names of their options; `undefined` for those that are not given. */
export function listSecrets(options: ProxyOptions): readonly NamedSecret[] {
  const { credentials, keys, audit, mapping, webhooks, metrics, linksPage, session } = options;
  return [
    ['credentials.secret', credentials.secret],
    ...keys.map(({ key }, index): NamedSecret => [`keys[${index}]`, key]),
    ['audit.key', audit?.key],
    ...(audit?.seals ?? []).map(({ key }, index): NamedSecret => [`audit.seals[${index}]`, key]),
    ['mapping.key', mapping?.key],
    ...(webhooks?.secrets ?? []).map((secret, index): NamedSecret => [`webhooks.secrets[${index}]`, secret]),
    ['metrics.token', metrics?.token],
    ...(linksPage?.administrators ?? []).map(
      ({ secret }, index): NamedSecret => [`linksPage.administrators[${index}].secret`, secret],
    ),
    ...(typeof session === 'function' ? [] : session.secrets()),
  ];
}

/** Throws if one secret stands in two places: whoever learns it for one purpose has the other. */
export function requireSeparate(
  secrets: readonly NamedSecret[],
  remedy = 'Make one for each purpose.',
): void {
  const owners = new Map<string, string>();
  for (const [name, secret] of secrets) {
    const bytes = toComparable(secret);
    if (bytes === null) continue;
    const owner = owners.get(bytes);
    requireOption(name, owner === undefined, `is the same secret as ${owner}. ${remedy}`);
    owners.set(bytes, name);
  }
}

const PROFILES_MAX_BYTES = 262_144;

/** The profiles as a JSON text; undefined for anything but plain JSON. */
function toJsonText(profiles: unknown): string | undefined {
  try {
    return JSON.stringify(profiles);
  } catch {
    return undefined;
  }
}

/** Checks the option; null if it is not given. Profiles are copied, so that a later change has no effect. */
function checkWellKnown(given: WellKnownOptions | undefined): Required<WellKnownOptions> | null {
  if (given === undefined) return null;
  requireKnown('wellKnown', given, ['name', 'profiles']);
  const { name, profiles = [] } = given;
  const whatItIs = 'must be what people call this installation, in at most 200 characters.';
  requireOption('wellKnown.name', isShortText(name), whatItIs);
  const text = Array.isArray(profiles) ? toJsonText(profiles) : undefined;
  requireOption('wellKnown.profiles', text !== undefined, 'must be a list of profiles in plain JSON.');
  const fits = Buffer.byteLength(text ?? '') <= PROFILES_MAX_BYTES;
  requireOption('wellKnown.profiles', fits, `must have at most ${PROFILES_MAX_BYTES} bytes as JSON.`);
  return { name, profiles: JSON.parse(text ?? '[]') as Json[] };
}

/** The least length of a secret: 128 bits, written in base64 without padding. */
const SECRET_LENGTH_MIN = 22;

export type WebhookSettings = NonNullable<ReturnType<typeof checkWebhooks>>;

function checkWebhooks(given: WebhookOptions | undefined) {
  if (given === undefined) return null;
  const { onEvent } = given;
  requireKnown('webhooks', given, [
    'secrets',
    'onEvent',
    'timeoutMs',
    'tries',
    'longestPauseMs',
    'takeOverMs',
  ]);
  const secrets: readonly unknown[] = Array.isArray(given.secrets) ? given.secrets : [];
  const listed = secrets.filter((secret) => secret !== undefined);
  requireOption(
    'webhooks.secrets',
    listed.length === 1 || listed.length === 2,
    'must list the secret that is shared with the service, and at most the one before: [current, previous?].',
  );
  requireOption(
    'webhooks.secrets',
    listed.every((secret) => typeof secret === 'string' && secret.length >= SECRET_LENGTH_MIN),
    `must have at least ${SECRET_LENGTH_MIN} characters in each secret.`,
  );
  requireOption(
    'webhooks.secrets',
    listed.every((secret) => new Set(String(secret)).size >= SECRET_DISTINCT_MIN),
    REPEATS,
  );
  const isCode = onEvent === undefined || typeof onEvent === 'function';
  requireOption('webhooks.onEvent', isCode, 'must be a function of an event.');
  return {
    secrets: listed as string[],
    onEvent,
    timeoutMs: readInteger('webhooks.timeoutMs', given.timeoutMs, [30_000, 50, 600_000]),
    tries: readInteger('webhooks.tries', given.tries, [20, 1, 1_000]),
    longestPauseMs: readInteger('webhooks.longestPauseMs', given.longestPauseMs, [300_000, 50, 3_600_000]),
    takeOverMs: readInteger('webhooks.takeOverMs', given.takeOverMs, [15_000, 300, 300_000]),
  };
}

/** Every option: one that is misspelt is refused, since what it should have turned on would be missing silently. */
export const KNOWN_OPTIONS: Readonly<Record<keyof ProxyOptions, true>> = {
  upstream: true,
  credentials: true,
  connection: true,
  keys: true,
  issuer: true,
  audience: true,
  origins: true,
  session: true,
  limits: true,
  log: true,
  clock: true,
  allowInsecure: true,
  isRevoked: true,
  storage: true,
  webhooks: true,
  metrics: true,
  trustedProxyHops: true,
  patients: true,
  audit: true,
  seenBy: true,
  mapping: true,
  linksPage: true,
  publicUrl: true,
  authorize: true,
  wellKnown: true,
  explainRefusals: true,
};

/** Checks the options that are no partner's. Throws a {@link ProxyOptionError}. */
export function checkCommon(
  options: Pick<ProxyOptions, 'limits' | 'log' | 'clock' | 'metrics' | 'trustedProxyHops'>,
) {
  return {
    limits: checkLimits(options.limits),
    log: withFallback(options.log ?? jsonLog),
    clock: options.clock ?? Date.now,
    /** Null if `/metrics` is off. */
    metrics: checkMetrics(options.metrics),
    trustedProxyHops: readInteger('trustedProxyHops', options.trustedProxyHops, [0, 0, 10]),
  };
}

/** What a proxy is given of what it shares with others in its process. */
export interface SharedParts {
  readonly places?: AllPlaces;
}

/** Checks the options. Throws a {@link ProxyOptionError} for the first that is missing or weak. */
export function checkOptions(options: ProxyOptions, { places }: SharedParts = {}) {
  requireKnown('', options, Object.keys(KNOWN_OPTIONS));
  const { upstream, credentials, issuer, audience, origins, session } = options;
  requireOption(
    'upstream',
    isOrigin(upstream),
    'must be an origin such as https://api.service.example, without a path.',
  );
  requireKnown('credentials', credentials, ['key', 'secret']);
  for (const part of ['key', 'secret'] as const) {
    const sentence = `must be the partner ${part} that the service issued, without spaces and line ends.`;
    requireOption(`credentials.${part}`, isSecret(credentials?.[part]), sentence);
  }
  const ring = checkKeys(options.keys);
  const whoMints = 'must name who mints the tokens, such as the address of this proxy.';
  requireOption('issuer', isShortText(issuer), whoMints);
  requireOption('audience', isShortText(audience), 'must name this proxy, differently for live and sandbox.');
  const listed = checkOrigins(origins);
  requireOption(
    'session',
    typeof session === 'function' || typeof session?.connect === 'function',
    'must be a function that looks at the cookie or authorization of a page and gives a grant or null, or what oidcSession and its like give; there is no default.',
  );
  const publicUrl = checkPublicUrl(options.publicUrl);
  const common = checkCommon(options);
  const checked = {
    upstream,
    connection: checkConnection(options),
    credentials,
    ring,
    issuer,
    audience,
    origins: listed,
    session,
    ...common,
    places: places ?? divideAllByTenant(common.limits, 1)(),
    isRevoked: options.isRevoked ?? (() => false),
    patients: checkPatients(options.patients),
    ...checkStorage(options.storage, common),
    /** Null if it is off, and so for the other parts. */
    webhooks: checkWebhooks(options.webhooks),
    audit: checkAudit(options.audit, options.storage),
    seenBy: checkSeenBy(options.seenBy),
    mapping: checkMapping(options.mapping),
    linksPage: checkLinksPage(options.linksPage, options),
    publicUrl,
    authorize: checkAuthorize(options.authorize, publicUrl, listed),
    wellKnown: checkWellKnown(options.wellKnown),
    explainRefusals: checkExplain(options),
  };
  if (typeof session !== 'function') session.check(options);
  checkInsecure(options);
  const { key, secret } = credentials;
  const issued = [
    ['credentials.key', key],
    ['credentials.secret', secret],
  ] as const;
  requireSeparate(issued, 'Name the two that the service issued.');
  requireSeparate([['credentials.key', key], ...listSecrets(options)]);
  return checked;
}
