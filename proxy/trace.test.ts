import { execFile } from 'node:child_process';
import { request as requestRaw } from 'node:http';
import { promisify } from 'node:util';
import {
  type Attributes,
  type Context,
  context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { afterEach, describe, expect, it } from 'vitest';
import { headerValues } from './fixtures/stub-service.ts';
import { PAGE, PATIENT, PROFESSIONAL, startWorld, tokenFor, type World } from './fixtures/world.ts';

const PATH = `/professionals/${PROFESSIONAL}/patients/${PATIENT}`;
const ROUTE = 'GET /professionals/{professionalId}/patients/{patientId}';
/** The example of the W3C's recommendation. */
const GIVEN = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

const run = promisify(execFile);
let world: World;
afterEach(async () => {
  await world.close();
  trace.disable();
  context.disable();
});

const seenByService = (): readonly string[] =>
  world.service.requests.flatMap((request) => headerValues(request, 'traceparent'));

async function ask(headers: Record<string, string> = {}, path = PATH) {
  const reply = await world.ask(path, await tokenFor(), { headers });
  await reply.text();
  return reply;
}

interface Recorded {
  readonly name: string;
  readonly kind: SpanKind | undefined;
  readonly attributes: Attributes;
  readonly parentId: string | undefined;
  readonly id: string;
  readonly traceId: string;
  status?: SpanStatusCode;
  ended?: boolean;
}

/** Stands in for an SDK: takes spans by the interface that the API declares. */
function recordSpans(onStart: () => void = () => {}): Recorded[] {
  const spans: Recorded[] = [];
  const startSpan = (
    name: string,
    options: { kind?: SpanKind; attributes?: Attributes } = {},
    parent: Context = ROOT_CONTEXT,
  ) => {
    onStart();
    const above = trace.getSpanContext(parent);
    const recorded: Recorded = {
      name,
      kind: options.kind,
      attributes: { ...options.attributes },
      parentId: above?.spanId,
      id: (spans.length + 1).toString(16).padStart(16, '0'),
      traceId: above?.traceId ?? 'f'.repeat(32),
    };
    spans.push(recorded);
    const span = trace.wrapSpanContext({ traceId: recorded.traceId, spanId: recorded.id, traceFlags: 1 });
    return Object.assign(Object.create(span), {
      spanContext: () => span.spanContext(),
      setAttribute: (key: string, value: string) => Object.assign(recorded.attributes, { [key]: value }),
      setStatus: ({ code }: { code: SpanStatusCode }) => Object.assign(recorded, { status: code }),
      end: () => Object.assign(recorded, { ended: true }),
    });
  };
  trace.setGlobalTracerProvider({ getTracer: () => ({ startSpan }) } as never);
  return spans;
}

describe('without an SDK of OpenTelemetry', () => {
  it('a trace that comes from a page goes on to the service', async () => {
    world = await startWorld();
    await ask({ traceparent: GIVEN, tracestate: 'vendor=NAME-CANARY', baggage: 'patient=NAME-CANARY' });
    expect(seenByService()).toEqual([GIVEN]);
    expect(JSON.stringify(world.service.requests)).not.toContain('NAME-CANARY');
  });

  it.each([
    ['none', undefined],
    ['a name in its place', 'Ana Lima'],
    ['upper case', GIVEN.toUpperCase()],
    ['a trace of zeros', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`],
    ['a span of zeros', `00-4bf92f3577b34da6a3ce929d0e0e4736-${'0'.repeat(16)}-01`],
    ['the forbidden version', GIVEN.replace(/^00/, 'ff')],
    ['more behind it', `${GIVEN}-canary`],
  ])('with %s the trace is named as the request is', async (_, traceparent) => {
    world = await startWorld();
    const reply = await ask(traceparent === undefined ? {} : { traceparent });
    const id = (reply.headers.get('x-request-id') ?? '').replaceAll('-', '');
    expect(seenByService()).toEqual([expect.stringMatching(`^00-${id}-[\\da-f]{16}-00$`)]);
  });

  it('two of them count as none, and stop no request', async () => {
    world = await startWorld();
    const headers = { authorization: `Bearer ${await tokenFor()}`, traceparent: [GIVEN, GIVEN] };
    const status = await new Promise((resolve) => {
      const url = `${world.url}/third-party/api/v1${PATH}`;
      requestRaw(url, { headers }, (reply) => resolve(reply.resume().statusCode)).end();
    });
    expect(status).toBe(200);
    expect(seenByService()).toEqual([expect.not.stringContaining('4bf92f35')]);
  });

  it('nothing of the proxy loads OpenTelemetry', async () => {
    world = await startWorld();
    // A process of its own, since this one has it.
    const script = `
      const { registerHooks } = await import('node:module');
      const loaded = [];
      registerHooks({ resolve: (name, context, next) => (loaded.push([name, context.parentURL]), next(name, context)) });
      const { createProxy } = await import(${JSON.stringify(new URL('./index.ts', import.meta.url).href)});
      const proxy = createProxy({
        upstream: '${world.service.url}', credentials: { key: 'k', secret: 's' }, issuer: 'i', audience: 'a',
        keys: [{ kid: 'a', alg: 'HS256', key: crypto.getRandomValues(new Uint8Array(32)), signs: true }],
        origins: ['https://ehr.example'], session: async () => null, storage: { file: ':memory:' }, log: () => {},
      });
      const { status } = await proxy.fetch(new Request('https://panel.example/healthz', { headers: { traceparent: '${GIVEN}' } }));
      await proxy.close();
      const by = (name) => loaded.filter(([one]) => one === name).map(([, parent]) => parent.replace(/.*\\/(proxy|node_modules\\/[^/]+)\\/.*/, '$1'));
      console.log(status, by('prom-client'), [...new Set(by('@opentelemetry/api'))]);`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script]);
    expect(stdout.trim()).toBe("200 [ 'proxy' ] [ 'node_modules/prom-client' ]");
  });
});

it('a page may send a traceparent', async () => {
  world = await startWorld();
  const reply = await fetch(`${world.url}/third-party/api/v1${PATH}`, {
    method: 'OPTIONS',
    headers: { origin: PAGE },
  });
  expect(reply.headers.get('access-control-allow-headers')).toMatch(/\btraceparent\b/);
});

describe('with an SDK of OpenTelemetry', () => {
  it('each request is a span of the trace that came, and each call of the service one below it', async () => {
    const spans = recordSpans();
    world = await startWorld();
    const reply = await ask({ traceparent: GIVEN });
    const [, traceId, callerId] = GIVEN.split('-');
    const common = { name: ROUTE, traceId, ended: true };
    expect(spans).toEqual([
      {
        ...common,
        kind: SpanKind.SERVER,
        attributes: {
          'http.request.method': 'GET',
          'http.route': ROUTE.slice(4),
          'http.response.status_code': 200,
          'instrument_panel.request_id': reply.headers.get('x-request-id'),
        },
        parentId: callerId,
        id: '0000000000000001',
      },
      {
        ...common,
        kind: SpanKind.CLIENT,
        attributes: {
          'http.request.method': 'GET',
          'url.template': ROUTE.slice(4),
          'server.address': '127.0.0.1',
          'http.response.status_code': 200,
        },
        parentId: '0000000000000001',
        id: '0000000000000002',
      },
    ]);
    expect(seenByService()).toEqual([`00-${traceId}-0000000000000002-01`]);
  });

  it('no span holds an id of a patient, a query or an unknown path', async () => {
    const spans = recordSpans();
    world = await startWorld();
    world.service.answer = () => ({ status: 404, body: { code: 'NOT_FOUND', message: 'NAME-CANARY' } });
    await ask();
    await ask({}, `${PATH}/NAME-CANARY`);
    await ask({}, `/forms/tags?name=NAME-CANARY`);
    expect(spans.map(({ ended }) => ended)).toEqual(spans.map(() => true));
    const text = JSON.stringify(spans);
    for (const secret of ['NAME-CANARY', PATIENT, PROFESSIONAL, 'SECRET-CANARY'])
      expect(text).not.toContain(secret);
    expect(spans.map(({ name }) => name)).toContain('(unknown)');
  });

  it('a failure of the service is an error of both spans, with its code', async () => {
    const spans = recordSpans();
    world = await startWorld({ upstream: 'http://127.0.0.1:9' });
    expect((await ask()).status).toBe(502);
    expect(spans.map(({ status }) => status)).toEqual([SpanStatusCode.ERROR, SpanStatusCode.ERROR]);
    expect(spans.map(({ attributes }) => attributes['error.type'])).toEqual(
      Array(2).fill('UPSTREAM_UNREACHABLE'),
    );
  });

  it('one that throws ends no request', async () => {
    recordSpans(() => {
      throw new Error('the exporter is gone');
    });
    world = await startWorld();
    expect((await ask({ traceparent: GIVEN })).status).toBe(200);
    expect(seenByService()).toEqual([GIVEN]);
  });
});
