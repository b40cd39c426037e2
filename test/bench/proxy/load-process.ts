import { isDeepStrictEqual } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { Pool } from 'undici';
import { DOCUMENT, isWholeList, LIST_PATH } from './document.ts';

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
    const { statusCode, headers: told, body } = await pool.request({ path, method: 'GET', headers });
    return {
      statusCode,
      isCompressed: told['content-encoding'] === 'gzip',
      bytes: Buffer.from(await body.bytes()),
    };
  };
  const first = await ask();
  const text = (first.isCompressed ? gunzipSync(first.bytes) : first.bytes).toString();
  const isWhole = path === LIST_PATH ? isWholeList : (value: unknown) => isDeepStrictEqual(value, DOCUMENT);
  const isAsAsked = first.isCompressed === (headers['accept-encoding'] !== undefined);
  if (first.statusCode !== 200 || !isAsAsked || !isWhole(JSON.parse(text)))
    return `${origin} answered ${first.statusCode}: ${text.slice(0, 200)}`;
  let left = requests - 1;
  let wrong = 0;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      const { statusCode, bytes } = await ask();
      if (statusCode !== 200 || !bytes.equals(first.bytes)) wrong += 1;
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
