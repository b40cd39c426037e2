/** Milliseconds to add to an instant to have its wall-clock time as if it were UTC. */
export type OffsetAt = (at: number) => number;

const MINUTE = 60_000;
const zones = new Map<string, Intl.DateTimeFormat>();

/**
 * The offset of a time zone (IANA), or of the browser's own for null. The first `Intl.DateTimeFormat` of a
 * page costs more than the whole graph, so one is made only for a named zone, once.
 *
 * @throws RangeError for a zone that the platform does not know.
 */
export function offsetIn(timeZone: string | null | undefined): OffsetAt {
  if (!timeZone) return (at) => -new Date(at).getTimezoneOffset() * MINUTE;
  const zone =
    zones.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  zones.set(timeZone, zone);
  return (at) => {
    const [, sign, hours, minutes] = /([+-])(\d+):(\d+)/.exec(zone.format(at)) ?? [];
    return sign ? Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * MINUTE : 0;
  };
}
