import { randomUUID } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { eachStorage } from '../fixtures/storages.ts';
import type { Storage } from '../storage/storage.ts';
import { createFeed } from './feed.ts';

const WAIT_OPTIONS = { timeout: 15_000, interval: 10 };
const put = (storage: Storage, submissionId: number) =>
  storage.inbox.take({ id: randomUUID(), kind: 'A', submissionId }, Date.now());
const fail = (error: unknown) => {
  throw error;
};

eachStorage('the feed of a proxy', ({ open, again }) => {
  it('reads each new event once for all who watch, and old ones from the storage', async () => {
    const storage = await open();
    await put(storage, 1);
    const inbox = storage.inbox;
    const after = vi.fn(inbox.after);
    const feed = createFeed(async () => ({ ...inbox, after }), fail);
    expect(await feed.bounds()).toEqual({ first: 1, last: 1 });
    after.mockClear();
    let news = 0;
    for (let watcher = 0; watcher < 100; watcher += 1) feed.watch(() => (news += 1));
    await put(await again(), 2);
    await vi.waitFor(() => expect(news).toBe(100), WAIT_OPTIONS);
    for (let watcher = 0; watcher < 100; watcher += 1)
      expect(await feed.after(1)).toMatchObject([{ submissionId: 2 }]);
    expect(after.mock.calls.length).toBeLessThan(10);
    expect(await feed.after(0)).toMatchObject([{ submissionId: 1 }, { submissionId: 2 }]);
    feed.stop();
  });

  it('begins again if the storage was emptied under it', async () => {
    const storage = await open();
    for (const submissionId of [1, 2, 3]) await put(storage, submissionId);
    const feed = createFeed(async () => storage.inbox, fail);
    await feed.bounds();
    if (storage.kind === 'sqlite') storage.db.exec('DELETE FROM outbox; DELETE FROM sqlite_sequence;');
    else if (storage.kind === 'redis') await storage.redis.flushall();
    else {
      await storage.sql('DELETE FROM outbox');
      await storage.sql('UPDATE outbox_end SET sequence = 0');
    }
    await put(storage, 9);
    await vi.waitFor(() => expect([feed.resets(), feed.head()]).toEqual([1, 1]), WAIT_OPTIONS);
    feed.stop();
  });
});
