import type { OffsetAt } from '../score/zone.ts';

const DAY = 86_400_000;

/** A tick of the time axis: a local midnight, named by its day or by its month. */
export interface TimeTick {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly year: number;
  /** 0 is January. */
  readonly month: number;
  /** Day of the month, or null where the tick stands for a whole month. */
  readonly day: number | null;
}

/**
 * Two to five ticks on days or months of the calendar, on a true time scale; one where all lies on one day.
 * Where no two round dates fall between `from` and `to`, the ends themselves are named.
 */
export function timeTicks(from: number, to: number, offsetAt: OffsetAt): readonly TimeTick[] {
  const local = (at: number): number => at + offsetAt(at);
  const tick = (wall: number, ofMonth: boolean, at = wall - offsetAt(wall - offsetAt(wall))): TimeTick => {
    const date = new Date(wall);
    return {
      at,
      year: date.getUTCFullYear(),
      month: date.getUTCMonth(),
      day: ofMonth ? null : date.getUTCDate(),
    };
  };
  const days = (local(to) - local(from)) / DAY;
  const dayStep = [1, 2, 7, 14].find((step) => days <= step * 3);
  const ticks: TimeTick[] = [];
  if (dayStep) {
    for (let wall = Math.ceil(local(from) / DAY) * DAY; wall <= local(to); wall += dayStep * DAY)
      ticks.push(tick(wall, false));
  } else {
    const months = days / 30.44;
    const step = [1, 2, 3, 6].find((size) => months <= size * 4) ?? 12 * Math.ceil(months / 48);
    const first = new Date(local(from) - 1);
    let month = Math.ceil((first.getUTCFullYear() * 12 + first.getUTCMonth() + 1) / step) * step;
    const wallOf = (): number => Date.UTC(Math.floor(month / 12), month % 12);
    for (; wallOf() <= local(to); month += step) ticks.push(tick(wallOf(), true));
  }
  if (ticks.length > 1) return ticks;
  const ends = [tick(local(from), false, from), tick(local(to), false, to)];
  return local(from) - (local(from) % DAY) === local(to) - (local(to) % DAY) ? ends.slice(1) : ends;
}
