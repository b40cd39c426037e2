import { createHmac, timingSafeEqual } from 'node:crypto';
import { SIGNATURE_PATTERN, SIGNATURE_TOLERANCE_SECONDS } from '@instrument-panel/client/contract';

/** What a signature turned out to be. */
export type Verdict = 'valid' | 'forged' | 'untimely';

/**
 * Checks `t=<unix>,v1=<hex>` against the raw bytes of a delivery (Events, Verification rules). Every secret is
 * tried, each in constant time, so that how long it takes does not tell which one came near.
 *
 * @param nowMs milliseconds since 1970; `t` may be 300 s away from it, either way
 * @returns `untimely` only for a signature that is right but for its time
 */
export function verifySignature(
  header: string | undefined,
  body: Uint8Array,
  secrets: readonly string[],
  nowMs: number,
): Verdict {
  if (header === undefined || !SIGNATURE_PATTERN.test(header)) return 'forged';
  const comma = header.indexOf(',');
  const time = header.slice('t='.length, comma);
  const given = Buffer.from(header.slice(comma + ',v1='.length), 'hex');
  let isSigned = false;
  for (const secret of secrets) {
    const right = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
    if (timingSafeEqual(given, right)) isSigned = true;
  }
  if (!isSigned) return 'forged';
  const skew = Math.abs(Math.floor(nowMs / 1000) - Number(time));
  return skew <= SIGNATURE_TOLERANCE_SECONDS ? 'valid' : 'untimely';
}
