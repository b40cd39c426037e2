import { randomUUID } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { eachStorage } from '../fixtures/storages.ts';
import type { Backing } from '../store/backing.ts';
import { inboxOf } from '../store/inbox.ts';
import { createFeed } from './feed.ts';

const PATIENCE = { timeout: 15_000, interval: 10 };
const put = (backing: Backing, submissionId: number) =>
  inboxOf(backing).take({ id: randomUUID(), kind: 'A', submissionId }, Date.now());
const fail = (error: unknown) => {
  throw error;
};

eachStorage('the feed of a proxy', ({ open, again }) => {
  it('reads each new event once for all who watch, and old ones from the storage', async () => {
    const backing = await open();
    await put(backing, 1);
    const inbox = inboxOf(backing);
    const after = vi.fn(inbox.after);
    const feed = createFeed(async () => ({ ...inbox, after }), fail);
    expect(await feed.bounds()).toEqual({ first: 1, last: 1 });
    after.mockClear();
    let news = 0;
    for (let watcher = 0; watcher < 100; watcher += 1) feed.watch(() => (news += 1));
    await put(await again(), 2);
    await vi.waitFor(() => expect(news).toBe(100), PATIENCE);
    for (let watcher = 0; watcher < 100; watcher += 1)
      expect(await feed.after(1)).toMatchObject([{ submissionId: 2 }]);
    expect(after.mock.calls.length).toBeLessThan(10);
    expect(await feed.after(0)).toMatchObject([{ submissionId: 1 }, { submissionId: 2 }]);
    feed.stop();
  });

  it('begins anew where the storage was emptied under it', async () => {
    const backing = await open();
    for (const submissionId of [1, 2, 3]) await put(backing, submissionId);
    const feed = createFeed(async () => inboxOf(backing), fail);
    await feed.bounds();
    if (backing.kind === 'sqlite') backing.db.exec('DELETE FROM outbox; DELETE FROM sqlite_sequence;');
    else await backing.redis.flushall();
    await put(backing, 9);
    await vi.waitFor(() => expect([feed.resets(), feed.head()]).toEqual([1, 1]), PATIENCE);
    feed.stop();
  });
});
