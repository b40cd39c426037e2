import { expect, it } from 'vitest';
import { BASE_STYLES } from '../../sandbox/pages/base-styles.ts';
import { STYLESHEET } from '../../sandbox/pages/stylesheet.ts';
import { colorTokens } from '../../shared/ui/tokens.ts';

/** Light and dark value of each colour of the elements. */
const TOKENS = new Map(
  [...colorTokens.matchAll(/--_([\w-]+):.*?light-dark\((#\w+),(#\w+)\)/g)].map(
    ([, name, light, dark]) => [name, [light, dark]] as const,
  ),
);

// The sandbox imports nothing of the elements, so its pages repeat their colours.
it.each([
  ['surface', 'card'],
  ['ink', 'ink'],
  ['quiet', 'soft'],
  ['line', 'line'],
  ['accent', 'accent'],
  ['risk', 'alarm'],
  ['risk-surface', 'alarm-page'],
  ['stale', 'caution'],
  ['stale-surface', 'caution-page'],
])('the patient’s page has the colour %s of the elements, as its %s', (token, own) => {
  const values = [...STYLESHEET.matchAll(new RegExp(`^ +--${own}: (#\\w+);`, 'gm'))].map(
    ([, value]) => value,
  );
  expect(values).toEqual(TOKENS.get(token));
});

it.each([
  ['risk', 'bad'],
  ['risk-surface', 'bad-soft'],
  ['stale', 'warn'],
  ['stale-surface', 'warn-soft'],
])('the demo has the colour %s of the elements, as its %s', (token, own) => {
  const [, ...values] = new RegExp(`--${own}: light-dark\\((#\\w+), (#\\w+)\\);`).exec(BASE_STYLES) ?? [];
  expect(values).toEqual(TOKENS.get(token));
});
