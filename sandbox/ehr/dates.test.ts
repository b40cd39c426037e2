import { describe, expect, it } from 'vitest';
import { ageOn, calendarDay, createDates, startInstant } from './dates.ts';

const SAO_PAULO = 'America/Sao_Paulo';

describe('dates of the clinic', () => {
  it('are days of its own time zone: 02:00 UTC is still the evening before in São Paulo', () => {
    const at = Date.parse('2026-03-01T02:00:00Z');
    expect(calendarDay(at, SAO_PAULO)).toBe('2026-02-28');
    expect(calendarDay(at, 'UTC')).toBe('2026-03-01');
  });

  it('show a birthday as the day it is, in every time zone', () => {
    const birthday = '1990-02-28T00:00:00Z';
    expect(createDates('en', SAO_PAULO).birthday(birthday)).toBe('28 Feb 1990');
    expect(createDates('pt-BR', 'Asia/Tokyo').birthday(birthday)).toBe('28 de fev. de 1990');
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

describe('the start of an application', () => {
  const now = Date.parse('2026-03-01T15:20:00Z');

  it('is this moment where it starts today', () => {
    expect(startInstant('2026-03-01', now, SAO_PAULO)).toBe('2026-03-01T15:20:00.000Z');
  });

  it('is eight in the morning of a later day, in the clinic’s time zone and its summer time', () => {
    expect(startInstant('2026-03-02', now, SAO_PAULO)).toBe('2026-03-02T11:00:00.000Z');
    expect(startInstant('2026-07-01', now, 'Europe/Lisbon')).toBe('2026-07-01T07:00:00.000Z');
    expect(startInstant('2026-12-01', now, 'Europe/Lisbon')).toBe('2026-12-01T08:00:00.000Z');
  });
});
