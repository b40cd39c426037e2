import { describe, expect, it } from 'vitest';
import { offsetIn } from './bands.ts';
import { lacksEnd, readTreatments } from './treatments.ts';

const utc = offsetIn('UTC');
const event = (at: unknown, more = {}) => ({ at, kind: 'medication', label: 'Sertraline 50 mg', ...more });

describe('events of treatment that a page gives', () => {
  it('are read by time, whatever their order', () => {
    const { treatments, invalid } = readTreatments([event('2026-05-02'), event('2026-03-01T09:00:00Z')], utc);
    expect(treatments.map(({ at }) => new Date(at).toISOString())).toEqual([
      '2026-03-01T09:00:00.000Z',
      '2026-05-02T00:00:00.000Z',
    ]);
    expect(invalid).toBe(0);
  });

  it('begin on their day in the time zone that is shown, and last to the end of their last day', () => {
    const [one] = readTreatments(
      [event('2026-03-01', { until: '2026-03-02' })],
      offsetIn('America/Sao_Paulo'),
    ).treatments;
    expect(new Date(one?.at ?? 0).toISOString()).toBe('2026-03-01T03:00:00.000Z');
    expect(new Date(one?.until ?? 0).toISOString()).toBe('2026-03-03T02:59:59.999Z');
  });

  it.each([
    ['a text that is no date', event('soon')],
    ['a day that the calendar does not have', event('2026-02-30')],
    ['a number', event(1_772_000_000_000)],
    ['no date', event(undefined)],
    ['an end that is no date', event('2026-03-01', { until: 'later' })],
    ['an end before the beginning', event('2026-03-01', { until: '2026-02-01' })],
    ['nothing', null],
    ['one that goes on and has an end', event('2026-03-01', { until: '2026-04-01', ongoing: true })],
    ['a text for whether it goes on', event('2026-03-01', { ongoing: 'yes' })],
    ['a number for whether it goes on', event('2026-03-01', { ongoing: 1 })],
  ])('are counted and not drawn: %s', (_, given) => {
    expect(readTreatments([event('2026-03-01'), given], utc)).toMatchObject({
      treatments: [{ label: 'Sertraline 50 mg' }],
      invalid: 1,
    });
  });

  it('keep a kind that has no words, and a text that could be markup, as they are', () => {
    const given = [event('2026-03-01', { kind: 'yoga', label: '<b>Monday</b>' })];
    expect(readTreatments(given, utc).treatments).toMatchObject([{ kind: 'yoga', label: '<b>Monday</b>' }]);
  });

  it('go on only where the page says so, and may have an end where it says that they do not', () => {
    const given = [
      event('2026-03-01'),
      event('2026-03-02', { ongoing: true, until: null }),
      event('2026-03-03', { ongoing: false, until: '2026-04-01' }),
      event('2026-03-04', { ongoing: null }),
    ];
    const { treatments, invalid } = readTreatments(given, utc);
    expect(treatments.map(({ ongoing, until }) => [ongoing, until !== null])).toEqual([
      [false, false],
      [true, false],
      [false, true],
      [false, false],
    ]);
    expect(invalid).toBe(0);
  });

  it.each([
    ['medication', {}, true],
    ['course', {}, true],
    ['admission', {}, true],
    ['session', {}, false],
    ['yoga', {}, false],
    ['medication', { ongoing: true }, false],
    ['medication', { until: '2026-04-01' }, false],
  ])('lack an end if their kind lasts and nothing is said of it: %s, %j: %s', (kind, more, expected) => {
    const [one] = readTreatments([event('2026-03-01', { kind, ...more })], utc).treatments;
    expect(one && lacksEnd(one)).toBe(expected);
  });

  it('are none for null, and one that is not valid for anything but a list', () => {
    expect(readTreatments(null, utc)).toEqual({ treatments: [], invalid: 0 });
    expect(readTreatments('2026-03-01', utc)).toEqual({ treatments: [], invalid: 1 });
  });
});
