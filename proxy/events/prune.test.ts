import { randomUUID } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { eachStorage } from '../fixtures/storages.ts';
import { startPruning } from './webhooks.ts';

const DAY = 86_400_000;

eachStorage('pruning', ({ open }) => {
  it('forgets events after 30 days, and not before', async () => {
    const inbox = (await open()).inbox;
    const now = Date.parse('2026-03-31T10:00:00Z');
    for (const at of [now - 30 * DAY - 1, now - 30 * DAY, now])
      await inbox.take({ id: randomUUID(), kind: 'A' }, at);
    const { stop } = startPruning(
      async () => inbox,
      () => now,
      () => {},
    );
    await vi.waitFor(async () => expect(await inbox.bounds()).toEqual({ first: 2, last: 3 }), 15_000);
    stop();
  });

  it('forgets nothing by a clock that jumps ahead while the proxy runs, and says so', async () => {
    const inbox = (await open()).inbox;
    let now = Date.parse('2026-03-31T10:00:00Z');
    await inbox.take({ id: randomUUID(), kind: 'A' }, now);
    const said: string[] = [];
    const { prune, stop } = startPruning(
      async () => inbox,
      () => now,
      ({ event }) => said.push(event),
    );
    now += 60 * DAY;
    await prune();
    expect(await inbox.bounds()).toEqual({ first: 1, last: 1 });
    expect(said).toEqual(['events-not-pruned']);
    stop();
  });

  it('of many events lets others have their turn in between', async () => {
    const inbox = (await open()).inbox;
    for (let count = 0; count < 1_200; count += 1) await inbox.take({ id: randomUUID(), kind: 'A' }, 0);
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    expect(await inbox.prune(DAY)).toBe(1_200);
    isOver = true;
    expect(turns).toBeGreaterThan(2);
  });
});
