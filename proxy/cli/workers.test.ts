import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readAudit, verifyAudit } from '../audit/verify.ts';
import { PAGE, PROFESSIONAL } from '../fixtures/world.ts';
import { combineHealth } from '../server/monitoring.ts';
import { createPeers, type ToPrimary, type ToWorker } from '../server/peers.ts';
import { openStorage } from '../storage/open.ts';
import { runHere } from './run-here.fixture.ts';
import { relayLines } from './workers.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
const METRICS_TOKEN = 'metrics-0123456789abcdef';
const folder = mkdtempSync(join(tmpdir(), 'instrument-panel-workers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const config = join(folder, 'proxy.config.mts');
const storage = { file: join(folder, 'proxy.sqlite') };
/** Each token is granted to the process that granted it, so that the trail says which worker answered. */
const writeConfig = (more = ''): void =>
  writeFileSync(
    config,
    `export default {
      upstream: 'http://127.0.0.1:9', credentials: { key: 'k', secret: 's' },
      keys: [{ kid: 'a', alg: 'HS256', key: new TextEncoder().encode('an HS256 key for tests: 0123456789abcdef'), signs: true }],
      issuer: 'a', audience: 'a', origins: ['${PAGE}'], metrics: { token: '${METRICS_TOKEN}' },
      session: async () => ({ sub: String(process.pid), role: 'professional', professionalId: '${PROFESSIONAL}', actions: ['read'] }),
      storage: ${JSON.stringify(storage)}, ${more}
    };`,
  );

/** Starts the program with workers. */
function start(workers: number) {
  const args = [MAIN, 'proxy', '--port', '0', '--config', config, '--workers', `${workers}`];
  const child = spawn(process.execPath, args);
  const output = { out: '', err: '' };
  child.stdout.on('data', (text: Buffer) => {
    output.out += text;
  });
  child.stderr.on('data', (text: Buffer) => {
    output.err += text;
  });
  return { child, output };
}

const isAlive = (pid: string): boolean => existsSync(`/proc/${pid}`);

describe('workers of one proxy', () => {
  let child: ChildProcess;
  let output: { readonly out: string; readonly err: string };
  let url: string;
  beforeAll(async () => {
    writeConfig();
    ({ child, output } = start(2));
    await vi.waitFor(() => expect(output.out).toContain('with 2 workers'), 240_000);
    url = /listening on (\S+),/.exec(output.out)?.[1]?.replace('localhost', '127.0.0.1') ?? '';
  }, 250_000);
  afterAll(() => void child?.kill('SIGKILL'));

  const signIn = async (): Promise<number> => {
    const headers = { origin: PAGE, 'content-type': 'application/json', connection: 'close' };
    return (await fetch(`${url}/session`, { method: 'POST', body: '{}', headers })).status;
  };
  const readPids = async (): Promise<readonly string[]> => {
    const opened = await openStorage(storage);
    try {
      expect((await verifyAudit(opened)).holds).toBe(true);
      return (await readAudit(opened, 1, 1_000)).map(({ entry }) => entry?.who.sub ?? '');
    } finally {
      await opened.close();
    }
  };
  const signInTimes = async (times: number): Promise<void> => {
    const statuses = await Promise.all(Array.from({ length: times }, signIn));
    expect(new Set(statuses)).toEqual(new Set([200]));
  };
  const readMetrics = async (token = METRICS_TOKEN): Promise<string> =>
    (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text();

  test('share port and storage: all answer, their rows are one trail, and metrics are the sum of both', async () => {
    await signInTimes(20);
    const pids = await readPids();
    expect(pids).toHaveLength(20);
    expect(new Set(pids).size).toBe(2);
    expect(await readMetrics()).toContain(
      'instrument_panel_proxy_sign_ins_total{way="session",outcome="granted"} 20\n',
    );
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });

  test('one that dies is started again, which the log says, and the other goes on', async () => {
    const [dead = ''] = await readPids();
    process.kill(Number(dead), 'SIGKILL');
    await expect.poll(() => output.out).toContain('"event":"worker-ended"');
    await signInTimes(4);
    expect(output.out).toContain(`Worker ${dead} ended (SIGKILL). Another is started in 500 ms.`);
    const answered = async (): Promise<number> => {
      await signInTimes(2);
      return new Set((await readPids()).filter((pid) => pid !== dead)).size;
    };
    await expect.poll(answered, { timeout: 120_000, interval: 500 }).toBe(2);
  }, 240_000);

  test('read the configuration again on SIGHUP, all of them or none, and say it once', async () => {
    const next = 'metrics-of-a-second-configuration';
    writeConfig(`...{ metrics: { token: '${next}' } },`);
    child.kill('SIGHUP');
    await expect.poll(() => output.err, { timeout: 60_000 }).toContain('Configuration reloaded.');
    for (let asked = 0; asked < 4; asked += 1) {
      const headers = { authorization: `Bearer ${next}`, connection: 'close' };
      expect((await fetch(`${url}/metrics`, { headers })).status).toBe(200);
    }
    writeConfig('audits: {},');
    child.kill('SIGHUP');
    await expect.poll(() => output.err).toContain('The configuration stays as it was.');
    expect(output.err.match(/audits is not known/g)).toHaveLength(1);
    expect(output.err.match(/Configuration reloaded/g)).toHaveLength(1);
  }, 240_000);

  test('all end on SIGTERM, and the program with them', async () => {
    const pids = [...new Set(await readPids())].filter(isAlive);
    expect(pids.length).toBeGreaterThanOrEqual(2);
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
    expect(pids.filter(isAlive)).toEqual([]);
  }, 120_000);
});

test('what keeps workers from starting, such as a storage in the memory of each, ends the program and is said once', async () => {
  writeConfig("...{ storage: { file: ':memory:' } },");
  const { child, output } = start(3);
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  expect(output.err.match(/this one is in the memory of each/g)).toHaveLength(1);
}, 240_000);

test.each([
  ['without a configuration', ['--workers', '2'], '--workers needs --config'],
  ['in a number that is none', ['--workers', 'all'], '--workers must be 1 to 64'],
])('workers are refused %s', async (_, args, sentence) => {
  const { code, err } = await runHere(['proxy', ...args]);
  expect([code, err]).toEqual([2, expect.stringContaining(sentence)]);
});

test('lines of a worker are passed on whole, however they arrive', () => {
  const [from, to] = [new PassThrough(), new PassThrough()];
  relayLines(from, to);
  from.write('{"a":1}\n{"b"');
  expect(to.read()?.toString()).toBe('{"a":1}\n');
  from.write(':2');
  expect(to.read()).toBeNull();
  from.write('}\n');
  expect(to.read()?.toString()).toBe('{"b":2}\n');
});

test('a fault of one worker takes the others out of no balancer', () => {
  const sound = { own: [], shared: [] };
  const late = { own: ['event loop'], shared: ['service' as const] };
  expect(combineHealth([late, sound])).toEqual({ own: [], shared: ['service'] });
  expect(combineHealth([late, late]).own).toEqual(['event loop']);
  // A part that fails for one alone is not hidden either.
  expect(combineHealth([sound, { own: ['storage'], shared: [] }])).toEqual({ own: [], shared: ['storage'] });
});

test('a worker answers for itself and for the others', async () => {
  const sent: ToPrimary[] = [];
  let tell: (message: ToWorker) => void = () => {};
  const peers = createPeers({
    send: (message) => void sent.push(message),
    listen: (onMessage) => {
      tell = onMessage;
    },
  });
  const askAll = peers.offer('health', async () => 'own');
  const asked = askAll();
  const [question] = sent;
  if (question?.kind !== 'asked') throw new Error('It asked nobody.');
  tell({ kind: 'answers', id: question.id, values: ['another'] });
  expect(await asked).toEqual(['own', 'another']);
  tell({ kind: 'question', id: '7', name: 'health' });
  await expect.poll(() => sent.at(-1)).toEqual({ kind: 'answered', id: '7', value: 'own' });
});
