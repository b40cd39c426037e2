import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { UsageError } from '../../scripts/arguments.ts';
import { readPlaygroundArguments } from '../../scripts/playground-arguments.ts';
import { PLAYGROUND_POLICY } from '../../scripts/playground-server.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const read = (line: string) => readPlaygroundArguments(line === '' ? [] : line.split(' '));

/** Runs the command; `said` gives what it has printed. */
function playground(...args: readonly string[]) {
  const child = spawn(process.execPath, ['scripts/playground.ts', '--no-open', ...args]);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
    });
  }
  const ended = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)));
  return { child, ended, said: () => text };
}

/** A port that something stands on, or stood on a moment ago. */
async function port(isTaken: boolean): Promise<number> {
  const server = createServer();
  const found = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
  });
  const close = (): Promise<void> => new Promise((done) => server.close(() => done()));
  if (isTaken) closing.push(close);
  else await close();
  return found;
}

describe('the playground’s arguments', () => {
  it('are port 4400 with the browser, where none is given', () => {
    expect(read('')).toEqual({ opens: true, port: 4400 });
  });

  it('are taken as given', () => {
    expect(read('--no-open --port 4500')).toEqual({ opens: false, port: 4500 });
  });

  it.each(['--port 0', '--port 65536', '--port x', '--prt 1', 'later'])('"%s" is refused by name', (line) => {
    expect(() => read(line)).toThrow(UsageError);
    expect(() => read(line)).toThrow(line.split(' ')[0]);
  });
});

describe('npm run playground', () => {
  it('prints its usage where it is asked for, and for an argument that it does not know', async () => {
    for (const [argument, code] of [
      ['-h', 0],
      ['--prt', 2],
    ] as const) {
      const run = playground(argument);
      expect(await run.ended).toBe(code);
      expect(run.said()).toContain('Usage: npm run playground');
    }
  });

  // Filling a clinic costs more than all the rest: one process serves every test of what it serves.
  let run: ReturnType<typeof playground>;
  let url: string;
  beforeAll(async () => {
    const at = await port(false);
    url = `http://localhost:${at}`;
    run = playground('--port', String(at));
    await vi.waitFor(() => expect(run.said()).toContain('Ctrl-C'), { timeout: 150_000, interval: 100 });
  });
  afterAll(() => run.child.kill('SIGKILL'));

  it('prints where it is', () => expect(run.said()).toContain(url));

  it('sends every file under the strict policy, and gives a token to its own page alone', async () => {
    for (const path of ['/', '/page.js', '/page.css', '/facts.json']) {
      const response = await fetch(url + path);
      expect(response.status, path).toBe(200);
      expect(response.headers.get('content-security-policy'), path).toBe(PLAYGROUND_POLICY);
    }
    const facts = await (await fetch(`${url}/facts.json`)).json();
    expect(Object.keys(facts).toSorted()).toEqual(['elements', 'professionalId', 'themes']);
    expect((await fetch(`${url}/elsewhere`)).status).toBe(404);
    expect((await fetch(url, { method: 'PUT' })).status).toBe(405);
    const session = (headers: Record<string, string>) =>
      fetch(`${url}/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: '{}',
      });
    expect((await session({})).status).toBe(403);
    expect((await session({ origin: 'https://elsewhere.example' })).status).toBe(403);
    expect((await session({ origin: url })).status).toBe(200);
  });

  it('stops on Ctrl-C', async () => {
    run.child.kill('SIGINT');
    expect(await run.ended).toBe(0);
  });

  it('names a port that is taken, and says how to choose another', async () => {
    const at = await port(true);
    const run = playground('--port', String(at));
    expect(await run.ended).toBe(1);
    expect(run.said()).toContain(`Port ${at}, which the playground needs, is in use.`);
    expect(run.said()).toContain('-- --port 4500');
    expect(run.said()).not.toMatch(/\n\s+at /);
  });
});

describe('the playground’s policy', () => {
  it('is promised the policy that the issue names, and no less', () => {
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "img-src 'self'",
      "require-trusted-types-for 'script'",
    ]) {
      expect(PLAYGROUND_POLICY.split('; ')).toContain(rule);
    }
  });
});
