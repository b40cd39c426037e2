import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { Browser } from '@playwright/test';
import { Pool } from 'undici';
import { benchList } from '../caseload/run.ts';
import { mintFor } from './bench.ts';
import { APPLICATIONS, PATIENTS, SUBMISSIONS, weekAt } from './caseload-clinic.ts';
import { type Child, startChild } from './child.ts';
import { processorTime } from './cpu.ts';

/** Connections of a page to one server. */
const CONNECTIONS = 6;

interface Page {
  readonly ids?: readonly number[];
  readonly patientIds?: readonly unknown[];
  readonly answers?: readonly unknown[];
  readonly packed?: { readonly count: number };
  readonly courses?: { readonly answers: number };
  readonly next?: number | null;
}

/** Reads as a page does, and counts what comes over the wire. */
function createReader(origin: string, authorization: string) {
  const pool = new Pool(origin, { connections: CONNECTIONS, pipelining: 1 });
  let bytes = 0;
  let requests = 0;
  async function read(path: string): Promise<Page> {
    const headers = { authorization, 'accept-encoding': 'gzip' };
    const { statusCode, body } = await pool.request({ path: `/caseload/${path}`, method: 'GET', headers });
    const compressed = Buffer.from(await body.arrayBuffer());
    if (statusCode !== 200) throw new Error(`/caseload/${path} was answered ${statusCode}.`);
    bytes += compressed.length;
    requests += 1;
    return JSON.parse(gunzipSync(compressed).toString('utf8')) as Page;
  }
  return {
    read,
    /** All rows of a list; gives how many they are, those that two pages share twice. */
    async all(path: string): Promise<number> {
      let rows = 0;
      for (let next: number | null = 0; next !== null; ) {
        const page: Page = await read(`${path}offset=${next}`);
        rows += (page.ids?.length ?? 0) + (page.packed?.count ?? 0) + (page.courses?.answers ?? 0);
        next = page.next ?? null;
      }
      return rows;
    },
    counted: () => ({ bytes, requests }),
    close: () => pool.destroy(),
  };
}

type Measured = { readonly delays: readonly [number, number, number]; readonly peakBytes: number };

async function measure(proxy: Child, authorization: string) {
  const idle = ((await proxy.ask()) as Measured).peakBytes;
  const reader = createReader(proxy.url, authorization);
  const before = processorTime(proxy.pid);
  const startedAt = performance.now();
  const names = reader.read('patients');
  const applications = reader.all('applications?');
  await names;
  const submissions = await reader.all(
    `submissions?startDate=${new Date(weekAt(0) - 1_000).toISOString()}&layout=courses&`,
  );
  const allMs = performance.now() - startedAt;
  const workMs = processorTime(proxy.pid) - before;
  const read = [(await names).patientIds?.length, await applications, submissions];
  const all = [PATIENTS, APPLICATIONS, SUBMISSIONS];
  if (!all.every((least, at) => Number(read[at]) >= least)) throw new Error(`Only ${read} were read.`);
  await reader.close();
  return { allMs, workMs, idle, ...reader.counted(), ...((await proxy.ask()) as Measured) };
}

type Judge = (what: string, measured: number, limit: number, strict: boolean, shown: string) => void;

/** Times that the element may take of what a page by hand takes. */
const BY_HAND = { element: { ms: 3, jump: 1.3 }, worker: { ms: 1.3, jump: 1.3 } } as const;

/** What the list costs the main thread of its page, against one by hand. */
async function reportPage(
  judge: Judge,
  browser: Browser,
  proxy: Child,
  authorization: string,
): Promise<void> {
  const { costs, coldMs, firstRowMs, requests, bytes } = await benchList(browser, proxy.url, authorization);
  const { 'by hand': hand } = costs;
  console.log(
    `          in a page, from a cold proxy: ${requests} requests, all of it after ${(coldMs / 1_000).toFixed(1)} s; by hand: heap ${hand.heap.toFixed(1)} MB`,
  );
  judge('a name with a fact, painted, at most 1 s', firstRowMs, 1_000, false, `${firstRowMs.toFixed(0)} ms`);
  judge('data on the wire, at most 200 KB', bytes, 200 * 1024, false, `${(bytes / 1024).toFixed(0)} KB`);
  for (const name of ['element', 'worker'] as const) {
    const { heap, task } = costs[name];
    console.log(
      `          ${name}: heap of the page ${heap.toFixed(1)} MB; longest task ${task.toFixed(0)} ms`,
    );
    for (const [what, field] of [
      ['whole list', 'ms'],
      ['scroll jump', 'jump'],
    ] as const) {
      const limit = BY_HAND[name][field];
      const ratio = costs[name][field] / hand[field];
      const shown = `${costs[name][field].toFixed(1)} ms / ${hand[field].toFixed(1)} ms = ${ratio.toFixed(2)}`;
      judge(`${name}, ${what} on the main thread / by hand, at most ${limit}`, ratio, limit, false, shown);
    }
  }
}

/** What a list of 2,000 patients costs: time, bytes, the proxy's memory and its event loop. */
export async function reportCaseload(judge: Judge, browser: Browser): Promise<void> {
  const key = randomBytes(32).toString('hex');
  const service = await startChild('./contenders/caseload-service.ts');
  const startProxy = () => startChild('./contenders/caseload-proxy.ts', [service.url, key]);
  const [proxy, cold] = await Promise.all([startProxy(), startProxy()]);
  try {
    const authorization = `Bearer ${await mintFor(key)}`;
    const cost = await measure(proxy, authorization);
    const mb = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MB`;
    const ms = (milliseconds: number): string => `${milliseconds.toFixed(0)} ms`;
    console.log(
      `\nA list of ${PATIENTS} patients, ${APPLICATIONS} applications, ${SUBMISSIONS} submissions; 20 ms a call of the service`,
    );
    console.log(
      `          all of it: ${ms(cost.allMs)}, ${ms(cost.workMs)} of them work of the proxy, ${cost.requests} requests, ${mb(cost.bytes)} on the wire`,
    );
    console.log(`          memory of the proxy at most: ${mb(cost.peakBytes)}, ${mb(cost.idle)} before`);
    const [median, most99, most] = cost.delays;
    console.log(
      `          delay of its event loop: median ${ms(median)}, 99 %: ${ms(most99)}, at most ${ms(most)}`,
    );
    judge('99 % of the delays of the event loop, at most 100 ms', most99, 100, false, ms(most99));
    await reportPage(judge, browser, cold, authorization);
  } finally {
    await Promise.all([service.stop(), proxy.stop(), cold.stop()]);
  }
}
