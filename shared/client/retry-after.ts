/**
 * Milliseconds that a Retry-After header asks to wait: seconds, or an HTTP date, which is compared with the
 * answer's own Date where that can be read, so that a wrong clock here does not matter (RFC 9110, 10.2.3).
 */
export function retryAfter(headers: Headers): number | undefined {
  const asked = headers.get('retry-after');
  if (!asked) return undefined;
  const seconds = Number(asked);
  const wait =
    seconds >= 0
      ? seconds * 1_000
      : Date.parse(asked) - (Date.parse(headers.get('date') ?? '') || Date.now());
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}
