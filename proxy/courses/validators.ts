import { createHmac, hkdfSync, type KeyObject } from 'node:crypto';
import type { ProxyResponse } from '../exchange.ts';
import { isObject } from '../forward/route-table.ts';
import type { KeyRing } from '../token/key-ring.ts';

/** Bytes of a validator: as many as nobody guesses. */
const TAG_BYTES = 16;
const PURPOSE = 'instrument-panel: validators of courses';

const toBytes = (key: Uint8Array | KeyObject): Uint8Array =>
  key instanceof Uint8Array ? key : key.export({ type: 'pkcs8', format: 'der' });

/** The time at which an answer was made, which the service states anew each time, and all else of it. */
function splitTime(body: string): { readonly made: string; readonly rest: string } {
  const value: unknown = body.startsWith('{') ? JSON.parse(body) : null;
  if (!isObject(value) || !('generatedAt' in value)) return { made: 'null', rest: body };
  const { generatedAt, ...rest } = value;
  return { made: JSON.stringify({ generatedAt }), rest: JSON.stringify(rest) };
}

/**
 * Makes and compares validators of answers to parts (RFC 9110, section 8.8.3). They are HMACs, so that nobody without the key can
 * try which data one belongs to. The key is derived from the one that signs tokens: all proxies of a storage have it.
 */
export function createValidators(ring: Pick<KeyRing, 'signing'>) {
  let derived: { readonly from: KeyRing['signing']; readonly key: Uint8Array } | undefined;

  function readKey(): Uint8Array {
    const from = ring.signing;
    if (derived?.from !== from) {
      const key = new Uint8Array(hkdfSync('sha256', toBytes(from.key), '', PURPOSE, 32));
      derived = { from, key };
    }
    return derived.key;
  }

  return {
    /** Adds the validator. @param name says who asks for what, so that it fits nobody else's answer and no other */
    tag(name: string, response: ProxyResponse): ProxyResponse {
      const { headers, body, status } = response;
      if (status !== 200 || typeof body !== 'string') return response;
      const { date: _, ...lasting } = headers;
      const said = JSON.stringify([name, lasting, splitTime(body).rest]);
      const mac = createHmac('sha256', readKey()).update(said).digest().subarray(0, TAG_BYTES);
      // Weak: the time at which the answer was made is no part of it.
      return { ...response, headers: { ...headers, etag: `W/"${mac.toString('base64url')}"` } };
    },
    /** An answer that the caller has already: only when the service was asked (RFC 9110, section 15.4.5). */
    condition(response: ProxyResponse, known: string | undefined): ProxyResponse {
      const { headers, body } = response;
      const { date, etag } = headers;
      if (known === undefined || etag !== known) return response;
      const said = date === undefined ? { etag } : { date, etag };
      return { ...response, status: 304, headers: said, body: splitTime(String(body)).made };
    },
  };
}
