import { DEFAULT_PATIENT_VISIBILITY, type PatientVisibility } from '@instrument-panel/client/contract';
import { type AuthorizeSettings, checkAuthorize, checkPublicUrl } from './authorize/settings.ts';
import { LIMITS, type Limits } from './limits.ts';
import { jsonLog } from './log.ts';
import {
  type AuditOptions,
  type Json,
  type MappingOptions,
  type OnEvent,
  ProxyOptionError,
  type ProxyOptions,
  requireOption,
  type WebhookOptions,
  type WellKnownOptions,
} from './options.ts';
import { type SharedStorage, shareStorage } from './storage/open.ts';
import type { StorageOptions } from './storage/storage.ts';
import {
  createRotatingKeyRing,
  type RotatingKeyRing,
  secretProblem,
  type TokenKey,
} from './token/key-ring.ts';

type Unchanged =
  | 'upstream'
  | 'credentials'
  | 'issuer'
  | 'audience'
  | 'session'
  | 'log'
  | 'clock'
  | 'isRevoked';

/** Options that were checked, with defaults filled in. `storage()` gives the storage that all parts share. */
export interface Settings
  extends Required<Pick<ProxyOptions, Unchanged | 'trustedProxyHops'>>,
    SharedStorage {
  readonly ring: RotatingKeyRing;
  readonly limits: Limits;
  readonly origins: ReadonlySet<string>;
  /** Null if `/metrics` is off. */
  readonly metrics: { readonly token: string } | null;
  readonly patients: PatientVisibility;
  /** `key` is null for a chain without one. */
  readonly audit: { readonly key: Uint8Array | null };
  /** Null if `/patients/…` is off. */
  readonly mapping: MappingOptions | null;
  readonly publicUrl: string | null;
  /** Null if `/authorize` and `/token` are off. */
  readonly authorize: AuthorizeSettings | null;
  readonly wellKnown: Required<WellKnownOptions> | null;
  /** Null if `/webhooks` is off. */
  readonly webhooks: WebhookSettings | null;
}

/** True for `http(s)://host[:port]` and nothing more, written as a browser writes it. */
function isOrigin(text: unknown): text is string {
  if (typeof text !== 'string' || !/^https?:\/\//.test(text)) return false;
  return URL.canParse(text) && new URL(text).origin === text;
}

/** An extension's origin: Chromium names it by its id, Firefox and Safari by a UUID. */
const EXTENSION = /^(?:chrome-extension:\/\/[a-p]{32}|(?:moz|safari-web)-extension:\/\/[0-9a-fA-F-]{36})$/;

const isPageOrigin = (text: unknown): text is string =>
  isOrigin(text) || (typeof text === 'string' && EXTENSION.test(text));

const isShortText = (text: unknown): boolean =>
  typeof text === 'string' && text.trim() !== '' && text.length <= 200;
/** What can stand in a header as it is. */
const isSecret = (text: unknown): boolean => typeof text === 'string' && /^[\x21-\x7e]{1,512}$/.test(text);

function checkLimits(given: Partial<Limits> = {}): Limits {
  const limits: Record<string, number> = {};
  for (const [name, [fallback, least, most]] of Object.entries(LIMITS)) {
    const value = given[name as keyof Limits] ?? fallback;
    const holds = Number.isInteger(value) && value >= least && value <= most;
    requireOption(`limits.${name}`, holds, `must be an integer from ${least} to ${most}.`);
    limits[name] = value;
  }
  for (const name of Object.keys(given)) requireOption(`limits.${name}`, name in LIMITS, 'is not known.');
  return limits as unknown as Limits;
}

function checkKeys(keys: readonly TokenKey[]): RotatingKeyRing {
  try {
    return createRotatingKeyRing(keys);
  } catch (error) {
    throw new ProxyOptionError('keys', `The proxy's option keys: ${(error as Error).message}`);
  }
}

const METRICS_TOKEN_LENGTH_MIN = 16;

function checkMetrics(given: ProxyOptions['metrics']): Settings['metrics'] {
  if (given === undefined) return null;
  const holds = isSecret(given?.token) && given.token.length >= METRICS_TOKEN_LENGTH_MIN;
  requireOption(
    'metrics.token',
    holds,
    `must be at least ${METRICS_TOKEN_LENGTH_MIN} characters that can stand in a header.`,
  );
  return given;
}

function checkPatients(given: Partial<PatientVisibility> = {}): PatientVisibility {
  const visibility = { ...DEFAULT_PATIENT_VISIBILITY, ...given };
  for (const [name, isShown] of Object.entries(visibility)) {
    requireOption(`patients.${name}`, name in DEFAULT_PATIENT_VISIBILITY, 'is not known.');
    requireOption(`patients.${name}`, typeof isShown === 'boolean', 'must be true or false.');
  }
  return visibility;
}

function checkHops(hops = 0): number {
  requireOption(
    'trustedProxyHops',
    Number.isInteger(hops) && hops >= 0 && hops <= 10,
    'must be an integer from 0 to 10.',
  );
  return hops;
}

export const DEFAULT_STORAGE: StorageOptions = { file: 'instrument-panel-proxy.sqlite' };

function checkStorage(given: StorageOptions = DEFAULT_STORAGE): SharedStorage {
  const { file, redis } = (given ?? {}) as { file?: unknown; redis?: unknown };
  const [place, other] = redis === undefined ? [file, undefined] : [redis, file];
  const holds = typeof place === 'string' && place !== '' && other === undefined;
  requireOption('storage', holds, "must be { file: 'proxy.sqlite' } or { redis: 'rediss://…' }.");
  return shareStorage(given);
}

function checkAudit(given: AuditOptions | undefined): Settings['audit'] {
  const key = given?.key;
  const problem = key === undefined ? null : secretProblem(key, 'HMAC-SHA256');
  requireOption('audit.key', problem === null, `${problem}. Or leave it out.`);
  return { key: key ?? null };
}

function checkMapping(given: MappingOptions | undefined): MappingOptions | null {
  if (given === undefined) return null;
  const problem = secretProblem(given?.key, 'HMAC-SHA256');
  requireOption('mapping.key', problem === null, `${problem}.`);
  return { key: given.key };
}

/** Largest text of all profiles, bytes. */
const PROFILES_MAX_BYTES = 262_144;

/** The profiles as a JSON text; null for anything but plain JSON. */
function toJsonText(profiles: unknown): string | null {
  try {
    return JSON.stringify(profiles);
  } catch {
    return null;
  }
}

/** Checks the option; null if it is not given. Profiles are copied, so that a later change reaches nobody. */
function checkWellKnown(given: WellKnownOptions | undefined): Required<WellKnownOptions> | null {
  if (given === undefined) return null;
  const { name, profiles = [] } = given;
  const named = typeof name === 'string' && name.trim() !== '' && name.length <= 200;
  requireOption(
    'wellKnown.name',
    named,
    'must be what people call this installation, in at most 200 characters.',
  );
  const text = Array.isArray(profiles) ? toJsonText(profiles) : null;
  requireOption('wellKnown.profiles', text !== null, 'must be a list of profiles in plain JSON.');
  const fits = Buffer.byteLength(text ?? '') <= PROFILES_MAX_BYTES;
  requireOption('wellKnown.profiles', fits, `must have at most ${PROFILES_MAX_BYTES} bytes as JSON.`);
  return { name, profiles: JSON.parse(text ?? '[]') as Json[] };
}

/** Webhook options that were checked. */
export interface WebhookSettings {
  readonly secrets: readonly string[];
  readonly onEvent: OnEvent | undefined;
  readonly timeoutMs: number;
  readonly longestPauseMs: number;
  readonly takeOverMs: number;
}

/** The least length of a secret: 128 bits, written in base64 without padding. */
const SECRET_LENGTH_MIN = 22;

const TIMES = {
  timeoutMs: [30_000, 50, 600_000],
  longestPauseMs: [300_000, 50, 3_600_000],
  takeOverMs: [15_000, 300, 300_000],
} as const;

function checkWebhooks(given: WebhookOptions | undefined): WebhookSettings | null {
  if (given === undefined) return null;
  const secrets: readonly unknown[] = Array.isArray(given.secrets) ? given.secrets : [];
  const listed = secrets.filter((secret) => secret !== undefined);
  requireOption(
    'webhooks.secrets',
    listed.length === 1 || listed.length === 2,
    'must list the secret that is shared with the service, and at most the one before: [current, previous?].',
  );
  for (const secret of listed) {
    requireOption(
      'webhooks.secrets',
      typeof secret === 'string' && secret.length >= SECRET_LENGTH_MIN,
      `must have at least ${SECRET_LENGTH_MIN} characters in each secret.`,
    );
  }
  const { onEvent } = given;
  requireOption(
    'webhooks.onEvent',
    onEvent === undefined || typeof onEvent === 'function',
    'must be a function of an event.',
  );
  const time = (name: keyof typeof TIMES): number => {
    const [fallback, least, most] = TIMES[name];
    const value = given[name] ?? fallback;
    const holds = Number.isInteger(value) && value >= least && value <= most;
    requireOption(`webhooks.${name}`, holds, `must be an integer from ${least} to ${most}.`);
    return value;
  };
  return {
    secrets: listed as string[],
    onEvent,
    timeoutMs: time('timeoutMs'),
    longestPauseMs: time('longestPauseMs'),
    takeOverMs: time('takeOverMs'),
  };
}

/** Checks the options. Throws a {@link ProxyOptionError} for the first that is missing or weak. */
export function checkOptions(options: ProxyOptions): Settings {
  const { upstream, credentials, issuer, audience, origins, session } = options;
  requireOption(
    'upstream',
    isOrigin(upstream),
    'must be an origin such as https://api.service.example, without a path.',
  );
  requireOption(
    'credentials.key',
    isSecret(credentials?.key),
    'must be the partner key that the service issued.',
  );
  requireOption(
    'credentials.secret',
    isSecret(credentials?.secret),
    'must be the partner secret that the service issued.',
  );
  const ring = checkKeys(options.keys);
  requireOption(
    'issuer',
    isShortText(issuer),
    'must name who mints the tokens, such as the address of this proxy.',
  );
  requireOption('audience', isShortText(audience), 'must name this proxy, differently for live and sandbox.');
  const listed = Array.isArray(origins) && origins.length > 0 && origins.every(isPageOrigin);
  requireOption(
    'origins',
    listed,
    'must list the exact origins of the pages that may ask, such as https://ehr.example.',
  );
  requireOption(
    'session',
    typeof session === 'function',
    'must be a function that looks at the cookie or authorization of a page and gives a grant or null; there is no default.',
  );
  const publicUrl = checkPublicUrl(options.publicUrl);
  return {
    upstream,
    credentials,
    ring,
    issuer,
    audience,
    origins: new Set(origins),
    session,
    limits: checkLimits(options.limits),
    log: options.log ?? jsonLog,
    clock: options.clock ?? Date.now,
    isRevoked: options.isRevoked ?? (() => false),
    metrics: checkMetrics(options.metrics),
    trustedProxyHops: checkHops(options.trustedProxyHops),
    patients: checkPatients(options.patients),
    ...checkStorage(options.storage),
    webhooks: checkWebhooks(options.webhooks),
    audit: checkAudit(options.audit),
    mapping: checkMapping(options.mapping),
    publicUrl,
    authorize: checkAuthorize(options.authorize, publicUrl, new Set(origins)),
    wellKnown: checkWellKnown(options.wellKnown),
  };
}
