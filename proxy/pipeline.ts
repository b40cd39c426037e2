import { randomUUID } from 'node:crypto';
import { isFirefoxOrigin } from './authorize/settings.ts';
import { type Call, type ProxyRequest, type ProxyResponse, refusalResponse } from './exchange.ts';
import { busy, createLane, givingWay, type Lane, type LoopWatch } from './limit/overload.ts';
import { createTimestamps, jtiHash, type LogLine, logError, toErrorName } from './log.ts';
import type { Metrics } from './metrics.ts';
import { methodNotAllowed, originNotAllowed, Refusal, unknownPath } from './refusal.ts';
import { DEFAULT_RULES, type Found, type RouteGroup } from './routes.ts';
import type { Settings } from './settings.ts';

const PREFLIGHT_SECONDS = '600';

/** Cross-origin rules: the listed origins, compared exactly, never `null` and never a reflection of others. */
class Cors {
  readonly #origins: ReadonlySet<string>;
  readonly #takesFirefox: boolean;

  /**
   * @param takesFirefox whether add-ons of Firefox may call too, whose origins are known by their form only; only if
   * no cookie counts, since their answer then rests on a token that is bound to one of these origins
   */
  constructor(origins: ReadonlySet<string>, takesFirefox = false) {
    this.#origins = origins;
    this.#takesFirefox = takesFirefox;
  }

  /** True if a page of this origin may call, with cookies or without; also if no page calls (no `Origin`). */
  allows(origin: string | undefined, withCredentials: boolean): boolean {
    return origin === undefined || this.#mayRead(origin, withCredentials);
  }

  /** Adds the headers of every answer, and those that the page of an allowed origin needs to read it. */
  addHeaders(response: ProxyResponse, origin: string | undefined, withCredentials: boolean): ProxyResponse {
    const headers: Record<string, string> = { ...response.headers };
    headers['cache-control'] = 'no-store';
    headers.vary = 'Origin';
    headers['x-content-type-options'] = 'nosniff';
    if (this.#mayRead(origin, withCredentials)) {
      headers['access-control-allow-origin'] = origin;
      headers['access-control-expose-headers'] = 'retry-after, instrument-panel-limit';
      if (withCredentials) headers['access-control-allow-credentials'] = 'true';
    }
    return { status: response.status, headers, body: response.body };
  }

  /** Answers a preflight of an allowed origin. */
  preflight(methods: readonly string[]): ProxyResponse {
    const headers = {
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': 'authorization, content-type, accept-language, last-event-id',
      'access-control-max-age': PREFLIGHT_SECONDS,
    };
    return { status: 204, headers, body: null };
  }

  #mayRead(origin: string | undefined, withCredentials: boolean): origin is string {
    if (origin === undefined) return false;
    if (this.#origins.has(origin)) return true;
    return this.#takesFirefox && !withCredentials && isFirefoxOrigin(origin);
  }
}

/** Answers a request; never throws. */
export type AnswerRequest = (request: ProxyRequest) => Promise<ProxyResponse>;

const UNKNOWN_ROUTE = '(unknown)';

/** The route of a request, and the group that has it. */
interface Resolved {
  readonly found: Found;
  readonly group: RouteGroup;
}

const NOT_FOUND: Found = { kind: 'none' };
const NOWHERE: Resolved = { found: NOT_FOUND, group: { ...DEFAULT_RULES, find: () => NOT_FOUND } };

/** The proxy without its transport: finds the route, answers, adds the CORS headers, counts and logs. */
export class Pipeline {
  readonly #settings: Settings;
  readonly #groups: readonly RouteGroup[];
  readonly #metrics: Metrics;
  readonly #loop: Pick<LoopWatch, 'isLate'>;
  readonly #cors: Cors;
  readonly #timestamp: () => string;
  readonly #lanes: Readonly<Record<RouteGroup['lane'], Lane | null>>;
  #inFlight = 0;
  #onIdle: (() => void) | undefined;

  constructor(
    settings: Settings,
    groups: readonly RouteGroup[],
    metrics: Metrics,
    loop: Pick<LoopWatch, 'isLate'>,
  ) {
    this.#settings = settings;
    this.#groups = groups;
    this.#metrics = metrics;
    this.#loop = loop;
    this.#cors = new Cors(settings.origins, settings.authorize?.takesFirefox);
    this.#timestamp = createTimestamps(settings.clock);
    this.#lanes = {
      all: createLane(settings.limits.inFlight),
      deliveries: createLane(settings.limits.deliveriesInFlight),
      none: null,
    };
  }

  /** The number of requests that are being answered. */
  readonly inFlight = (): number => this.#inFlight;

  /** Resolves once no request is being answered. */
  idle(): Promise<void> {
    if (this.#inFlight === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onIdle = resolve;
    });
  }

  readonly answer: AnswerRequest = async (request) => {
    const startedAt = performance.now();
    const { rawTarget } = request;
    const mark = rawTarget.indexOf('?');
    const resolved = this.#resolve(request.method, mark < 0 ? rawTarget : rawTarget.slice(0, mark));
    const { found, group } = resolved;
    const lane = this.#lanes[group.lane];
    const isLate = this.#loop.isLate(startedAt) && group.lane === 'all';
    const hasPlace = lane !== null && !isLate && lane.enter(startedAt);
    const call: Call = {
      request: hasPlace ? givingWay(request, lane) : request,
      rawQuery: mark < 0 ? '' : rawTarget.slice(mark + 1),
      id: randomUUID(),
      route: found.kind === 'found' ? found.route : UNKNOWN_ROUTE,
    };
    let response: ProxyResponse;
    this.#inFlight += 1;
    try {
      response = await this.#serve(call, resolved, hasPlace || lane === null);
    } catch (error) {
      const refusal = this.#toRefusal(error, call.id);
      this.#metrics.refused(refusal.code);
      response = refusalResponse(refusal);
    }
    if (hasPlace) lane.leave();
    this.#inFlight -= 1;
    if (this.#inFlight === 0) this.#onIdle?.();
    this.#record(call, response.status, performance.now() - startedAt);
    return this.#cors.addHeaders(response, request.headers.origin, group.withCredentials);
  };

  #resolve(method: string, rawPath: string): Resolved {
    for (const group of this.#groups) {
      const found = group.find(method, rawPath);
      if (found.kind !== 'none') return { found, group };
    }
    return NOWHERE;
  }

  #serve(call: Call, { found, group }: Resolved, isAdmitted: boolean): Promise<ProxyResponse> {
    const { method, headers, refusal } = call.request;
    if (refusal) throw refusal;
    if (!isAdmitted) throw busy();
    if (found.kind === 'none') throw unknownPath();
    const isOpen = group.anyOrigin && found.kind === 'found';
    if (!isOpen && !this.#cors.allows(headers.origin, group.withCredentials)) throw originNotAllowed();
    if (found.kind === 'found') return found.serve(call);
    if (method === 'OPTIONS') return Promise.resolve(this.#cors.preflight(found.allowed));
    throw methodNotAllowed(found.allowed);
  }

  #toRefusal(error: unknown, requestId: string): Refusal {
    if (error instanceof Refusal) return error;
    // Only its name: the message of an unforeseen error can hold anything.
    logError(this.#settings, 'internal-error', toErrorName(error), { requestId });
    const message = 'The proxy failed. Give its operator the traceId.';
    return new Refusal(500, 'INTERNAL', message, { traceId: requestId });
  }

  #record(call: Call, status: number, milliseconds: number): void {
    const { route, id, request } = call;
    this.#metrics.answered(route, request.method, status, milliseconds / 1_000);
    const ms = Math.round(milliseconds);
    const at = this.#timestamp();
    const line: LogLine = { at, level: 'info', event: 'request', requestId: id, route, status, ms };
    if (call.upstreamMs !== undefined) line.upstreamMs = Math.round(call.upstreamMs);
    if (call.jti !== undefined) line.jti = jtiHash(call.jti);
    this.#settings.log(line);
  }
}
