/** The service's clock, as one of its answers told it. */
export interface ClockReading {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** `performance.now()` when the answer arrived: a monotonic clock, unlike the workstation's, cannot be set wrong. */
  readonly receivedAt: number;
}

/** Largest difference between the two instants of one answer that still agree. */
const CLOCKS_APART_MS = 86_400_000;

/**
 * Returns the clock of an answer; null where it tells none, or if its two instants are too far apart.
 *
 * @param generatedAt RFC 3339, of the answer's body
 * @param sentAt milliseconds since the epoch, of its `Date` header
 */
export function toClock(generatedAt: string | null | undefined, sentAt: number | null): ClockReading | null {
  const made = Date.parse(generatedAt ?? '');
  const at = made || sentAt;
  return at === null || Math.abs(made - (sentAt ?? made)) > CLOCKS_APART_MS
    ? null
    : { at, receivedAt: performance.now() };
}

/** Returns the present by the service's clock, milliseconds since the epoch; null where that is not known. */
export const nowBy = (clock: ClockReading | null | undefined): number | null =>
  clock ? clock.at + performance.now() - clock.receivedAt : null;
