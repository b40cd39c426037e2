import { randomUUID } from 'node:crypto';
import { afterEach, expect, it, test, vi } from 'vitest';
import { eachStorage } from '../fixtures/storages.ts';
import type { LogLine } from '../log.ts';
import type { OnEvent, PanelEvent } from '../options.ts';
import type { WebhookSettings } from '../settings.ts';
import { openStorage } from '../storage/open.ts';
import type { Storage } from '../storage/storage.ts';
import { Delivery } from './deliver.ts';

const running: Delivery[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((delivery) => delivery.stop()));
});

const lines: LogLine[] = [];
function startOn(storage: Storage, onEvent: OnEvent, more: Partial<WebhookSettings> = {}): Delivery {
  lines.length = 0;
  const times = { timeoutMs: 30_000, tries: 1_000, longestPauseMs: 50, takeOverMs: 600 };
  const delivery = new Delivery({
    settings: { secrets: [], ...times, ...more, onEvent },
    storage: async () => storage,
    clock: Date.now,
    log: (line) => lines.push(line),
  });
  running.push(delivery);
  return delivery;
}

const put = async (storage: Storage, ...submissions: number[]): Promise<void> => {
  for (const submissionId of submissions) {
    await storage.inbox.take({ id: randomUUID(), kind: 'SUBMISSION_ANSWERED', submissionId }, Date.now());
  }
};
const patience = { timeout: 15_000 };

eachStorage('onEvent', ({ open, again }) => {
  it('gets every event in order, those from before it was there as well, with its identifiers', async () => {
    const storage = await open();
    await put(storage, 1, 2);
    const seen: PanelEvent[] = [];
    startOn(storage, (event) => void seen.push(event));
    await vi.waitFor(() => expect(seen).toHaveLength(2), patience);
    await put(await again(), 3);
    await vi.waitFor(() => expect(seen).toHaveLength(3), patience);
    expect(seen.map(({ sequence, submissionId }) => [sequence, submissionId])).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
    expect(seen[0]).toMatchObject({ kind: 'SUBMISSION_ANSWERED', receivedAt: expect.stringMatching(/Z$/) });
  });

  it('gets an event again until it takes it, and none of the later ones before', async () => {
    const storage = await open();
    await put(storage, 1, 2);
    const calls: number[] = [];
    startOn(storage, async ({ sequence }) => {
      calls.push(sequence);
      if (calls.length < 3) throw new RangeError('MESSAGE-CANARY');
    });
    await vi.waitFor(() => expect(calls).toEqual([1, 1, 1, 2]), patience);
    expect(lines).toMatchObject([
      { event: 'on-event-failed', hint: expect.stringMatching(/RangeError at event 1, try 1/) },
      { event: 'on-event-failed', hint: expect.stringMatching(/try 2/) },
    ]);
    expect(JSON.stringify(lines)).not.toContain('CANARY');
  });

  it('does not get an event again that it refused so many times: it is set aside, and the later ones come', async () => {
    const storage = await open();
    await put(storage, 1, 2, 3);
    const calls: number[] = [];
    const onEvent: OnEvent = ({ sequence }) => {
      calls.push(sequence);
      if (sequence === 2) throw new RangeError('MESSAGE-CANARY');
    };
    startOn(storage, onEvent, { tries: 3 });
    await vi.waitFor(() => expect(calls).toEqual([1, 2, 2, 2, 3]), patience);
    const { deadLetters } = await again();
    expect(await deadLetters.list()).toEqual([
      {
        event: expect.objectContaining({ sequence: 2, submissionId: 2, kind: 'SUBMISSION_ANSWERED' }),
        tries: 3,
        failure: 'RangeError',
        setAsideAt: expect.any(Number),
      },
    ]);
    expect(await deadLetters.count()).toBe(1);
    expect(lines.at(-1)).toMatchObject({ level: 'error', event: 'event-set-aside' });
    expect(JSON.stringify([lines, await deadLetters.list()])).not.toContain('CANARY');
    expect([await deadLetters.remove(2), await deadLetters.remove(2)]).toEqual([true, false]);
    expect(await deadLetters.list()).toEqual([]);
  });

  it('is stopped by its signal when it takes too long, and called again', async () => {
    const storage = await open();
    await put(storage, 1);
    let calls = 0;
    let isAborted = false;
    const onEvent: OnEvent = (_, { signal }) => {
      calls += 1;
      if (calls > 1) return;
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          isAborted = true;
          reject(signal.reason);
        });
      });
    };
    startOn(storage, onEvent, { timeoutMs: 50 });
    await vi.waitFor(() => expect(calls).toBe(2), patience);
    expect(isAborted).toBe(true);
    expect(lines[0]).toMatchObject({ hint: expect.stringContaining('HookTooSlow') });
  });

  it('goes on where it stood when the proxy is started again', async () => {
    const storage = await open();
    const first: number[] = [];
    const before = startOn(storage, ({ sequence }) => void first.push(sequence));
    await put(storage, 1, 2);
    await vi.waitFor(() => expect(first).toEqual([1, 2]), patience);
    await before.stop();
    await put(storage, 3);
    const second: number[] = [];
    startOn(await again(), ({ sequence }) => void second.push(sequence));
    await vi.waitFor(() => expect(second).toEqual([3]), patience);
  });

  it('is called by one proxy at a time, and by another once that one has stopped', async () => {
    const storage = await open();
    const calls: [string, number][] = [];
    // So that no pause of the machine makes it change hands.
    const longLease = { takeOverMs: 60_000 };
    let atOnce = 0;
    let most = 0;
    const as =
      (name: string): OnEvent =>
      async ({ sequence }) => {
        most = Math.max(most, ++atOnce);
        await new Promise((resolve) => setImmediate(resolve));
        calls.push([name, sequence]);
        atOnce -= 1;
      };
    const one = startOn(storage, as('one'), longLease);
    await put(storage, 1);
    await vi.waitFor(() => expect(calls).toEqual([['one', 1]]), patience);
    startOn(await again(), as('other'), longLease);
    await put(storage, 2, 3);
    await vi.waitFor(() => expect(calls).toHaveLength(3), patience);
    await one.stop();
    await put(storage, 4);
    await vi.waitFor(() => expect(calls).toHaveLength(4), patience);
    expect(calls).toEqual([
      ['one', 1],
      ['one', 2],
      ['one', 3],
      ['other', 4],
    ]);
    expect(most).toBe(1);
  });

  it('is told that another may have taken over, when its storage has gone away', async () => {
    const storage = await open();
    await put(storage, 1);
    let told = false;
    startOn(storage, (_, { signal }) => {
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          told = true;
          reject(signal.reason);
        });
        void storage.close();
      });
    });
    await vi.waitFor(() => expect(told).toBe(true), patience);
  });

  it('says which events were pruned before they were taken', async () => {
    const storage = await open();
    await put(storage, 1, 2);
    await storage.inbox.prune(Date.now() + 1_000);
    await put(storage, 3);
    const seen: number[] = [];
    startOn(storage, ({ sequence }) => void seen.push(sequence));
    await vi.waitFor(() => expect(seen).toEqual([3]), patience);
    expect(lines).toMatchObject([{ event: 'events-missed', hint: expect.stringContaining('1 to 2') }]);
  });
});

test('stopping waits for the call under way, and makes no other', async () => {
  const storage = await openStorage({ file: ':memory:' });
  await put(storage, 1, 2);
  const gate = Promise.withResolvers<void>();
  const calls: number[] = [];
  const delivery = startOn(storage, async ({ sequence }) => {
    calls.push(sequence);
    await gate.promise;
  });
  await vi.waitFor(() => expect(calls).toEqual([1]), patience);
  const stopped = delivery.stop();
  gate.resolve();
  await stopped;
  expect(calls).toEqual([1]);
  expect(await storage.inbox.cursor('onEvent').read()).toBe(1);
});
