import { randomBytes } from 'node:crypto';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { startRedisServer } from '../../../proxy/fixtures/redis-server.ts';
import { createKeyRing } from '../../../proxy/index.ts';
import { mintToken, type NewTokenClaims } from '../../../proxy/token/token.ts';
import { ACTIONS } from '../../../shared/client/contract/index.ts';
import { median, rotated } from '../measure.ts';
import { type Child, startChild } from './child.ts';
import { processorTime } from './cpu.ts';
import { DOCUMENT, LIST_PATH, PATH, PROFESSIONAL } from './document.ts';
import { type Load, startLoad } from './load.ts';
import { startNginx } from './nginx.ts';

const ROUNDS = 5;
/** For each contender and round. */
const REQUESTS = 4_000;
/** For each process: measured every 5,000 requests, the cost of one falls until V8 has compiled what they take. */
const WARM_UP = 45_000;
const CONNECTIONS = 32;

const YARDSTICK = 'nginx';
const BARE = 'proxy, bare';
const REAL = 'proxy, as it really runs';
const PARSED = 'node:http, undici and JSON alone';
/** The others, with their programs in the folder of contenders: what no proxy can do without, and other products. */
const OTHERS: ReadonlyMap<string, string> = new Map([
  [PARSED, 'parse'],
  ['@fastify/http-proxy', 'fastify'],
  ['http-proxy-middleware', 'http-proxy-middleware'],
  ['hono/proxy', 'hono'],
]);
/** Times what nginx spends on a request. */
const LIMITS = { [BARE]: 5, [REAL]: 6 } as const;
const OURS = './contenders/ours.ts';

/** A server that is measured, and what it is asked for. */
interface Contender {
  readonly child: Child;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Microseconds of processor time that a contender spent on one request, of each round. */
type Costs = ReadonlyMap<string, readonly number[]>;

export interface ProxyBenchOptions {
  /** Default: `5`. */
  readonly rounds?: number;
  /** Folder of another version of the project, whose proxy is measured in the same rounds. */
  readonly against?: string | undefined;
}

/** Starts our proxy bare and as it really runs; `from`: the folder of another version of the project. */
async function startOurs(
  upstream: string,
  key: string,
  redis: string,
  from?: string,
): Promise<readonly [bare: Child, real: Child]> {
  const file = from === undefined ? OURS : join(from, 'test/bench/proxy', OURS);
  return [await startChild(file, [upstream, key]), await startChild(file, [upstream, key, redis])];
}

async function startOthers(upstream: string): Promise<readonly (readonly [string, Contender])[]> {
  const starting = [...OTHERS].map(async ([name, program]) => {
    const child = await startChild(`./contenders/${program}.ts`, [upstream]);
    return [name, { child, path: PATH }] as const;
  });
  return Promise.all(starting);
}

async function startContenders(
  upstream: string,
  key: string,
  redis: string,
  against: string | undefined,
): Promise<ReadonlyMap<string, Contender>> {
  const [bare, real] = await startOurs(upstream, key, redis);
  const ours: readonly (readonly [string, Contender])[] = [
    [YARDSTICK, { child: await startNginx(upstream, PATH), path: PATH }],
    [BARE, { child: bare, path: PATH }],
    [REAL, { child: real, path: PATH }],
  ];
  if (against !== undefined) {
    const [otherBare, otherReal] = await startOurs(upstream, key, redis, against);
    return new Map([
      ...ours,
      ['other version, bare', { child: otherBare, path: PATH }],
      ['other version, as it really runs', { child: otherReal, path: PATH }],
    ]);
  }
  const gzip = { 'accept-encoding': 'gzip' };
  return new Map([
    ...ours,
    ['  a list of patients', { child: real, path: LIST_PATH }],
    ['  a list of patients, compressed', { child: real, path: LIST_PATH, headers: gzip }],
    ...(await startOthers(upstream)),
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

/** Sends the same requests through every contender, round by round, each round beginning with another. */
async function measure(
  load: Load,
  contenders: ReadonlyMap<string, Contender>,
  key: string,
  rounds: number,
): Promise<Costs> {
  const costs = new Map<string, number[]>([...contenders.keys()].map((name) => [name, []]));
  async function cost({ child: { pid, url: origin }, path, headers }: Contender, requests: number) {
    // On a busy machine a round outlasts a token.
    const authorization = `Bearer ${await mintFor(key)}`;
    const before = processorTime(pid);
    const sent = { authorization, 'accept-language': 'pt-BR', ...headers };
    await load.send({ origin, path, headers: sent, requests, connections: CONNECTIONS });
    return ((processorTime(pid) - before) / requests) * 1000;
  }
  const all = [...contenders.values()];
  for (const contender of all) {
    const sharing = all.filter(({ child }) => child === contender.child).length;
    await cost(contender, Math.ceil(WARM_UP / sharing));
  }
  for (let round = 0; round < rounds; round += 1)
    for (const [name, contender] of rotated([...contenders], round))
      costs.get(name)?.push(await cost(contender, REQUESTS));
  return costs;
}

/**
 * Processor time for one request of the same 2 KB through every proxy, read from the processes. Ours is measured twice:
 * bare, and as it really runs. The others add the two headers.
 */
async function benchProxies({ rounds = ROUNDS, against }: ProxyBenchOptions): Promise<Costs> {
  const key = randomBytes(32).toString('hex');
  const redis = await startRedisServer();
  const upstream = await startChild('./contenders/upstream.ts');
  const contenders = await startContenders(upstream.url, key, redis.url, against);
  const load = startLoad();
  try {
    return await measure(load, contenders, key, rounds);
  } finally {
    const children = new Set([...contenders.values()].map(({ child }) => child));
    await Promise.all([load, upstream, ...children].map(({ stop }) => stop()));
    await redis.close();
  }
}

/** The same, printed; `judge` gets each limit with what was measured. */
export async function reportProxies(
  judge: (what: string, measured: number, limit: number, strict: boolean, shown: string) => void,
  options: ProxyBenchOptions = {},
): Promise<void> {
  const size = Buffer.byteLength(JSON.stringify(DOCUMENT));
  const { rounds = ROUNDS } = options;
  console.log(`\nProxies: ${rounds} rounds of ${REQUESTS} requests each for ${size} bytes of JSON …`);
  const costs = await benchProxies(options);
  const load = loadavg().map((one) => one.toFixed(1));
  console.log(`Load of the machine over 1, 5 and 15 minutes: ${load.join(', ')}`);
  const toRatios = (name: string, other: string): readonly number[] =>
    (costs.get(name) ?? []).map((cost, round) => cost / (costs.get(other)?.[round] ?? Number.NaN));
  console.log(
    `\n${'Processor time for a request, µs'.padEnd(36)}${'median'.padStart(8)}${'/ nginx'.padStart(9)}   each round`,
  );
  for (const [name, microseconds] of costs) {
    const ratios = toRatios(name, YARDSTICK);
    const [typical, ratio] = [median(microseconds).toFixed(0), median(ratios).toFixed(2)];
    const each = ratios.map((one) => one.toFixed(2)).join(' ');
    console.log(`  ${name.padEnd(34)}${typical.padStart(8)}${ratio.padStart(9)}   ${each}`);
  }
  for (const [name, limit] of Object.entries(LIMITS)) {
    const ratio = median(toRatios(name, YARDSTICK));
    judge(`${name} / nginx, at most ${limit}`, ratio, limit, false, ratio.toFixed(2));
  }
  for (const other of OTHERS.keys()) {
    if (!costs.has(other) || other === PARSED) continue;
    const ratio = median(toRatios(BARE, other));
    judge(`${BARE} / ${other}, below 1`, ratio, 1, true, ratio.toFixed(2));
  }
}
