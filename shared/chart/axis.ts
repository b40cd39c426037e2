import { type OffsetAt, rounded } from '../score/bands.ts';

const DAY_MS = 86_400_000;

/**
 * Two to `most` + 1 ticks on days or months of the calendar; one where all lies on one day. Where no two round dates
 * fall between `from` and `to`, the ends are named. A tick is a local midnight in milliseconds; 0 is January; its day is
 * null for a tick of a whole month.
 */
export function timeTicks(from: number, to: number, offsetAt: OffsetAt, most = 5) {
  const local = (at: number): number => at + offsetAt(at);
  const tick = (wall: number, ofMonth: boolean, at = wall - offsetAt(wall - offsetAt(wall))) => {
    const date = new Date(wall);
    const day = ofMonth ? null : date.getUTCDate();
    return { at, year: date.getUTCFullYear(), month: date.getUTCMonth(), day };
  };
  const days = (local(to) - local(from)) / DAY_MS;
  const dayStep = [1, 2, 7, 14].find((step) => days <= step * Math.floor(most * 0.6));
  const ticks: ReturnType<typeof tick>[] = [];
  if (dayStep) {
    for (let wall = Math.ceil(local(from) / DAY_MS) * DAY_MS; wall <= local(to); wall += dayStep * DAY_MS)
      ticks.push(tick(wall, false));
  } else {
    const months = days / 30.44;
    const step = [1, 2, 3, 6].find((size) => months <= size * most) ?? 12 * Math.ceil(months / 12 / most);
    const first = new Date(local(from) - 1);
    let month = Math.ceil((first.getUTCFullYear() * 12 + first.getUTCMonth() + 1) / step) * step;
    const wallOf = (): number => Date.UTC(Math.floor(month / 12), month % 12);
    for (; wallOf() <= local(to); month += step) ticks.push(tick(wallOf(), true));
  }
  if (ticks.length > 1) return ticks;
  const ends = [tick(local(from), false, from), tick(local(to), false, to)];
  return local(from) - (local(from) % DAY_MS) === local(to) - (local(to) % DAY_MS) ? ends.slice(1) : ends;
}

/** A score as the axis writes it: at most two decimals, with a true minus sign. */
export const number = (score: number, decimal: string): string =>
  `${rounded(score)}`.replace('.', decimal).replace('-', '−');

/** The words of the time axis (the panel's messages have them all). */
export interface AxisWords {
  /** Twelve short names, January first. */
  readonly months: readonly string[];
  readonly day: (values: { readonly day: number; readonly month: string; readonly year: number }) => string;
  readonly dayOfYear: (values: { readonly day: number; readonly month: string }) => string;
  readonly month: (values: { readonly month: string; readonly year: number }) => string;
  readonly today: string;
}

/**
 * Creates the labelled ticks of a time axis: the year is on the first one and wherever it changes, and is alone for
 * a January. Today is a tick if it is known and on the axis; ticks too close to it, for `most` on the axis, are left out.
 */
export function namedTicks(
  { from, to }: { readonly from: number; readonly to: number },
  now: number | null,
  words: AxisWords,
  offsetAt: OffsetAt,
  most = 5,
) {
  const today = now !== null && now >= from && now <= to ? now : null;
  const ticks = timeTicks(from, to, offsetAt, most).filter(
    ({ at }) => today === null || Math.abs(at - today) > (to - from) / (most + 2),
  );
  const isOfYears = ticks.every(({ month, day }) => month === 0 && day === null);
  const named = ticks.map(({ at, year, month, day }, index) => {
    const name = words.months[month] ?? '';
    if (month === 0 && day === null && (index > 0 || isOfYears)) return { at, text: `${year}` };
    if (ticks[index - 1]?.year === year)
      return { at, text: day ? words.dayOfYear({ day, month: name }) : name };
    return { at, text: day ? words.day({ day, month: name, year }) : words.month({ month: name, year }) };
  });
  return today === null ? named : [...named, { at: today, text: words.today }];
}

/** Longest name of a band, in letters; a line of it holds 13. */
const NAME_LENGTH_MAX = 52;
const NAME_LINE = /\S.{0,12}(\s|$)|\S{1,13}/g;

/** Lines of a band's name, from the first. */
export const nameLines = ({ title }: { readonly title: string }): readonly string[] =>
  title.slice(0, NAME_LENGTH_MAX).match(NAME_LINE) ?? [];
