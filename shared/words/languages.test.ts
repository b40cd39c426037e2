import { describe, expect, test } from 'vitest';
import { selectMessages } from './all-languages.ts';
import { matchLanguage } from './languages.ts';

const LANGUAGES = ['en', 'pt-BR', 'es'] as const;

describe('the language for a tag', () => {
  test.each([
    ['en', 'en'],
    ['en-GB', 'en'],
    ['pt-BR', 'pt-BR'],
    ['pt', 'pt-BR'],
    ['PT-pt', 'pt-BR'],
    ['pt_BR', null],
    ['es-419', 'es'],
    ['de', null],
    ['e', null],
    ['', null],
    [null, null],
    [undefined, null],
  ])('%s gives %s', (tag, language) => {
    expect(matchLanguage(LANGUAGES, tag)).toBe(language);
  });

  test('an exact tag comes before another of the same language', () => {
    expect(matchLanguage(['pt-BR', 'pt-PT'], 'pt-pt')).toBe('pt-PT');
  });
});

test('a language that is not there gives English', () => {
  const all = { en: 'Close', 'pt-BR': 'Fechar' };
  expect(selectMessages(all, 'pt')).toBe('Fechar');
  expect(selectMessages(all, 'de')).toBe('Close');
  expect(selectMessages(all, null)).toBe('Close');
});
