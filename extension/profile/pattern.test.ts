import fc from 'fast-check';
import { expect, it } from 'vitest';
import { patternFault } from './patterns.ts';

it.each([
  '^/patients/([0-9a-f-]{36})$',
  '^(.*?), *(.+?) *\\(',
  '(\\d{3}\\.?){3}-\\d{2}',
  '\\bMRN[: ]+([\\w-]+)',
  '^(?:Mrs?|Dr)\\.? (.+)$',
  '(?<day>\\d{2})/\\d{2}/\\d{4}',
  '[\\]a]+\\(x\\)\\|',
])('takes %s', (pattern) => {
  expect(patternFault(pattern)).toBeNull();
});

/** Forms that the literature on regular expression denial of service gives as examples. */
it.each([
  '(a+)+',
  '([a-zA-Z]+)*',
  '(a|aa)+',
  '(a|a?)+',
  '(.*a){11}',
  '(\\p{L}+ ?)+$',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '((a*)b?){20}',
  '(a?){20}',
  '(?:(?:x+)y?)*',
])('refuses %s, which repeats what repeats', (pattern) => {
  expect(patternFault(pattern)?.check).toBe('nested');
});

it.each(['.*.*.*x', '^.*.*.*.*x', '\\w+[a-z]+\\w*\\d', '\\S{0,400}a{0,400}[a-c]{30,}'])(
  'refuses %s, which repeats the same characters in many places',
  (pattern) => {
    expect(patternFault(pattern)?.check).toBe('overlap');
  },
);

it.each([
  ['(', 'regex'],
  ['[a-', 'regex'],
  ['\\-', 'regex'],
  ['(a)\\1', 'backReference'],
  ['(?<x>a)\\k<x>', 'backReference'],
])('refuses %s', (pattern, why) => {
  expect(patternFault(pattern)?.check).toBe(why);
});

it('judges any text without throwing, and takes none that does not compile', () => {
  const piece = fc.constantFrom(
    'a',
    '\\d',
    '.',
    '[a-z]',
    '(',
    ')',
    '|',
    '*',
    '+',
    '?',
    '{2,}',
    '\\',
    '[',
    '(?:',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const pattern = pieces.join('');
      if (patternFault(pattern) === null) expect(() => new RegExp(pattern, 'u')).not.toThrow();
    }),
  );
});
