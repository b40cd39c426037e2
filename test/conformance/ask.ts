import { expect } from 'vitest';
import { read, type Shape } from './shape.ts';
import { ErrorBody } from './wire.ts';

export type Query = Readonly<Record<string, string | number>>;
export interface Call {
  readonly query?: Query | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is. */
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One answer of the service. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly bytes: Uint8Array;
  /** The body as its type; fails for another status than 200 or 201, and for a body that is not of the shape. */
  gives<T>(shape: Shape<T>, status?: number): T;
  /** An ErrorResponse of this status; `words` have to stand in its message. */
  refuses(status: number, code?: string, words?: string): void;
}

async function replyOf(sent: string, response: Response): Promise<Reply> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const body = new TextDecoder().decode(bytes);
  const said = `${sent} answered ${response.status} ${body.slice(0, 600)}`;
  const json = (): unknown => {
    expect(response.headers.get('content-type'), said).toMatch(/^application\/json\b/);
    return JSON.parse(body);
  };
  return {
    status: response.status,
    headers: response.headers,
    text: body,
    bytes,
    gives(shape, status) {
      expect(status === undefined ? [200, 201] : [status], said).toContain(response.status);
      try {
        return read(shape, json());
      } catch (error) {
        throw new Error(`${sent}: ${error instanceof Error ? error.message : error}`);
      }
    },
    refuses(status, code, words) {
      expect(response.status, said).toBe(status);
      const { code: given, message } = read(ErrorBody, json());
      if (code !== undefined) expect(given, said).toBe(code);
      if (words !== undefined) expect(message, said).toContain(words);
    },
  };
}

/** Asks the service as one partner, directly or through the proxy. */
export interface Ask {
  call(method: string, path: string, call?: Call): Promise<Reply>;
  get(path: string, query?: Query): Promise<Reply>;
  post(path: string, body?: unknown): Promise<Reply>;
  put(path: string, body: unknown): Promise<Reply>;
  del(path: string): Promise<Reply>;
}

/**
 * @param base the interface's address, to which the documented paths are added
 * @param identity the headers that say who asks
 * @param see is shown a copy of every answer
 */
export function createAsk(
  base: string,
  identity: Readonly<Record<string, string>>,
  see?: (sent: string, answer: Response) => Promise<void>,
): Ask {
  const call: Ask['call'] = async (method, path, { query = {}, body, raw, headers = {} } = {}) => {
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    const address = `${base}${path}${search.size > 0 ? `?${search}` : ''}`;
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(address, {
      method,
      redirect: 'manual',
      headers: {
        ...identity,
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(payload === undefined ? {} : { body: payload }),
    });
    const sent = `${method} ${path}${search.size > 0 ? `?${search}` : ''}`;
    await see?.(sent, response.clone());
    return replyOf(sent, response);
  };
  return {
    call,
    get: (path, query) => call('GET', path, { query }),
    post: (path, body) => call('POST', path, { body }),
    put: (path, body) => call('PUT', path, { body }),
    del: (path) => call('DELETE', path),
  };
}
