/** A request that the proxy does not serve. Its answer is an ErrorResponse, in the service's own shape. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly traceId: string | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    more: { headers?: Record<string, string>; traceId?: string | undefined } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = more.headers ?? {};
    this.traceId = more.traceId;
  }
}

/**
 * The refusal of what does not exist, and of what exists but is not for this token: one answer, made here only, so that the
 * two cannot be told apart (docs/decisions/0006-who-sees-what.md).
 */
export const notFound = () => new Refusal(404, 'NOT_FOUND', 'There is nothing here for this token.');

/** A professional without an active link, and one who is not the token's: likewise one answer. */
export const integrationNotFound = () =>
  new Refusal(404, 'INTEGRATION_NOT_FOUND', 'This professional has no active link with the partner.');

/** Nobody is left to read this answer; its status is for the log. */
export const callerGone = () => new Refusal(499, 'CALLER_GONE', 'The caller went away.');

/** Refuses for now: `Retry-After` says after how many seconds the same request may succeed. */
export const retryLater = (status: 429 | 503 | 409, code: string, message: string, seconds: number) =>
  new Refusal(status, code, message, { headers: { 'retry-after': String(seconds) } });

/** Refused before anything was asked of the service: the same request may be sent again. */
export const notSent = (code: 'PROXY_BUSY' | 'UPSTREAM_PAUSED', message: string, waitMs: number) =>
  retryLater(503, code, message, Math.max(1, Math.ceil(waitMs / 1_000)));

export const unknownPath = () => new Refusal(404, 'NOT_FOUND', 'The proxy has no such address.');

export const methodNotAllowed = (allowed: readonly string[]) =>
  new Refusal(405, 'METHOD_NOT_ALLOWED', `Use ${allowed.join(' or ')} here.`, {
    headers: { allow: allowed.join(', ') },
  });

export const invalid = (message: string) => new Refusal(400, 'VALIDATION_ERROR', message);

export const tooLarge = (limit: number) =>
  new Refusal(413, 'PAYLOAD_TOO_LARGE', `The body must have at most ${limit} bytes.`);

export const unsupportedMediaType = () =>
  new Refusal(
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    'Send the body as Content-Type: application/json, without Content-Encoding.',
  );

/** `reason` ends up with the caller: it may tell how to ask again, never what is wrong with a signature. */
export const unauthorized = (code: 'TOKEN_MISSING' | 'TOKEN_INVALID' | 'TOKEN_EXPIRED', reason: string) =>
  new Refusal(401, code, reason, { headers: { 'www-authenticate': 'Bearer' } });

export const forbidden = (message: string) => new Refusal(403, 'FORBIDDEN', message);

export const originNotAllowed = () =>
  new Refusal(
    403,
    'ORIGIN_NOT_ALLOWED',
    'Requests from this page are not allowed; ask the operator of the proxy.',
  );

/** For a partner who puts the proxy into a server of their own: nothing is left of the body that it has to check. */
export const bodyAlreadyRead = () =>
  new Refusal(
    500,
    'BODY_ALREADY_READ',
    'Something in front of the proxy has read the body. Put the proxy before any body parser.',
  );
