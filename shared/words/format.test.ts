import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { courseEn as en } from './compiled/course/en.js';
import { coursePtBR as ptBR } from './compiled/course/pt-BR.js';
import { createFormat, isTimeZone } from './format.ts';

const NOON = Date.UTC(2026, 10, 12, 17, 5);

describe('dates', () => {
  test('are told in the zone that is named, 24 hours', () => {
    expect(createFormat(en, 'America/Sao_Paulo').moment(NOON)).toBe('12 Nov 2026, 14:05');
    expect(createFormat(en, 'Asia/Tokyo').moment(NOON)).toBe('13 Nov 2026, 02:05');
    expect(createFormat(ptBR, 'America/Sao_Paulo').day(NOON)).toBe('12 nov. 2026');
  });

  test('midnight is 00, and belongs to the day that begins', () => {
    expect(createFormat(en, 'UTC').moment(Date.UTC(2026, 0, 1))).toBe('1 Jan 2026, 00:00');
  });

  test('without a zone they are those of the platform', () => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }), (date) => {
        expect(createFormat(en).moment(+date)).toBe(createFormat(en, own).moment(+date));
      }),
    );
  });

  test.each([
    [en, 0, 'today (12 Nov 2026)'],
    [en, 1, 'yesterday (12 Nov 2026)'],
    [en, 4, '4 days ago (12 Nov 2026)'],
    // Weeks only where no more than half of one is left out or added.
    [en, 19, '19 days ago (12 Nov 2026)'],
    [en, 20, '20 days ago (12 Nov 2026)'],
    [en, 21, '3 weeks ago (12 Nov 2026)'],
    [en, 26, '4 weeks ago (12 Nov 2026)'],
    [en, 35, '5 weeks ago (12 Nov 2026)'],
    [en, 60, '9 weeks ago (12 Nov 2026)'],
    [en, 183, '6 months ago (12 Nov 2026)'],
    [en, 730, '24 months ago (12 Nov 2026)'],
    [en, 800, '2 years ago (12 Nov 2026)'],
    [ptBR, 4, 'há 4 dias (12 nov. 2026)'],
  ])('are told with their age by the calendar of the zone ($lang, %d days)', (words, days, said) => {
    // 01:00 UTC is still the day before in São Paulo.
    const now = Date.UTC(2026, 10, 13 + days, 1);
    expect(createFormat(words, 'America/Sao_Paulo').age(NOON, now)).toBe(said);
  });

  test('have no age where the present is not known, or lies before them', () => {
    const { age } = createFormat(en, 'UTC');
    expect(age(NOON, null)).toBe('12 Nov 2026');
    expect(age(NOON, NOON - 86_400_000)).toBe('12 Nov 2026');
  });

  test('a zone that nobody knows is recognised', () => {
    expect(isTimeZone('Mars/Olympus')).toBe(false);
    expect(isTimeZone('Europe/Lisbon')).toBe(true);
    expect(isTimeZone(null)).toBe(true);
  });
});

test.each([
  [en, 1.5, '1.5', '+1.5'],
  [ptBR, 1.5, '1,5', '+1,5'],
  [en, -3, '−3', '−3'],
  [en, 0.1 + 0.2, '0.3', '+0.3'],
  [ptBR, 12.345, '12,35', '+12,35'],
])('numbers have the decimal sign of the language and a true minus', (words, value, plain, signed) => {
  const format = createFormat(words);
  expect(format.number(value)).toBe(plain);
  expect(format.signed(value)).toBe(signed);
});
