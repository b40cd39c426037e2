import { createCors } from './cors.ts';
import type { Call, ProxyRequest, ProxyResponse } from './exchange.ts';
import { jtiHash } from './log.ts';
import type { Settings } from './options.ts';
import { methodNotAllowed, originNotAllowed, Refusal, refusalResponse, unknownPath } from './refusal.ts';
import type { Found, Surface } from './surface.ts';

/** Answers a request; never throws. */
export type Pipeline = (request: ProxyRequest) => Promise<ProxyResponse>;

const UNKNOWN_ROUTE = '(unknown)';

interface Resolved {
  readonly found: Found;
  readonly withCredentials: boolean;
}

/** The proxy without its transport: finds the surface, answers, dresses the answer, logs. */
export function createPipeline(settings: Settings, surfaces: readonly Surface[]): Pipeline {
  const { log, clock } = settings;
  const cors = createCors(settings.origins);

  function resolve(method: string, rawPath: string): Resolved {
    for (const surface of surfaces) {
      const found = surface.find(method, rawPath);
      if (found.kind !== 'none') return { found, withCredentials: surface.withCredentials };
    }
    return { found: { kind: 'none' }, withCredentials: false };
  }

  async function answer(call: Call, found: Found): Promise<ProxyResponse> {
    const { method, headers } = call.request;
    if (call.request.refusal) throw call.request.refusal;
    if (found.kind === 'none') throw unknownPath();
    if (!cors.allows(headers.origin)) throw originNotAllowed();
    if (found.kind === 'found') return found.serve(call);
    if (method === 'OPTIONS') return cors.preflight(found.allowed);
    throw methodNotAllowed(found.allowed);
  }

  function refusalOf(error: unknown): Refusal {
    if (error instanceof Refusal) return error;
    // Only its name: the message of an unforeseen error can hold anything.
    const hint = error instanceof Error ? error.name : typeof error;
    log({ at: new Date(clock()).toISOString(), level: 'error', event: 'internal-error', hint });
    return new Refusal(500, 'INTERNAL', 'The proxy failed. Try again in a moment.');
  }

  return async (request) => {
    const startedAt = performance.now();
    const { rawTarget } = request;
    const mark = rawTarget.indexOf('?');
    const rawPath = mark < 0 ? rawTarget : rawTarget.slice(0, mark);
    const call: Call = { request, rawQuery: mark < 0 ? '' : rawTarget.slice(mark + 1) };
    const { found, withCredentials } = resolve(request.method, rawPath);
    let response: ProxyResponse;
    try {
      response = await answer(call, found);
    } catch (error) {
      response = refusalResponse(refusalOf(error));
    }
    log({
      at: new Date(clock()).toISOString(),
      level: 'info',
      event: 'request',
      route: found.kind === 'found' ? found.route : UNKNOWN_ROUTE,
      status: response.status,
      ms: Math.round(performance.now() - startedAt),
      ...(call.jti === undefined ? {} : { jti: jtiHash(call.jti) }),
    });
    return cors.dress(response, request.headers.origin, withCredentials);
  };
}
