import { readJson } from './answer.ts';
import { abortable, createSingleFlight, sleep as sleepFor } from './async.ts';
import {
  type CallArguments,
  type Caller,
  type CallInput,
  type OnUnreadable,
  PRIVATE_REQUEST,
  type RawAnswer,
  type Reply,
} from './call.ts';
import { BASE_PATH, type Call } from './contract/endpoint.ts';
import { JSON_OF_PROTOCOL } from './contract/proxy-api/protocol.ts';
import { encodePath, encodeQuery } from './contract/route.ts';
import { ContractError, TimeoutError, ValidationError } from './errors.ts';
import { lostAnswer, toServiceError } from './refusal.ts';
import { type RetryPolicy, readRetryAfterMs, retrying } from './retry.ts';
import { authorise, type Credentials, type TokenSource } from './token.ts';

/** Sends a request. `fetch` is one: the endpoint is for who wants to know which call a request belongs to. */
export type SendRequest = (url: string, request: ClientRequest, endpoint: Call) => Promise<Response>;

/** The options of {@link createCaller}. */
export interface CallerOptions {
  /** Origin (and prefix) of the proxy or of the service, before `/third-party/api/v1`. */
  readonly baseUrl: string;
  /** Credentials (`{ key, secret }`) on a server, a token source everywhere else. */
  readonly auth: Credentials | TokenSource;
  /** Default: `globalThis.fetch`. */
  readonly fetch?: SendRequest | undefined;
  /** BCP 47 tag, sent as Accept-Language. Default: none is sent. */
  readonly locale?: string | undefined;
  /** Milliseconds for a whole call, retries and waits included. Default: `15000`. */
  readonly timeoutMs?: number | undefined;
  /** Tries of a read, the first included; a write is tried once. Default: `3`. */
  readonly attempts?: number | undefined;
  /**
   * How unreadable fields of an answer are handled: `note` lists them in `unreadable`, `throw` makes the answer a
   * `ContractError`. Default: `note`.
   */
  readonly onUnreadable?: OnUnreadable | undefined;
  /** Returns 0 to 1, for the back-off. Default: `Math.random`. */
  readonly random?: RetryPolicy['random'] | undefined;
  /** Waits between two tries. Default: a timer. */
  readonly sleep?: RetryPolicy['sleep'] | undefined;
  /** The error of a request that brought no whole answer. Default: one that knows no more than that. */
  readonly explainLost?: typeof lostAnswer | undefined;
}

const DEFAULT_TIMEOUT_MS = 15_000;
const DEFAULT_ATTEMPTS = 3;

/** What is sent of a call. */
export type ClientRequest = RequestInit & { readonly headers: Record<string, string> };
type ReadBody<T> = (endpoint: Call, answer: RawAnswer) => Promise<T>;
type Values = Readonly<Record<string, unknown>>;
/** Sends a call, and reads its answer, by the types of neither. */
type Exchange = <T>(endpoint: Call, input: CallInput<Call>, accept: string, read: ReadBody<T>) => Promise<T>;

/**
 * Makes the function by which all calls are sent. Reads are retried and, while one is under way, shared by equal calls; a
 * write is sent once.
 */
export function createExchange(options: CallerOptions): Exchange {
  const { auth, baseUrl, locale, explainLost = lostAnswer } = options;
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
        const response = await send(url, { ...request, headers, signal }, endpoint);
        const answer = { status: response.status, headers: response.headers, body: await response.blob() };
        isUnderWay = false;
        return answer;
      } catch (error) {
        throw explainLost(endpoint, 0, error);
      }
    };
    const attempt = async (): Promise<T> => {
      const answer = await authorise(auth, ask, signal);
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
    const request = toRequest(endpoint, accept, locale, body);
    const path = toPath(endpoint, params, query);
    const url = baseUrl.replace(/\/+$/, '') + (endpoint.base ?? BASE_PATH) + path;
    // A write is never shared: two equal ones are two acts.
    const key =
      endpoint.effect === 'write'
        ? String(++writes)
        : [accept, timeoutMs, endpoint.method, url, request.body].join(' ');
    const start = (left: AbortSignal) =>
      exchange(endpoint, url, request, read, timeoutMs ?? DEFAULT_TIMEOUT_MS, left);
    const flight = flights.get(endpoint.response) ?? createSingleFlight<unknown>();
    flights.set(endpoint.response, flight);
    return flight(key, start, signal) as Promise<never>;
  };
}

/** Calls through an exchange, with the types of the endpoint. */
export const toCaller =
  (
    exchange: Exchange,
    options: Pick<CallerOptions, 'onUnreadable'>,
    accept: string = JSON_OF_PROTOCOL,
    read = readJson,
  ): Caller =>
  // Inside, an endpoint is any endpoint: the call's types have checked its input against the declaration.
  async <E extends Call>(endpoint: E, ...[input]: CallArguments<E>) => {
    const reply = await exchange(endpoint, (input ?? {}) as CallInput<Call>, accept, read);
    if ((input?.onUnreadable ?? options.onUnreadable) === 'throw') demandWhole(endpoint, reply);
    return reply as Reply<never>;
  };

/** Makes what the elements and the extension call with. It guarantees what `createClient` does, in fewer bytes. */
export const createCaller = (options: CallerOptions): Caller => toCaller(createExchange(options), options);

/** Throws if anything in a reply could not be read. */
function demandWhole({ id }: Call, { status, unreadable }: Reply<unknown>): void {
  const [first] = unreadable;
  if (!first) return;
  const message = `${unreadable.length} unreadable, first ${first.path} (no ${first.reason})`;
  throw new ContractError(message, { endpoint: id, status, field: first.path });
}

const notSent = (endpoint: Call, message: string): ValidationError =>
  new ValidationError(`not sent; ${message}`, {
    endpoint: endpoint.id,
    status: 400,
    code: 'VALIDATION_ERROR',
  });

function toRequest(endpoint: Call, accept: string, locale: string | undefined, body: unknown): ClientRequest {
  const headers: Record<string, string> = { Accept: accept };
  if (locale) headers['Accept-Language'] = locale;
  const request: ClientRequest = { ...PRIVATE_REQUEST, method: endpoint.method, headers };
  if (endpoint.body) {
    headers['Content-Type'] = 'application/json';
    request.body = toBody(endpoint, body);
  }
  return request;
}

/** Writes the body as declared: a broken rule is refused before anything is sent, unknown fields are left out. */
function toBody(endpoint: Call, body: unknown): string {
  const parsed = endpoint.body?.safeParse(body);
  if (!parsed?.error) return JSON.stringify(parsed?.data);
  const fields = parsed.error.issues.map(({ path }) => path.join('.') || 'body');
  throw notSent(endpoint, `correct ${fields.join(', ')}`);
}

function toPath(endpoint: Call, params: Values, query: Values): string {
  try {
    return encodePath(endpoint, params) + encodeQuery(endpoint, query);
  } catch (error) {
    throw notSent(endpoint, (error as Error).message);
  }
}
