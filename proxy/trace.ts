import { createRequire } from 'node:module';
import type * as OpenTelemetry from '@opentelemetry/api';
import type { Call } from './exchange.ts';

const TRACEPARENT = /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/;

type Traced = Pick<Call, 'request' | 'id'> & { readonly trace?: OpenTelemetry.Context };

/**
 * The W3C trace context that a request goes on with if nothing records spans: the caller's if that is valid, else a new one
 * whose trace id is the request's id without its hyphens.
 */
function toTraceparent({ request, id }: Traced): string {
  const given = request.headers.traceparent;
  if (given !== undefined && TRACEPARENT.test(given)) return given;
  const parent = id.slice(19, 23) + id.slice(24);
  return `00-${id.slice(0, 8)}${id.slice(9, 13)}${id.slice(14, 18)}${parent}-${parent}-00`;
}

/** Loads the API only if an SDK has registered itself: without one nothing would take a span. */
function loadApi(): typeof OpenTelemetry | null {
  const registered = Reflect.get(globalThis, Symbol.for('opentelemetry.js.api.1')) as { trace?: unknown };
  if (!registered?.trace) return null;
  return createRequire(import.meta.url)('@opentelemetry/api') as typeof OpenTelemetry;
}

/** A span that has begun; `end` with the status of its answer, or none. */
interface Span {
  readonly end: (status: number | undefined, code: string | undefined) => void;
}
const NO_SPAN: Span = { end: () => {} };

/** Telemetry that throws ends no request. */
function attempt<Value>(work: () => Value, otherwise: Value): Value {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

/** Makes the function that starts spans of requests (`SERVER`) and of calls of the service (`CLIENT`). */
function createStarter({ trace, SpanKind, SpanStatusCode }: typeof OpenTelemetry) {
  const tracer = trace.getTracer('@instrument-panel/proxy');
  return (
    kind: 'SERVER' | 'CLIENT',
    route: string,
    more: OpenTelemetry.Attributes,
    parent: OpenTelemetry.Context,
  ) => {
    const [method = '', path] = route.split(' ');
    const template =
      path === undefined
        ? {}
        : { 'http.request.method': method, [kind === 'SERVER' ? 'http.route' : 'url.template']: path };
    const span = tracer.startSpan(
      route,
      { kind: SpanKind[kind], attributes: { ...template, ...more } },
      parent,
    );
    return {
      context: trace.setSpan(parent, span),
      ids: span.spanContext(),
      end: (status: number | undefined, code: string | undefined): void =>
        attempt(() => {
          if (status !== undefined) span.setAttribute('http.response.status_code', status);
          if (code !== undefined) span.setAttribute('error.type', code);
          const isError = status === undefined || status >= (kind === 'CLIENT' ? 400 : 500);
          if (isError) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        }, undefined),
    };
  };
}

export type Tracer = ReturnType<typeof createTracer>;

/** Makes spans of requests and of calls of the service, if an OpenTelemetry SDK has started in this process. */
export function createTracer(upstream: string) {
  const api = loadApi();
  if (!api) {
    return {
      begin: () => NO_SPAN,
      within: <Value>(_: Traced, work: () => Value): Value => work(),
      beginCall: (call: Traced) => ({ end: NO_SPAN.end, traceparent: toTraceparent(call) }),
    };
  }
  const { context, trace, TraceFlags, ROOT_CONTEXT } = api;
  const start = createStarter(api);
  const server = new URL(upstream).hostname;

  /** The span that is under way around the proxy, such as one of the HTTP server's, else the caller's. */
  function readParent({ request }: Traced): OpenTelemetry.Context {
    const around = context.active();
    const given = TRACEPARENT.exec(request.headers.traceparent ?? '');
    if (trace.getSpanContext(around) || !given) return around;
    const [, traceId = '', spanId = '', flags = ''] = given;
    const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
    return trace.setSpanContext(around, { traceId, spanId, traceFlags, isRemote: true });
  }

  return {
    /** Begins the span of a request. Only its template is named: no path, query, address or person. */
    begin(call: Traced & { route: string; trace?: OpenTelemetry.Context }): Span {
      return attempt<Span>(() => {
        const id = { 'instrument_panel.request_id': call.id };
        const span = start('SERVER', call.route, id, readParent(call));
        call.trace = span.context;
        return span;
      }, NO_SPAN);
    },

    /** Runs the work within the request's span, so that spans of your hooks belong to it. */
    within<Value>({ trace: around }: Traced, work: () => Value): Value {
      return around ? context.with(around, work) : work();
    },

    /** Begins the span of a call of the service; `traceparent` names it there. */
    beginCall(call: Traced, route: string): Span & { readonly traceparent: string } {
      return attempt(
        () => {
          const { ids, end } = start(
            'CLIENT',
            route,
            { 'server.address': server },
            call.trace ?? ROOT_CONTEXT,
          );
          const flags = ids.traceFlags.toString(16).padStart(2, '0');
          return { end, traceparent: `00-${ids.traceId}-${ids.spanId}-${flags}` };
        },
        { ...NO_SPAN, traceparent: toTraceparent(call) },
      );
    },
  };
}
