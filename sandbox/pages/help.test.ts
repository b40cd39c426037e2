import { describe, expect, it } from 'vitest';
import { HELP_COUNTRIES, HELP_LINES } from './help.ts';

const lines = Object.entries(HELP_LINES).flatMap(([country, those]) =>
  those.map((line) => ({ country, ...line })),
);

describe('telephone help', () => {
  it.each(lines)('$country $number has its source and the date on which that was read', (line) => {
    expect(line.country).toMatch(/^[A-Z]{2}$/);
    expect(new URL(line.source).protocol).toMatch(/^https?:$/);
    expect(line.checkedOn).toMatch(/^20\d\d-\d\d-\d\d$/);
    expect(line.number).toMatch(/^[\d ]+$/);
  });

  it('has the countries that are offered, and no other', () => {
    expect(Object.keys(HELP_LINES)).toEqual(HELP_COUNTRIES);
  });

  it.each(Object.entries(HELP_LINES))('%s has someone to talk to, and an emergency number', (_, those) => {
    const kinds = those.map(({ kind }) => kind);
    expect(kinds).toContain('talk');
    expect(kinds).toContain('emergency');
  });
});
