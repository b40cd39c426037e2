import type { Refusal } from './refusal.ts';
import type { ResponseStream } from './stream.ts';

/** The only request headers that the proxy reads. No other is looked at, and none is copied to the service. */
export const READ_HEADERS = [
  'authorization',
  'origin',
  'sec-fetch-site',
  'content-type',
  'content-encoding',
  'accept-language',
  'cookie',
  'last-event-id',
  'x-service-signature',
] as const;
export type ReadHeader = (typeof READ_HEADERS)[number];

/** A request free of its transport: what the Node and the fetch adapter both make. */
export interface ProxyRequest {
  readonly method: string;
  /** The request target as it came over the wire: neither decoded nor normalised. */
  readonly rawTarget: string;
  readonly headers: Readonly<Partial<Record<ReadHeader, string | undefined>>>;
  /** What the transport already found wrong with the request. */
  readonly refusal?: Refusal;
  /** Reads the body, at most once. Throws a `Refusal` (413) beyond `limit` bytes. */
  readonly readBody: (limit: number) => Promise<Uint8Array>;
  /** Calls `leave` where the caller goes away before the answer is out; a later `leave` takes the place of an earlier. */
  readonly onGone?: (leave: () => void) => void;
  /** Whose address it comes from, behind so many trusted proxies; null where that is not known. */
  readonly address?: (trustedHops: number) => string | null;
}

/** An answer free of its transport. */
export interface ProxyResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null | ResponseStream;
}

/** What the log may know of a request while it is answered. */
export interface Call {
  readonly request: ProxyRequest;
  /** Text after `?`, raw. */
  readonly rawQuery: string;
  /** Names the request in the log: a UUID. */
  readonly id: string;
  /** Method and template, or `(unknown)`. */
  readonly route: string;
  /** Set once the token has been verified. */
  jti?: string;
  /** Milliseconds that the service has taken so far. */
  upstreamMs?: number;
}

/** A JSON answer. */
export function json(status: number, value: unknown, headers: Record<string, string> = {}): ProxyResponse {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(value),
  };
}
