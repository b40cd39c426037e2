import { createHmac } from 'node:crypto';
import { EVENT_ID_HEADER, SIGNATURE_HEADER } from '@instrument-panel/client/contract';
import type { Attempt } from './delivery.ts';
import type { Webhook } from './registration.ts';

/**
 * The signature of a body (specification, Events): `t=<unix>,v1=<hex>`, HMAC-SHA256 over `<t>.<raw body>`.
 *
 * @param unix seconds since the epoch
 */
export function signature(secret: string, body: string, unix: number): string {
  const hex = createHmac('sha256', secret).update(`${unix}.${body}`).digest('hex');
  return `t=${unix},v1=${hex}`;
}

/** The kind of a failure: Node's code or a plain word of `fetch`. Never a longer message, which names the address. */
function reasonOf(error: unknown): string {
  const { cause } = error as { readonly cause?: { readonly code?: unknown; readonly message?: unknown } };
  if (typeof cause?.code === 'string') return cause.code;
  const said = String(cause?.message ?? '');
  if (/^[a-z ]{1,30}$/.test(said)) return said;
  return error instanceof Error ? error.name : 'unknown';
}

/**
 * Sends a body once, signed with the real time: a receiver compares `t` with its own clock, which the sandbox's
 * does not move. Redirects are not followed. It never rejects; what fails is in the result.
 *
 * @param stop ends the wait, besides the time-out
 */
export async function send(
  { url, secret }: Webhook,
  { id, body }: { readonly id: string; readonly body: string },
  timeoutMs: number,
  stop: AbortSignal,
): Promise<Attempt> {
  const at = Date.now();
  const begun = performance.now();
  const took = () => Math.round(performance.now() - begun);
  const late = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'instrument-panel-sandbox',
        [SIGNATURE_HEADER]: signature(secret, body, Math.floor(at / 1000)),
        [EVENT_ID_HEADER]: id,
      },
      body,
      signal: AbortSignal.any([late, stop]),
    });
    await response.body?.cancel();
    return { at, status: response.status, ms: took(), error: null };
  } catch (error) {
    const reason = late.aborted ? `no answer within ${timeoutMs} ms` : reasonOf(error);
    return { at, status: null, ms: took(), error: reason };
  }
}
