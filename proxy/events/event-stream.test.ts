import type { TokenClaims } from '@instrument-panel/client/proxy';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createWaiters, type StreamSink } from '../exchange.ts';
import { CLAIMS } from '../fixtures/world.ts';
import type { StoredEvent } from '../storage/storage.ts';
import { createAudience } from './audience.ts';
import { EventStream } from './event-stream.ts';
import type { Feed } from './feed.ts';

afterEach(() => vi.useRealTimers());

/** Waits without a clock: those of the tests stand still. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

/** A connection that takes up to `room` bytes until it is read from. */
function connection(room: number) {
  const gone = new AbortController();
  const waiters = createWaiters();
  let unread = 0;
  let written = '';
  const sink: StreamSink = {
    write(chunk) {
      if (gone.signal.aborted) return false;
      written += chunk;
      unread += chunk.length;
      return unread < room;
    },
    drained: () => (unread < room || gone.signal.aborted ? Promise.resolve() : waiters.wait()),
    end: () => gone.abort(),
    abort() {
      gone.abort();
      waiters.release();
    },
    closed: gone.signal,
    buffered: () => unread,
  };
  return {
    sink,
    text: () => written,
    unread: () => unread,
    read() {
      unread = 0;
      waiters.release();
    },
  };
}

/** A thousand events at once, of the token's own professional. */
const events: readonly StoredEvent[] = Array.from({ length: 1_000 }, (_, index) => ({
  id: '',
  kind: 'A',
  sequence: index + 1,
  receivedAt: 0,
  submissionId: index + 1,
  professionalId: String(CLAIMS.pro),
}));
const feed: Feed = {
  bounds: async () => ({ first: 1, last: 1_000 }),
  after: async (sequence) => events.slice(sequence, sequence + 100),
  head: () => 1_000,
  resets: () => 0,
  watch: () => () => {},
  stop: () => {},
};

function open(room: number, more: { feed?: Feed; bufferBytes?: number } = {}) {
  const wire = connection(room);
  const claims = CLAIMS as TokenClaims;
  const stream = new EventStream(
    {
      sink: wire.sink,
      reader: { claims, narrowing: null },
      token: 'token',
      verify: async () => claims,
      feed: more.feed ?? feed,
      audience: createAudience(async () => null),
      limits: {
        eventHeartbeatMs: 15_000,
        eventStallMs: 30_000,
        eventBufferBytes: more.bufferBytes ?? Number.POSITIVE_INFINITY,
      },
    },
    0,
  );
  return { ...wire, stream };
}
const told = (text: string) => [...text.matchAll(/"submissionId":(\d+)/g)].map(([, id]) => Number(id));

describe('a reader that takes nothing', () => {
  test('is given no more than one page beyond what its connection holds, and dropped after the time', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
    const { stream, sink, unread } = open(1_000);
    stream.poke();
    await until(() => unread() > 1_000);
    const held = unread();
    for (let second = 0; second < 29; second += 1) {
      vi.advanceTimersByTime(1_000);
      stream.poke();
      await stream.tick();
    }
    expect([unread(), sink.closed.aborted]).toEqual([held, false]);
    vi.advanceTimersByTime(1_000);
    await stream.tick();
    expect(sink.closed.aborted).toBe(true);
  });

  test('is dropped at once, whatever the time, where more bytes wait for it than may', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
    const few = open(1_000);
    few.stream.poke();
    await until(() => few.unread() > 1_000);
    const page = few.unread();
    for (const [bufferBytes, isDropped] of [
      [page, false],
      [page - 1, true],
    ] as const) {
      const { stream, sink, unread } = open(1_000, { bufferBytes });
      stream.poke();
      await until(() => unread() > 1_000);
      await stream.tick();
      expect([unread(), sink.closed.aborted]).toEqual([page, isDropped]);
    }
  });

  test('is told nothing more beyond the bytes that may wait, however often there is something to tell', async () => {
    let resets = 0;
    const restless: Feed = { ...feed, after: async () => [], resets: () => resets };
    const { stream, sink, unread } = open(Number.POSITIVE_INFINITY, { feed: restless, bufferBytes: 1_000 });
    while (resets < 1_000 && !sink.closed.aborted) {
      const before = unread();
      resets += 1;
      stream.poke();
      await until(() => unread() > before || sink.closed.aborted);
    }
    expect(sink.closed.aborted).toBe(true);
    expect(unread()).toBeLessThan(1_200);
  });

  test('gets the rest, all of it and each once, when it goes on in time', async () => {
    const { stream, text, read } = open(1_000);
    stream.poke();
    await until(() => {
      read();
      return told(text()).length === 1_000;
    });
    expect(told(text())).toEqual(events.map(({ submissionId }) => submissionId));
  });
});

test('a sign of life comes only after so long a silence', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
  const { stream, text } = open(1_000_000);
  stream.poke();
  await until(() => told(text()).length === 1_000);
  vi.advanceTimersByTime(14_999);
  await stream.tick();
  expect(text()).not.toContain('heartbeat');
  vi.advanceTimersByTime(1);
  await stream.tick();
  expect(text()).toMatch(/\n: heartbeat\nid: 1000\n\n$/);
});
