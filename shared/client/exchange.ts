import { ContractError } from './errors.ts';

/** More than any list of the service should be, and less than what stalls a page. */
const MAX_BYTES = 64 * 1024 * 1024;

/** One request and its whole answer. */
export interface Exchange {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Blob;
}

/**
 * Sends one request and takes in the whole answer. Nothing is stored, no cookie is sent, and a redirect is an
 * error: it would carry credentials to an address that nobody configured.
 *
 * @throws {ContractError} when the answer is larger than 64 MiB; otherwise what `fetch` throws
 */
export async function exchange(
  fetch: typeof globalThis.fetch,
  endpoint: string,
  url: string,
  init: RequestInit,
): Promise<Exchange> {
  const response = await fetch(url, {
    ...init,
    redirect: 'error',
    cache: 'no-store',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  });
  const { status, headers } = response;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const reader = response.body?.getReader();
  for (let size = 0; reader; ) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > MAX_BYTES) {
      await reader.cancel();
      throw new ContractError('the answer is over 64 MiB; ask for pages (limit).', { endpoint, status }, '');
    }
    chunks.push(value);
  }
  return { status, headers, body: new Blob(chunks) };
}
