import { type Dispatcher, Pool } from 'undici';
import type { ProxyRequest } from '../exchange.ts';
import type { Limits } from '../limits.ts';
import { Refusal, refuse } from '../refusal.ts';
import type { Settings } from '../settings.ts';
import { DocumentPipe, declaredLength, mediaType } from './document.ts';

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
}

export interface UpstreamReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  /** In the place of the body: the document that was asked for, still under way. */
  readonly document?: DocumentPipe;
}

export interface Upstream {
  /**
   * @throws Refusal 502 if the service cannot be reached or sends too much, 504 if it is too slow, 503 if no
   * connection came free for it
   */
  readonly send: (request: UpstreamRequest) => Promise<UpstreamReply>;
  readonly close: () => Promise<void>;
}

/** Code of an answer over `responseBytes` or `documentBytes`. */
export const TOO_LARGE = 'UPSTREAM_TOO_LARGE';

const NOTHING = Buffer.alloc(0);

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const code = String((error as { code?: unknown } | null)?.code);
  return /TIMEOUT|TIMEDOUT/.test(code) ? refuse('UPSTREAM_TIMEOUT') : refuse('UPSTREAM_UNREACHABLE');
}

interface Settle {
  readonly resolve: (reply: UpstreamReply) => void;
  readonly reject: (refusal: Refusal) => void;
  readonly unsent: () => Refusal;
}

/**
 * Collects one answer, or pipes it if it is the document that was asked for. A dispatch handler rather than
 * `pool.request`, since it makes no stream and no signal for each request.
 */
class Collector implements Dispatcher.DispatchHandler {
  #controller: Dispatcher.DispatchController | undefined;
  #chunks: Buffer[] = [];
  #size = 0;
  #reply: Omit<UpstreamReply, 'body' | 'document'> = { status: 0, headers: {} };
  #failure: Refusal | undefined;
  #isOver = false;
  #pipe: DocumentPipe | undefined;
  readonly #limits: Limits;
  readonly #document: string | null;
  #timer: NodeJS.Timeout;
  readonly #settle: Settle;

  constructor(limits: Limits, milliseconds: number, document: string | null, settle: Settle) {
    this.#limits = limits;
    this.#document = document;
    this.#settle = settle;
    this.#timer = setTimeout(
      () => this.fail(this.#controller ? refuse('UPSTREAM_TIMEOUT') : settle.unsent()),
      milliseconds,
    );
  }

  /** Ends the call, whatever it is at; what is piped already is broken off. */
  fail(refusal: Refusal): void {
    // A call that is over must not be aborted: its connection may carry another call by now.
    if (this.#isOver) return;
    this.#over(refusal);
    this.#controller?.abort(refusal);
  }

  #over(refusal: Refusal): void {
    this.#isOver = true;
    this.#failure ??= refusal;
    clearTimeout(this.#timer);
    this.#settle.reject(this.#failure);
    this.#pipe?.fail();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // It may have timed out while it waited for a connection.
    if (this.#failure) controller.abort(this.#failure);
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: UpstreamReply['headers'],
  ): void {
    this.#reply = { status, headers };
    if (this.#document === null || status !== 200 || mediaType(headers) !== this.#document) return;
    const length = declaredLength(headers);
    if (length === 0) return void this.fail(refuse('UPSTREAM_UNREADABLE'));
    if (length !== null && length > this.#limits.documentBytes)
      return void this.fail(refuse('UPSTREAM_TOO_LARGE'));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.fail(refuse('UPSTREAM_TIMEOUT')), this.#limits.documentMs);
    this.#pipe = new DocumentPipe(controller, length, () => this.fail(refuse('CALLER_GONE')));
    this.#settle.resolve({ ...this.#reply, body: NOTHING, document: this.#pipe });
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    const most = this.#pipe ? this.#limits.documentBytes : this.#limits.responseBytes;
    if (this.#isOver) return;
    if (this.#size > most) this.fail(refuse('UPSTREAM_TOO_LARGE'));
    else if (this.#pipe) this.#pipe.write(chunk);
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    if (this.#pipe) return void this.#pipe.end();
    const [only] = this.#chunks;
    const body = only && this.#chunks.length === 1 ? only : Buffer.concat(this.#chunks);
    this.#settle.resolve({ ...this.#reply, body });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    if (!this.#isOver) this.#over(asRefusal(error));
  }
}

interface Connections {
  readonly pool: Pool;
  /** If all are taken it is the proxy that is busy; else the service took too long to be connected to. */
  readonly unsent: () => Refusal;
}

function openConnections(upstream: string, connections: number, connectMs: number): Connections {
  const pool = new Pool(upstream, {
    connections,
    pipelining: 1,
    connect: { timeout: connectMs },
    // Each call has one deadline for all of it, which the collector keeps.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    pool,
    unsent: () => (pool.stats.running < connections ? refuse('UPSTREAM_TIMEOUT') : refuse('PROXY_BUSY')),
  };
}

/** Documents have a quarter of so many connections besides: each lasts as long as its reader wants. */
const DOCUMENT_CONNECTIONS_DIVISOR = 4;

/** Opens the connections to the service. Redirects are not followed; the origin never changes. */
export function createUpstream({ upstream, limits, clock }: Settings): Upstream {
  const records = openConnections(upstream, limits.connections, limits.connectMs);
  const documents = openConnections(
    upstream,
    Math.ceil(limits.connections / DOCUMENT_CONNECTIONS_DIVISOR),
    limits.connectMs,
  );
  return {
    send: ({ method, path, headers, body, deadline, caller, document }) =>
      new Promise((resolve, reject) => {
        const left = deadline - clock();
        if (left <= 0) return reject(refuse('UPSTREAM_TIMEOUT'));
        const { pool, unsent } = document === null ? records : documents;
        const collector = new Collector(limits, left, document, { resolve, reject, unsent });
        caller?.onGone?.(() => collector.fail(refuse('CALLER_GONE')));
        pool.dispatch({ method, path, headers, body }, collector);
      }),
    async close() {
      await Promise.all([records.pool.close(), documents.pool.close()]);
    },
  };
}
