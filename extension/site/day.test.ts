import fc from 'fast-check';
import { expect, it } from 'vitest';
import { birthdayIn } from './day.ts';

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
