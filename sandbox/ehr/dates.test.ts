import { describe, expect, it } from 'vitest';
import { ageOn, calendarDay, createDates } from './dates.ts';

const SAO_PAULO = 'America/Sao_Paulo';

describe('dates of the clinic', () => {
  it('are days of its own time zone: 02:00 UTC is still the evening before in São Paulo', () => {
    const at = Date.parse('2026-03-01T02:00:00Z');
    expect(calendarDay(at, SAO_PAULO)).toBe('2026-02-28');
    expect(calendarDay(at, 'UTC')).toBe('2026-03-01');
  });

  it('are written as the elements on the page write them', () => {
    expect(createDates('pt-BR', SAO_PAULO).day('2026-11-25T12:00:00Z')).toBe('25 nov. 2026');
  });

  it('show a birthday as the day it is, in every time zone', () => {
    const birthday = '1990-02-28T00:00:00Z';
    expect(createDates('en', SAO_PAULO).birthday(birthday)).toBe('28 Feb 1990');
    expect(createDates('pt-BR', 'Asia/Tokyo').birthday(birthday)).toBe('28 fev. 1990');
  });

  it.each([
    ['1990-03-01', '2026-02-28', 35],
    ['1990-03-01', '2026-03-01', 36],
    ['2000-02-29', '2026-02-28', 25],
    ['2000-02-29', '2026-03-01', 26],
  ])('count the years from %s to %s as %i', (born, day, years) => {
    expect(ageOn(`${born}T00:00:00Z`, day)).toBe(years);
  });
});
