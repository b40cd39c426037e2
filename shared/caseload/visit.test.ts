import { describe, expect, it, vi } from 'vitest';
import { day } from './pages.fixture.ts';
import type { CaseloadReader } from './read.ts';
import { CaseloadVisit } from './visit.ts';

/** A visit of a list that was read at noon of the 20th, and what was said to have been seen. */
function visit(more: Partial<CaseloadReader> = {}, post = async () => {}) {
  const told: number[] = [];
  const refresh = vi.fn(async () => {});
  const reader = { isWhole: true, isEnded: false, at: day(20), seenAt: day(18), refresh, ...more };
  const one = new CaseloadVisit(reader as unknown as CaseloadReader, (at) => {
    told.push(at);
    return post();
  });
  return { one, told, reader: reader as { at: number; seenAt: number; isWhole: boolean }, refresh };
}

describe('until when a list was seen', () => {
  it('is told when the person leaves, by the time of the list that was in sight', () => {
    const { one, told, reader } = visit();
    one.sight();
    reader.at = day(21);
    one.leave();
    one.leave();
    expect(told).toEqual([day(20)]);
  });

  it.each([
    ['was never in sight', {}, false],
    ['was not whole', { isWhole: false }, true],
    ['is no newer than what was seen', { seenAt: day(20) }, true],
  ])('is not told of a list that %s', (_, more, isInSight) => {
    const { one, told } = visit(more);
    if (isInSight) one.sight();
    one.leave();
    expect(told).toEqual([]);
  });

  it('is told once, though the same list comes into sight again', () => {
    const { one, told, reader } = visit();
    for (const at of [day(20), day(20), day(21)]) {
      reader.at = at;
      one.sight();
      one.leave();
    }
    expect(told).toEqual([day(20), day(21)]);
  });

  it('is told again at the next leaving where it could not be kept', async () => {
    const { one, told } = visit({}, () => Promise.reject(new Error('down')));
    for (let time = 0; time < 2; time++) {
      one.sight();
      one.leave();
      await Promise.resolve();
    }
    expect(told).toEqual([day(20), day(20)]);
  });

  it('moves by marking, once that is kept', async () => {
    const { one, told, reader, refresh } = visit();
    expect(await one.mark()).toBe(true);
    expect([told, reader.seenAt, one.marking]).toEqual([[day(20)], day(20), 'done']);
    expect(refresh).toHaveBeenCalledOnce();
  });

  it('stays where marking failed, which is said', async () => {
    const { one, reader } = visit({}, () => Promise.reject(new Error('down')));
    expect(await one.mark()).toBe(false);
    expect([reader.seenAt, one.marking]).toEqual([day(18), 'failed']);
  });
});
