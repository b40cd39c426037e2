import type { Call } from './contract/endpoint.ts';
import { ErrorResponse } from './contract/summaries.ts';
import {
  AuthenticationError,
  ConflictError,
  ForbiddenError,
  InternalError,
  NetworkError,
  NotFoundError,
  RateLimitedError,
  ServiceError,
  StateError,
  UnknownOutcomeError,
  ValidationError,
} from './errors.ts';
import { readAnswer } from './read.ts';

const KINDS: Readonly<Record<number, typeof ServiceError>> = {
  400: ValidationError,
  401: AuthenticationError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  422: StateError,
  429: RateLimitedError,
};

/** Whether the same read may not meet the status again: too many requests, and failures of servers on the way. */
const isTransient = (status: number): boolean =>
  status === 429 || status === 500 || (status > 501 && status < 505);

/** The proxy's codes for a request that it did not hand on: a write so refused was not done. */
const NOT_SENT = /^(PROXY_BUSY|UPSTREAM_PAUSED|AUDIT_UNAVAILABLE)$/;

/** Advice for the developer, by code if that says more than the status. */
const REMEDIES: Readonly<Record<string, string>> = {
  401: 'check credentials or fetchToken',
  404: 'check ids and baseUrl',
  409: 'it exists already',
  421: 'check baseUrl',
  422: 'check its status',
  429: 'wait retryAfterMs',
  IP_NOT_ALLOWED: 'allow-list this address',
  PROFESSIONAL_CLAIM_REQUIRED: 'use connectProfessional',
  INTEGRATION_NOT_FOUND: 'use connectProfessional',
  HTTP_404: 'check baseUrl',
};

const unknownOutcome = (
  facts: Omit<ConstructorParameters<typeof ServiceError>[1], 'code'>,
): UnknownOutcomeError =>
  new UnknownOutcomeError('outcome unknown; look it up before repeating', {
    ...facts,
    code: 'UNKNOWN_OUTCOME',
    retryable: false,
  });

/** No answer, or half of one: a read may be repeated, and a write may have been done. */
export const lostAnswer = ({ id, effect }: Call, status: number, _error?: unknown): ServiceError =>
  effect === 'write'
    ? unknownOutcome({ endpoint: id, status })
    : new NetworkError('no complete response; check baseUrl, network and CORS', {
        endpoint: id,
        status,
        code: 'NETWORK',
        retryable: true,
      });

/**
 * The typed error of an answer that is no success (docs/service.md#errors). A write that comes back 5xx may have been
 * done, so its outcome is unknown, unless the proxy says by its code that nothing was sent.
 */
export function toServiceError(
  call: { readonly id: string; readonly effect: 'read' | 'write' },
  status: number,
  body: string,
  retryAfterMs?: number,
): ServiceError {
  const said = errorResponse(body);
  // Letters of a code and of a trace: a sentence that slipped in there stays out of the message.
  const code = /^[A-Z][A-Z\d_]+$/.exec(said?.code ?? '')?.[0] ?? `HTTP_${status}`;
  const traceId = /^[\w.:-]+$/.exec(said?.traceId ?? '')?.[0];
  const isRead = call.effect === 'read';
  const wasSent = !NOT_SENT.test(code);
  const facts = {
    endpoint: call.id,
    status,
    code,
    traceId,
    retryable: isTransient(status) && (isRead || status === 429 || !wasSent),
    retryAfterMs,
    detail: said?.message,
  };
  if (status > 499 && wasSent && !isRead) return unknownOutcome(facts);
  const ofServer = traceId ? `tell support ${traceId}` : "see the server's log";
  const ofCaller = said ? 'see detail' : 'check baseUrl';
  const remedy = REMEDIES[code] ?? REMEDIES[status] ?? (status > 499 ? ofServer : ofCaller);
  const Kind = status > 499 ? InternalError : (KINDS[status] ?? ServiceError);
  return new Kind(`${status} ${code}; ${remedy}`, facts);
}

function errorResponse(body: string): ErrorResponse | undefined {
  try {
    return readAnswer(ErrorResponse, JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}
