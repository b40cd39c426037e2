import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeColor } from './color.ts';

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
