import { isDeepStrictEqual } from 'node:util';
import { Pool } from 'undici';
import { DOCUMENT } from './document.ts';

/** What is to be sent: `requests` of them over `connections` that are kept. */
export interface Order {
  readonly origin: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly requests: number;
  readonly connections: number;
}
export interface Outcome {
  readonly problem: string | null;
}

async function run({ origin, path, headers, requests, connections }: Order): Promise<string | null> {
  const pool = new Pool(origin, { connections, pipelining: 1, keepAliveTimeout: 60_000 });
  const ask = async () => {
    const { statusCode, body } = await pool.request({ path, method: 'GET', headers });
    return { statusCode, text: await body.text() };
  };
  const first = await ask();
  if (first.statusCode !== 200 || !isDeepStrictEqual(JSON.parse(first.text), DOCUMENT))
    return `${origin} answered ${first.statusCode}: ${first.text.slice(0, 200)}`;
  let left = requests - 1;
  let wrong = 0;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      const { statusCode, text } = await ask();
      if (statusCode !== 200 || text !== first.text) wrong += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  await pool.destroy();
  return wrong > 0 ? `${origin} answered ${wrong} of ${requests} requests otherwise.` : null;
}

process.on('disconnect', () => process.exit());
process.on('message', async (order: Order) => {
  const problem = await run(order).catch((error: unknown) => String(error));
  process.send?.({ problem } satisfies Outcome);
});
