import { CHOSEN_ERROR_CODES, ErrorResponse, SERVICE_ERROR_CODES } from '@instrument-panel/client/contract';
import type { Settings } from '../options.ts';
import { integrationNotFound, notFound, Refusal } from '../refusal.ts';
import type { Ask } from './service.ts';
import { type UpstreamReply, unreadable } from './upstream.ts';

type Asked = Pick<Ask, 'narrowed' | 'call'>;

const KNOWN: ReadonlySet<string> = new Set([...SERVICE_ERROR_CODES, ...CHOSEN_ERROR_CODES]);

/** The statuses of the service that a caller gets, with the code used where the service's own is not known. */
const PASSED: Readonly<Record<number, readonly [code: string, message: string]>> = {
  400: ['VALIDATION_ERROR', 'The service does not accept a parameter, an identifier or the body.'],
  403: ['FORBIDDEN', 'The service does not permit this for the professional.'],
  409: ['CONFLICT', 'This conflicts with an existing record, such as a registered e-mail or cellphone.'],
  422: ['INVALID_STATE', 'This cannot be done in the present state of the record.'],
  429: ['TOO_MANY_REQUESTS', 'The service asks to slow down. Try again later.'],
  500: ['INTERNAL', 'The service failed. Give its support the traceId.'],
  501: ['NOT_IMPLEMENTED', 'The service does not offer this.'],
  503: ['SERVICE_UNAVAILABLE', 'The service is not available for the moment. Try again later.'],
};

/** Errors about the request itself, whose words help; those of other errors may be about other people. */
const SPEAKS_OF_THE_REQUEST: ReadonlySet<number> = new Set([400, 422]);

function readError(body: Buffer): Partial<ErrorResponse> {
  try {
    return ErrorResponse.safeParse(JSON.parse(body.toString('utf8'))).data ?? {};
  } catch {
    return {};
  }
}

function retryAfter(headers: UpstreamReply['headers']): Record<string, string> {
  const value = headers['retry-after'];
  return typeof value === 'string' && /^\d{1,6}$/.test(value) ? { 'retry-after': value } : {};
}

function refusedCredentials(
  status: number,
  code: string,
  requestId: string,
  { log, clock }: Settings,
): Refusal {
  const known = KNOWN.has(code) ? ` ${code}` : '';
  log({
    at: new Date(clock()).toISOString(),
    level: 'error',
    event: 'upstream-refused-credentials',
    requestId,
    status,
    hint: `The service answered ${status}${known}: check credentials and the address list of the partner account.`,
  });
  return new Refusal(
    502,
    'UPSTREAM_REFUSED',
    'The service refused the proxy. The operator of the proxy can see why.',
  );
}

/**
 * What a caller learns of an error of the service. The partner's own key being refused is never the caller's
 * 401; a missing record is the proxy's own 404, so that it equals one that is not for this token.
 */
export function serviceError(reply: UpstreamReply, ask: Asked, settings: Settings): Refusal {
  const { status } = reply;
  const error = readError(reply.body);
  const code = error.code ?? '';
  if (status === 401 || code === 'IP_NOT_ALLOWED') {
    return refusedCredentials(status, code, ask.call.id, settings);
  }
  if (status === 404 && code !== '')
    return code === 'INTEGRATION_NOT_FOUND' ? integrationNotFound() : notFound();
  const passed = PASSED[status];
  const tolerated = status === 429 || status === 503;
  if (!passed || (code === '' && !tolerated)) return unreadable();
  const speaks = SPEAKS_OF_THE_REQUEST.has(status) && !ask.narrowed && Boolean(error.message);
  const traceId = error.traceId ?? '';
  return new Refusal(
    status,
    KNOWN.has(code) ? code : passed[0],
    speaks ? String(error.message).slice(0, 500) : passed[1],
    { headers: retryAfter(reply.headers), traceId: /^[\w.:-]{1,100}$/.test(traceId) ? traceId : undefined },
  );
}
