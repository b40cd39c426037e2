import { type Dispatcher, Pool } from 'undici';
import type { Settings } from '../options.ts';
import { Refusal } from '../refusal.ts';

/** A request as it goes to the service: nothing of the caller's is in it but what was rebuilt. */
export interface UpstreamRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Milliseconds since 1970 at which the answer has to be complete. */
  readonly deadline: number;
}

export interface UpstreamReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

export interface Upstream {
  /** @throws Refusal 502 where the service cannot be reached or sends too much, 504 where it is too slow */
  readonly send: (request: UpstreamRequest) => Promise<UpstreamReply>;
  readonly close: () => Promise<void>;
}

const unreachable = () =>
  new Refusal(502, 'UPSTREAM_UNREACHABLE', 'The service cannot be reached. Try again in a moment.');
const tooSlow = () =>
  new Refusal(504, 'UPSTREAM_TIMEOUT', 'The service took too long. Try again in a moment.');
/** An answer that breaks the contract so far that nothing of it may be shown. */
export const unreadable = () =>
  new Refusal(
    502,
    'UPSTREAM_UNREADABLE',
    'The service sent an answer that cannot be read. Try again in a moment.',
  );

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const code = String((error as { code?: unknown } | null)?.code);
  return /TIMEOUT|TIMEDOUT/.test(code) ? tooSlow() : unreachable();
}

interface Settle {
  readonly resolve: (reply: UpstreamReply) => void;
  readonly reject: (refusal: Refusal) => void;
}

/**
 * Collects one answer. A dispatch handler rather than `pool.request`, since it makes no stream and no
 * signal for each request.
 */
class Collector implements Dispatcher.DispatchHandler {
  #controller: Dispatcher.DispatchController | undefined;
  #chunks: Buffer[] = [];
  #size = 0;
  #reply: Omit<UpstreamReply, 'body'> = { status: 0, headers: {} };
  #failure: Refusal | undefined;
  readonly #limit: number;
  readonly #timer: NodeJS.Timeout;
  readonly #settle: Settle;

  constructor(limit: number, milliseconds: number, settle: Settle) {
    this.#limit = limit;
    this.#settle = settle;
    this.#timer = setTimeout(() => this.#fail(tooSlow()), milliseconds);
  }

  #fail(refusal: Refusal): void {
    this.#failure ??= refusal;
    clearTimeout(this.#timer);
    this.#settle.reject(this.#failure);
    this.#controller?.abort(this.#failure);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // It may have timed out while it waited for a connection.
    if (this.#failure) controller.abort(this.#failure);
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: UpstreamReply['headers']): void {
    this.#reply = { status, headers };
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size > this.#limit) this.#fail(unreadable());
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    clearTimeout(this.#timer);
    const [only] = this.#chunks;
    const body = only && this.#chunks.length === 1 ? only : Buffer.concat(this.#chunks);
    this.#settle.resolve({ ...this.#reply, body });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#fail(asRefusal(error));
  }
}

/** Opens the connections to the service. Redirects are not followed; the origin never changes. */
export function createUpstream({ upstream, limits, clock }: Settings): Upstream {
  const pool = new Pool(upstream, {
    connections: limits.connections,
    pipelining: 1,
    connect: { timeout: limits.connectMs },
    headersTimeout: limits.upstreamMs,
    bodyTimeout: limits.upstreamMs,
  });
  return {
    send: ({ method, path, headers, body, deadline }) =>
      new Promise((resolve, reject) => {
        const left = deadline - clock();
        if (left <= 0) return reject(tooSlow());
        const collector = new Collector(limits.responseBytes, left, { resolve, reject });
        pool.dispatch({ method, path, headers, body }, collector);
      }),
    close: () => pool.close(),
  };
}
