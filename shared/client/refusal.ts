import { ErrorResponse } from '../contract/errors.ts';
import {
  AuthenticationError,
  ConflictError,
  type ErrorFacts,
  ForbiddenError,
  InternalError,
  NotFoundError,
  RateLimitedError,
  ServiceError,
  StateError,
  UnknownOutcomeError,
  ValidationError,
} from './errors.ts';

/** The kinds of the specification's section "Errors", by status, and what mends each. */
const KINDS: Readonly<Record<number, readonly [typeof ServiceError, string]>> = {
  400: [ValidationError, 'the request breaks a rule; `detail` names the field.'],
  401: [AuthenticationError, 'check key and secret, or the token that fetchToken gives.'],
  403: [ForbiddenError, 'not permitted for this professional, plan or token.'],
  404: [NotFoundError, 'nothing has this id, or it belongs to someone else.'],
  409: [ConflictError, 'such a record exists; read it instead of making a second one.'],
  422: [StateError, 'not possible in its present state; read it again first.'],
  429: [RateLimitedError, 'too many requests; wait `retryAfterMs`.'],
};

/** Where the code says more than the status. */
const HINTS: Readonly<Record<string, string>> = {
  API_CREDENTIAL_INACTIVE: 'ask the operator of the service to activate the credential.',
  API_CREDENTIAL_EXPIRED: 'ask the operator of the service for a new credential.',
  IP_NOT_ALLOWED: "ask the operator of the service to allow-list this server's address.",
  PROFESSIONAL_CLAIM_REQUIRED: 'the e-mail has an account: link it with connectProfessional.',
  INTEGRATION_NOT_FOUND: 'the professional has no active link: use connectProfessional.',
};

/** The write may have been carried out; used for lost answers too. */
export function unknownOutcome(facts: Omit<ErrorFacts, 'code' | 'retryable'>): UnknownOutcomeError {
  return new UnknownOutcomeError(
    'the answer was lost, so it may have been done: look it up before repeating.',
    {
      ...facts,
      code: 'UNKNOWN_OUTCOME',
    },
  );
}

/**
 * The typed error of an answer that is no success (Errors). A body that is no ErrorResponse gives only its
 * status. A write that comes back 502, 503 or 504 may have reached the service, so its outcome is unknown.
 *
 * @param body the raw text of the answer
 * @param retryAfterMs what the answer's Retry-After asks for
 */
export function refusal(
  call: { readonly id: string; readonly effect: 'read' | 'write' },
  status: number,
  body: string,
  retryAfterMs?: number,
): ServiceError {
  const said = parseErrorResponse(body);
  const code = said && /^[A-Z][A-Z0-9_]{2,63}$/.test(said.code) ? said.code : `HTTP_${status}`;
  const traceId = said?.traceId ?? '';
  const facts = {
    endpoint: call.id,
    status,
    code,
    traceId: /^[\w.:-]{1,128}$/.test(traceId) ? traceId : undefined,
    retryable: status === 429 || (call.effect === 'read' && [500, 502, 503, 504].includes(status)),
    retryAfterMs,
    detail: said?.message,
  };
  if (call.effect === 'write' && status > 501 && status < 505) return unknownOutcome(facts);
  const answered = `${status} ${code}: `;
  if (status > 499) return new InternalError(`${answered}report traceId ${facts.traceId} to support.`, facts);
  const [Kind, hint] = KINDS[status] ?? [ServiceError, 'is baseUrl the service or the proxy?'];
  return new Kind(answered + (HINTS[code] ?? hint), facts);
}

function parseErrorResponse(body: string): ErrorResponse | undefined {
  try {
    return ErrorResponse.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}
