import { describe, expect, it } from 'vitest';
import { RECURRENCE_CYCLES } from '../../client/contract/states.ts';
import { isStartRight, previewOf, startOf, toDay } from './schedule.ts';

const at = (text: string) => Date.parse(text);
const NOW = at('2026-03-01T23:30:00Z');
const SAO_PAULO = 'America/Sao_Paulo';
const iso = (instants: readonly number[]) => instants.map((one) => new Date(one).toISOString().slice(0, 16));

describe('the first day', () => {
  it.each([
    ['UTC', '2026-03-01'],
    [SAO_PAULO, '2026-03-01'],
    ['Asia/Tokyo', '2026-03-02'],
  ])('is told in the time zone of the page: today in %s is %s', (zone, today) => {
    expect(toDay(NOW, zone)).toBe(today);
  });

  it.each([
    ['2026-03-01', true],
    ['2026-02-28', false],
    ['2027-01-01', true],
    ['2026-02-30', false],
    ['2026-13-01', false],
    ['12026-03-01', false],
    ['soon', false],
    ['', false],
  ])('%s is right: %s', (startsOn, isRight) => {
    expect(isStartRight({ cycle: 'WEEKLY', startsOn }, NOW, SAO_PAULO)).toBe(isRight);
    expect(isStartRight({ cycle: 'NOW', startsOn }, NOW, SAO_PAULO)).toBe(true);
  });

  it('is now for today, and eight in the morning there for a later day', () => {
    expect(startOf({ cycle: 'ONCE', startsOn: '2026-03-01' }, NOW, SAO_PAULO)).toBe(NOW);
    // São Paulo is three hours behind UTC all year.
    expect(startOf({ cycle: 'ONCE', startsOn: '2026-03-04' }, NOW, SAO_PAULO)).toBe(at('2026-03-04T11:00Z'));
    expect(startOf({ cycle: 'NOW', startsOn: '2026-03-04' }, NOW, SAO_PAULO)).toBe(NOW);
  });

  it.each([
    // Clocks of New York went forward on 8 March 2026 at 02:00, and go back on 1 November at 02:00.
    ['America/New_York', '2026-03-08', '2026-03-08T12:00Z'],
    ['America/New_York', '2026-11-01', '2026-11-01T13:00Z'],
    // Those of Lisbon on 29 March at 01:00; those of Kiritimati never, 14 hours ahead.
    ['Europe/Lisbon', '2026-03-29', '2026-03-29T07:00Z'],
    ['Pacific/Kiritimati', '2026-03-10', '2026-03-09T18:00Z'],
  ])('is eight in the morning in %s on %s, whatever its clocks do that night', (zone, startsOn, instant) => {
    expect(startOf({ cycle: 'DAILY', startsOn }, NOW, zone)).toBe(at(instant));
  });
});

describe('what is foretold', () => {
  it('are five dates, and that others follow', () => {
    const foretold = previewOf({ cycle: 'MONTHLY', startsOn: '2026-03-31' }, NOW, SAO_PAULO);
    expect(iso(foretold?.dates ?? [])).toEqual([
      '2026-03-31T11:00',
      '2026-04-30T11:00',
      '2026-05-31T11:00',
      '2026-06-30T11:00',
      '2026-07-31T11:00',
    ]);
    expect(foretold).toMatchObject({ isAtOnce: false, goesOn: true });
  });

  it.each(['NOW', 'ONCE'] as const)('is one date for %s', (cycle) => {
    const foretold = previewOf({ cycle, startsOn: '2026-03-01' }, NOW, SAO_PAULO);
    expect(foretold).toEqual({ dates: [NOW], isAtOnce: true, goesOn: false });
  });

  it('is nothing without a right first day', () => {
    for (const cycle of RECURRENCE_CYCLES) {
      const foretold = previewOf({ cycle, startsOn: '2026-02-01' }, NOW, SAO_PAULO);
      expect(foretold === null, cycle).toBe(cycle !== 'NOW');
    }
  });
});
