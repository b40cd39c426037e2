/** The service's clock, as one of its answers told it. */
export interface ServiceClock {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** `performance.now()` when it was heard: what has passed since is not told by a clock that anybody sets. */
  readonly heardAt: number;
}

/** How far two answers of the service may lie apart in time and still tell the same present. */
const CLOCKS_APART_MS = 86_400_000;

/**
 * Returns the clock of an answer; null where it tells none, or where its two instants contradict each other.
 *
 * @param generatedAt RFC 3339, of the answer's body
 * @param sentAt milliseconds since the epoch, of its `Date` header
 */
export function toClock(generatedAt: string | null | undefined, sentAt: number | null): ServiceClock | null {
  const made = Date.parse(generatedAt ?? '');
  const at = made || sentAt;
  return at === null || Math.abs(made - (sentAt ?? made)) > CLOCKS_APART_MS
    ? null
    : { at, heardAt: performance.now() };
}

/** Returns the present by the service's clock, milliseconds since the epoch; null where that is not known. */
export const nowBy = (clock: ServiceClock | null | undefined): number | null =>
  clock ? clock.at + performance.now() - clock.heardAt : null;
