import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { PATIENT, PROFESSIONAL, tokenFor } from '../../proxy/fixtures/world.ts';

const PATH = `/third-party/api/v1/professionals/${PROFESSIONAL}/patients/${PATIENT}`;

/** What became of reads: how often each status came (0: no answer), and how long each took, in milliseconds. */
export interface Reads {
  readonly statuses: Record<number, number>;
  readonly ms: number[];
}

/** Reads once, on a connection of its own: one that cannot be made counts as well. */
function readOnce(url: string, token: string): Promise<number> {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}` };
    const asked = request(url + PATH, { headers, agent: false }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', () => resolve(0));
    });
    asked.on('error', () => resolve(0));
    asked.end();
  });
}

/** Has persons who do nothing unusual read a patient, so many times in all, one after the other. */
export async function read(url: string, count: number): Promise<Reads> {
  const tokens = await Promise.all([0, 1, 2].map((person) => tokenFor({ sub: `reader-${person}` })));
  const reads: Reads = { statuses: {}, ms: [] };
  for (let index = 0; index < count; index += 1) {
    const startedAt = performance.now();
    const status = await readOnce(url, tokens[index % tokens.length] ?? '');
    reads.ms.push(performance.now() - startedAt);
    reads.statuses[status] = (reads.statuses[status] ?? 0) + 1;
  }
  return reads;
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Compares reads under a disturbance with those of the same run without it; prints both and gives the ratio of medians. */
export function compareReads(name: string, calm: readonly Reads[], disturbed: readonly Reads[]): number {
  const [one, other] = [calm, disturbed].map((all) => median(all.flatMap(({ ms }) => ms)));
  const ratio = (other ?? 0) / (one ?? 1);
  console.log(
    `${name}: median read ${one?.toFixed(1)} ms without, ${other?.toFixed(1)} ms with it, ratio ${ratio.toFixed(2)}.`,
  );
  return ratio;
}

/** Sockets that are opened at a rate by another process, and kept. */
export function startFlood(url: string, perSecond: number, most: number) {
  const args = ['test/soak/chaos.flood.ts', new URL(url).port, `${perSecond}`, `${most}`];
  const child: ChildProcess = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  let said = '';
  child.stdout?.on('data', (text: Buffer) => {
    said += text;
  });
  return {
    /** Ends it; gives how many sockets it had opened, and how many of them the other side had closed by then. */
    async stop(): Promise<{ opened: number; closed: number }> {
      child.stdin?.write('\n');
      await once(child, 'close');
      return JSON.parse(said) as { opened: number; closed: number };
    },
  };
}

/** The memory that a process has, in megabytes. */
export function readMemoryMb(pid: number): number {
  const [, kilobytes = ''] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1_024;
}
