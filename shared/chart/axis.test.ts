import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { offsetIn } from '../score/bands.ts';
import { namedTicks, nameLines, timeTicks } from './axis.ts';

const utc = offsetIn('UTC');
const ticks = (from: string, to: string, zone = 'UTC') =>
  timeTicks(Date.parse(from), Date.parse(to), offsetIn(zone)).map(({ at, year, month, day }) => [
    new Date(at).toISOString().slice(0, 16),
    day === null ? `${year}-${month + 1}` : `${year}-${month + 1}-${day}`,
  ]);

describe('ticks of the time axis', () => {
  it('stand on the first day of months over a year', () => {
    expect(ticks('2025-01-10T12:00Z', '2026-01-02T12:00Z')).toEqual([
      ['2025-04-01T00:00', '2025-4'],
      ['2025-07-01T00:00', '2025-7'],
      ['2025-10-01T00:00', '2025-10'],
      ['2026-01-01T00:00', '2026-1'],
    ]);
  });

  it('stand on days over a few weeks', () => {
    expect(ticks('2026-02-20T12:00Z', '2026-03-10T12:00Z')).toEqual([
      ['2026-02-21T00:00', '2026-2-21'],
      ['2026-02-28T00:00', '2026-2-28'],
      ['2026-03-07T00:00', '2026-3-7'],
    ]);
  });

  it('name the ends where no two round dates lie between them', () => {
    expect(ticks('2026-03-02T09:00Z', '2026-03-08T21:00Z')).toEqual([
      ['2026-03-02T09:00', '2026-3-2'],
      ['2026-03-08T21:00', '2026-3-8'],
    ]);
  });

  it('is one for a single day', () => {
    expect(ticks('2026-03-02T09:00Z', '2026-03-02T09:00Z')).toEqual([['2026-03-02T09:00', '2026-3-2']]);
  });

  it('stand on local midnights, over a change of the clocks too', () => {
    // America/New_York changes to daylight saving time on 8 March 2026 at 02:00.
    expect(ticks('2026-03-06T12:00Z', '2026-03-09T08:00Z', 'America/New_York')).toEqual([
      ['2026-03-07T05:00', '2026-3-7'],
      ['2026-03-08T05:00', '2026-3-8'],
      ['2026-03-09T04:00', '2026-3-9'],
    ]);
  });

  it('name the day that it is in the zone', () => {
    expect(ticks('2026-03-02T01:00Z', '2026-03-02T01:00Z', 'America/Sao_Paulo')[0]?.[1]).toBe('2026-3-1');
  });

  it('are one to six, ascending, between the ends, over any time', () => {
    const instant = fc.integer({ min: 0, max: Date.UTC(2100, 0) });
    fc.assert(
      fc.property(instant, instant, (a, b) => {
        const [from, to] = a < b ? [a, b] : [b, a];
        const made = timeTicks(from, to, utc).map(({ at }) => at);
        expect(made.length).toBeGreaterThan(0);
        expect(made.length).toBeLessThanOrEqual(6);
        expect(made).toEqual([...made].sort((x, y) => x - y));
        expect(made.every((at) => at >= from && at <= to)).toBe(true);
      }),
    );
  });
});

const words = {
  months: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' '),
  day: ({ day, month, year }: { day: number; month: string; year: number }) => `${day} ${month} ${year}`,
  dayOfYear: ({ day, month }: { day: number; month: string }) => `${day} ${month}`,
  month: ({ month, year }: { month: string; year: number }) => `${month} ${year}`,
  today: 'Today',
};
const texts = (from: string, to: string, now?: string) =>
  namedTicks({ from: Date.parse(from), to: Date.parse(to) }, now ? Date.parse(now) : null, words, utc).map(
    ({ text }) => text,
  );

describe('texts of the ticks', () => {
  it('are years over many of them', () => {
    expect(texts('2017-02-10T12:00Z', '2026-05-02T12:00Z')).toEqual(['2018', '2020', '2022', '2024', '2026']);
  });
  it('name the year once, and again where it changes', () => {
    expect(texts('2025-06-10T12:00Z', '2026-05-02T12:00Z')).toEqual(['Jul 2025', 'Oct', '2026', 'Apr']);
    expect(texts('2025-12-20T12:00Z', '2026-01-10T12:00Z')).toEqual(['21 Dec 2025', '28 Dec', '4 Jan 2026']);
  });
});

describe('texts of the ticks with today', () => {
  it('end with it, and name no day beside it', () => {
    expect(texts('2025-06-10T12:00Z', '2026-05-02T12:00Z', '2026-05-02T12:00Z')).toEqual([
      'Jul 2025',
      'Oct',
      '2026',
      'Today',
    ]);
  });
  it('name the month before it where there is room', () => {
    const half = texts('2026-06-26T12:00Z', '2026-11-23T12:00Z', '2026-11-23T12:00Z');
    expect(half).toEqual(['Jul 2026', 'Aug', 'Sep', 'Oct', 'Nov', 'Today']);
  });
  it('do not name it where it lies after the end', () => {
    expect(texts('2025-06-10T12:00Z', '2026-05-02T12:00Z', '2026-07-02T12:00Z')).not.toContain('Today');
  });
});

describe('lines of a name', () => {
  it.each([
    ['Moderately severe', ['Moderately ', 'severe']],
    ['At or above the cut-off', ['At or above ', 'the cut-off']],
    ['Moderadamente grave', ['Moderadamente ', 'grave']],
    ['Unwiederbringlichkeit', ['Unwiederbring', 'lichkeit']],
    ['', []],
  ])('of %j hold 13 letters, and lose none', (title, lines) => {
    expect(nameLines({ title })).toEqual(lines);
  });
  it('are few, however long the name is', () => {
    expect(nameLines({ title: 'very '.repeat(1000) }).length).toBeLessThan(8);
  });
});

describe('the offset of a zone', () => {
  it.each([
    ['America/Sao_Paulo', '2026-07-01T00:00Z', -180],
    ['Asia/Kolkata', '2026-07-01T00:00Z', 330],
    ['Europe/London', '2026-07-01T00:00Z', 60],
    ['Europe/London', '2026-01-01T00:00Z', 0],
  ])('of %s at %s is %d minutes', (zone, at, minutes) => {
    expect(offsetIn(zone)(Date.parse(at)) / 60_000).toBe(minutes);
  });
  it('is refused for a zone that is none', () => {
    expect(() => offsetIn('Mars/Olympus')).toThrow(RangeError);
  });
});
