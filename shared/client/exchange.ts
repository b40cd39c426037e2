import * as abort from './abort.ts';
import { type Answer, noAnswer } from './answer.ts';
import type { CallInput } from './call.ts';
import { BASE_PATH, type Call } from './contract/endpoint.ts';
import { encodePath, encodeQuery } from './contract/route.ts';
import { type ServiceError, TimeoutError, ValidationError } from './errors.ts';
import { createSingleFlight } from './flight.ts';
import { type RetryPolicy, retrying } from './retry.ts';

export interface ExchangeOptions {
  /** Origin (and prefix) of the proxy or of the service, before `/third-party/api/v1`. */
  readonly baseUrl: string;
  /** @default globalThis.fetch */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Sent as Accept-Language. */
  readonly locale?: string | undefined;
  /**
   * Milliseconds for a whole call, retries and waits included.
   * @default 15000
   */
  readonly timeoutMs?: number | undefined;
  /**
   * Tries of a read, the first included. A write is tried once.
   * @default 3
   */
  readonly attempts?: number | undefined;
  /** 0 to 1, for the back-off. */
  readonly random?: RetryPolicy['random'] | undefined;
  readonly sleep?: RetryPolicy['sleep'] | undefined;
}

/** How the other side is spoken to. */
export interface Manner {
  /** Asks with what authorises; may ask once more where that was refused. */
  authorise(ask: (headers: Record<string, string>) => Promise<Answer>, signal: AbortSignal): Promise<Answer>;
  /** The typed error of an answer that is no success. */
  refuse(
    endpoint: Call,
    status: number,
    body: string,
    headers: Headers,
  ): ServiceError | Promise<ServiceError>;
}

/** Makes a call a write: it is sent once and shared with nobody, and a lost answer has an error of its own. */
export interface Write {
  lost(status: number, error?: unknown): ServiceError;
}

/** One call: an endpoint, its input, what is accepted, how the answer is read; a write where it is one. */
export type Exchange = <T>(
  endpoint: Call,
  input: CallInput<Call>,
  accept: string,
  read: (endpoint: Call, answer: Answer, write?: Write) => Promise<T>,
  /** The JSON to send; undefined for none. */
  body?: string,
  write?: Write,
) => Promise<T>;

/** Makes what every client does: addresses, single flight of equal reads, retries, the total time-out. */
export function createExchange(options: ExchangeOptions, { authorise, refuse }: Manner): Exchange {
  const { locale, timeoutMs = 15_000, attempts = 3, random = Math.random, sleep = abort.sleep } = options;
  const send = options.fetch ?? globalThis.fetch;
  const flight = createSingleFlight<unknown>();
  let writes = 0;

  return async <T>(
    endpoint: Call,
    { params = {}, query = {}, signal: caller }: CallInput<Call>,
    accept: string,
    read: (endpoint: Call, answer: Answer, write?: Write) => Promise<T>,
    body?: string,
    write?: Write,
  ): Promise<T> => {
    const headers: Record<string, string> = { Accept: accept };
    if (locale) headers['Accept-Language'] = locale;
    // Nothing is stored, no cookie is sent, and a redirect would carry the credentials to an unknown address.
    const init: RequestInit = {
      method: endpoint.method,
      redirect: 'error',
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    };
    if (body) {
      headers['Content-Type'] = 'application/json';
      init.body = body;
    }
    const url =
      options.baseUrl.replace(/\/+$/, '') + (endpoint.base ?? BASE_PATH) + addressOf(endpoint, params, query);

    const start = async (left: AbortSignal): Promise<T> => {
      const late = AbortSignal.timeout(timeoutMs);
      const signal = AbortSignal.any([left, late]);
      const deadline = performance.now() + timeoutMs;
      let isUnderWay = false;

      const ask = async (authorisation: Record<string, string>): Promise<Answer> => {
        isUnderWay = true;
        try {
          const response = await send(url, { ...init, headers: { ...headers, ...authorisation }, signal });
          const answer = { status: response.status, headers: response.headers, body: await response.blob() };
          isUnderWay = false;
          return answer;
        } catch (error) {
          throw write?.lost(0, error) ?? noAnswer(endpoint, 0);
        }
      };
      const attempt = async (): Promise<T> => {
        const answer = await authorise(ask, signal);
        const { status } = answer;
        if (status > 199 && status < 300) return read(endpoint, answer, write);
        throw await refuse(endpoint, status, await answer.body.text(), answer.headers);
      };
      const policy = { attempts: write ? 1 : attempts, deadline, random, sleep };
      try {
        return await abort.abortable(retrying(attempt, policy, signal), signal);
      } catch (error) {
        if (error !== late.reason) throw error;
        if (write && isUnderWay) throw write.lost(0);
        throw new TimeoutError(`no answer within ${timeoutMs} ms (timeoutMs)`, {
          endpoint: endpoint.id,
          code: 'TIMEOUT',
          retryable: !write,
        });
      }
    };
    // A write is never shared: two equal ones are two acts.
    const key = write ? String(++writes) : [accept, endpoint.method, url, body].join(' ');
    return flight(key, start, caller) as Promise<T>;
  };
}

/** A request that is not sent, since it breaks a rule of its declaration. */
export const invalid = (endpoint: Call, message: string): ValidationError =>
  new ValidationError(`not sent; ${message}`, {
    endpoint: endpoint.id,
    status: 400,
    code: 'VALIDATION_ERROR',
  });

type Values = Readonly<Record<string, unknown>>;

function addressOf(endpoint: Call, params: Values, query: Values): string {
  try {
    return encodePath(endpoint, params) + encodeQuery(endpoint, query);
  } catch (error) {
    throw invalid(endpoint, (error as Error).message);
  }
}
