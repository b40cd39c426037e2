import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { eachStorage } from '../fixtures/storages.ts';
import type { Storage } from '../storage/storage.ts';
import { replay } from './deliver.ts';

async function fill(storage: Storage, count: number): Promise<void> {
  for (let submissionId = 1; submissionId <= count; submissionId += 1)
    await storage.inbox.take({ id: randomUUID(), kind: 'SUBMISSION_ANSWERED', submissionId }, Date.now());
}

eachStorage('a replay', ({ open, again }) => {
  it('brings every event from a sequence on, in order, and leaves the place of onEvent alone', async () => {
    const storage = await open();
    await fill(storage, 205);
    const seen: number[] = [];
    const brought = await replay(await again(), 3, async ({ sequence }) => void seen.push(sequence));
    expect(seen).toEqual(Array.from({ length: 203 }, (_, index) => index + 3));
    expect(brought).toEqual({ count: 203, last: 205 });
    expect(await storage.inbox.cursor('onEvent').read()).toBe(0);
  });

  it('ends with what was there at its beginning, also where its own work makes new events', async () => {
    const storage = await open();
    await fill(storage, 2);
    expect(await replay(storage, 1, () => fill(storage, 1))).toEqual({ count: 2, last: 2 });
  });

  it('begins nowhere where the event is gone or was never there, and says where it can', async () => {
    const storage = await open();
    await fill(storage, 2);
    await storage.inbox.prune(Date.now() + 1_000);
    await fill(storage, 1);
    const none = () => {};
    await expect(replay(storage, 2, none)).rejects.toThrow(/2 is not held.*oldest is 3/);
    await expect(replay(storage, 5, none)).rejects.toMatchObject({ code: 'REPLAY_NOT_YET' });
    expect(await replay(storage, 4, none)).toEqual({ count: 0, last: null });
  });

  it('ends with what its function throws', async () => {
    const storage = await open();
    await fill(storage, 3);
    const seen: number[] = [];
    const failing = replay(storage, 1, ({ sequence }) => {
      seen.push(sequence);
      if (sequence === 2) throw new RangeError('full');
    });
    await expect(failing).rejects.toThrow(RangeError);
    expect(seen).toEqual([1, 2]);
  });
});
