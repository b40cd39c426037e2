import { randomUUID } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { eachStorage } from '../fixtures/storages.ts';
import type { DeliveredEvent } from './storage.ts';

const NOW = Date.parse('2026-03-02T10:00:00Z');
const DAY = 86_400_000;
const answered = (submissionId: number): DeliveredEvent => ({
  id: randomUUID(),
  kind: 'SUBMISSION_ANSWERED',
  submissionId,
  applicationId: 5,
});
const closed = (canceledAt: string, applicationId = 5): DeliveredEvent => ({
  id: randomUUID(),
  kind: 'APPLICATION_CANCELED_IDLE',
  applicationId,
  canceledAt,
});

eachStorage('the inbox', ({ open, again }) => {
  const inbox = async () => (await open()).inbox;

  it('numbers events 1, 2, 3 in the order of arrival and gives them back as they were', async () => {
    const { take, after, bounds } = await inbox();
    expect(await bounds()).toEqual({ first: 1, last: 0 });
    const events = [answered(1), answered(2), answered(3)];
    for (const event of events) await take(event, NOW);
    const stored = events.map((event, index) => ({ ...event, sequence: index + 1, receivedAt: NOW }));
    expect(await after(0, 10)).toEqual(stored);
    expect(await after(1, 1)).toEqual(stored.slice(1, 2));
    expect(await after(3, 10)).toEqual([]);
    expect(await bounds()).toEqual({ first: 1, last: 3 });
  });

  it('knows a repeat by its id, whatever else it says, and gives the sequence of the first', async () => {
    const { take, after } = await inbox();
    const first = answered(1);
    await take(answered(9), NOW);
    expect(await take(first, NOW)).toEqual({ sequence: 2, isRepeat: false });
    await take(answered(2), NOW);
    const repeat = { ...first, submissionId: 77 };
    expect(await take(repeat, NOW + 1)).toEqual({ sequence: 2, isRepeat: true });
    expect(await after(0, 10)).toHaveLength(3);
  });

  it('knows the closing of an application by its instant: another cycle or application is new', async () => {
    const { take } = await inbox();
    const instant = '2026-03-01T10:00:00.000Z';
    const sameAgain = closed(instant);
    expect(await take(closed(instant), NOW)).toEqual({ sequence: 1, isRepeat: false });
    expect(await take(sameAgain, NOW)).toEqual({ sequence: 1, isRepeat: true });
    expect(await take(closed('2026-03-08T10:00:00.000Z'), NOW)).toEqual({ sequence: 2, isRepeat: false });
    expect(await take(closed(instant, 6), NOW)).toEqual({ sequence: 3, isRepeat: false });
    expect(await take({ ...sameAgain, canceledAt: '2026-03-09T10:00:00.000Z' }, NOW)).toMatchObject({
      sequence: 1,
    });
  });

  it('gives one sequence to a delivery that reaches two proxies at once', async () => {
    const one = await inbox();
    const other = (await again()).inbox;
    const events = Array.from({ length: 50 }, (_, index) => answered(index));
    const pairs = await Promise.all(
      events.map((event) => Promise.all([one.take(event, NOW), other.take(event, NOW)])),
    );
    for (const [a, b] of pairs) expect([a.sequence, a.isRepeat]).toEqual([b.sequence, !b.isRepeat]);
    const all = (await other.after(0, 100)).map(({ sequence }) => sequence);
    expect(all).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  });

  it('goes on with its numbers, and still knows repeats, when it is opened again', async () => {
    const storage = await open();
    const event = answered(1);
    await storage.inbox.take(event, NOW);
    await storage.close();
    const { take } = (await again()).inbox;
    expect(await take(event, NOW)).toEqual({ sequence: 1, isRepeat: true });
    expect(await take(answered(2), NOW)).toEqual({ sequence: 2, isRepeat: false });
  });

  it('forgets what is too old, and never gives its numbers to others', async () => {
    const { take, prune, bounds, after } = await inbox();
    await take(answered(1), NOW - 31 * DAY);
    await take(closed('2026-01-01T00:00:00.000Z'), NOW - 31 * DAY);
    await take(answered(3), NOW - 29 * DAY);
    expect(await prune(NOW - 30 * DAY)).toBe(2);
    expect(await bounds()).toEqual({ first: 3, last: 3 });
    expect((await after(0, 10)).map(({ sequence }) => sequence)).toEqual([3]);
    expect(await prune(NOW)).toBe(1);
    expect(await bounds()).toEqual({ first: 4, last: 3 });
    expect(await take(answered(4), NOW)).toEqual({ sequence: 4, isRepeat: false });
  });

  it('forgets more than one page of a stream at once', async () => {
    const { take, prune, bounds } = await inbox();
    await Promise.all(Array.from({ length: 601 }, (_, index) => take(answered(index), NOW - 31 * DAY)));
    await take(answered(602), NOW);
    expect(await prune(NOW - 30 * DAY)).toBe(601);
    expect(await bounds()).toEqual({ first: 602, last: 602 });
  });

  it('tells who watches, in its own proxy and in another, until they stop', async () => {
    const one = await inbox();
    const other = (await again()).inbox;
    const seen = { own: 0, other: 0 };
    const look =
      (name: keyof typeof seen, { after }: typeof one) =>
      async () => {
        seen[name] = (await after(0, 100)).length;
      };
    const stops = [one.watch(look('own', one)), other.watch(look('other', other))];
    await one.take(answered(1), NOW);
    await vi.waitFor(() => expect(seen).toEqual({ own: 1, other: 1 }), 15_000);
    await other.take(answered(2), NOW);
    await vi.waitFor(() => expect(seen).toEqual({ own: 2, other: 2 }), 15_000);
    for (const stop of stops) stop();
  });
});

eachStorage('a cursor', ({ open, again }) => {
  it('is held by one at a time, and moved by its holder only', async () => {
    const one = (await open()).inbox.cursor('onEvent');
    const other = (await again()).inbox.cursor('onEvent');
    expect(await one.hold('a', 60_000)).toBe(true);
    expect(await other.hold('b', 60_000)).toBe(false);
    expect(await one.hold('a', 60_000)).toBe(true);
    expect(await other.move('b', 9)).toBe(false);
    expect(await one.move('a', 4)).toBe(true);
    expect(await other.read()).toBe(4);
    await other.release('b');
    expect(await other.hold('b', 60_000)).toBe(false);
    await one.release('a');
    expect(await other.hold('b', 60_000)).toBe(true);
    expect(await one.move('a', 5)).toBe(false);
    expect(await one.read()).toBe(4);
  });

  it('falls to another when its holder does not come back', async () => {
    const one = (await open()).inbox.cursor('onEvent');
    const other = (await again()).inbox.cursor('onEvent');
    await one.hold('a', 1);
    await vi.waitFor(async () => expect(await other.hold('b', 60_000)).toBe(true), 15_000);
  });

  it('stands where it stood when it is opened again, and each name has its own', async () => {
    const storage = await open();
    const before = storage.inbox.cursor('onEvent');
    await before.hold('a', 60_000);
    await before.move('a', 12);
    await storage.close();
    const inbox = (await again()).inbox;
    expect(await inbox.cursor('onEvent').read()).toBe(12);
    expect(await inbox.cursor('other').read()).toBe(0);
  });
});
