import type { Redis } from 'ioredis';
import type { Backing } from './backing.ts';

/** How long one look at the stream waits, and how long after a failed one the next begins, in milliseconds. */
const BLOCK_MS = 5_000;
const AGAIN_MS = 500;

class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/**
 * What Redis answers. Rejects where the connection is lost, since ioredis leaves what was under way unsettled when it
 * is back at once, and where there has been no answer for long: a connection may die without a word.
 */
async function answerOf<Answer>(connection: Redis, asked: Promise<Answer>): Promise<Answer> {
  const { promise: lost, reject } = Promise.withResolvers<never>();
  const giveUp = (): void => reject(new NoAnswer());
  const onClose = (): void => reject(new Error('The connection was lost.'));
  const timer = setTimeout(giveUp, 2 * BLOCK_MS).unref();
  connection.once('close', onClose);
  // It is settled later where the race was lost, and nobody waits for it any more.
  asked.catch(() => {});
  return Promise.race([asked, lost]).finally(() => {
    clearTimeout(timer);
    connection.off('close', onClose);
  });
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
    const [newestYet] = await answerOf(connection, connection.xrevrange(stream, '+', '-', 'COUNT', 1));
    let last = newestYet?.[0] ?? '0-0';
    onNews();
    while (!isStopped) {
      const waiting = connection.xread('COUNT', 1_000, 'BLOCK', BLOCK_MS, 'STREAMS', stream, last);
      const newest = (await answerOf(connection, waiting))?.[0]?.[1].at(-1)?.[0];
      // Where nothing came it finds its place anew: a storage that was emptied counts from one, behind where it waits.
      if (newest === undefined || isStopped) return;
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
