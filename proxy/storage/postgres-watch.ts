import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';

const RETRY_DELAY_MS = 500;
/** How often a listener asks for a sign of life, and looks for news of which it was not told. */
const LISTEN_INTERVAL_MS = 5_000;

/**
 * Calls `onNews` at each notification of a channel, and once it listens, also after a lost connection. Gives the function
 * that ends it.
 */
export function watchChannel(createClient: () => Client, channel: string, onNews: () => void): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;

  async function listen(client: Client): Promise<never> {
    await client.connect();
    await client.query(`LISTEN ${channel}`);
    for (;;) {
      onNews();
      await pause(LISTEN_INTERVAL_MS, undefined, { ref: false, signal });
      await client.query('SELECT 1');
    }
  }

  async function follow(): Promise<void> {
    const client = createClient();
    const lost = Promise.withResolvers<never>();
    lost.promise.catch(() => {});
    for (const event of ['error', 'end'] as const) client.on(event, () => lost.reject(new Error(event)));
    client.on('notification', onNews);
    const end = (): void => void client.end().catch(() => {});
    signal.addEventListener('abort', end);
    await Promise.race([listen(client), lost.promise]).finally(() => {
      signal.removeEventListener('abort', end);
      end();
    });
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await follow().catch(() => {});
      if (!signal.aborted) await pause(RETRY_DELAY_MS, undefined, { ref: false });
    }
  }

  void run();
  return () => stopped.abort();
}
