import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { eachStorage } from '../fixtures/storages.ts';
import type { Backing } from '../store/backing.ts';
import { inboxOf } from '../store/inbox.ts';
import { replay } from './replay.ts';

async function fill(backing: Backing, count: number): Promise<void> {
  for (let submissionId = 1; submissionId <= count; submissionId += 1)
    await inboxOf(backing).take({ id: randomUUID(), kind: 'SUBMISSION_ANSWERED', submissionId }, Date.now());
}

eachStorage('a replay', ({ open, again }) => {
  it('brings every event from a sequence on, in order, and leaves the place of onEvent alone', async () => {
    const backing = await open();
    await fill(backing, 205);
    const seen: number[] = [];
    const brought = await replay(await again(), 3, async ({ sequence }) => void seen.push(sequence));
    expect(seen).toEqual(Array.from({ length: 203 }, (_, index) => index + 3));
    expect(brought).toEqual({ count: 203, last: 205 });
    expect(await inboxOf(backing).cursor('onEvent').read()).toBe(0);
  });

  it('ends with what was there at its beginning, also where its own work makes new events', async () => {
    const backing = await open();
    await fill(backing, 2);
    expect(await replay(backing, 1, () => fill(backing, 1))).toEqual({ count: 2, last: 2 });
  });

  it('begins nowhere where the event is gone or was never there, and says where it can', async () => {
    const backing = await open();
    await fill(backing, 2);
    await inboxOf(backing).prune(Date.now() + 1_000);
    await fill(backing, 1);
    const none = () => {};
    await expect(replay(backing, 2, none)).rejects.toThrow(/2 is not held.*oldest is 3/);
    await expect(replay(backing, 5, none)).rejects.toMatchObject({ code: 'REPLAY_NOT_YET' });
    expect(await replay(backing, 4, none)).toEqual({ count: 0, last: null });
  });

  it('ends with what its function throws', async () => {
    const backing = await open();
    await fill(backing, 3);
    const seen: number[] = [];
    const failing = replay(backing, 1, ({ sequence }) => {
      seen.push(sequence);
      if (sequence === 2) throw new RangeError('full');
    });
    await expect(failing).rejects.toThrow(RangeError);
    expect(seen).toEqual([1, 2]);
  });
});
