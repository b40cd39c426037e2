import { readJson } from './answer.ts';
import { abortable, createSingleFlight, sleep as sleepFor } from './async.ts';
import {
  type CallArguments,
  type Caller,
  type CallInput,
  PRIVATE_REQUEST,
  type RawAnswer,
  type Reply,
} from './call.ts';
import { BASE_PATH, type Call } from './contract/endpoint.ts';
import { JSON_OF_PROTOCOL } from './contract/proxy-api/protocol.ts';
import { encodePath, encodeQuery } from './contract/route.ts';
import { TimeoutError, ValidationError } from './errors.ts';
import { lostAnswer, toServiceError } from './refusal.ts';
import { type RetryPolicy, readRetryAfterMs, retrying } from './retry.ts';
import { authorise, type TokenSource } from './token.ts';

/** Values of a call's path and query, by name. */
export type PartValues = Readonly<Record<string, unknown>>;

/** Sends a request. `fetch` is one: the rest is for who wants to know which call a request belongs to. */
export type SendRequest = (
  url: string,
  request: ClientRequest & { readonly signal: AbortSignal },
  endpoint: Call,
  values: PartValues,
) => Promise<Response>;

/** The options of {@link createCaller}. */
export interface CallerOptions {
  /** Origin (and prefix) of the proxy or of the service, before `/third-party/api/v1`. */
  readonly baseUrl: string;
  /** Where the token comes from. */
  readonly auth: TokenSource;
  /** Default: `globalThis.fetch`. */
  readonly fetch?: SendRequest | undefined;
  /** BCP 47 tag, sent as Accept-Language. Default: none is sent. */
  readonly locale?: string | undefined;
  /** Milliseconds for a whole call, retries and waits included. Default: `15000`. */
  readonly timeoutMs?: number | undefined;
  /** Tries of a read, the first included; a write is tried once. Default: `3`. */
  readonly attempts?: number | undefined;
  /** Returns 0 to 1, for the back-off. Default: `Math.random`. */
  readonly random?: RetryPolicy['random'] | undefined;
  /** Waits between two tries. Default: a timer. */
  readonly sleep?: RetryPolicy['sleep'] | undefined;
  /** The error of a request that brought no whole answer. Default: one that knows no more than that. */
  readonly explainLost?: typeof lostAnswer | undefined;
}

/** The options by which requests are sent. */
export interface ExchangeOptions extends Omit<CallerOptions, 'auth'> {
  /** Asks with the headers that say who asks. */
  readonly authorise: (
    ask: (headers: Record<string, string>) => Promise<RawAnswer>,
    signal: AbortSignal,
  ) => Promise<RawAnswer>;
}

const DEFAULT_TIMEOUT_MS = 15_000;
const DEFAULT_ATTEMPTS = 3;

/** What is sent of a call. */
export type ClientRequest = Omit<RequestInit, 'headers'> & { readonly headers: Record<string, string> };
type ReadBody<T> = (endpoint: Call, answer: RawAnswer) => Promise<T>;
/** Sends a call, and reads its answer, by the types of neither. */
type Exchange = <T>(endpoint: Call, input: CallInput<Call>, accept: string, read: ReadBody<T>) => Promise<T>;

/**
 * Makes the function by which all calls are sent. Reads are retried and, while one is under way, shared by equal calls; a
 * write is sent once.
 */
export function createExchange(options: ExchangeOptions): Exchange {
  const { authorise, baseUrl, locale, explainLost = lostAnswer } = options;
  const { attempts = DEFAULT_ATTEMPTS } = options;
  const { random = Math.random, sleep = sleepFor, fetch: send = globalThis.fetch } = options;
  // Equal requests of two endpoints may read different parts of the answer.
  const flights = new Map<unknown, ReturnType<typeof createSingleFlight<unknown>>>();
  let writes = 0;

  /** Asks with credentials or a token, until it succeeds or the time is over. */
  async function exchange<T>(
    endpoint: Call,
    url: string,
    request: ClientRequest,
    values: PartValues,
    read: ReadBody<T>,
    timeoutMs: number,
    left: AbortSignal,
  ): Promise<T> {
    const isWrite = endpoint.effect === 'write';
    const late = AbortSignal.timeout(timeoutMs);
    const signal = AbortSignal.any([left, late]);
    let isUnderWay = false;

    const ask = async (authorisation: Record<string, string>): Promise<RawAnswer> => {
      isUnderWay = true;
      try {
        const headers = { ...request.headers, ...authorisation };
        const response = await send(url, { ...request, headers, signal }, endpoint, values);
        const answer = { status: response.status, headers: response.headers, body: await response.blob() };
        isUnderWay = false;
        return answer;
      } catch (error) {
        throw explainLost(endpoint, 0, error);
      }
    };
    const attempt = async (): Promise<T> => {
      const answer = await authorise(ask, signal);
      const { status, headers, body } = answer;
      if (status > 199 && status < 300) return read(endpoint, answer);
      throw toServiceError(endpoint, status, await body.text(), readRetryAfterMs(headers));
    };
    const deadline = performance.now() + timeoutMs;
    const policy = { attempts: isWrite ? 1 : attempts, deadline, random, sleep };
    try {
      return await abortable(retrying(attempt, policy, signal), signal);
    } catch (error) {
      if (error !== late.reason) throw error;
      if (isWrite && isUnderWay) throw lostAnswer(endpoint, 0);
      const message = `no answer within ${timeoutMs} ms (timeoutMs)`;
      throw new TimeoutError(message, { endpoint: endpoint.id, code: 'TIMEOUT', retryable: !isWrite });
    }
  }

  return async (
    endpoint,
    { params = {}, query = {}, body, signal, timeoutMs = options.timeoutMs },
    accept,
    read,
  ) => {
    const [path, text] = write(endpoint, params, query, body);
    const request = toRequest(endpoint, accept, locale, text);
    const url = baseUrl.replace(/\/+$/, '') + (endpoint.base ?? BASE_PATH) + path;
    // A write is never shared: two equal ones are two acts.
    const key =
      endpoint.effect === 'write'
        ? String(++writes)
        : [accept, timeoutMs, endpoint.method, url, request.body].join(' ');
    const start = (left: AbortSignal) =>
      exchange(endpoint, url, request, { ...params, ...query }, read, timeoutMs ?? DEFAULT_TIMEOUT_MS, left);
    const flight = flights.get(endpoint.response) ?? createSingleFlight<unknown>();
    flights.set(endpoint.response, flight);
    return flight(key, start, signal) as Promise<never>;
  };
}

/** Calls through an exchange, with the types of the endpoint. */
export const toCaller =
  (exchange: Exchange, accept: string = JSON_OF_PROTOCOL, read = readJson): Caller =>
  // Inside, an endpoint is any endpoint: the call's types have checked its input against the declaration.
  <E extends Call>(endpoint: E, ...[input]: CallArguments<E>) =>
    exchange(endpoint, (input ?? {}) as CallInput<Call>, accept, read) as Promise<Reply<never>>;

/** Makes what the elements and the extension call with. It guarantees what `createClient` does, in fewer bytes. */
export const createCaller = ({ auth, ...options }: CallerOptions): Caller =>
  toCaller(createExchange({ ...options, authorise: (ask, signal) => authorise(auth, ask, signal) }));

const notSent = (endpoint: Call, message: string): ValidationError =>
  new ValidationError(`not sent; ${message}`, {
    endpoint: endpoint.id,
    status: 400,
    code: 'VALIDATION_ERROR',
  });

function toRequest(
  endpoint: Call,
  accept: string,
  locale: string | undefined,
  body: string | undefined,
): ClientRequest {
  const headers: Record<string, string> = { Accept: accept };
  if (locale) headers['Accept-Language'] = locale;
  const request: ClientRequest = { ...PRIVATE_REQUEST, method: endpoint.method, headers };
  if (body) {
    headers['Content-Type'] = 'application/json';
    request.body = body;
  }
  return request;
}

/** Writes path and body as declared: what breaks a rule is refused before anything is sent. */
function write(endpoint: Call, params: PartValues, query: PartValues, body: unknown) {
  try {
    return [encodePath(endpoint, params) + encodeQuery(endpoint, query), endpoint.writeBody?.(body)] as const;
  } catch (error) {
    throw notSent(endpoint, (error as Error).message);
  }
}
