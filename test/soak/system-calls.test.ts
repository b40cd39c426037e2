/**
 * Holds the filter of system calls in the unit of systemd to what a proxy really calls, as strace sees it.
 *
 * @module
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StubService, startStubService } from '../../proxy/fixtures/stub-service.ts';
import { PAGE, PATIENT, PROFESSIONAL } from '../../proxy/fixtures/world.ts';
import { SOAK } from './scale.ts';

const MISSING = [
  ['strace', '-V'],
  ['systemd-analyze', '--version'],
].flatMap(([name = '', ...args]) => (spawnSync(name, args).error ? [name] : []));
if (SOAK && MISSING.length > 0)
  console.log(`System calls were not traced, since this machine has no ${MISSING.join(' and no ')}.`);

const MAIN = resolve('proxy/cli/main.ts');
const ROUNDS = 100;
const folder = mkdtempSync(join(tmpdir(), 'instrument-panel-calls-'));
const config = join(folder, 'proxy.config.mts');

/** The calls of a set of systemd, and of the sets that it names. */
function readSet(name: string): readonly string[] {
  const lines = execFileSync('systemd-analyze', ['syscall-filter', name], { encoding: 'utf8' }).split('\n');
  return lines
    .slice(1)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .flatMap((line) => (line.startsWith('@') ? readSet(line) : [line]));
}

/** The calls that the unit permits: its lines in their order. A list of what is permitted always has `@default` too. */
function readPermitted(): ReadonlySet<string> {
  const unit = readFileSync(resolve('deploy/systemd/instrument-panel@.service'), 'utf8');
  const permitted = new Set(readSet('@default'));
  for (const [, inverted, names = ''] of unit.matchAll(/^SystemCallFilter=(~?)(.+)$/gm)) {
    for (const call of names.split(' ').flatMap(readSet)) {
      if (inverted) permitted.delete(call);
      else permitted.add(call);
    }
  }
  return permitted;
}

const readCalls = (trace: string): readonly string[] => [
  ...new Set(
    [...readFileSync(trace, 'utf8').matchAll(/^\d+ +(?:<\.\.\. )?([a-z0-9_]+)(?:\(| resumed)/gm)].map(
      ([, call = '']) => call,
    ),
  ),
];

/** Starts the program under strace, as a user without rights where this one has them, as the unit does. */
function startTraced(trace: string, args: readonly string[]): ChildProcess {
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const { NODE_COMPILE_CACHE: _, ...env } = process.env;
  const traced = ['-f', '-qq', '-o', trace, ...user, process.execPath, MAIN, 'proxy', '--config', config];
  return spawn('strace', [...traced, ...args], { env });
}

/** The program itself, which strace started. */
const readTraced = ({ pid }: ChildProcess): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());

describe.runIf(SOAK && MISSING.length === 0)(
  'the filter of system calls (in the soak alone, and where strace and systemd-analyze are)',
  () => {
    let service: StubService;
    beforeAll(async () => {
      service = await startStubService();
      service.answer = () => ({ body: { serviceId: PATIENT } });
      chmodSync(folder, 0o777);
      writeFileSync(
        config,
        `export default {
        upstream: '${service.url}', credentials: { key: 'k', secret: 's' },
        keys: [{ kid: 'a', alg: 'HS256', key: new TextEncoder().encode('an HS256 key for tests: 0123456789abcdef'), signs: true }],
        issuer: 'a', audience: 'a', origins: ['${PAGE}'], storage: { file: '${join(folder, 'proxy.sqlite')}' },
        session: async () => ({ sub: 's', role: 'professional', professionalId: '${PROFESSIONAL}', actions: ['read'] }),
        limits: { subjectBurst: 100_000, addressBurst: 100_000 },
      };`,
      );
    });
    afterAll(async () => {
      await service?.close();
      rmSync(folder, { recursive: true, force: true });
    });

    it('permits what checking a configuration calls', async () => {
      const trace = join(folder, 'check.trace');
      const [code] = await once(startTraced(trace, ['--check']), 'close');
      expect(code).toBe(0);
      const permitted = readPermitted();
      expect(readCalls(trace).filter((call) => !permitted.has(call))).toEqual([]);
    });

    it.each([['1'], ['2']])('permits what a proxy with --workers %s calls under load', async (workers) => {
      const trace = join(folder, `workers-${workers}.trace`);
      const child = startTraced(trace, ['--port', '0', '--workers', workers]);
      let said = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream?.setEncoding('utf8').on('data', (text: string) => {
          said += text;
        });
      }
      const readUrl = () => /listening on ([^\s,]+)/.exec(said)?.[1]?.replace('localhost', '127.0.0.1');
      await expect.poll(readUrl, { timeout: 120_000 }).toBeDefined();
      const url = readUrl();
      const origin = { origin: PAGE, 'content-type': 'application/json' };
      const session = await fetch(`${url}/session`, { method: 'POST', body: '{}', headers: origin });
      const { token } = (await session.json()) as { token: string };
      const headers = { ...origin, authorization: `Bearer ${token}` };
      const path = `/third-party/api/v1/professionals/${PROFESSIONAL}/patients/${PATIENT}`;
      for (let round = 0; round < ROUNDS; round += 1) {
        const asked = Array.from({ length: 8 }, () => fetch(`${url}${path}`, { headers }));
        for (const answer of await Promise.all(asked)) {
          expect(answer.status).toBe(200);
          await answer.arrayBuffer();
        }
        if (round === ROUNDS / 2) process.kill(readTraced(child), 'SIGHUP');
      }
      await expect.poll(() => said, { timeout: 120_000 }).toContain('Configuration reloaded.');
      process.kill(readTraced(child), 'SIGTERM');
      const [code] = await once(child, 'close');
      expect(code).toBe(0);
      const calls = readCalls(trace);
      expect(calls).toEqual(expect.arrayContaining(['accept4', 'fsync']));
      const permitted = readPermitted();
      expect(calls.filter((call) => !permitted.has(call))).toEqual([]);
    });
  },
);
