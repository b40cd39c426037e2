import { randomUUID } from 'node:crypto';
import type { ErrorResponse } from '@instrument-panel/client/contract';
import { describeError, referenceOf } from '@instrument-panel/client/error-reference';
import { PROTOCOL_HEADER } from '@instrument-panel/client/proxy';
import type { AnswerTrail } from './audit/answers.ts';
import { isFirefoxOrigin } from './authorize/settings.ts';
import {
  type Call,
  isStream,
  json,
  type ProxyRequest,
  type ProxyResponse,
  type StreamSink,
} from './exchange.ts';
import { createConcurrencyLimiter, type createLoopWatch, withAwaitedBody } from './limit/overload.ts';
import { jtiHash, type LogLine, logError, toErrorName, toTimestamp } from './log.ts';
import type { Answered, Metrics } from './metrics.ts';
import { demandServedProtocol, SERVED_PROTOCOLS } from './protocol.ts';
import { Refusal, refuse } from './refusal.ts';
import { DEFAULT_RULES, type Found, type RouteGroup } from './routes.ts';
import type { Settings } from './settings.ts';
import type { Tracer } from './trace.ts';

const NEWEST_PROTOCOL = `${SERVED_PROTOCOLS.newest}`;

/** Cross-origin rules: the listed origins, compared exactly, never `null` and never a reflection of others. */
function createCors({ origins, authorize }: Pick<Settings, 'origins' | 'authorize'>) {
  // Add-ons of Firefox, known by their form only, may call where no cookie counts but a token bound to their origin.
  const mayRead = (origin: string | undefined, withCredentials: boolean): origin is string =>
    origin !== undefined &&
    (origins.has(origin) ||
      (authorize?.takesFirefox === true && !withCredentials && isFirefoxOrigin(origin)));

  return {
    /** True if a page of this origin may call, with cookies or without; also if no page calls (no `Origin`). */
    allows: (origin: string | undefined, withCredentials: boolean): boolean =>
      origin === undefined || mayRead(origin, withCredentials),

    /** Its headers with those of every answer, and those that the page of an allowed origin needs to read it. */
    headersOf(
      answer: ProxyResponse,
      { request, id, rateLimit }: Call,
      withCredentials: boolean,
    ): Readonly<Record<string, string>> {
      const { origin } = request.headers;
      const headers: Record<string, string> = {
        ...answer.headers,
        // The id says only which line of the log is meant, so it may differ between a missing and a forbidden record.
        'x-request-id': id,
        [PROTOCOL_HEADER]: NEWEST_PROTOCOL,
        'cache-control': 'no-store',
        vary: 'Origin',
        'x-content-type-options': 'nosniff',
      };
      if (rateLimit) Object.assign(headers, rateLimit);
      if (mayRead(origin, withCredentials)) {
        headers['access-control-allow-origin'] = origin;
        const exposed = `retry-after, instrument-panel-limit, ${PROTOCOL_HEADER}, x-request-id, ratelimit, ratelimit-policy`;
        headers['access-control-expose-headers'] = answer.isUndated ? exposed : `date, ${exposed}`;
        if (withCredentials) headers['access-control-allow-credentials'] = 'true';
      }
      return headers;
    },
  };
}

/** A day, which only Firefox keeps one for: Chromium ends it after two hours, WebKit after ten minutes. */
const PREFLIGHT_MAX_AGE_SECONDS = '86400';

const preflight = (methods: readonly string[], allow: string): ProxyResponse => ({
  status: 204,
  headers: {
    allow,
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers':
      'authorization, content-type, accept-language, last-event-id, traceparent',
    'access-control-max-age': PREFLIGHT_MAX_AGE_SECONDS,
  },
  body: null,
});

/** Answers a request; never throws. */
export type AnswerRequest = (request: ProxyRequest) => Promise<ProxyResponse>;

interface Resolved {
  readonly found: Found;
  readonly group: RouteGroup;
}

const NOT_FOUND: Found = { kind: 'none' };
const NOWHERE: Resolved = { found: NOT_FOUND, group: { ...DEFAULT_RULES, find: () => NOT_FOUND } };

function splitTarget(rawTarget: string): [rawPath: string, rawQuery: string] {
  const mark = rawTarget.indexOf('?');
  return mark < 0 ? [rawTarget, ''] : [rawTarget.slice(0, mark), rawTarget.slice(mark + 1)];
}

function resolve(groups: readonly RouteGroup[], method: string, rawPath: string): Resolved {
  for (const group of groups) {
    const found = group.find(method, rawPath);
    if (found.kind !== 'none') return { found, group };
  }
  return NOWHERE;
}

/** All methods of an address (RFC 9110, section 10.2.1). */
const describeAllowed = (methods: readonly string[], { allowsHead, allowsPreflight }: RouteGroup): string =>
  [
    ...methods,
    ...(allowsHead && methods.includes('GET') ? ['HEAD'] : []),
    ...(allowsPreflight ? ['OPTIONS'] : []),
  ].join(', ');

function serve(
  call: Call,
  { found, group }: Resolved,
  isAdmitted: boolean,
  cors: ReturnType<typeof createCors>,
): Promise<ProxyResponse> {
  const { method, headers, refusal } = call.request;
  if (refusal) throw refusal;
  if (!isAdmitted) throw refuse('PROXY_BUSY');
  if (found.kind === 'none') throw new Refusal(404, 'NOT_FOUND', 'The proxy has no such address.');
  const isOpen = group.anyOrigin && found.kind === 'found';
  if (!isOpen && !cors.allows(headers.origin, group.withCredentials)) throw refuse('ORIGIN_NOT_ALLOWED');
  if (found.kind === 'found') {
    demandServedProtocol(headers.accept);
    return found.serve(call);
  }
  const { allowed } = found;
  const allow = describeAllowed(allowed, group);
  if (method === 'OPTIONS') return Promise.resolve(preflight(allowed, allow));
  throw new Refusal(405, 'METHOD_NOT_ALLOWED', `Use ${allowed.join(' or ')} here.`, {
    headers: { allow },
  });
}

/** The answer that says a refusal. */
export function toRefused({ status, code, message, traceId, headers }: Refusal): ProxyResponse {
  const body: ErrorResponse = { code, message, ...(traceId === undefined ? {} : { traceId }) };
  return json(status, body, headers);
}

const GONE: StreamSink = {
  write: () => false,
  drained: () => Promise.resolve(),
  end: () => {},
  abort: () => {},
  closed: AbortSignal.abort(),
  buffered: () => 0,
};

/** Ends a streamed answer that is not given: it holds a connection or a place until somebody has read it, or is gone. */
function discard({ body }: ProxyResponse): void {
  if (isStream(body)) body.open(GONE);
}

/** The answer to HEAD: a stream is not read, and its connection is given back. */
function withoutStream(answer: ProxyResponse): ProxyResponse {
  if (!isStream(answer.body)) return answer;
  discard(answer);
  return { ...answer, body: { kind: 'stream', open: (sink) => sink.end() } };
}

/** Cause and remedy of a refusal, for the log alone. */
function explain(code: string): string {
  const { cause, remedy } = describeError(code);
  return `${cause} ${remedy} (${referenceOf(code)})`;
}

/** Counts and logs each answer. */
const createRecorder =
  (
    { log, clock, explainRefusals }: Pick<PipelineSettings, 'log' | 'clock' | 'explainRefusals'>,
    metrics: Metrics,
  ) =>
  (call: Call, answered: Answered, milliseconds: number): void => {
    const { route, id, request, upstreamMs, jti } = call;
    const { status, code } = answered;
    metrics.answered(route, request.method, answered, milliseconds / 1_000);
    const at = toTimestamp(clock());
    const line: LogLine = { at, level: 'info', event: 'request', requestId: id, route, status };
    if (code !== undefined) line.code = code;
    line.ms = Math.round(milliseconds);
    if (upstreamMs !== undefined) line.upstreamMs = Math.round(upstreamMs);
    if (jti !== undefined) line.jti = jtiHash(jti);
    log(explainRefusals && code !== undefined ? { ...line, hint: explain(code) } : line);
  };

type PipelineSettings = Pick<Settings, 'origins' | 'authorize' | 'log' | 'clock' | 'explainRefusals'> & {
  readonly places: Pick<Settings['places'], 'requests'>;
};

/**
 * Counts who waits for a row of the trail, and says to the trail when nobody else is under way. Who withholds a body is not
 * under way: a flood of them would make every read wait.
 */
export function createRowWaits(trail: Pick<AnswerTrail, 'hurry'>, inFlight: () => number) {
  let count = 0;
  const withholding = new Set<ProxyRequest>();
  const hurry = (): void => {
    if (count > 0 && count === inFlight() - withholding.size) trail.hurry();
  };
  return {
    async wait(recording: Promise<void>): Promise<void> {
      count += 1;
      hurry();
      try {
        await recording;
      } finally {
        count -= 1;
      }
    },
    async body(request: ProxyRequest, read: Promise<Uint8Array>): Promise<Uint8Array> {
      withholding.add(request);
      hurry();
      try {
        return await read;
      } finally {
        withholding.delete(request);
      }
    },
    /** A request was answered, whether its body has come or not. */
    left(request: ProxyRequest): void {
      withholding.delete(request);
      hurry();
    },
  };
}

function toRefusal(settings: PipelineSettings, error: unknown, requestId: string): Refusal {
  if (error instanceof Refusal) return error;
  // Only its name: the message of an unforeseen error can hold anything.
  logError(settings, 'internal-error', toErrorName(error), { requestId });
  const message = 'The proxy failed. Give its operator the traceId.';
  return new Refusal(500, 'INTERNAL', message, { traceId: requestId });
}

/** Counts what a page refuses by itself, which throws nothing that is counted already, and returns its code. */
function countOwnRefusal({ refused }: Call, metrics: Metrics): string | undefined {
  const code = refused?.toUpperCase();
  if (code !== undefined) metrics.refused(code);
  return code;
}

/** Makes the proxy without its transport: finds the route, answers, adds the CORS headers, counts and logs. */
export function createPipeline(
  settings: PipelineSettings,
  groups: readonly RouteGroup[],
  metrics: Metrics,
  loop: ReturnType<typeof createLoopWatch>,
  trail: Pick<AnswerTrail, 'record' | 'hurry'>,
  tracer: Tracer,
) {
  const record = createRecorder(settings, metrics);
  const cors = createCors(settings);
  const rows = createRowWaits(trail, () => inFlight);
  const limiters = { all: createConcurrencyLimiter(settings.places.requests), none: null };
  let inFlight = 0;
  let onIdle: (() => void) | undefined;

  /** What is answered in place of what failed. */
  function fail(error: unknown, call: Call): { readonly response: ProxyResponse; readonly code: string } {
    const refusal = toRefusal(settings, error, call.id);
    metrics.refused(refusal.code);
    return { response: toRefused(refusal), code: refusal.code };
  }

  const answer: AnswerRequest = async (request) => {
    const startedAt = performance.now();
    const [rawPath, rawQuery] = splitTarget(request.rawTarget);
    const resolved = resolve(groups, request.method, rawPath);
    const { found, group } = resolved;
    const limiter = limiters[group.concurrency];
    const hasPlace = limiter !== null && !loop.isLate(startedAt) && limiter.enter();
    const call: Call = {
      request: withAwaitedBody(request, (body) =>
        rows.body(request, hasPlace ? limiter.awaited(body) : body),
      ),
      rawQuery,
      id: randomUUID(),
      person: '',
      route: found.kind === 'found' ? found.route : '(unknown)',
    };
    const span = tracer.begin(call);
    let response: ProxyResponse;
    let code: string | undefined;
    inFlight += 1;
    try {
      const isAdmitted = hasPlace || limiter === null;
      response = await tracer.within(call, () => serve(call, resolved, isAdmitted, cors));
    } catch (error) {
      ({ response, code } = fail(error, call));
    }
    try {
      const recording = trail.record(call, response.status, code);
      if (recording) await rows.wait(recording);
    } catch (error) {
      discard(response);
      ({ response, code } = fail(error, call));
    }
    if (request.method === 'HEAD') response = withoutStream(response);
    if (hasPlace) limiter.leave();
    inFlight -= 1;
    if (inFlight === 0) onIdle?.();
    rows.left(request);
    code ??= countOwnRefusal(call, metrics);
    span.end(response.status, code);
    const bytes = isStream(response.body) ? 0 : Buffer.byteLength(response.body ?? '');
    record(call, { status: response.status, bytes, code }, performance.now() - startedAt);
    return { ...response, bytes, headers: cors.headersOf(response, call, group.withCredentials) };
  };

  return {
    answer,
    inFlight: () => inFlight,
    /** Resolves once no request is being answered. */
    async idle(): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      onIdle = resolve;
      if (inFlight > 0) await promise;
    },
  };
}
