import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Limits } from '../limits.ts';

/** A server that listens. */
export interface Listening {
  /** Such as `http://localhost:4200`. */
  readonly url: string;
  /** Has the next requests answered by another handler; those in flight keep theirs. */
  readonly serve: (handle: RequestListener) => void;
  /** Takes no more requests, finishes those in flight within `graceMs`, then resolves. */
  readonly close: () => Promise<void>;
}

/** The server cannot listen on the address that it was given. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
  readonly code: 'PORT_TAKEN' | 'CANNOT_LISTEN';

  constructor(code: ListenError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** How long a refused caller has to close its side, and so to read why, before the connection is destroyed. */
const LINGER_MS = 1_000;

/** Longer than load balancers keep an idle connection (60 s), so that none sends on one that is being closed here. */
const KEEP_ALIVE_MS = 65_000;

/** How often connections are looked at, in milliseconds: whether they are late, or idle while the server closes. */
const CONNECTION_CHECK_INTERVAL_MS = 1_000;
const IDLE_SWEEP_INTERVAL_MS = 50;

const PARSE_ERRORS: Readonly<Record<string, readonly [status: number, code: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'HEADERS_TOO_LARGE', 'The headers must have at most 16384 bytes.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'REQUEST_TIMEOUT', 'The request took too long to arrive.'],
};

/** Answers if there is no request to answer, and ends the connection, also that of a caller that keeps its side open. */
function refuse(socket: Duplex, status: number, code: string, message: string): void {
  if (!socket.writable) return void socket.destroy();
  const body = JSON.stringify({ code, message });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    'cache-control: no-store',
    'vary: Origin',
    'x-content-type-options: nosniff',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  const linger = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(linger));
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

function onClientError(error: Error & { code?: string }, socket: Duplex): void {
  const known = PARSE_ERRORS[error.code ?? ''];
  refuse(socket, ...(known ?? [400, 'VALIDATION_ERROR', 'This is not valid HTTP.']));
}

function closeServer(server: Server, grace: number): Promise<void> {
  return new Promise((resolve) => {
    const giveUp = setTimeout(() => server.closeAllConnections(), grace);
    // A connection falls idle when its last answer is out, and would then be kept for its time-out.
    const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_INTERVAL_MS);
    server.close(() => {
      clearTimeout(giveUp);
      clearInterval(sweep);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/**
 * Keeps connections within a maximum. One more takes the place of the one that has kept the server waiting longest for a
 * first request, or of all that are idle; while requests of all are being answered it is closed itself.
 */
function limitConnections(server: Server, most: number, onDropped: () => void): void {
  const open = new Set<Socket>();
  const waiting = new Set<Socket>();

  function makeRoom(): void {
    const [longest] = waiting;
    if (longest) longest.destroy();
    else server.closeIdleConnections();
    for (const socket of longest ? [longest] : open) if (socket.destroyed) forget(socket);
  }

  function forget(socket: Socket): void {
    open.delete(socket);
    waiting.delete(socket);
  }

  // Runs before Node's own listener: Node 26.4 counts a connection that has sent nothing as idle, and would close this one.
  server.prependListener('connection', () => {
    if (open.size < most) return;
    onDropped();
    makeRoom();
  });
  server.on('connection', (socket) => {
    if (open.size >= most) return void socket.destroy();
    open.add(socket);
    waiting.add(socket);
    socket.on('close', () => forget(socket));
  });
  server.on('request', ({ socket }) => waiting.delete(socket));
}

const isLoopback = (host: string): boolean => host === '127.0.0.1' || host === 'localhost';

interface ListenOptions {
  readonly limits: Pick<Limits, 'headersMs' | 'requestMs' | 'graceMs' | 'clientConnections'>;
  /** Is told of each time that a connection was closed because there are as many as there may be. */
  readonly onDropped: () => void;
}

/** Listens on a port; 0 takes any free one. Throws a ListenError if it is taken or not permitted. */
export function listen(
  handle: RequestListener,
  port: number,
  host = '127.0.0.1',
  { limits, onDropped }: ListenOptions,
): Promise<Listening> {
  const { headersMs, requestMs, graceMs } = limits;
  let current = handle;
  const answer: RequestListener = (request, response) => current(request, response);
  const server = createServer(
    {
      maxHeaderSize: 16_384,
      headersTimeout: Math.min(headersMs, requestMs),
      requestTimeout: requestMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: Math.min(CONNECTION_CHECK_INTERVAL_MS, headersMs, requestMs),
      // The handler asks for it, with an answer in the shape of every other refusal.
      requireHostHeader: false,
      // Most requests have no body, and then need no stream for it.
      optimizeEmptyRequests: true,
    },
    answer,
  );
  limitConnections(server, limits.clientConnections, onDropped);
  server.on('clientError', onClientError);
  // What else is expected than `100-continue` may be passed over (RFC 9110, section 10.1.1).
  server.on('checkExpectation', answer);
  server.on('connect', (_, socket) => refuse(socket, 405, 'METHOD_NOT_ALLOWED', 'The proxy is no tunnel.'));
  return new Promise((resolve, reject) => {
    server.once('error', (error: Error & { code?: string }) => {
      const taken = error.code === 'EADDRINUSE';
      const message = taken
        ? `Port ${port} on ${host} is taken by another program. Stop that program, or choose another port with --port.`
        : `The proxy cannot listen on port ${port} of ${host} (${error.code ?? error.name}).`;
      reject(new ListenError(taken ? 'PORT_TAKEN' : 'CANNOT_LISTEN', message));
    });
    server.listen(port, host, () => {
      const bound = (server.address() as AddressInfo).port;
      const url = `http://${isLoopback(host) ? 'localhost' : host}:${bound}`;
      const serve = (next: RequestListener): void => {
        current = next;
      };
      resolve({ url, serve, close: () => closeServer(server, graceMs) });
    });
  });
}
