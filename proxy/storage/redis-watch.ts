import type { Redis } from 'ioredis';

const BLOCK_MS = 5_000;
const RETRY_DELAY_MS = 500;

class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** Rejects if the connection is lost (ioredis leaves what was under way unsettled) or silent for long. */
async function awaitAnswer<Answer>(connection: Redis, pending: Promise<Answer>): Promise<Answer> {
  const { promise: lost, reject } = Promise.withResolvers<never>();
  const giveUp = (): void => reject(new NoAnswer());
  const onClose = (): void => reject(new Error('The connection was lost.'));
  const timer = setTimeout(giveUp, 2 * BLOCK_MS).unref();
  connection.once('close', onClose);
  // If the race was lost, it settles later, unobserved.
  pending.catch(() => {});
  return Promise.race([pending, lost]).finally(() => {
    clearTimeout(timer);
    connection.off('close', onClose);
  });
}

/**
 * Calls `onNews` when the stream has grown, and once it has found its place, also after a lost connection.
 * `connection` is one of its own, since it waits on it. Gives the function that ends it.
 */
export function watchStream(connection: Redis, stream: string, onNews: () => void): () => void {
  let isStopped = false;

  async function follow(): Promise<void> {
    const [newestYet] = await awaitAnswer(connection, connection.xrevrange(stream, '+', '-', 'COUNT', 1));
    let last = newestYet?.[0] ?? '0-0';
    onNews();
    while (!isStopped) {
      const waiting = connection.xread('COUNT', 1_000, 'BLOCK', BLOCK_MS, 'STREAMS', stream, last);
      const newest = (await awaitAnswer(connection, waiting))?.[0]?.[1].at(-1)?.[0];
      // After a timeout the newest id is read again: an emptied storage numbers from one, and its ids would never pass `last`.
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
        await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS).unref());
      }
    }
  }

  void run();
  return () => {
    isStopped = true;
    connection.disconnect();
  };
}
