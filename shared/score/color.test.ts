import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { luminance, readableOnBoth, safeColor } from './color.ts';

const contrast = (a: string, b: string): number => {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
};

describe('safeColor', () => {
  it.each([
    ['#f00', '#ff0000'],
    ['#AbCdEf', '#abcdef'],
    ['#12345678', '#123456'],
    [' #FFA500 ', '#ffa500'],
  ])('reads %s', (text, color) => {
    expect(safeColor(text)).toBe(color);
  });

  it.each(['', ' ', '#12', '#12345', '#ggg', 'constructor', 'red'])(
    'takes %j for no colour where no browser can read it',
    (text) => {
      expect(safeColor(text)).toBeNull();
    },
  );

  it('takes a missing colour for none', () => {
    expect(safeColor(null)).toBeNull();
    expect(safeColor(undefined)).toBeNull();
  });

  it('gives nothing but #rrggbb, whatever it is given', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.stringMatching(/^(rgb|hsl)a?\([\d., %/]{0,20}\)$/),
          fc.stringMatching(/^#[\da-f]{0,9}$/),
        ),
        (text) => {
          expect(safeColor(text) ?? '#000000').toMatch(/^#[\da-f]{6}$/);
        },
      ),
    );
  });
});

describe('readableOnBoth', () => {
  it('agrees with published luminances', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    // The lightest grey that passes AA on white (WebAIM, Contrast and Color Accessibility).
    expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  });

  it('keeps 3:1 against a light and a dark surface for every colour', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
        const color = readableOnBoth(`#${value.toString(16).padStart(6, '0')}`);
        expect(contrast(color, '#ffffff')).toBeGreaterThanOrEqual(3);
        expect(contrast(color, '#1c1f26')).toBeGreaterThanOrEqual(3);
      }),
    );
  });

  it('leaves a colour alone that can be seen on both', () => {
    expect(readableOnBoth('#2e7d32')).toBe('#2e7d32');
  });
});
