import { describe, expect, it } from 'vitest';
import { endOfDay, findValue } from './scene.ts';

const at = (text: string): number => Date.parse(text);
const points = ['2026-06-01T09:00Z', '2026-06-15T09:00Z'].map((text) => ({ at: at(text) })) as never;
const valueAt = (text: string, unread: readonly string[] = []) =>
  findValue({ points, unread: { at: unread.map(at), undated: 0 } }, at(text));

describe('what a row holds at an instant', () => {
  it('is its last answer up to there, and none before the first', () => {
    expect(valueAt('2026-05-31T09:00Z').index).toBe(-1);
    expect(valueAt('2026-06-01T09:00Z').index).toBe(0);
    expect(valueAt('2026-06-14T09:00Z').index).toBe(0);
    expect(valueAt('2026-07-01T09:00Z').index).toBe(1);
  });

  it('says a newer answer that could not be read, and none that is older or later', () => {
    const unread = ['2026-05-20T09:00Z', '2026-06-08T09:00Z', '2026-06-20T09:00Z'];
    expect(valueAt('2026-05-31T09:00Z', unread)).toEqual({ index: -1, unreadAt: at('2026-05-20T09:00Z') });
    expect(valueAt('2026-06-05T09:00Z', unread)).toEqual({ index: 0, unreadAt: null });
    expect(valueAt('2026-06-10T09:00Z', unread)).toEqual({ index: 0, unreadAt: at('2026-06-08T09:00Z') });
    expect(valueAt('2026-06-16T09:00Z', unread)).toEqual({ index: 1, unreadAt: null });
  });
});

describe('the end of a day', () => {
  it('is that of the time zone', () => {
    const inSaoPaulo = () => -3 * 3_600_000;
    expect(endOfDay(at('2026-06-02T02:00Z'), inSaoPaulo)).toBe(at('2026-06-02T02:59:59.999Z'));
    expect(endOfDay(at('2026-06-02T03:00Z'), inSaoPaulo)).toBe(at('2026-06-03T02:59:59.999Z'));
  });

  it('is where the clock is put back an hour later', () => {
    const end = at('2026-10-25T01:00Z');
    const inBerlin = (instant: number) => (instant < end ? 2 : 1) * 3_600_000;
    expect(endOfDay(at('2026-10-24T23:00Z'), inBerlin)).toBe(at('2026-10-25T22:59:59.999Z'));
  });
});
