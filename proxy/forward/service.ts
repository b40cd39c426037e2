import {
  BASE_PATH,
  CHOSEN_ERROR_CODES,
  type Decoded,
  type Endpoint,
  ErrorResponse,
  encodePath,
  encodeQuery,
  SERVICE_ERROR_CODES,
  type ServiceErrorCode,
} from '@instrument-panel/client/contract';
import type { Call } from '../exchange.ts';
import type { Breaker, CallEnd } from '../limit/breaker.ts';
import { logError } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { Refusal, refuse, retryLater } from '../refusal.ts';
import { toRouteName } from '../routes.ts';
import type { Settings } from '../settings.ts';
import type { Tracer } from '../trace.ts';
import type { Upstream, UpstreamReply } from './upstream.ts';
import { type DocumentPipe, mediaType } from './upstream.ts';

/** One call of the service, in typed values only. */
export interface ServiceRequest {
  readonly endpoint: Endpoint;
  readonly path: Decoded;
  readonly query: Decoded;
  /** Parsed by the endpoint's schema; undefined if it has none. */
  readonly body?: unknown;
  readonly acceptLanguage: string | undefined;
  /** Milliseconds since 1970. */
  readonly deadline: number;
  readonly call: Call;
  /** The token sees single patients, so that no word of the service's own errors may reach it. */
  readonly narrowed: boolean;
}

/** Calls the service. Throws a `Refusal` for everything but a readable success. */
export type Service = (request: ServiceRequest) => Promise<ServiceReply>;

/** Codes that do not count as failures: aborted or not sent; or refused by a service that can be reached. */
const TELLS_NOTHING: ReadonlySet<string> = new Set(['CALLER_GONE', 'PROXY_BUSY']);
const IS_THERE: ReadonlySet<string> = new Set(['UPSTREAM_REFUSED', 'UPSTREAM_TOO_LARGE']);

/**
 * How a failed call counts for the breaker: 502, 503 and 504 fail. Credentials refused, an error in the service's
 * words and what one person can bring about (4xx, too long, slow AI) must not keep all others out.
 */
function toCallEnd(error: unknown, { endpoint }: ServiceRequest, answered: number): CallEnd {
  if (!(error instanceof Refusal) || TELLS_NOTHING.has(error.code)) return 'abandoned';
  if (error.code === 'UPSTREAM_TIMEOUT' && endpoint.action === 'recommend') return 'abandoned';
  const isAnswer = IS_THERE.has(error.code) || (answered >= 400 && answered <= 499);
  return error.status > 501 && !isAnswer ? 'failed' : 'succeeded';
}

/** Refused before the service was asked. */
function paused(waitMs: number): Refusal {
  const message = 'The service has failed and is left to recover. Try again in a moment.';
  return retryLater(503, 'UPSTREAM_PAUSED', message, Math.max(1, Math.ceil(waitMs / 1_000)));
}

function toTarget({ endpoint, path, query }: ServiceRequest): string {
  const search = Object.keys(query).length > 0 ? encodeQuery(endpoint, query) : '';
  return BASE_PATH + encodePath(endpoint, path) + search;
}

const LANGUAGES = /^[\w*;=.,\- ]{1,200}$/;

/** Calls the service with an address, query and body rebuilt from typed values, and no other headers. */
export function createService(
  settings: Settings,
  upstream: Upstream,
  breaker: Breaker,
  metrics: Metrics,
  tracer: Tracer,
): Service {
  const { credentials } = settings;

  function send(request: ServiceRequest, traceparent: string): Promise<UpstreamReply> {
    const { endpoint, acceptLanguage } = request;
    const wantsBinary = endpoint.binary !== undefined && request.query.format === 'pdf';
    const headers: Record<string, string> = {
      'X-Api-Key': credentials.key,
      'X-Api-Secret': credentials.secret,
      traceparent,
      accept: wantsBinary ? `${endpoint.binary}, application/json` : 'application/json',
    };
    if (acceptLanguage !== undefined && LANGUAGES.test(acceptLanguage))
      headers['accept-language'] = acceptLanguage;
    if (endpoint.body) headers['content-type'] = 'application/json';
    return upstream.send({
      method: endpoint.method,
      path: toTarget(request),
      headers,
      body: endpoint.body ? JSON.stringify(request.body) : null,
      deadline: request.deadline,
      // A write is finished even if the caller has gone: its outcome must be known.
      caller: endpoint.effect === 'read' ? request.call.request : null,
      document: wantsBinary ? (endpoint.binary ?? null) : null,
      person: request.call.person,
      isRecommendation: endpoint.action === 'recommend',
    });
  }

  return async (request) => {
    const pass = breaker.begin();
    if (pass === null) throw paused(breaker.pauseLeft());
    const startedAt = performance.now();
    let end: CallEnd = 'failed';
    let answered = 0;
    let code: string | undefined;
    const span = tracer.beginCall(request.call, toRouteName(request.endpoint));
    try {
      const sent = await send(request, span.traceparent);
      answered = sent.status;
      const reply = readReply(request, sent, settings);
      end = 'succeeded';
      return reply;
    } catch (error) {
      end = toCallEnd(error, request, answered);
      code = error instanceof Refusal ? error.code : 'INTERNAL';
      throw error;
    } finally {
      const milliseconds = performance.now() - startedAt;
      request.call.upstreamMs = (request.call.upstreamMs ?? 0) + milliseconds;
      breaker.end(pass, end);
      span.end(answered || undefined, code);
      metrics.called(request.call.route, end, milliseconds / 1_000);
    }
  };
}

export type ServiceReply =
  | { readonly kind: 'json'; readonly status: number; readonly value: unknown; readonly date?: string | null }
  | { readonly kind: 'document'; readonly status: number; readonly type: string; readonly pipe: DocumentPipe }
  | { readonly kind: 'empty'; readonly status: number };

/** Reads what the service sent. Throws the `Refusal` of its error, or 502 for what cannot be read. */
function readReply(request: ServiceRequest, reply: UpstreamReply, settings: Settings): ServiceReply {
  const { status, body, document } = reply;
  if (document) return { kind: 'document', status, type: mediaType(reply.headers), pipe: document };
  // A part (206) of what was asked for as a whole would look like the whole.
  if (status === 206) throw refuse('UPSTREAM_UNREADABLE');
  if (status < 200 || status > 299) throw serviceError(reply, request, settings);
  if (body.length === 0) {
    // Some writes answer with nothing; a read that does has gone wrong.
    if (request.endpoint.effect === 'write') return { kind: 'empty', status };
    throw refuse('UPSTREAM_UNREADABLE');
  }
  if (mediaType(reply.headers) !== 'application/json') throw refuse('UPSTREAM_UNREADABLE');
  try {
    const value = JSON.parse(body.toString('utf8'));
    return { kind: 'json', status, value, date: readDate(reply.headers) };
  } catch {
    throw refuse('UPSTREAM_UNREADABLE');
  }
}

const KNOWN: ReadonlySet<string> = new Set([...SERVICE_ERROR_CODES, ...CHOSEN_ERROR_CODES]);

/** The statuses of the service that a caller gets, with the code used if the service's own is not known. */
const PASSED: Readonly<Record<number, readonly [code: ServiceErrorCode, message: string]>> = {
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

/** The last date that was found to be one: it is the same for all answers of a second. */
let lastDate = '';

/** When the service sent an answer: callers tell ages by its clock. Null for anything but an HTTP date. */
function readDate({ date }: UpstreamReply['headers']): string | null {
  if (typeof date !== 'string') return null;
  if (date !== lastDate && new Date(date).toUTCString() !== date) return null;
  lastDate = date;
  return date;
}

const RETRY_AFTER_MAX_S = 999_999;

/** How long the service asks to wait, as seconds; a date (RFC 9110, section 10.2.3) counts from the answer's own. */
function retryAfter(headers: UpstreamReply['headers'], clock: Settings['clock']): Record<string, string> {
  const value = String(headers['retry-after'] ?? '');
  if (/^\d{1,6}$/.test(value)) return { 'retry-after': value };
  const until = Date.parse(value);
  if (new Date(until || 0).toUTCString() !== value) return {};
  const seconds = Math.ceil((until - (Date.parse(readDate(headers) ?? '') || clock())) / 1_000);
  return { 'retry-after': String(Math.min(Math.max(seconds, 0), RETRY_AFTER_MAX_S)) };
}

function refusedCredentials(
  status: number,
  code: string,
  requestId: string,
  { log, clock }: Settings,
): Refusal {
  const known = KNOWN.has(code) ? ` ${code}` : '';
  const hint = `The service answered ${status}${known}: check credentials and the address list of the partner account.`;
  logError({ log, clock }, 'upstream-refused-credentials', hint, { requestId, status });
  return refuse('UPSTREAM_REFUSED');
}

/** Never the caller's 401 for the partner's key; a missing record is the 404 of one not for this token. */
function serviceError(
  reply: UpstreamReply,
  request: Pick<ServiceRequest, 'narrowed' | 'call'>,
  settings: Settings,
): Refusal {
  const { status } = reply;
  const error = readError(reply.body);
  const code = error.code ?? '';
  if (status === 401 || code === 'IP_NOT_ALLOWED') {
    return refusedCredentials(status, code, request.call.id, settings);
  }
  if (status === 404 && code !== '') return refuse(code === 'INTEGRATION_NOT_FOUND' ? code : 'NOT_FOUND');
  const passed = PASSED[status];
  const tolerated = status === 429 || status === 503;
  if (!passed || (code === '' && !tolerated)) return refuse('UPSTREAM_UNREADABLE');
  const speaks = SPEAKS_OF_THE_REQUEST.has(status) && !request.narrowed && Boolean(error.message);
  const traceId = error.traceId ?? '';
  return new Refusal(
    status,
    KNOWN.has(code) ? code : passed[0],
    speaks ? String(error.message).slice(0, 500) : passed[1],
    {
      headers: retryAfter(reply.headers, settings.clock),
      traceId: /^[\w.:-]{1,100}$/.test(traceId) ? traceId : undefined,
    },
  );
}
