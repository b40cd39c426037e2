/** What every error of the client says about the call that failed; none of it is patient data. */
interface ErrorFacts {
  /** `id` of the endpoint's declaration. */
  readonly endpoint: string;
  /** HTTP status; 0 (the default) where no answer arrived. */
  readonly status?: number;
  /** Stable code: the service's own, or the client's where the service gave none. */
  readonly code: string;
  readonly traceId?: string | undefined;
  readonly retryable?: boolean;
  readonly retryAfterMs?: number | undefined;
  readonly detail?: string | undefined;
  readonly thrown?: unknown;
}

/**
 * Base of all errors of the client; itself thrown for a status that is not documented (docs/service.md#errors).
 * Its message teaches the fix and repeats nothing that the service sent but the code, so that it can be logged.
 */
export class ServiceError extends Error {
  override readonly name: string = 'ServiceError';
  declare readonly endpoint: string;
  declare readonly status: number;
  declare readonly code: string;
  /** To be reported to the service's support; sent with internal errors. */
  declare readonly traceId: string | undefined;
  /** True where the same call, made again, does no harm and may succeed. */
  declare readonly retryable: boolean;
  /** Milliseconds that the service asks to wait (Retry-After); undefined where it asks nothing. */
  declare readonly retryAfterMs: number | undefined;
  readonly #detail: string | undefined;
  readonly #thrown: unknown;

  constructor(message: string, { detail, thrown, ...facts }: ErrorFacts) {
    super(`${facts.endpoint}: ${message}`);
    Object.assign(this, { status: 0, retryable: false, ...facts });
    this.#detail = detail;
    this.#thrown = thrown;
  }

  /** The service's own sentence. It may speak of a patient: keep it out of logs; printing the error leaves it out. */
  get detail(): string | undefined {
    return this.#detail;
  }

  /** The value that `fetchToken` or `onRequest` threw, if one did. It may contain a secret, so printing the error leaves it out. */
  get thrown(): unknown {
    return this.#thrown;
  }
}

/** 400, or a request that was not sent because it breaks a rule of its declaration. */
export class ValidationError extends ServiceError {
  override readonly name = 'ValidationError';
}

/** 401: credentials or token missing, invalid, inactive or expired. */
export class AuthenticationError extends ServiceError {
  override readonly name = 'AuthenticationError';
}

/** 403: address not allow-listed, account not linked, or operation not permitted. */
export class ForbiddenError extends ServiceError {
  override readonly name = 'ForbiddenError';
}

/** 404: no such resource, or no active link between the professional and the partner. */
export class NotFoundError extends ServiceError {
  override readonly name = 'NotFoundError';
}

/** 409: conflicts with an existing record. */
export class ConflictError extends ServiceError {
  override readonly name = 'ConflictError';
}

/** 422: cannot be done in the current state of the resource. */
export class StateError extends ServiceError {
  override readonly name = 'StateError';
}

/** 429: too many requests; `retryAfterMs` says how long to wait. */
export class RateLimitedError extends ServiceError {
  override readonly name = 'RateLimitedError';
}

/** 5xx. */
export class InternalError extends ServiceError {
  override readonly name = 'InternalError';
}

/** A write whose answer was lost: it may have been carried out. It is looked up, never replayed. */
export class UnknownOutcomeError extends ServiceError {
  override readonly name = 'UnknownOutcomeError';
}

/** No answer, or a part of one. */
export class NetworkError extends ServiceError {
  override readonly name = 'NetworkError';
}

/** The total time-out ended before an answer came. */
export class TimeoutError extends ServiceError {
  override readonly name = 'TimeoutError';
}

/** The answer breaks the contract where nothing can be left out. With a 2xx a write was carried out all the same. */
export class ContractError extends ServiceError {
  override readonly name = 'ContractError';
  /** Path of the field in the answer, such as `series[0].name`; empty for the answer as a whole. */
  declare readonly field: string;

  constructor(
    message: string,
    facts: Omit<ErrorFacts, 'code'> & { readonly code?: string; readonly field: string },
  ) {
    super(message, { code: 'CONTRACT', ...facts });
  }
}

/**
 * The partner's `fetchToken` failed, or gave something that is no token. Its `endpoint` is `fetchToken`; its code is
 * `NOT_SIGNED_IN` (the proxy's own), `TOKEN_FETCH`, `TOKEN_MALFORMED` or, after a logout, `TOKEN_STOPPED`.
 */
export class TokenError extends ServiceError {
  override readonly name = 'TokenError';
}

/** True for every error of the client, also from another copy of this module on the page. */
export function isServiceError(error: unknown): error is ServiceError {
  return error instanceof Error && 'endpoint' in error && 'retryable' in error;
}

/**
 * True where a write that failed so may have been done all the same: look it up, and do not repeat it. False where the
 * service refused it, or nothing was sent.
 */
export const mayBeDone = (error: unknown): boolean =>
  !isServiceError(error) ||
  error.name === 'UnknownOutcomeError' ||
  (error.name === 'ContractError' && error.status < 300);

/* @__NO_SIDE_EFFECTS__ */
const guard =
  <E extends ServiceError>(name: E['name']) =>
  (error: unknown): error is E =>
    isServiceError(error) && error.name === name;

export const isValidationError = guard<ValidationError>('ValidationError');
export const isAuthenticationError = guard<AuthenticationError>('AuthenticationError');
export const isForbiddenError = guard<ForbiddenError>('ForbiddenError');
export const isNotFoundError = guard<NotFoundError>('NotFoundError');
export const isConflictError = guard<ConflictError>('ConflictError');
export const isStateError = guard<StateError>('StateError');
export const isRateLimitedError = guard<RateLimitedError>('RateLimitedError');
export const isInternalError = guard<InternalError>('InternalError');
export const isNetworkError = guard<NetworkError>('NetworkError');
export const isTimeoutError = guard<TimeoutError>('TimeoutError');
export const isContractError = guard<ContractError>('ContractError');
export const isUnknownOutcomeError = guard<UnknownOutcomeError>('UnknownOutcomeError');
export const isTokenError = guard<TokenError>('TokenError');
