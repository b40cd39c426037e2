import { type OffsetAt, rounded } from '../score/bands.ts';
import { readableOnBoth } from '../score/color.ts';
import type { ScoreView } from '../score/view.ts';
import { percent, type Scale, spread, svg } from './frame.ts';
import { UNTHINNED_MAX } from './paths.ts';

const DAY_MS = 86_400_000;

/** A tick of the time axis: a local midnight, named by its day or by its month. */
interface TimeTick {
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
  const days = (local(to) - local(from)) / DAY_MS;
  const dayStep = [1, 2, 7, 14].find((step) => days <= step * 3);
  const ticks: TimeTick[] = [];
  if (dayStep) {
    for (let wall = Math.ceil(local(from) / DAY_MS) * DAY_MS; wall <= local(to); wall += dayStep * DAY_MS)
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
  return local(from) - (local(from) % DAY_MS) === local(to) - (local(to) % DAY_MS) ? ends.slice(1) : ends;
}

/** Height of a label in parts of the plot's height at its default of 240 px. */
const LABEL_GAP = 0.062;
const LONGEST_LABEL = 48;

/** A score as the axis writes it: at most two decimals, with a true minus sign. */
export const number = (score: number, decimal: string): string =>
  `${rounded(score)}`.replace('.', decimal).replace('-', '−');

/** A tint and a strip of the same hue for each band; one without a colour takes the theme's. */
export function bandNodes({ bands }: ScoreView, { y }: Scale): readonly Node[] {
  return bands.flatMap(({ color, from, to }) => {
    const box = { y: percent(y(to)), height: percent(y(from) - y(to)) };
    return [
      svg('rect', { class: 'tint', width: '100%', ...box, ...(color && { fill: color }) }),
      svg('rect', { class: 'strip', width: 4, ...box, ...(color && { fill: readableOnBoth(color) }) }),
    ];
  });
}

/** A text beside its score; at the plot's right end where `atEnd` says so. */
type Label = readonly [score: number, text: string, atEnd?: boolean];

/** Texts at `x` pixels beside their scores (ascending), moved apart where they would overlap. */
export function labels(entries: readonly Label[], x: number, { y }: Scale): readonly Node[] {
  const drawn = entries.toReversed();
  const at = spread(
    drawn.map(([score]) => y(score)),
    LABEL_GAP,
  );
  return drawn.map(([, text, atEnd], index) =>
    svg(
      'text',
      {
        y: percent(at[index] ?? 0),
        dy: '.35em',
        ...(atEnd ? { x: '100%', dx: -x, 'text-anchor': 'end' } : { x }),
      },
      text.length > LONGEST_LABEL ? `${text.slice(0, LONGEST_LABEL - 1)}…` : text,
    ),
  );
}

/** Names in the middle of their bands, at the end of the plot where fewer answers lie under them. */
export function bandNames({ bands, points }: ScoreView, scale: Scale): readonly Node[] {
  const toTheRight = bands.map(() => 0);
  // Of thousands a sample tells as well on which side fewer lie.
  const step = Math.ceil(points.length / UNTHINNED_MAX);
  for (let index = 0; index < points.length; index += step) {
    const { band, at } = points[index] ?? { band: -1, at: 0 };
    const x = scale.x(at);
    if (band >= 0) toTheRight[band] = (toTheRight[band] ?? 0) + (x < 0.35 ? -1 : x > 0.65 ? 1 : 0);
  }
  return labels(
    bands.map(({ from, to, title }, index) => [(from + to) / 2, title, (toTheRight[index] ?? 0) < 0]),
    10,
    scale,
  );
}
