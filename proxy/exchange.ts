import type { IncomingMessage } from 'node:http';
import type { Context } from '@opentelemetry/api';
import type { AuditActor, AuditIds, AuditOutcome } from './audit/entry.ts';
import type { Refusal } from './refusal.ts';

/** The only request headers that the proxy reads. No other is looked at, and none is copied to the service. */
export const READ_HEADERS = [
  'host',
  'accept',
  'authorization',
  'origin',
  'sec-fetch-site',
  'content-type',
  'content-encoding',
  'accept-language',
  'cookie',
  'last-event-id',
  'x-service-signature',
  'traceparent',
] as const;
export type ReadHeader = (typeof READ_HEADERS)[number];

/** A request free of its transport: what the Node and the fetch adapter both make. */
export interface ProxyRequest {
  readonly method: string;
  /** The request target as it came over the wire: neither decoded nor normalised. */
  readonly rawTarget: string;
  readonly headers: Readonly<Partial<Record<ReadHeader, string | undefined>>>;
  readonly refusal?: Refusal;
  /** The request as the server took it, for the session hook alone. */
  readonly raw: IncomingMessage | Request;
  /** Reads the body, at most once. Throws a `Refusal` (413) beyond `limit` bytes. */
  readonly readBody: (limit: number) => Promise<Uint8Array>;
  /** Calls `leave` if the caller goes away before the answer is out; a later `leave` takes the place of an earlier. */
  readonly onGone?: (leave: () => void) => void;
  /** The encodings that the caller takes (`Accept-Encoding`); an empty text if it names none. */
  readonly acceptEncoding?: () => string;
  /** Whose address it comes from, behind so many trusted proxies; null if that is not known. */
  readonly address?: (trustedHops: number) => string | null;
  /** True if a proxy before this one says for whom it asks (`X-Forwarded-For`). */
  readonly isForwarded?: boolean;
}

export interface ProxyResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null | ResponseStream;
  /** True for an answer of the service without a date: callers would take any other for that of the service. */
  readonly isUndated?: boolean;
  /** Bytes of the body, once they were counted; 0 for a stream. */
  readonly bytes?: number;
}

/** A request while it is answered, with what the log may hold of it. */
export interface Call {
  readonly request: ProxyRequest;
  /** Text after `?`, raw. */
  readonly rawQuery: string;
  /** Names the request in the log: a UUID. */
  readonly id: string;
  /** Method and template, or `(unknown)`. */
  readonly route: string;
  jti?: string;
  /** Who asks, as `toSubject` names them; empty until a token, the session hook or a code has told. */
  person: string;
  /** The span of the request, if an OpenTelemetry SDK records it. */
  trace?: Context;
  /** Milliseconds that the service has taken so far. */
  upstreamMs?: number;
  /** Headers that say how much of a rate is left; absent while most of it is. */
  rateLimit?: Readonly<Record<'ratelimit' | 'ratelimit-policy', string>>;
  /** Who asks, in the words of the audit trail; absent until that is known. */
  who?: AuditActor;
  /** What the request names, for the audit trail. */
  about?: AuditIds;
  /** The patients whose data the answer holds, as far as they are not in `about`; absent if it holds nobody's. */
  shown?: readonly string[];
  /** How the last row of the audit trail says that a write of this request ended. */
  recorded?: AuditOutcome['kind'];
  /** The code of a refusal whose answer has no status of one, such as a redirect. */
  refused?: string;
}

export function json(status: number, value: unknown, headers: Record<string, string> = {}): ProxyResponse {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(value),
  };
}

/** The writing end of a streamed answer, whatever carries it. After `closed` has aborted, writing does nothing. */
export interface StreamSink {
  /** Hands a piece on. False if the reader is behind: what it has not taken is held in memory. */
  readonly write: (chunk: string | Uint8Array) => boolean;
  /** Resolves once the reader has taken what was written, or is gone. */
  readonly drained: () => Promise<void>;
  readonly end: () => void;
  /** Breaks the connection, so that the reader cannot take what it has for the whole. */
  readonly abort: () => void;
  /** Aborts once nothing more can be written: ended, aborted, or the reader has gone away. */
  readonly closed: AbortSignal;
  /** Bytes that were written and that the connection has not taken. */
  readonly buffered: () => number;
}

export interface ResponseStream {
  readonly kind: 'stream';
  /** Called once, after status and headers have gone out. It must not throw; what it starts ends by itself. */
  readonly open: (sink: StreamSink) => void;
}

export const isStream = (body: ProxyResponse['body']): body is ResponseStream =>
  typeof body === 'object' && body !== null && 'kind' in body;

export function createWaiters() {
  let waiting: (() => void)[] = [];
  return {
    wait: () => new Promise<void>((resolve) => waiting.push(resolve)),
    release(): void {
      const all = waiting;
      waiting = [];
      for (const resolve of all) resolve();
    },
  };
}
