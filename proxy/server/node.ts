import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  createWaiters,
  isStream,
  type ProxyRequest,
  type ProxyResponse,
  READ_HEADERS,
  type ReadHeader,
  type StreamSink,
} from '../exchange.ts';
import { clientAddress } from '../limit/client-address.ts';
import type { AnswerRequest } from '../pipeline.ts';
import { invalid, Refusal, refuse, tooLarge } from '../refusal.ts';

/** Lets a streamed answer write to a response of node:http whose head has been written. */
function nodeSink(response: ServerResponse): StreamSink {
  const gone = new AbortController();
  const waiters = createWaiters();
  const close = (): void => {
    gone.abort();
    waiters.release();
  };
  if (response.destroyed) close();
  response.on('drain', waiters.release);
  response.on('close', close);
  // A reader that breaks the connection while something is written is an error here, and gone either way.
  response.on('error', close);
  return {
    write: (chunk) => (gone.signal.aborted ? false : response.write(chunk)),
    drained: () => (gone.signal.aborted || !response.writableNeedDrain ? Promise.resolve() : waiters.wait()),
    end() {
      if (gone.signal.aborted) return;
      response.end();
      close();
    },
    abort() {
      response.destroy();
      close();
    },
    closed: gone.signal,
    buffered: () => response.writableLength,
  };
}

const READ: ReadonlySet<string> = new Set<string>(READ_HEADERS);
/** Two of these leave it open which one counts; one reader may take the first and another the last. */
const ONCE: ReadonlySet<string> = new Set([...READ_HEADERS, 'content-length', 'transfer-encoding']);

type ReadHeaders = Pick<ProxyRequest, 'headers' | 'refusal'>;

/** A header that leaves it open where this request ends also leaves it open where the next one starts. */
const unclear = (message: string): ReadHeaders => ({
  headers: {},
  refusal: new Refusal(400, 'VALIDATION_ERROR', message, { headers: { connection: 'close' } }),
});

function readHeaders({ rawHeaders: raw, httpVersion }: IncomingMessage): ReadHeaders {
  const seen: string[] = [];
  const headers: Partial<Record<ReadHeader, string>> = {};
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = (raw[index] ?? '').toLowerCase();
    if (!ONCE.has(name)) continue;
    if (seen.includes(name) && name === 'traceparent') {
      // Two say nothing, and telemetry stops no request (W3C Trace Context, section 3.2.2).
      delete headers.traceparent;
      continue;
    }
    if (seen.includes(name)) return unclear(`The header ${name} must be sent once.`);
    seen.push(name);
    if (name === 'transfer-encoding' && raw[index + 1]?.toLowerCase() !== 'chunked') {
      return unclear('The header transfer-encoding must be chunked.');
    }
    if (READ.has(name)) headers[name as ReadHeader] = raw[index + 1] ?? '';
  }
  if (!seen.includes('host') && httpVersion !== '1.0') return unclear('The header host must be sent.');
  return { headers };
}

function readBody(request: IncomingMessage, limit: number): Promise<Uint8Array> {
  if (request.readableEnded) return Promise.reject(refuse('BODY_ALREADY_READ'));
  // A caller who has gone already makes no further event, so nothing would end the wait.
  if (request.destroyed) return Promise.reject(invalid('The body ended early.'));
  if (Number(request.headers['content-length'] ?? 0) > limit) return Promise.reject(tooLarge(limit));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) {
        request.pause();
        reject(tooLarge(limit));
      } else chunks.push(chunk);
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('close', () => reject(invalid('The body ended early.')));
    request.on('error', () => reject(invalid('The body ended early.')));
  });
}

function send(request: IncomingMessage, response: ServerResponse, answer: ProxyResponse): void {
  if (answer.isUndated) response.sendDate = false;
  // A list of names and values is what Node writes soonest.
  const headers: (string | number)[] = [];
  for (const name in answer.headers) headers.push(name, answer.headers[name] ?? '');
  if (isStream(answer.body)) {
    response.writeHead(answer.status, headers).flushHeaders();
    answer.body.open(nodeSink(response));
    return;
  }
  const body = answer.body ?? '';
  const length = answer.bytes ?? Buffer.byteLength(body);
  if (answer.status !== 204) headers.push('content-length', length);
  // Else the rest of a refused body, however long, would be taken in just to be thrown away. Written as Node writes
  // it, so that two refusals do not differ by how much of their bodies had come.
  if (!request.complete) headers.push('Connection', 'close');
  // Text of ASCII alone is the same bytes in both, and latin1 is written faster.
  response.writeHead(answer.status, headers).end(body, length === body.length ? 'latin1' : 'utf8');
}

/** Whether a request comes with a body at all (RFC 9112, section 6). */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** A class, so that what few requests ask for costs the others nothing. */
class NodeRequest implements ProxyRequest {
  readonly method: string;
  readonly rawTarget: string;
  readonly headers: ProxyRequest['headers'];
  readonly isForwarded: boolean;
  readonly refusal?: Refusal;
  readonly raw: IncomingMessage;
  readonly #response: ServerResponse;
  #leave: (() => void) | undefined;

  constructor(request: IncomingMessage, response: ServerResponse) {
    const { headers, refusal } = readHeaders(request);
    this.method = request.method ?? '';
    this.rawTarget = request.url ?? '';
    this.headers = headers;
    this.isForwarded = request.headers['x-forwarded-for'] !== undefined;
    if (refusal) this.refusal = refusal;
    this.raw = request;
    this.#response = response;
  }

  readBody(limit: number): Promise<Uint8Array> {
    return hasBody(this.raw) ? readBody(this.raw, limit) : Promise.resolve(new Uint8Array());
  }

  onGone(leave: () => void): void {
    const response = this.#response;
    if (response.destroyed) return void leave();
    if (!this.#leave) {
      response.on('close', () => {
        if (!response.writableFinished) this.#leave?.();
      });
    }
    this.#leave = leave;
  }

  acceptEncoding(): string {
    return String(this.raw.headers['accept-encoding'] ?? '');
  }

  address(trustedHops: number): string | null {
    const forwarded = this.raw.headers['x-forwarded-for'];
    return clientAddress(this.raw.socket.remoteAddress, String(forwarded ?? '') || undefined, trustedHops);
  }
}

export function createNodeHandler(answerRequest: AnswerRequest) {
  return function handle(request: IncomingMessage, response: ServerResponse): void {
    const destroy = (): unknown => response.destroy();
    answerRequest(new NodeRequest(request, response)).then((answer) => {
      try {
        send(request, response, answer);
      } catch {
        destroy();
      }
    }, destroy);
  };
}
