import { readFile, readJson } from './answer.ts';
import { authorised, type Credentials, type TokenSource } from './auth.ts';
import type { CallArguments, CallInput, Client, Reply } from './call.ts';
import type { Call } from './contract/endpoint.ts';
import { createExchange, type ExchangeOptions, invalid, type Write } from './exchange.ts';
import { lostWrite, refuse } from './refusal.ts';

export interface ClientOptions extends ExchangeOptions {
  /** Credentials on a server, a token source everywhere else. */
  readonly auth: Credentials | TokenSource;
}

/**
 * Makes a client of the service: `client(getScoreGraph, { params, query })`. Reads are retried and, while one is
 * under way, shared by equal calls; a write is sent once. The service is spoken to with credentials, the proxy
 * with a token; the proxy's own endpoints (`@instrument-panel/client/proxy`) are called in the same way.
 *
 * @throws {TypeError} for credentials in a browser's window
 */
export function createClient(options: ClientOptions): Client {
  const { auth } = options;
  if ('key' in auth && 'document' in globalThis) {
    throw new TypeError(
      'A secret must not reach a browser: call the proxy, with auth: createTokenSource(…).',
    );
  }
  const exchange = createExchange(options, {
    authorise: (ask, signal) =>
      'key' in auth
        ? ask({ 'X-Api-Key': auth.key, 'X-Api-Secret': auth.secret })
        : authorised(auth, ask, signal),
    refuse,
  });
  const toWrite = (endpoint: Call): Write | undefined =>
    endpoint.effect === 'write' ? { lost: (status, error) => lostWrite(endpoint, status, error) } : undefined;

  // Inside, an endpoint is any endpoint: the call's types have checked its input against the declaration.
  const client = async <E extends Call>(endpoint: E, ...[given]: CallArguments<E>) => {
    const input = (given ?? {}) as CallInput<Call>;
    const body = endpoint.body ? toBody(endpoint, input.body) : undefined;
    const reply = exchange(endpoint, input, 'application/json', readJson, body, toWrite(endpoint));
    return reply as Promise<Reply<never>>;
  };
  const file = async <E extends Call>(endpoint: E, ...[input]: CallArguments<E>) =>
    exchange(endpoint, (input ?? {}) as CallInput<Call>, endpoint.binary ?? '', readFile);
  return Object.assign(client, { file });
}

/** The body as declared: what breaks a rule is refused before anything is sent, what is unknown is left out. */
function toBody(endpoint: Call, body: unknown): string {
  const parsed = endpoint.body?.safeParse(body);
  if (!parsed?.error) return JSON.stringify(parsed?.data);
  throw invalid(
    endpoint,
    `mend ${parsed.error.issues.map(({ path }) => path.join('.') || 'body').join(', ')}`,
  );
}
