import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const FOLDER = 'widget/themes';
const THEMES = globSync('*.css', { cwd: FOLDER }).toSorted();

type Scheme = 'light' | 'dark';
type Tokens = Readonly<Record<string, Readonly<Record<Scheme, string>>>>;

function tokensOf(file: string): Tokens {
  const css = readFileSync(join(FOLDER, file), 'utf8');
  const pairs = css.matchAll(/--instrument-([a-z-]+):\s*light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g);
  return Object.fromEntries(
    [...pairs].map(([, name = '', light = '', dark = '']) => [name, { light, dark }]),
  );
}

/** Relative luminance and contrast ratio (WCAG 2.2, "relative luminance", "contrast ratio"). */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** What stands on what. Texts need 4.5 : 1, lines of a graph 3 : 1 (WCAG 2.2, 1.4.3 and 1.4.11). */
const TEXTS: readonly (readonly [text: string, ground: string])[] = [
  ...['ink', 'quiet', 'accent', 'better', 'worse', 'risk'].map((text) => [text, 'surface'] as const),
  ['ink', 'risk-surface'],
  ['risk', 'risk-surface'],
  ['stale', 'stale-surface'],
];

it('there are three themes', () => {
  expect(THEMES).toEqual(['contrast.css', 'paper.css', 'slate.css']);
});

describe.each(THEMES)('%s', (file) => {
  const tokens = tokensOf(file);
  const least = basename(file, '.css') === 'contrast' ? 7 : 4.5;

  it.each(['light', 'dark'] as const)(`keeps every text at ${least} : 1 or more, %s`, (scheme) => {
    for (const [text, ground] of TEXTS) {
      const ratio = contrast(tokens[text]?.[scheme] ?? '', tokens[ground]?.[scheme] ?? '');
      expect(ratio, `${text} on ${ground}`).toBeGreaterThanOrEqual(least);
    }
  });

  it.each(['light', 'dark'] as const)('keeps the axes at 3 : 1 or more, %s', (scheme) => {
    const ratio = contrast(tokens.axis?.[scheme] ?? '', tokens.surface?.[scheme] ?? '');
    expect(ratio).toBeGreaterThanOrEqual(3);
  });

  it('goes for the whole page, and for a part of it by its name', () => {
    const css = readFileSync(join(FOLDER, file), 'utf8');
    expect(css).toContain(`:where(:root),\n[data-instrument-theme="${basename(file, '.css')}"] {`);
  });
});
