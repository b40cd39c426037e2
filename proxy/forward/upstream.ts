import { Client, type Dispatcher } from 'undici';
import type { ProxyRequest, ResponseStream, StreamSink } from '../exchange.ts';
import { createFairShare } from '../limit/fair-share.ts';
import type { Limits } from '../limits.ts';
import { Refusal, refuse } from '../refusal.ts';
import type { Settings } from '../settings.ts';
import { createAfterReads } from './after-reads.ts';
import { createConnector } from './connection.ts';
import { createDeadlines, type Deadline } from './deadlines.ts';
import { createUnreachableReport } from './unreachable.ts';

type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** The media type of an answer, without its parameters, in lower case. */
export function mediaType(headers: ResponseHeaders): string {
  const value = String(headers['content-type'] ?? '');
  const end = value.indexOf(';');
  return (end < 0 ? value : value.slice(0, end)).trim().toLowerCase();
}

function declaredLength(headers: ResponseHeaders): number | null {
  const value = headers['content-length'];
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : null;
}

export type DocumentPipe = ReturnType<typeof createPipe>;

/**
 * Pipes a document at the caller's pace, holding one read at most. If the service breaks off, so does the caller's
 * connection: half must not look whole. `length`: bytes declared, or null; `onGone`: the caller went away.
 */
function createPipe(source: Dispatcher.DispatchController, length: number | null, onGone: () => void) {
  let sink: StreamSink | undefined;
  let early: Buffer[] = [];
  let outcome: 'ended' | 'failed' | undefined;
  // Nothing more is read until the consumer asks for it.
  source.pause();

  return {
    kind: 'stream',
    length,
    open(given: StreamSink): void {
      sink = given;
      if (outcome === 'failed') return void sink.abort();
      sink.closed.addEventListener('abort', () => {
        if (!outcome) onGone();
      });
      if (sink.closed.aborted) return void onGone();
      for (const chunk of early) sink.write(chunk);
      early = [];
      if (outcome === 'ended') return void sink.end();
      source.resume();
    },
    write(chunk: Buffer): void {
      if (!sink) return void early.push(chunk);
      if (sink.write(chunk)) return;
      source.pause();
      sink.drained().then(() => {
        if (!outcome) source.resume();
      });
    },
    end(): void {
      outcome = 'ended';
      sink?.end();
    },
    /** The service has not sent all of it, and will not. */
    fail(): void {
      if (outcome) return;
      outcome = 'failed';
      early = [];
      sink?.abort();
    },
  } as const satisfies ResponseStream & Record<string, unknown>;
}

/** A request as it goes to the service: nothing of the caller's is in it but what was rebuilt. */
interface UpstreamRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Milliseconds since 1970 at which the answer has to be complete. */
  readonly deadline: number;
  /** Who waits for the answer: the call ends if they go away. Null if it is to be finished all the same. */
  readonly caller: Pick<ProxyRequest, 'onGone'> | null;
  /** Media type of a document that is piped instead of collected. */
  readonly document: string | null;
  /** Whose request it is, so that nobody's crowd out those of others. */
  readonly person: string;
  /** Recommendations (AI) take seconds, and have connections of their own. */
  readonly isRecommendation: boolean;
}

export interface UpstreamReply {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: Buffer;
  /** In the place of the body: the document that was asked for, still under way. */
  readonly document?: DocumentPipe;
}

function asRefusal(error: unknown, report: (error: unknown) => void): Refusal {
  if (error instanceof Refusal) return error;
  report(error);
  const code = String((error as { code?: unknown } | null)?.code);
  return refuse(/TIMEOUT|TIMEDOUT/.test(code) ? 'UPSTREAM_TIMEOUT' : 'UPSTREAM_UNREACHABLE');
}

/** Connections to the service, of which each carries one call at a time, and as many places. */
interface Connections {
  readonly origin: string;
  readonly places: ReturnType<typeof createFairShare>;
  /** A connection, and how a call on it begins. */
  readonly borrow: () => { readonly client: Dispatcher; readonly begin: (work: () => void) => void };
  readonly giveBack: (client: Dispatcher) => void;
  readonly close: () => Promise<void>;
}

/** What all calls of the service have in common. */
interface CallParts {
  readonly limits: Limits;
  readonly deadlines: ReturnType<typeof createDeadlines>;
  /** Is told why the service cannot be reached. */
  readonly onUnreachable: (error: unknown) => void;
}

/**
 * Makes one call: collects its answer, or pipes a document. A dispatch handler, since `pool.request` makes a stream and a
 * signal for each request. A class, so that a call makes few functions of its own, and none of them shares variables with
 * it in another function: of such calls V8 kept each that had ended in memory until its next full collection.
 */
class UpstreamCall implements Dispatcher.DispatchHandler {
  readonly #reply: Promise<UpstreamReply>;
  readonly #parts: CallParts;
  readonly #connections: Connections;
  readonly #request: UpstreamRequest;
  readonly #resolve: (reply: UpstreamReply) => void;
  readonly #reject: (refusal: Refusal) => void;
  readonly #chunks: Buffer[] = [];
  /** The connection that the call has, and what gives its place back; absent while it waits for one, and once both are back. */
  #held: { readonly client: Dispatcher; readonly leave: () => void } | undefined;
  #hadPlace = false;
  #begun: Dispatcher.DispatchController | undefined;
  #size = 0;
  #head: Pick<UpstreamReply, 'status' | 'headers'> = { status: 0, headers: {} };
  #failure: Refusal | undefined;
  #isOver = false;
  #pipe: DocumentPipe | undefined;
  #deadline: Deadline;

  /** `milliseconds`: within which the answer has to be complete. */
  constructor(parts: CallParts, connections: Connections, request: UpstreamRequest, milliseconds: number) {
    const { promise, resolve, reject } = Promise.withResolvers<UpstreamReply>();
    this.#reply = promise;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#parts = parts;
    this.#connections = connections;
    this.#request = request;
    this.#deadline = parts.deadlines.set(milliseconds, () => this.#fail(this.#tooLate()));
  }

  /** Makes the call as soon as there is a place for it. */
  make(): Promise<UpstreamReply> {
    const { caller, person } = this.#request;
    caller?.onGone?.(() => this.#fail(refuse('CALLER_GONE')));
    const giveUp = this.#connections.places.enter(person, (leave) => this.#begin(leave));
    return this.#hadPlace ? this.#reply : this.#reply.finally(giveUp);
  }

  #begin(leave: () => void): void {
    const { client, begin } = this.#connections.borrow();
    this.#held = { client, leave };
    this.#hadPlace = true;
    begin(() => this.#dispatch(client));
  }

  #dispatch(client: Dispatcher): void {
    const { origin } = this.#connections;
    const { method, path, headers, body } = this.#request;
    client.dispatch({ origin, method, path, headers, body }, this);
  }

  /** Gives the place back, and the connection; given back twice, one would be lent to two calls. */
  #leave(): void {
    const held = this.#held;
    if (!held) return;
    this.#held = undefined;
    // After the turn: a client that is asked while it ends a call does not look first for bytes that nobody asked for.
    queueMicrotask(() => {
      this.#connections.giveBack(held.client);
      held.leave();
    });
  }

  /** Without a place it is the proxy that is busy; else the service took too long, or to be connected to. */
  #tooLate(): Refusal {
    return refuse(this.#hadPlace ? 'UPSTREAM_TIMEOUT' : 'PROXY_BUSY');
  }

  #end(refusal: Refusal): void {
    this.#isOver = true;
    this.#failure = refusal;
    this.#parts.deadlines.clear(this.#deadline);
    this.#reject(refusal);
    this.#pipe?.fail();
  }

  /** Ends the call, whatever it is at; what is piped already is broken off. */
  #fail(refusal: Refusal): void {
    // A call that is over must not be aborted: its connection may carry another call by now.
    if (this.#isOver) return;
    this.#end(refusal);
    this.#begun?.abort(refusal);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#begun = controller;
    // It may have timed out while it waited for a connection.
    if (this.#failure) controller.abort(this.#failure);
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: ResponseHeaders): void {
    this.#head = { status, headers };
    const { limits, deadlines } = this.#parts;
    const { document } = this.#request;
    if (document === null || status !== 200 || mediaType(headers) !== document) return;
    const length = declaredLength(headers);
    if (length === 0) return void this.#fail(refuse('UPSTREAM_UNREADABLE'));
    if (length !== null && length > limits.documentBytes)
      return void this.#fail(refuse('UPSTREAM_TOO_LARGE'));
    deadlines.clear(this.#deadline);
    this.#deadline = deadlines.set(limits.documentMs, () => this.#fail(refuse('UPSTREAM_TIMEOUT')));
    this.#pipe = createPipe(controller, length, () => this.#fail(refuse('CALLER_GONE')));
    this.#resolve({ ...this.#head, body: Buffer.alloc(0), document: this.#pipe });
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#isOver) return;
    const { documentBytes, responseBytes } = this.#parts.limits;
    if (this.#size > (this.#pipe ? documentBytes : responseBytes)) this.#fail(refuse('UPSTREAM_TOO_LARGE'));
    else if (this.#pipe) this.#pipe.write(chunk);
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#isOver = true;
    this.#parts.deadlines.clear(this.#deadline);
    this.#leave();
    if (this.#pipe) return void this.#pipe.end();
    const { status, headers } = this.#head;
    const [only] = this.#chunks;
    const body = only && this.#chunks.length === 1 ? only : Buffer.concat(this.#chunks);
    this.#resolve({ status, headers, body });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#leave();
    if (!this.#isOver) this.#end(asRefusal(error, this.#parts.onUnreachable));
  }
}

/**
 * Connections of which each carries one call at a time, as many as there are places. A list of clients, since undici's pool
 * looks them all through for each call, and checks each call twice.
 */
function openConnections({ upstream, connection, limits }: Settings, connections: number): Connections {
  const places = createFairShare(connections);
  const { dispatcher } = connection;
  if (dispatcher) {
    const begin = (work: () => void): void => work();
    return {
      origin: upstream,
      places,
      borrow: () => ({ client: dispatcher, begin }),
      giveBack: () => {},
      close: async () => {},
    };
  }
  const clients: Client[] = [];
  const connect = createConnector(connection, limits.connectMs);
  let isClosed = false;
  /** The last one that was used first: its connection is the least likely to have been closed for idleness. */
  const idle: Dispatcher[] = [];
  function open(): Client {
    const client = new Client(upstream, {
      pipelining: 1,
      connect,
      // Each call has one deadline for all of it, which that call keeps.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    clients.push(client);
    if (isClosed) void client.close();
    return client;
  }
  const afterReads = createAfterReads();
  const atOnce = (work: () => void): void => work();
  return {
    origin: upstream,
    places,
    /**
     * A client, and how a call on it begins: on a connection that was used, once the bytes that wait there were seen. undici
     * looks for them in the present turn alone, and would take what came in it for the answer to the call.
     */
    borrow() {
      const client = idle.pop();
      return client ? { client, begin: afterReads } : { client: open(), begin: atOnce };
    },
    giveBack: (client) => void idle.push(client),
    async close(): Promise<void> {
      // Calls that are about to begin are still made.
      await new Promise<void>(afterReads);
      isClosed = true;
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}

/**
 * Documents have a quarter of so many connections besides, since each lasts as long as its reader wants; so have
 * recommendations, each of which takes the service seconds.
 */
const SLOW_CONNECTIONS_DIVISOR = 4;

export type Upstream = ReturnType<typeof createUpstream>;

/** Opens the connections to the service. Redirects are not followed; the origin never changes. */
export function createUpstream(settings: Settings) {
  const { limits, clock } = settings;
  const { connections } = limits;
  // Who waits for a connection is in flight: half of all that may be is left to others.
  const waitingMost = Math.max(1, Math.floor(limits.inFlight / 2));
  const records = openConnections(settings, connections);
  const atOnce = Math.ceil(connections / SLOW_CONNECTIONS_DIVISOR);
  const documents = openConnections(settings, atOnce);
  const recommendations = openConnections(settings, atOnce);
  const onUnreachable = createUnreachableReport(settings);
  const parts = { limits, deadlines: createDeadlines(), onUnreachable };
  return {
    /**
     * @throws Refusal 502 if the service cannot be reached or sends too much, 504 if it is too slow, 503 if no
     * connection came free for it
     */
    send(request: UpstreamRequest): Promise<UpstreamReply> {
      const { deadline, document, person, isRecommendation } = request;
      const left = deadline - clock();
      if (left <= 0) throw refuse('UPSTREAM_TIMEOUT');
      const connections = document !== null ? documents : isRecommendation ? recommendations : records;
      if (connections.places.waitingOf(person) >= waitingMost) throw refuse('PROXY_BUSY');
      return new UpstreamCall(parts, connections, request, left).make();
    },
    async close(): Promise<void> {
      await Promise.all([records, documents, recommendations].map(({ close }) => close()));
    },
  };
}
