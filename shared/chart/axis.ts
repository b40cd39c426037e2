import { type OffsetAt, rounded } from '../score/bands.ts';
import { percent, type Scale, spread, svg } from './frame.ts';

const DAY_MS = 86_400_000;

/**
 * Two to five ticks on days or months of the calendar; one where all lies on one day. Where no two round dates fall
 * between `from` and `to`, the ends are named. A tick is a local midnight in milliseconds; 0 is January; its day is
 * null where it stands for a whole month.
 */
export function timeTicks(from: number, to: number, offsetAt: OffsetAt) {
  const local = (at: number): number => at + offsetAt(at);
  const tick = (wall: number, ofMonth: boolean, at = wall - offsetAt(wall - offsetAt(wall))) => {
    const date = new Date(wall);
    const day = ofMonth ? null : date.getUTCDate();
    return { at, year: date.getUTCFullYear(), month: date.getUTCMonth(), day };
  };
  const days = (local(to) - local(from)) / DAY_MS;
  const dayStep = [1, 2, 7, 14].find((step) => days <= step * 3);
  const ticks: ReturnType<typeof tick>[] = [];
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
