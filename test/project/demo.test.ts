import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';

const running = new Set<ChildProcess>();
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
});

interface Run {
  readonly child: ChildProcess;
  output(): string;
  readonly ended: Promise<number | null>;
}

function demo(...args: readonly string[]): Run {
  const child = spawn(process.execPath, ['scripts/demo.ts', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  let output = '';
  const keep = (chunk: Buffer): void => {
    output += chunk.toString('utf8');
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const ended = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)));
  return { child, output: () => output, ended };
}

function occupy(port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

/** A base such that it, +100 and +200 are free. */
async function freeBase(): Promise<number> {
  for (let base = 21_000 + (process.pid % 5_000); ; base += 7) {
    const servers = await Promise.allSettled([base, base + 100, base + 200].map(occupy));
    for (const server of servers) if (server.status === 'fulfilled') server.value.close();
    if (servers.every((server) => server.status === 'fulfilled')) return base;
  }
}

async function ready(run: Run, base: number): Promise<void> {
  const end = performance.now() + 150_000;
  for (;;) {
    const answers = await Promise.all(
      [base, base + 100, base + 200].map((port) =>
        fetch(`http://127.0.0.1:${port}/healthz`).then(
          (reply) => reply.ok,
          () => false,
        ),
      ),
    );
    if (answers.every(Boolean)) return;
    if (performance.now() > end || run.child.exitCode !== null)
      throw new Error(`The demo did not start:\n${run.output()}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

describe('npm run demo', () => {
  it('starts sandbox, proxy and EHR, prints where they are and who may sign in, and stops on Ctrl-C', async () => {
    const base = await freeBase();
    const run = demo('--no-open', '--port-base', String(base));
    await ready(run, base);
    await expect.poll(() => run.output(), { timeout: 10_000 }).toContain(`http://localhost:${base + 200}`);
    expect(run.output()).toContain(`http://localhost:${base}`);
    expect(run.output()).toContain(`http://localhost:${base + 100}`);
    expect(run.output()).toMatch(/@clinic\.example/);
    run.child.kill('SIGINT');
    expect(await run.ended).toBe(0);
    for (const port of [base, base + 100, base + 200]) (await occupy(port)).close();
  });

  // Each part by itself: scripts/stack/ports.test.ts. Arguments: scripts/demo/arguments.test.ts, and commands.test.ts.
  it('names a port that is taken, and says how to choose another', async () => {
    const base = await freeBase();
    const taken = await occupy(base + 200);
    try {
      const run = demo('--no-open', '--port-base', String(base));
      expect(await run.ended).not.toBe(0);
      expect(run.output()).toContain(String(base + 200));
      expect(run.output()).toContain('--port-base');
      expect(run.output()).not.toMatch(/\n\s+at /);
    } finally {
      taken.close();
    }
  });
});
