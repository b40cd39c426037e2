/** Why a sign-in at a provider failed, for the operator. @module */
import { describeError, ERROR_REFERENCE, referenceOf } from '@instrument-panel/client/error-reference';
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
}

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
  return {
    code: named,
    ...(typeof error === 'string' && REGISTERED_ERRORS.has(error) ? { error } : {}),
    ...(typeof claim === 'string' && CLAIMS.has(claim) ? { claim } : {}),
  };
}

/** What the person chose, as distinct from what fails for everybody. */
export const isOwnRefusal = ({ code, error }: SignInFailure): boolean =>
  code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR' && error === 'access_denied';

/** The failure as a hint of the log, with the remedy of its own code or else of the answer's. */
export function sayFailure({ code, error, claim }: SignInFailure, answered: string): string {
  const explained = ERROR_REFERENCE.some((one) => one.code === code) ? code : answered;
  const details = [error && `error ${error}`, claim && `claim ${claim}`].filter(Boolean);
  const what = [code, ...details].join(', ');
  return `${what}. ${describeError(explained).remedy} (${referenceOf(explained)})`;
}
