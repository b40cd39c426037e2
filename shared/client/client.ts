import { BASE_PATH, type Endpoint } from '../contract/endpoint.ts';
import { encodePath, encodeQuery } from '../contract/route.ts';
import * as abort from './abort.ts';
import { type Credentials, createAuthorisation, type TokenSource } from './auth.ts';
import type { CallArguments, CallInput, Client, FileReply, Reply } from './call.ts';
import { ContractError, isServiceError, NetworkError, TimeoutError, ValidationError } from './errors.ts';
import { type Exchange, exchange } from './exchange.ts';
import { createSingleFlight } from './flight.ts';
import { readTolerantly } from './read.ts';
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
 * @throws {TypeError} for credentials in a browser, or a `baseUrl` that already holds the API's path
 */
export function createClient(options: ClientOptions): Client {
  const { locale, timeoutMs = 15_000, attempts = 3, random = Math.random, sleep = abort.sleep } = options;
  const fetch = options.fetch ?? ((...request) => globalThis.fetch(...request));
  const root = options.baseUrl.replace(/\/+$/, '') + BASE_PATH;
  if (options.baseUrl.includes(BASE_PATH) || /[?#]/.test(root)) {
    throw new TypeError(`createClient: baseUrl is what stands before ${BASE_PATH}, without query.`);
  }
  const authorise = createAuthorisation(options.auth);
  const flight = createSingleFlight<unknown>();
  let writes = 0;

  async function call<T>(endpoint: Endpoint, input: CallInput<Endpoint>, accept: string, read: Reader<T>) {
    const url = root + addressOf(endpoint, input);
    const isWrite = endpoint.effect === 'write';
    const headers: Record<string, string> = { Accept: accept };
    if (locale) headers['Accept-Language'] = locale;
    const init: RequestInit = { method: endpoint.method };
    if (endpoint.body) {
      headers['Content-Type'] = 'application/json';
      init.body = bodyOf(endpoint, input.body);
    }

    const start = async (left: AbortSignal): Promise<T> => {
      const ending = new AbortController();
      const { signal } = ending;
      left.addEventListener('abort', () => ending.abort(left.reason));
      const late = new TimeoutError(`no answer within ${timeoutMs} ms; raise timeoutMs or try later.`, {
        endpoint: endpoint.id,
        code: 'TIMEOUT',
        retryable: !isWrite,
      });
      const timer = setTimeout(() => ending.abort(late), timeoutMs);
      let isUnderWay = false;

      const ask = async (authorisation: Readonly<Record<string, string>>): Promise<Exchange> => {
        isUnderWay = isWrite;
        try {
          const answer = await exchange(fetch, endpoint.id, url, {
            ...init,
            headers: { ...headers, ...authorisation },
            signal,
          });
          isUnderWay = false;
          return answer;
        } catch (error) {
          throw isServiceError(error) || signal.aborted ? error : lost(endpoint, error);
        }
      };
      const attempt = async (): Promise<T> => {
        const answer = await authorise(ask, signal);
        const { status, headers, body } = answer;
        if (status > 199 && status < 300) return read(endpoint, answer);
        throw refusal(endpoint, status, await body.text(), retryAfter(headers));
      };
      const deadline = performance.now() + timeoutMs;
      const policy = { attempts: isWrite ? 1 : attempts, deadline, random, sleep };
      try {
        return await abort.abortable(retrying(attempt, policy, signal), signal);
      } catch (error) {
        throw error === late && isUnderWay ? unknownOutcome({ endpoint: endpoint.id }) : error;
      } finally {
        clearTimeout(timer);
      }
    };
    // A write is never shared: two equal ones are two acts.
    const key = isWrite ? String(++writes) : `${accept} ${url}`;
    return (await flight(key, start, input.signal)) as T;
  }

  const client = <E extends Endpoint>(endpoint: E, ...[input]: CallArguments<E>) =>
    call(endpoint, wide(input), 'application/json', readJson) as Promise<Reply<never>>;
  const file = async <E extends Endpoint>(endpoint: E, ...[input]: CallArguments<E>) => {
    if (!endpoint.binary) throw invalid(endpoint, 'it declares no document; call client(endpoint, …).');
    return call(endpoint, wide(input), endpoint.binary, readFile);
  };
  return Object.assign(client, { file });
}

type Reader<T> = (endpoint: Endpoint, answer: Exchange) => Promise<T>;

/** Inside, an endpoint is any endpoint: its input was checked against the declaration at the call. */
const wide = (input: unknown): CallInput<Endpoint> => input ?? {};

const invalid = (endpoint: Endpoint, message: string): ValidationError =>
  new ValidationError(`not sent: ${message}`, {
    endpoint: endpoint.id,
    status: 400,
    code: 'VALIDATION_ERROR',
  });

function addressOf(endpoint: Endpoint, { params = {}, query = {} }: CallInput<Endpoint>): string {
  try {
    return encodePath(endpoint, params) + encodeQuery(endpoint, query);
  } catch (error) {
    throw invalid(endpoint, (error as Error).message);
  }
}

/** The body as declared: what breaks a rule is refused before anything is sent, what is unknown is left out. */
function bodyOf(endpoint: Endpoint, body: unknown): string {
  const parsed = endpoint.body?.safeParse(body);
  if (parsed?.success) return JSON.stringify(parsed.data);
  const fields = parsed?.error.issues.map(({ path }) => path.join('.') || 'body');
  throw invalid(endpoint, `${fields?.join(', ')} must be as declared.`);
}

/** No answer, or half of one: a read may be repeated, a write may have been done. */
function lost(endpoint: Endpoint, error: unknown, status = 0): Error {
  const code = String((error as { cause?: { code?: unknown } } | undefined)?.cause?.code);
  const neverSent = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN)$/.test(code);
  if (endpoint.effect === 'write' && !neverSent) return unknownOutcome({ endpoint: endpoint.id, status });
  return new NetworkError(
    `no whole answer${neverSent ? ` (${code})` : ''}: is it running, is baseUrl right, is this origin allowed?`,
    { endpoint: endpoint.id, status, code: 'NETWORK', retryable: true },
  );
}

const readJson: Reader<Reply<unknown>> = async (endpoint, { status, headers, body }) => {
  const isWrite = endpoint.effect === 'write';
  const text = await body.text();
  const type = headers.get('content-type') ?? 'json';
  if (text && !isWrite && !type.includes('json')) throw notOf(endpoint, status, 'JSON');
  let raw: unknown;
  try {
    // A write may be answered with nothing where the specification has an empty object.
    raw = JSON.parse(text || (isWrite ? '{}' : ''));
  } catch {
    throw lost(endpoint, undefined, status);
  }
  const read = readTolerantly(endpoint.response, raw, { endpoint: endpoint.id, status });
  return { ...read, status, receivedAt: Date.now() };
};

const readFile: Reader<FileReply> = async (endpoint, { status, headers, body }) => {
  const contentType = headers.get('content-type') ?? '';
  if (!contentType.startsWith(endpoint.binary ?? '/')) throw notOf(endpoint, status, endpoint.binary ?? '');
  return { bytes: await body.arrayBuffer(), contentType, status, receivedAt: Date.now() };
};

const notOf = (endpoint: Endpoint, status: number, type: string): ContractError =>
  new ContractError(`the answer is not ${type}; is baseUrl right?`, { endpoint: endpoint.id, status }, '');
