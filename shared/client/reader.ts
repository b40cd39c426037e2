import { readJson } from './answer.ts';
import { authorised, type TokenSource } from './auth.ts';
import type { CallInput, Reader, Reply } from './call.ts';
import type { Call } from './contract/endpoint.ts';
import { ServiceError } from './errors.ts';
import { createExchange, type ExchangeOptions } from './exchange.ts';
import { isPassing } from './retry.ts';

export interface ReaderOptions extends ExchangeOptions {
  readonly auth: TokenSource;
}

/**
 * Makes a client that only reads, through the proxy: for pages, which load it before anything is seen. What tells
 * kinds of refusals apart is fetched at the first refusal; where it cannot be had, the error is a plain
 * {@link ServiceError} with the same status. Otherwise as `createClient`, of which it is the smaller part.
 */
export function createReader(options: ReaderOptions): Reader {
  const exchange = createExchange(options, {
    authorise: (ask, signal) => authorised(options.auth, ask, signal),
    refuse: async (endpoint, status, body, headers) => {
      try {
        return (await import('./refusal.ts')).refuse(endpoint, status, body, headers);
      } catch {
        return new ServiceError(`${status}`, {
          endpoint: endpoint.id,
          status,
          code: `HTTP_${status}`,
          retryable: isPassing(status),
        });
      }
    },
  });
  return async (endpoint, ...[input]) => {
    if ((endpoint as Call).effect !== 'read') throw new TypeError(`${endpoint.id} writes: use createClient.`);
    const reply = exchange(endpoint, (input ?? {}) as CallInput<Call>, 'application/json', readJson);
    return reply as Promise<Reply<never>>;
  };
}
