import { readableOnBoth } from '../score/color.ts';
import { rounded } from '../score/round.ts';
import type { ScoreView } from '../score/view.ts';
import { EVERY_POINT } from './decimate.ts';
import { type Scale, spread } from './scale.ts';
import { percent, svg } from './svg.ts';

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
  const step = Math.ceil(points.length / EVERY_POINT);
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
