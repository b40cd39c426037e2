import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A real Redis of the test's own, on a free port, with a folder of its own. */
export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** `SIGKILL`: what is not on disk is gone. */
  readonly kill: () => Promise<void>;
  /** Starts again over the same folder and port. */
  readonly start: () => Promise<void>;
  readonly close: () => Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function started(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (text: Buffer) => {
      if (text.includes('Ready to accept connections')) resolve();
    });
    child.on('error', () =>
      reject(
        new Error('There is no redis-server. `npm test` installs it; by hand: apt-get install redis-server.'),
      ),
    );
    child.on('exit', (code) => reject(new Error(`redis-server ended with code ${code}.`)));
  });
}

/**
 * Starts a Redis.
 *
 * @param durable false for one that keeps nothing on disk, which the proxy must refuse
 */
export async function startRedisServer(durable = true): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'instrument-panel-redis-'));
  const port = await freePort();
  let child: ChildProcess;
  const start = async (): Promise<void> => {
    const persistence = durable ? ['--appendonly', 'yes', '--appendfsync', 'always'] : ['--appendonly', 'no'];
    const where = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
    child = spawn('redis-server', [...where, ...persistence], { stdio: ['ignore', 'pipe', 'ignore'] });
    await started(child);
  };
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    kill,
    start,
    async close() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
