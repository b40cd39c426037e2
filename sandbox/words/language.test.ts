import { expect, it } from 'vitest';
import { preferredLanguage } from './index.ts';

it.each([
  [null, 'en'],
  ['', 'en'],
  ['pt-BR', 'pt-BR'],
  ['pt-PT,en;q=0.5', 'pt-BR'],
  ['en;q=0.4, pt;q=0.9', 'pt-BR'],
  ['ia, tlh;q=0.9, pt;q=0.2', 'pt-BR'],
  ['pt;q=0, en', 'en'],
  ['*', 'en'],
  [';;q=x,,', 'en'],
] as const)('Accept-Language %j is answered in %s', (header, expected) => {
  expect(preferredLanguage(header, 'en')).toBe(expected);
});
