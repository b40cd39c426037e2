import { readFile, readJson } from './answer.ts';
import type {
  CallArguments,
  CallInput,
  Client,
  ClientInput,
  OnUnreadable,
  RawAnswer,
  Reply,
} from './call.ts';
import { type CallerOptions, createExchange, type SendRequest, toCaller } from './caller.ts';
import { BASE_PATH, type Call } from './contract/endpoint.ts';
import { JSON_OF_PROTOCOL } from './contract/proxy-api/protocol.ts';
import { ContractError, isServiceError, NetworkError, ServiceError } from './errors.ts';
import { lostAnswer } from './refusal.ts';
import { authorise, type Credentials, type TokenSource } from './token.ts';
import { explainUnreachable } from './unreachable.ts';

/** A request as it is sent. Its address names patients, so keep it out of logs. */
export interface SentRequest {
  /** `id` of the endpoint's declaration; this, unlike the address, is fit for a log. */
  readonly endpoint: string;
  readonly method: string;
  readonly url: string;
}

/** What came of a request, before it was read. */
export interface SentResponse extends SentRequest {
  /** HTTP status. */
  readonly status: number;
  readonly headers: Headers;
  /** Milliseconds until the headers had come, on the monotonic clock. */
  readonly durationMs: number;
}

/** The options of {@link createClient}. */
export interface ClientOptions extends Omit<CallerOptions, 'auth' | 'explainLost' | 'fetch'> {
  /** Credentials (`{ key, secret }`) on a server, a token source everywhere else. */
  readonly auth: Credentials | TokenSource;
  /**
   * How unreadable fields of an answer are handled: `note` lists them in `unreadable`, `throw` makes the answer a
   * `ContractError`. Default: `note`.
   */
  readonly onUnreadable?: OnUnreadable | undefined;
  /** Sends the requests. Default: `globalThis.fetch`. */
  readonly fetch?: ((url: string, request: RequestInit) => Promise<Response>) | undefined;
  /**
   * Told of each request before it is sent, retries included. May return headers to add, such as a trace's. If it throws,
   * nothing is sent, and the call is rejected with a `ServiceError` (`ON_REQUEST`) that has it as `thrown`.
   */
  readonly onRequest?: ((request: SentRequest) => Readonly<Record<string, string>> | undefined) | undefined;
  /** Told of each response as it comes, for logs and metrics. What it throws is ignored: the answer is there. */
  readonly onResponse?: ((response: SentResponse) => void) | undefined;
}

/** @throws {TypeError} for options that no call could succeed with */
function demandSound({ auth, baseUrl }: ClientOptions): void {
  const isPage = 'document' in globalThis;
  if (isPage && 'key' in auth)
    throw new TypeError(
      'A secret must not reach a browser: call the proxy, with auth: createTokenSource(…).',
    );
  // A page's own addresses may be relative; a server has none that they could be relative to.
  if (!isPage && !/^https?:\/\/./i.test(baseUrl))
    throw new TypeError('baseUrl must be a whole address, such as https://scores.clinic.example.');
  if (/\/third-party(\/|$)/.test(baseUrl))
    throw new TypeError(`baseUrl ends before ${BASE_PATH}, which each call adds.`);
}

/** What `onRequest` threw: no failure of the network, and nothing was sent. */
class HookFailure extends Error {}

/** Sends with the partner's hooks around it. */
function hook({ fetch: send = globalThis.fetch, onRequest, onResponse }: ClientOptions): SendRequest {
  return async (url, request, endpoint) => {
    const sent = { endpoint: endpoint.id, method: endpoint.method, url };
    let headers: Record<string, string>;
    try {
      headers = { ...request.headers, ...onRequest?.(sent) };
    } catch (cause) {
      throw new HookFailure('onRequest', { cause });
    }
    const startedAt = performance.now();
    const response = await send(url, { ...request, headers });
    try {
      const { status, headers: received } = response;
      onResponse?.({ ...sent, status, headers: received, durationMs: performance.now() - startedAt });
    } catch {
      // Telemetry stops no answer.
    }
    return response;
  };
}

/** Says why no answer came, with the connection's error as its cause. A write that was not sent is not in doubt. */
function explainLost(endpoint: Call, status: number, error?: unknown): ServiceError {
  if (error instanceof HookFailure)
    return new ServiceError('not sent; onRequest threw (thrown)', {
      endpoint: endpoint.id,
      code: 'ON_REQUEST',
      thrown: error.cause,
    });
  const found = explainUnreachable(error);
  const said =
    found && (endpoint.effect === 'read' || !found.mayBeSent)
      ? new NetworkError(
          `the server cannot be reached (${found.code}): ${found.cause}; ${found.remedy}, and baseUrl`,
          { endpoint: endpoint.id, status, code: 'NETWORK', retryable: true },
        )
      : lostAnswer(endpoint, status);
  // Not to be enumerated, as the cause that a constructor takes.
  if (error !== undefined)
    Object.defineProperty(said, 'cause', { value: error, configurable: true, writable: true });
  return said;
}

/** Reads JSON. An endpoint that can answer with a document as well is read by `client.file`. */
const readJsonOnly: typeof readJson = async (endpoint, answer) => {
  const { binary, id } = endpoint;
  if (binary && answer.headers.get('content-type')?.startsWith(binary))
    throw new ContractError(`the answer is a document (${binary}); read it with client.file`, {
      endpoint: id,
      status: answer.status,
      code: 'NOT_JSON',
      field: '',
    });
  return readJson(endpoint, answer);
};

/** Throws if anything in a reply could not be read. */
function demandWhole({ id }: Call, { status, unreadable }: Reply<unknown>): void {
  const [first] = unreadable;
  if (!first) return;
  const message = `${unreadable.length} unreadable, first ${first.path} (no ${first.reason})`;
  throw new ContractError(message, { endpoint: id, status, field: first.path });
}

/** Node, Deno, Bun and Chromium can; in other browsers the stack stays as it is. */
type Capturing = { readonly captureStackTrace?: (target: object, from: unknown) => void };
const FRAMES = /\n {4}at .*$/s;

/** Adds the caller's frames to an error's stack: those of a request that was waited for say nothing of who asked. */
async function traced<T>(called: Promise<T>, from: (...input: never[]) => unknown): Promise<T> {
  const here: { stack?: string } = {};
  (Error as Capturing).captureStackTrace?.(here, from);
  try {
    return await called;
  } catch (error) {
    const [frames] = FRAMES.exec(here.stack ?? '') ?? [];
    if (isServiceError(error) && frames && !error.stack?.includes(frames)) error.stack += frames;
    throw error;
  }
}

/**
 * Creates a client of the service. Reads are retried and, while one is under way, shared by equal calls; a write is
 * sent once. The service is called with credentials, the proxy with a token; the proxy's own endpoints
 * (`@instrument-panel/client/proxy`) are called in the same way.
 *
 * @throws {TypeError} for credentials in a browser's window, and for a `baseUrl` that no call can succeed with
 *
 * @example On a server
 * ```ts
 * import { createClient, listPatients } from '@instrument-panel/client';
 *
 * const client = createClient({
 *   baseUrl: 'https://service.example',
 *   auth: { key: process.env.SERVICE_KEY ?? '', secret: process.env.SERVICE_SECRET ?? '' },
 * });
 * const { data, unreadable } = await client(listPatients, { params: { professionalId }, timeoutMs: 5_000 });
 * ```
 */
export function createClient(options: ClientOptions): Client {
  demandSound(options);
  const { auth } = options;
  const exchange = createExchange({
    ...options,
    fetch: hook(options),
    explainLost,
    authorise: (ask, signal) =>
      'key' in auth
        ? ask({ 'X-Api-Key': auth.key, 'X-Api-Secret': auth.secret })
        : authorise(auth, ask, signal),
  });
  // The service has no protocol of ours; a proxy is called with a token.
  const json = 'key' in auth ? 'application/json' : JSON_OF_PROTOCOL;
  const caller = toCaller(exchange, json, readJsonOnly);
  async function ask<E extends Call>(endpoint: E, ...input: CallArguments<E, ClientInput>) {
    const reply = await caller(endpoint, ...input);
    if ((input[0]?.onUnreadable ?? options.onUnreadable) === 'throw') demandWhole(endpoint, reply);
    return reply;
  }
  const client: typeof ask = (endpoint, ...input) => traced(ask(endpoint, ...input), client);
  const unread = <T>(
    from: (...input: never[]) => unknown,
    [endpoint, input]: readonly [Call, unknown],
    accept: string,
    read: (endpoint: Call, answer: RawAnswer) => Promise<T>,
  ): Promise<T> => traced(exchange(endpoint, (input ?? {}) as CallInput<Call>, accept, read), from);
  const file: Client['file'] = (endpoint, ...[input]) =>
    unread(file, [endpoint, input], endpoint.binary ?? '', readFile);
  const raw: Client['raw'] = (endpoint, ...[input]) =>
    unread(raw, [endpoint, input], json, async (_, answer) => answer);
  return Object.assign(client, { file, raw });
}
