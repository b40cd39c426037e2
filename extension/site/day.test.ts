import { sharedMonths } from '@instrument-panel/shared/words/compiled/languages';
import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { toMonthPattern } from '../profile/months.ts';
import { birthdayIn, readMonths } from './day.ts';

beforeEach(() => readMonths(sharedMonths.source));

it.each([
  ['1980-03-12', 'ymd', '1980-03-12'],
  ['1980-03-12', 'dmy', '1980-03-12'],
  ['1980/3/2', 'ymd', '1980-03-02'],
  ['1980-03-12T00:00:00Z', 'ymd', '1980-03-12'],
  ['12/03/1980', 'dmy', '1980-03-12'],
  ['12.03.1980 (46)', 'dmy', '1980-03-12'],
  ['03/12/1980', 'mdy', '1980-03-12'],
  ['12/03/1980', 'ymd', null],
  ['12/03/80', 'dmy', null],
  ['31/02/1980', 'dmy', null],
  ['29/02/1900', 'dmy', null],
  ['29/02/2000', 'dmy', '2000-02-29'],
  ['12/03/1980 – 13/03/2020', 'dmy', null],
  ['00/03/1980', 'dmy', null],
  ['12/13/1980', 'dmy', null],
  ['12 Mar 1980', 'ymd', '1980-03-12'],
  ['12-MAR-1980', 'mdy', '1980-03-12'],
  ['March 12, 1980', 'ymd', '1980-03-12'],
  ['Sept. 3rd, 1980', 'ymd', '1980-09-03'],
  ['12 de março de 1980', 'ymd', '1980-03-12'],
  ['1º de março', 'ymd', null],
  ['3 set. 1980', 'ymd', '1980-09-03'],
  ['12 de diciembre de 1980', 'ymd', '1980-12-12'],
  ['5 enero 1980', 'ymd', '1980-01-05'],
  ['12 xyz 1980', 'ymd', null],
  ['46 years', 'ymd', null],
  ['', 'ymd', null],
] as const)('reads %s in order %s as %s', (text, order, day) => {
  expect(birthdayIn(text, order)).toBe(day);
});

/** Against the platform's own words for the months. */
it.each(['en-US', 'en-GB', 'pt-BR', 'es-ES', 'es-MX'])('reads every month as %s writes it', (locale) => {
  const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2026-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(days, fc.constantFrom('long', 'short'), (date, month) => {
      const text = date.toLocaleDateString(locale, {
        day: 'numeric',
        month,
        year: 'numeric',
        timeZone: 'UTC',
      });
      expect(birthdayIn(text), text).toBe(date.toISOString().slice(0, 10));
    }),
    { numRuns: 60 },
  );
});

it.each(['de', 'fr', 'it', 'nl', 'sv', 'fi', 'pl', 'cs', 'ru', 'tr'])(
  'reads every month as %s writes it, where the profile names that language',
  (language) => {
    readMonths(toMonthPattern(language));
    for (const month of ['long', 'short'] as const) {
      for (let index = 0; index < 12; index++) {
        const date = new Date(Date.UTC(1980, index, 12));
        const options = { day: 'numeric', month, year: 'numeric', timeZone: 'UTC' } as const;
        const text = date.toLocaleDateString(language, options);
        expect(birthdayIn(text, 'dmy'), text).toBe(date.toISOString().slice(0, 10));
      }
    }
  },
);

it.each([
  ['de', '12. Sept. 1980', '1980-09-12'],
  ['de', '12. Septem. 1980', '1980-09-12'],
  ['fr', '12 FEVR. 1980', '1980-02-12'],
  ['fr', '12 juil 1980', '1980-07-12'],
  // Juin or juillet.
  ['fr', '12 jui 1980', null],
  ['fr', '12 Dec 1980', '1980-12-12'],
  ['de', '12 Dec 1980', null],
  // By itself červen is June, and červenec July.
  ['cs', '12. červen 1980', '1980-06-12'],
  ['cs', '12. července 1980', '1980-07-12'],
  // In Finnish it is no March.
  ['fi', '12. marras 1980', '1980-11-12'],
  ['en', '12 Sept 1980', '1980-09-12'],
  ['en', '12 Janus 1980', null],
] as const)('in %s, reads %s as %s', (language, text, day) => {
  readMonths(toMonthPattern(language));
  expect(birthdayIn(text)).toBe(day);
});
