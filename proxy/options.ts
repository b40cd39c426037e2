import { DEFAULT_PATIENT_VISIBILITY, type PatientVisibility } from '@instrument-panel/client/contract';
import { type AuditOptions, type AuditSettings, checkAudit } from './audit/options.ts';
import {
  type AuthorizeOptions,
  type AuthorizeSettings,
  checkAuthorize,
  checkPublicUrl,
} from './authorize/options.ts';
import { checkWebhooks, type WebhookOptions, type WebhookSettings } from './events/webhook-options.ts';
import { LIMITS, type Limits } from './limits.ts';
import { jsonLog, type Log } from './log.ts';
import { checkMapping, type MappingOptions } from './mapping/options.ts';
import { type SharedStorage, shareStorage } from './storage/open.ts';
import type { StorageOptions } from './storage/storage.ts';
import type { SessionHook } from './token/grant.ts';
import { createRotatingKeyRing, type RotatingKeyRing, type TokenKey } from './token/key-ring.ts';
import { checkWellKnown, type WellKnownOptions } from './well-known-options.ts';

/**
 * What a partner decides about their proxy.
 *
 * @example
 * export default {
 *   upstream: 'https://api.service.example',
 *   credentials: { key: process.env.API_KEY, secret: process.env.API_SECRET },
 *   keys: [{ kid: '2026-11', alg: 'HS256', key: Buffer.from(process.env.TOKEN_KEY, 'base64'), signs: true }],
 *   issuer: 'https://panel.clinic.example',
 *   audience: 'https://panel.clinic.example',
 *   origins: ['https://ehr.clinic.example'],
 *   session: async ({ cookie }) => grantForSession(cookie),
 * };
 */
export interface ProxyOptions {
  /** Origin of the service, such as `https://api.service.example`: no path, no query. */
  readonly upstream: string;
  /** Sent to the service as `X-Api-Key` and `X-Api-Secret`, and nowhere else. */
  readonly credentials: { readonly key: string; readonly secret: string };
  /** Exactly one key signs; the others verify. HS256 keys have at least 32 bytes. */
  readonly keys: readonly TokenKey[];
  /** `iss` of the tokens. */
  readonly issuer: string;
  /** `aud` of the tokens: names this proxy; live and sandbox differ. */
  readonly audience: string;
  /**
   * Origins of the pages that may ask, compared exactly, such as `https://ehr.clinic.example`; also an extension's,
   * such as `chrome-extension://ID`.
   */
  readonly origins: readonly string[];
  /** Decides who gets which token. There is no default. */
  readonly session: SessionHook;
  readonly limits?: Partial<Limits>;
  /** @default JSON lines on standard output */
  readonly log?: Log;
  /** Milliseconds since 1970. @default Date.now */
  readonly clock?: () => number;
  /** Asked at every use of a token, beside what `proxy.revoke` has refused: true refuses it from then on. */
  readonly isRevoked?: (jti: string) => boolean;
  /**
   * Where events, mapping, limits and the audit trail are kept: a file, or a Redis that several proxies share.
   *
   * @default { file: 'instrument-panel-proxy.sqlite' }, in the working folder
   */
  readonly storage?: StorageOptions;
  /** The deliveries of the service. Left out, `POST /webhooks` does not exist. */
  readonly webhooks?: WebhookOptions;
  /** Turns on `GET /metrics` for whoever sends `Authorization: Bearer` with this token, of at least 16 characters. */
  readonly metrics?: { readonly token: string };
  /** How many proxies in front of this one write `X-Forwarded-For`; 0 looks at the socket only. @default 0 */
  readonly trustedProxyHops?: number;
  /** What patients see of their own records beyond dates, answers and scores. */
  readonly patients?: Partial<PatientVisibility>;
  readonly audit?: AuditOptions;
  /** The mapping from the EHR's patient keys. Left out, `/patients/…` answers 501. */
  readonly mapping?: MappingOptions;
  /** The address at which browsers reach this proxy, such as `https://panel.clinic.example`; needed for `authorize`. */
  readonly publicUrl?: string;
  /** Sign-in of the browser extension. Left out, `/authorize` and `/token` do not exist. */
  readonly authorize?: AuthorizeOptions;
  /** What the extension is told at `/.well-known/instrument-panel.json`. */
  readonly wellKnown?: WellKnownOptions;
}

/** Options that were checked. Whatever keeps something awaits `storage()`, the storage that all parts share. */
export interface Settings
  extends Required<
      Omit<
        ProxyOptions,
        | 'publicUrl'
        | 'authorize'
        | 'wellKnown'
        | 'keys'
        | 'limits'
        | 'origins'
        | 'storage'
        | 'metrics'
        | 'patients'
        | 'webhooks'
        | 'audit'
        | 'mapping'
      >
    >,
    SharedStorage {
  readonly ring: RotatingKeyRing;
  readonly limits: Limits;
  readonly origins: ReadonlySet<string>;
  /** Null where `/metrics` is off. */
  readonly metrics: { readonly token: string } | null;
  readonly patients: PatientVisibility;
  readonly audit: AuditSettings;
  /** Null where `/patients/…` is off. */
  readonly mapping: MappingOptions | null;
  readonly publicUrl: string | null;
  /** Null where `/authorize` and `/token` are off. */
  readonly authorize: AuthorizeSettings | null;
  readonly wellKnown: Required<WellKnownOptions> | null;
  /** Null where `/webhooks` is off. */
  readonly webhooks: WebhookSettings | null;
}

/** An option that is missing or weak; `option` names it and the message says what to give. */
export class ProxyOptionError extends Error {
  override readonly name = 'ProxyOptionError';
  readonly code = 'PROXY_OPTION_INVALID';
  readonly option: string;

  constructor(option: string, message: string) {
    super(message);
    this.option = option;
  }
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

function need(option: string, holds: boolean, sentence: string): void {
  if (!holds) throw new ProxyOptionError(option, `The proxy's option ${option} ${sentence}`);
}

const isWord = (text: unknown): boolean =>
  typeof text === 'string' && text.trim() !== '' && text.length <= 200;
/** What can stand in a header as it is. */
const isSecret = (text: unknown): boolean => typeof text === 'string' && /^[\x21-\x7e]{1,512}$/.test(text);

function checkLimits(given: Partial<Limits> = {}): Limits {
  const limits: Record<string, number> = {};
  for (const [name, [fallback, least, most]] of Object.entries(LIMITS)) {
    const value = given[name as keyof Limits] ?? fallback;
    const holds = Number.isInteger(value) && value >= least && value <= most;
    need(`limits.${name}`, holds, `must be an integer from ${least} to ${most}.`);
    limits[name] = value;
  }
  for (const name of Object.keys(given)) need(`limits.${name}`, name in LIMITS, 'is not known.');
  return limits as unknown as Limits;
}

function checkKeys(keys: readonly TokenKey[]): RotatingKeyRing {
  try {
    return createRotatingKeyRing(keys);
  } catch (error) {
    throw new ProxyOptionError('keys', `The proxy's option keys: ${(error as Error).message}`);
  }
}

const METRICS_TOKEN_LENGTH = 16;

function checkMetrics(given: ProxyOptions['metrics']): Settings['metrics'] {
  if (given === undefined) return null;
  const holds = isSecret(given?.token) && given.token.length >= METRICS_TOKEN_LENGTH;
  need(
    'metrics.token',
    holds,
    `must be at least ${METRICS_TOKEN_LENGTH} characters that can stand in a header.`,
  );
  return given;
}

function checkPatients(given: Partial<PatientVisibility> = {}): PatientVisibility {
  const sight = { ...DEFAULT_PATIENT_VISIBILITY, ...given };
  for (const [name, isShown] of Object.entries(sight)) {
    need(`patients.${name}`, name in DEFAULT_PATIENT_VISIBILITY, 'is not known.');
    need(`patients.${name}`, typeof isShown === 'boolean', 'must be true or false.');
  }
  return sight;
}

function checkHops(hops = 0): number {
  need(
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
  need('storage', holds, "must be { file: 'proxy.sqlite' } or { redis: 'rediss://…' }.");
  return shareStorage(given);
}

/** Checks the options. Throws a {@link ProxyOptionError} for the first that is missing or weak. */
export function checkOptions(options: ProxyOptions): Settings {
  const { upstream, credentials, issuer, audience, origins, session } = options;
  need(
    'upstream',
    isOrigin(upstream),
    'must be an origin such as https://api.service.example, without a path.',
  );
  need('credentials.key', isSecret(credentials?.key), 'must be the partner key that the service issued.');
  need(
    'credentials.secret',
    isSecret(credentials?.secret),
    'must be the partner secret that the service issued.',
  );
  const ring = checkKeys(options.keys);
  need('issuer', isWord(issuer), 'must name who mints the tokens, such as the address of this proxy.');
  need('audience', isWord(audience), 'must name this proxy, differently for live and sandbox.');
  const listed = Array.isArray(origins) && origins.length > 0 && origins.every(isPageOrigin);
  need(
    'origins',
    listed,
    'must list the exact origins of the pages that may ask, such as https://ehr.example.',
  );
  need(
    'session',
    typeof session === 'function',
    'must be a function that looks at the cookie or authorization of a page and gives a grant or null; there is no default.',
  );
  const publicUrl = checkPublicUrl(options.publicUrl, need);
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
    webhooks: checkWebhooks(options.webhooks, need),
    audit: checkAudit(options.audit, need),
    mapping: checkMapping(options.mapping, need),
    publicUrl,
    authorize: checkAuthorize(options.authorize, publicUrl, new Set(origins), need),
    wellKnown: checkWellKnown(options.wellKnown, need),
  };
}
