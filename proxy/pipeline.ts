import { randomUUID } from 'node:crypto';
import { createCors } from './cors.ts';
import { type Call, type ProxyRequest, type ProxyResponse, refusalResponse } from './exchange.ts';
import { busy, createLane, givingWay, type LoopWatch } from './limit/overload.ts';
import { createTimestamps, jtiHash, type LogLine } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { Settings } from './options.ts';
import { methodNotAllowed, originNotAllowed, Refusal, unknownPath } from './refusal.ts';
import type { Found, Surface } from './surface.ts';

/** Answers a request; never throws. */
export type Pipeline = (request: ProxyRequest) => Promise<ProxyResponse>;

const UNKNOWN_ROUTE = '(unknown)';

/** Which limit each lane has. */
const LANES = { all: 'inFlight', deliveries: 'deliveriesInFlight', none: null } as const;

/** What a request asks for, and the surface that has it. */
interface Resolved {
  readonly found: Found;
  readonly surface: Surface;
}

const NOWHERE: Resolved = {
  found: { kind: 'none' },
  surface: { find: () => ({ kind: 'none' }), withCredentials: false },
};

/** A pipeline, and how many requests it is answering. */
interface Running {
  readonly pipeline: Pipeline;
  readonly inFlight: () => number;
  /** Resolves once no request is being answered. */
  readonly idle: () => Promise<void>;
}

/** The proxy without its transport: finds the surface, answers, dresses the answer, counts, logs. */
export function createPipeline(
  settings: Settings,
  surfaces: readonly Surface[],
  metrics: Metrics,
  loop: Pick<LoopWatch, 'isLate'>,
): Running {
  const { log, limits } = settings;
  const timestamp = createTimestamps(settings.clock);
  let inFlight = 0;
  let onIdle: (() => void) | undefined;
  const cors = createCors(settings.origins, settings.authorize?.takesFirefox);
  const lanes = {
    all: createLane(limits[LANES.all]),
    deliveries: createLane(limits[LANES.deliveries]),
    none: null,
  };

  function resolve(method: string, rawPath: string): Resolved {
    for (const surface of surfaces) {
      const found = surface.find(method, rawPath);
      if (found.kind !== 'none') return { found, surface };
    }
    return NOWHERE;
  }

  function answer(call: Call, { found, surface }: Resolved, isAdmitted: boolean): Promise<ProxyResponse> {
    const { method, headers } = call.request;
    if (call.request.refusal) throw call.request.refusal;
    if (!isAdmitted) throw busy();
    if (found.kind === 'none') throw unknownPath();
    const isOpen = surface.anyOrigin && found.kind === 'found';
    if (!isOpen && !cors.allows(headers.origin, surface.withCredentials)) throw originNotAllowed();
    if (found.kind === 'found') return found.serve(call);
    if (method === 'OPTIONS') return Promise.resolve(cors.preflight(found.allowed));
    throw methodNotAllowed(found.allowed);
  }

  function refusalOf(error: unknown, requestId: string): Refusal {
    if (error instanceof Refusal) return error;
    // Only its name: the message of an unforeseen error can hold anything.
    const hint = error instanceof Error ? error.name : typeof error;
    log({ at: timestamp(), level: 'error', event: 'internal-error', requestId, hint });
    const message = 'The proxy failed. Give its operator the traceId.';
    return new Refusal(500, 'INTERNAL', message, { traceId: requestId });
  }

  const pipeline: Pipeline = async (request) => {
    const startedAt = performance.now();
    const { rawTarget } = request;
    const mark = rawTarget.indexOf('?');
    const rawPath = mark < 0 ? rawTarget : rawTarget.slice(0, mark);
    const resolved = resolve(request.method, rawPath);
    const { found, surface } = resolved;
    const { lane: laneName = 'all' } = surface;
    const lane = lanes[laneName];
    const isLate = loop.isLate(startedAt) && laneName === 'all';
    const hasPlace = lane !== null && !isLate && lane.enter(startedAt);
    const call: Call = {
      request: hasPlace ? givingWay(request, lane) : request,
      rawQuery: mark < 0 ? '' : rawTarget.slice(mark + 1),
      id: randomUUID(),
      route: found.kind === 'found' ? found.route : UNKNOWN_ROUTE,
    };
    let response: ProxyResponse;
    inFlight += 1;
    try {
      response = await answer(call, resolved, hasPlace || lane === null);
    } catch (error) {
      const refusal = refusalOf(error, call.id);
      metrics.refused(refusal.code);
      response = refusalResponse(refusal);
    }
    if (hasPlace) lane.leave();
    inFlight -= 1;
    if (inFlight === 0) onIdle?.();
    const milliseconds = performance.now() - startedAt;
    metrics.answered(call.route, request.method, response.status, milliseconds / 1_000);
    const line: LogLine = {
      at: timestamp(),
      level: 'info',
      event: 'request',
      requestId: call.id,
      route: call.route,
      status: response.status,
      ms: Math.round(milliseconds),
    };
    if (call.upstreamMs !== undefined) line.upstreamMs = Math.round(call.upstreamMs);
    if (call.jti !== undefined) line.jti = jtiHash(call.jti);
    log(line);
    return cors.dress(response, request.headers.origin, surface.withCredentials);
  };
  const idle = (): Promise<void> =>
    inFlight === 0
      ? Promise.resolve()
      : new Promise((resolve) => {
          onIdle = resolve;
        });
  return { pipeline, inFlight: () => inFlight, idle };
}
