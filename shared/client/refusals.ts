import { ServiceError } from './errors.ts';

/**
 * The kinds of refusal: answers of the service that are no success (Errors). Apart from the other errors, since a
 * page that only reads fetches them at the first refusal.
 *
 * @module
 */

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
