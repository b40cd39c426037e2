import type { Redis } from 'ioredis';
import type { Backing } from './backing.ts';

/** How long one look at the stream waits, and how long after a failed one the next begins, in milliseconds. */
const BLOCK_MS = 5_000;
const AGAIN_MS = 500;

class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** Waits for entries after `last`; a connection that has died without a word is given up after a while. */
async function newestAfter(connection: Redis, stream: string, last: string): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswer()), 2 * BLOCK_MS).unref();
  });
  const reading = connection.xread('COUNT', 1_000, 'BLOCK', BLOCK_MS, 'STREAMS', stream, last);
  const reply = await Promise.race([reading, silence]).finally(() => clearTimeout(timer));
  return reply?.[0]?.[1].at(-1)?.[0];
}

/**
 * Calls `onNews` when the stream has grown, whichever proxy wrote to it. It waits on a connection of its own,
 * and says that there may be news once it has found its place, at first and after a lost connection.
 */
export function watchRedis(
  { duplicate }: Extract<Backing, { kind: 'redis' }>,
  stream: string,
  onNews: () => void,
): () => void {
  const connection = duplicate();
  let isStopped = false;

  async function follow(): Promise<void> {
    let last = (await connection.xrevrange(stream, '+', '-', 'COUNT', 1))[0]?.[0] ?? '0-0';
    onNews();
    while (!isStopped) {
      const newest = await newestAfter(connection, stream, last);
      if (newest === undefined || isStopped) continue;
      last = newest;
      onNews();
    }
  }

  async function run(): Promise<void> {
    while (!isStopped) {
      try {
        await follow();
      } catch (error) {
        if (isStopped) return;
        if (error instanceof NoAnswer) connection.disconnect(true);
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS).unref());
      }
    }
  }

  void run();
  return () => {
    isStopped = true;
    connection.disconnect();
  };
}
