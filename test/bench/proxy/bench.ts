import { randomBytes } from 'node:crypto';
import { createKeyRing } from '../../../proxy/index.ts';
import { mintToken, type NewTokenClaims } from '../../../proxy/token/token.ts';
import { ACTIONS } from '../../../shared/client/contract/index.ts';
import { median } from '../measure.ts';
import { type Child, startChild } from './child.ts';
import { processorTime } from './cpu.ts';
import { DOCUMENT, PATH, PROFESSIONAL } from './document.ts';
import { startLoad } from './load.ts';
import { startNginx } from './nginx.ts';

const ROUNDS = 7;
/** For each contender and round: enough that a tick of 10 ms is a few per cent of the fastest. */
const REQUESTS = 8_000;
const WARM_UP = 16_000;
const CONNECTIONS = 32;

const YARDSTICK = 'nginx';
const OURS = 'instrument-panel proxy';

/** Microseconds of processor time that a contender spends on one request. */
export interface ProxyCost {
  readonly name: string;
  readonly microseconds: number;
  /** Against nginx, the median over the rounds. */
  readonly ratio: number;
}

async function startContenders(upstream: string, key: string): Promise<ReadonlyMap<string, Child>> {
  return new Map([
    [YARDSTICK, await startNginx(upstream, PATH)],
    [OURS, await startChild('./contenders/ours.ts', [upstream, key])],
    ['@fastify/http-proxy', await startChild('./contenders/fastify.ts', [upstream])],
    ['http-proxy-middleware', await startChild('./contenders/http-proxy-middleware.ts', [upstream])],
    ['hono/proxy', await startChild('./contenders/hono.ts', [upstream])],
  ]);
}

export async function mintFor(key: string): Promise<string> {
  const ring = createKeyRing([{ kid: 'bench', alg: 'HS256', key: Buffer.from(key, 'hex'), signs: true }]);
  const claims: NewTokenClaims = {
    iss: 'bench',
    aud: 'bench',
    sub: 'bench',
    role: 'professional',
    pro: PROFESSIONAL,
    ops: [...ACTIONS],
    origin: 'https://ehr.example',
  };
  return (await mintToken(ring, claims, { seconds: 900 })).token;
}

/**
 * Processor time for one request of the same 2 KB through every proxy, interleaved, read from the processes.
 * Ours checks the token and takes the view of its role; the others add the two headers.
 */
export async function benchProxies(): Promise<readonly ProxyCost[]> {
  const key = randomBytes(32).toString('hex');
  const headers = { authorization: `Bearer ${await mintFor(key)}`, 'accept-language': 'pt-BR' };
  const upstream = await startChild('./contenders/upstream.ts');
  const contenders = await startContenders(upstream.url, key);
  const load = startLoad();
  const spent = new Map<string, number[]>([...contenders.keys()].map((name) => [name, []]));

  async function cost({ pid, url: origin }: Child, requests: number): Promise<number> {
    const before = processorTime(pid);
    await load.send({ origin, path: PATH, headers, requests, connections: CONNECTIONS });
    return ((processorTime(pid) - before) / requests) * 1000;
  }

  try {
    for (const child of contenders.values()) await cost(child, WARM_UP);
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [name, child] of contenders) spent.get(name)?.push(await cost(child, REQUESTS));
  } finally {
    await Promise.all([load, upstream, ...contenders.values()].map(({ stop }) => stop()));
  }
  const yardstick = spent.get(YARDSTICK) ?? [];
  return [...spent].map(([name, costs]) => ({
    name,
    microseconds: median(costs),
    ratio: median(costs.map((microseconds, round) => microseconds / (yardstick[round] ?? Number.NaN))),
  }));
}

/** The same, printed; `judge` gets each limit with what was measured (issue "How it is judged"). */
export async function reportProxies(
  judge: (what: string, measured: number, limit: number, strict: boolean, shown: string) => void,
): Promise<void> {
  const size = Buffer.byteLength(JSON.stringify(DOCUMENT));
  console.log(`\nProxies: ${ROUNDS} rounds of ${REQUESTS} requests each for ${size} bytes of JSON …`);
  const costs = await benchProxies();
  console.log(
    `\n${'Processor time for a request, µs'.padEnd(36)}${'median'.padStart(10)}${'/ nginx'.padStart(10)}`,
  );
  for (const { name, microseconds, ratio } of costs)
    console.log(
      `  ${name.padEnd(34)}${microseconds.toFixed(0).padStart(10)}${ratio.toFixed(2).padStart(10)}`,
    );
  const ours = costs.find(({ name }) => name === OURS)?.ratio ?? Number.NaN;
  judge('proxy, token check and view / nginx, at most 5', ours, 5, false, ours.toFixed(2));
  for (const { name, ratio } of costs) {
    if (name === OURS || name === YARDSTICK) continue;
    judge(`proxy / ${name}, below 1`, ours / ratio, 1, true, (ours / ratio).toFixed(2));
  }
}
