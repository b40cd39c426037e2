import { BASE_PATH, type Endpoint } from '../contract/endpoint.ts';
import { encodePath, encodeQuery } from '../contract/route.ts';
import * as abort from './abort.ts';
import { type Answer, lost, readFile, readJson } from './answer.ts';
import { authorised, type Credentials, type TokenSource } from './auth.ts';
import type { CallArguments, CallInput, Client, Reply } from './call.ts';
import { TimeoutError, ValidationError } from './errors.ts';
import { createSingleFlight } from './flight.ts';
import { refusal, unknownOutcome } from './refusal.ts';
import { type RetryPolicy, retryAfter, retrying } from './retry.ts';

export interface ClientOptions {
  /** Origin (and prefix) of the proxy or of the service, before `/third-party/api/v1`. */
  readonly baseUrl: string;
  /** Credentials on a server, a token source everywhere else. */
  readonly auth: Credentials | TokenSource;
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

/**
 * Makes a client of the service: `client(getScoreGraph, { params, query })`. Reads are retried and, while one is
 * under way, shared by equal calls; a write is sent once. The service is spoken to with credentials, the proxy
 * with a token.
 *
 * @throws {TypeError} for credentials in a browser's window
 */
export function createClient(options: ClientOptions): Client {
  const {
    auth,
    locale,
    timeoutMs = 15_000,
    attempts = 3,
    random = Math.random,
    sleep = abort.sleep,
  } = options;
  if ('key' in auth && 'document' in globalThis) {
    throw new TypeError(
      'A secret must not reach a browser: call the proxy, with auth: createTokenSource(…).',
    );
  }
  const send = options.fetch ?? globalThis.fetch;
  const flight = createSingleFlight<unknown>();
  let writes = 0;

  async function call<T>(
    endpoint: Endpoint,
    { params = {}, query = {}, body, signal: caller }: CallInput<Endpoint>,
    accept: string,
    read: (endpoint: Endpoint, answer: Answer) => Promise<T>,
  ): Promise<T> {
    const isWrite = endpoint.effect === 'write';
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
    if (endpoint.body) {
      headers['Content-Type'] = 'application/json';
      init.body = bodyOf(endpoint, body);
    }
    const url = options.baseUrl.replace(/\/+$/, '') + BASE_PATH + addressOf(endpoint, params, query);

    const start = async (left: AbortSignal): Promise<T> => {
      const late = AbortSignal.timeout(timeoutMs);
      const signal = AbortSignal.any([left, late]);
      const deadline = performance.now() + timeoutMs;
      let isUnderWay = false;

      const ask = async (authorisation: Record<string, string>): Promise<Answer> => {
        isUnderWay = isWrite;
        try {
          const response = await send(url, { ...init, headers: { ...headers, ...authorisation }, signal });
          const answer = { status: response.status, headers: response.headers, body: await response.blob() };
          isUnderWay = false;
          return answer;
        } catch (error) {
          throw lost(endpoint, 0, error);
        }
      };
      const attempt = async (): Promise<T> => {
        const answer = await authorised(auth, ask, signal);
        const { status } = answer;
        if (status > 199 && status < 300) return read(endpoint, answer);
        throw refusal(endpoint, status, await answer.body.text(), retryAfter(answer.headers));
      };
      const policy = { attempts: isWrite ? 1 : attempts, deadline, random, sleep };
      try {
        return await abort.abortable(retrying(attempt, policy, signal), signal);
      } catch (error) {
        if (error !== late.reason) throw error;
        if (isUnderWay) throw unknownOutcome({ endpoint: endpoint.id });
        throw new TimeoutError(`no answer within ${timeoutMs} ms (timeoutMs)`, {
          endpoint: endpoint.id,
          code: 'TIMEOUT',
          retryable: !isWrite,
        });
      }
    };
    // A write is never shared: two equal ones are two acts.
    return flight(isWrite ? String(++writes) : accept + url, start, caller) as Promise<T>;
  }

  // Inside, an endpoint is any endpoint: the call's types have checked its input against the declaration.
  const client = <E extends Endpoint>(endpoint: E, ...[input]: CallArguments<E>) =>
    call(endpoint, (input ?? {}) as CallInput<Endpoint>, 'application/json', readJson) as Promise<
      Reply<never>
    >;
  const file = <E extends Endpoint>(endpoint: E, ...[input]: CallArguments<E>) =>
    call(endpoint, (input ?? {}) as CallInput<Endpoint>, endpoint.binary ?? '', readFile);
  return Object.assign(client, { file });
}

const invalid = (endpoint: Endpoint, message: string): ValidationError =>
  new ValidationError(`not sent; ${message}`, {
    endpoint: endpoint.id,
    status: 400,
    code: 'VALIDATION_ERROR',
  });

type Values = Readonly<Record<string, unknown>>;

function addressOf(endpoint: Endpoint, params: Values, query: Values): string {
  try {
    return encodePath(endpoint, params) + encodeQuery(endpoint, query);
  } catch (error) {
    throw invalid(endpoint, (error as Error).message);
  }
}

/** The body as declared: what breaks a rule is refused before anything is sent, what is unknown is left out. */
function bodyOf(endpoint: Endpoint, body: unknown): string {
  const parsed = endpoint.body?.safeParse(body);
  if (!parsed?.error) return JSON.stringify(parsed?.data);
  throw invalid(
    endpoint,
    `mend ${parsed.error.issues.map(({ path }) => path.join('.') || 'body').join(', ')}`,
  );
}
