/** Why a sign-in at a provider failed, for the operator. @module */
import { describeError, ERROR_REFERENCE, referenceOf } from '@instrument-panel/client/error-reference';
import { explainUnreachable } from '../forward/unreachable.ts';
import { toErrorName } from '../log.ts';

/** The codes of an `error` that are registered (IANA, OAuth Extensions Error Registry; RFC 6749, OpenID Connect Core, RFC 6750). */
const REGISTERED_ERRORS: ReadonlySet<string> = new Set([
  ...['invalid_request', 'invalid_client', 'invalid_grant', 'unauthorized_client', 'unsupported_grant_type'],
  ...['invalid_scope', 'access_denied', 'unsupported_response_type', 'server_error'],
  ...['temporarily_unavailable', 'interaction_required', 'login_required', 'account_selection_required'],
  ...['consent_required', 'invalid_request_uri', 'invalid_request_object', 'request_not_supported'],
  ...['request_uri_not_supported', 'registration_not_supported', 'invalid_token', 'insufficient_scope'],
  ...['invalid_target', 'unmet_authentication_requirements'],
]);

/** The claims of an ID token that are compared. */
const CLAIMS: ReadonlySet<string> = new Set(
  'iss sub aud azp exp nbf iat nonce auth_time acr at_hash c_hash s_hash'.split(' '),
);

interface ProviderError {
  readonly code?: unknown;
  readonly error?: unknown;
  readonly cause?: unknown;
  readonly response?: unknown;
  readonly message?: unknown;
}

/** What openid-client calls wrong in an answer, by the words of its message. */
const PARTS: readonly (readonly [words: RegExp, part: string])[] = [
  [/"id_token"|an ID Token/, 'id_token is missing'],
  [
    /"alg"/,
    'alg of the ID token is none that is taken (RS256, RS384, ES256, ES384, or what the provider publishes)',
  ],
  [/signature/, 'the signature of the ID token does not fit its key'],
  [/"nonce"/, 'nonce is missing from the ID token'],
  [/response parameter|"iss".*parameter/, 'iss beside the code is missing, or of another provider'],
  [/"sub"/, 'sub is missing'],
  [/"access_token"|"token_type"/, 'access_token or token_type is missing'],
  [/"keys"/, 'the keys at jwks_uri cannot be read'],
];

/** Where a provider does not take the client. */
export const CLIENT_REMEDY =
  'Compare clientId and clientSecret of the option session with what is registered there, and see whether the secret has expired.';
const REDIRECT_REMEDY =
  'Mostly the redirect address that is registered is not publicUrl + /sign-in/callback (of an EHR /launch/callback)';

/** What to do, by the provider's `error` or the code of openid-client. */
const REMEDIES: Readonly<Record<string, string>> = {
  invalid_client: CLIENT_REMEDY,
  unauthorized_client: CLIENT_REMEDY,
  invalid_grant: REDIRECT_REMEDY,
  invalid_request: REDIRECT_REMEDY,
  invalid_scope: 'Have the scopes that are asked for allowed for this client',
  OAUTH_KEY_SELECTION_FAILED:
    'No key at jwks_uri has the kid and alg of the ID token. One that is new there is found within a minute',
  OAUTH_RESPONSE_IS_NOT_JSON:
    'Something else answers at that address, or the provider fails there: look at its log',
  OAUTH_RESPONSE_IS_NOT_CONFORM:
    'Something else answers at that address, or the provider fails there: look at its log',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'Compare the clocks: 30 seconds of difference are allowed',
  aud: 'The ID token is for another client than clientId',
  iss: 'The ID token is of another issuer than the configuration',
  nonce: 'The provider has to return the nonce of this sign-in',
};

/** Says of an address what may be in a log: no query, and nothing that is no address. */
const toLogAddress = (text: unknown): string | undefined => {
  if (typeof text !== 'string' || !URL.canParse(text)) return undefined;
  const { origin, pathname } = new URL(text);
  return `${origin}${pathname}`.slice(0, 300);
};

const readField = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;

/** The `error` beside a challenge, which openid-client throws without reading the body. */
async function readChallenge({ cause, response }: ProviderError): Promise<unknown> {
  const body: unknown =
    response instanceof Response && !response.bodyUsed ? await response.json().catch(() => null) : null;
  const challenges: readonly unknown[] = Array.isArray(cause) ? cause : [];
  return (
    readField(body, 'error') ??
    challenges.map((one) => readField(readField(one, 'parameters'), 'error')).find(Boolean)
  );
}

/** A failure of a sign-in, told by words that this code holds: whatever else a provider sends stays out of the log. */
export interface SignInFailure {
  /** Such as `OAUTH_JWT_CLAIM_COMPARISON_FAILED`, or the name of what was thrown. */
  readonly code: string;
  /** The provider's `error`, where it is a registered one. */
  readonly error?: string;
  /** The claim that is not as it should be. */
  readonly claim?: string;
  /** What of an answer is wrong. */
  readonly part?: string;
  /** What did not answer, or answered otherwise: `https://login.example/token answered 503`. */
  readonly at?: string;
  /** No answer came, or one of a server that fails: what can be tried again. */
  readonly isAway: boolean;
  /** What to do, where the failure itself says it. */
  readonly remedy?: string;
}

/** An answer that was none of the protocol's, with its address. */
function readAnswer(thrown: ProviderError): Pick<SignInFailure, 'at'> & { readonly status: number } {
  const found = [thrown.response, thrown.cause, readField(thrown.cause, 'response')].find(
    (one): one is Response => one instanceof Response,
  );
  const address = toLogAddress(found?.url);
  return found && address
    ? { at: `${address} answered ${found.status}`, status: found.status }
    : { status: found?.status ?? 0 };
}

/** What was not reached at all. */
function readAbsence(thrown: ProviderError, code: string): Partial<SignInFailure> {
  const isLate = thrown.code === undefined && /^(TypeError|TimeoutError)$/.test(code);
  if (!isLate && code !== 'OAUTH_TIMEOUT') return {};
  const address = toLogAddress(readField(thrown, 'address') ?? readField(thrown.cause, 'address'));
  if (!address) return { isAway: true };
  const isSlow = code !== 'TypeError';
  const { cause, remedy } = explainUnreachable(isSlow ? { code: 'ETIMEDOUT' } : thrown.cause);
  const todo = `${remedy.charAt(0).toUpperCase()}${remedy.slice(1)}`;
  return { isAway: true, at: `${address} cannot be reached: ${cause}`, remedy: todo };
}

/** Finds why. Also of what openid-client wraps into an error of its own. */
export async function findFailure(thrown: unknown): Promise<SignInFailure> {
  const given = (thrown ?? {}) as ProviderError;
  const { code } = given;
  const named = typeof code === 'string' && /^[A-Z_]{1,60}$/.test(code) ? code : toErrorName(thrown);
  const error =
    given.error ?? (named === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE' ? await readChallenge(given) : null);
  const { cause } = given;
  const claim = readField(cause, 'claim') ?? readField(readField(cause, 'cause'), 'claim');
  const said = `${given.message} ${readField(cause, 'message')}`;
  const part = /INVALID_RESPONSE/.test(named) ? PARTS.find(([words]) => words.test(said))?.[1] : undefined;
  const { at, status } = readAnswer(given);
  return {
    code: named,
    ...(typeof error === 'string' && REGISTERED_ERRORS.has(error) ? { error } : {}),
    ...(typeof claim === 'string' && CLAIMS.has(claim) ? { claim } : {}),
    ...(part === undefined ? {} : { part }),
    ...(at === undefined ? {} : { at }),
    isAway: status >= 500,
    ...(given instanceof ProviderFault ? { part: given.part } : {}),
    ...readAbsence(given, named),
  };
}

/** What a provider publishes cannot be used: `part` says what of it, in words of this code. */
export abstract class ProviderFault extends Error {
  abstract readonly code: string;
  readonly part: string;
  /** What it was read from. */
  readonly response: Response;

  constructor(part: string, response: Response) {
    super(part);
    this.part = part;
    this.response = response;
  }
}

/** What the person chose, as distinct from what fails for everybody. */
export const isOwnRefusal = ({ code, error }: SignInFailure): boolean =>
  code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR' && error === 'access_denied';

/** The failure as a hint of the log: what, where, and what to do. */
export function sayFailure({ code, error, claim, part, at, isAway, remedy }: SignInFailure): string {
  const answered = isAway ? 'UNAVAILABLE' : 'SIGN_IN_FAILED';
  const isKnown = ERROR_REFERENCE.some((one) => one.code === code);
  const explained = isKnown ? code : answered;
  const details = [error && `error ${error}`, claim && `claim ${claim}`, part, at].filter(Boolean);
  const what = [code, ...details].join(', ');
  const own = remedy ?? REMEDIES[error ?? ''] ?? REMEDIES[code] ?? REMEDIES[claim ?? ''];
  // Of what is not known better, the provider's own log tells more.
  const general =
    isKnown || isAway ? describeError(explained).remedy : "Look at the provider's log of that moment";
  return `${what}. ${(own ?? general).replace(/\.$/, '')}. (${referenceOf(explained)})`;
}
