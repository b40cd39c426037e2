import type { Direction } from '../score/view.ts';

/** One fill for each color scheme, as CSS colors; joined by a comma, they are the arguments of `light-dark()`. */
type BandFill = readonly [light: string, dark: string];

/** Steps of the ramp's full length: two or three bands do not reach its strong end. */
const FEWEST_STEPS = 3;

/**
 * Fill of a band on one ramp by severity, whose lightness changes steadily and so reads in greyscale. A scale that is
 * better when higher runs the other way; all bands of a scale of unknown direction have the same neutral fill.
 */
export function bandFill(index: number, count: number, direction: Direction): BandFill {
  const step = direction === 'higher-better' ? count - 1 - index : index;
  const severity = direction === 'unknown' ? 0 : step / Math.max(FEWEST_STEPS, count - 1);
  const hue = severity ? 95 - 50 * severity : 230;
  return [
    `oklch(${0.975 - 0.1 * severity} ${0.01 + 0.04 * severity} ${hue})`,
    `oklch(${0.25 + 0.1 * severity} ${0.012 + 0.03 * severity} ${hue})`,
  ];
}
