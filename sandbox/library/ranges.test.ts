import { describe, expect, it } from 'vitest';
import { LIBRARY } from './index.ts';
import { findRange, scoreDomain } from './score.ts';

/** Published figures (docs/instruments.md): domain, then the first and last score of each range. */
const PUBLISHED: Readonly<
  Record<string, readonly [number, number, readonly (readonly [number, number, string])[]]>
> = {
  'PHQ-9': [
    0,
    27,
    [
      [0, 4, 'Minimal'],
      [5, 9, 'Mild'],
      [10, 14, 'Moderate'],
      [15, 19, 'Moderately severe'],
      [20, 27, 'Severe'],
    ],
  ],
  'PHQ-2': [
    0,
    6,
    [
      [0, 2, 'Below the cut-off'],
      [3, 6, 'At or above the cut-off'],
    ],
  ],
  'GAD-7': [
    0,
    21,
    [
      [0, 4, 'Minimal'],
      [5, 9, 'Mild'],
      [10, 14, 'Moderate'],
      [15, 21, 'Severe'],
    ],
  ],
  'PHQ-15': [
    0,
    30,
    [
      [0, 4, 'Minimal'],
      [5, 9, 'Low'],
      [10, 14, 'Medium'],
      [15, 30, 'High'],
    ],
  ],
  'PCL-5': [
    0,
    80,
    [
      [0, 32, 'Below the cut-off'],
      [33, 80, 'At or above the cut-off'],
    ],
  ],
  K10: [
    10,
    50,
    [
      [10, 15, 'Low'],
      [16, 21, 'Moderate'],
      [22, 29, 'High'],
      [30, 50, 'Very high'],
    ],
  ],
  'DASS-21 DEPRESSION': [
    0,
    42,
    [
      [0, 9, 'Normal'],
      [10, 13, 'Mild'],
      [14, 20, 'Moderate'],
      [21, 27, 'Severe'],
      [28, 42, 'Extremely severe'],
    ],
  ],
  'DASS-21 ANXIETY': [
    0,
    42,
    [
      [0, 7, 'Normal'],
      [8, 9, 'Mild'],
      [10, 14, 'Moderate'],
      [15, 19, 'Severe'],
      [20, 42, 'Extremely severe'],
    ],
  ],
  'DASS-21 STRESS': [
    0,
    42,
    [
      [0, 14, 'Normal'],
      [15, 18, 'Mild'],
      [19, 25, 'Moderate'],
      [26, 33, 'Severe'],
      [34, 42, 'Extremely severe'],
    ],
  ],
  'WHO-5': [
    0,
    100,
    [
      [0, 50, 'Low well-being'],
      [51, 100, 'Not low'],
    ],
  ],
};

/** Every score of the library with the ranges that classify it: global scores, and each subscale's. */
const SCALES = LIBRARY.flatMap((instrument) => [
  ...(instrument.hasGlobalScore
    ? [{ name: instrument.shortTitle, ranges: instrument.ranges, domain: scoreDomain(instrument) }]
    : []),
  ...instrument.subscales.map((subscale) => ({
    name: `${instrument.shortTitle} ${subscale.key}`,
    ranges: subscale.ranges,
    domain: scoreDomain(instrument, subscale.key),
  })),
]);

describe('ranges', () => {
  it('exist for every score of the table of facts, and for the invented scale', () => {
    expect(SCALES.map((scale) => scale.name).sort()).toEqual([...Object.keys(PUBLISHED), 'DEMO-6'].sort());
  });

  it.each(SCALES)(
    'of $name cover each score of its domain once, without gap or overlap',
    ({ ranges, domain }) => {
      for (let score = domain.min; score <= domain.max; score += 1) {
        const holding = ranges.filter((range) => range.minScore <= score && score <= range.maxScore);
        expect([score, holding.length]).toEqual([score, 1]);
      }
      expect(ranges[0]?.minScore).toBe(domain.min);
      expect(ranges.at(-1)?.maxScore).toBe(domain.max);
      expect(findRange(ranges, domain.min - 1)).toBeNull();
      expect(findRange(ranges, domain.max + 1)).toBeNull();
    },
  );

  it.each(SCALES.filter((scale) => PUBLISHED[scale.name] !== undefined))(
    'of $name classify both ends of each published range as the paper does',
    ({ name, ranges, domain }) => {
      const [min, max, rows] = PUBLISHED[name] ?? [0, 0, []];
      expect(domain).toEqual({ min, max });
      expect(ranges).toHaveLength(rows.length);
      for (const [first, last, title] of rows) {
        expect([first, findRange(ranges, first)?.title.en]).toEqual([first, title]);
        expect([last, findRange(ranges, last)?.title.en]).toEqual([last, title]);
      }
    },
  );

  it.each(SCALES)('of $name have colours that differ and reach 3:1 on white and on #121212', ({ ranges }) => {
    expect(new Set(ranges.map((range) => range.color)).size).toBe(ranges.length);
    for (const { color } of ranges) {
      for (const background of ['#ffffff', '#121212']) {
        expect([color, background, contrast(color, background) >= 3]).toEqual([color, background, true]);
      }
    }
  });
});

/** Relative luminance and contrast ratio as WCAG 2.2 defines them. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}
