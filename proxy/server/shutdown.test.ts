import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { readAudit } from '../audit/verify.ts';
import { PATIENT, PROFESSIONAL, startWorld, tokenFor } from '../fixtures/world.ts';
import { openStorage } from '../storage/open.ts';

const PATH = `/professionals/${PROFESSIONAL}/patients/${PATIENT}`;
let service: Server;
afterEach(() => {
  service.closeAllConnections();
  service.close();
});

/** A service that answers only when it is told to. */
async function slowService() {
  const held: ServerResponse[] = [];
  service = createServer((request, response) => {
    request.resume();
    held.push(response);
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  return {
    held,
    url: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
    answer: () => {
      for (const response of held.splice(0)) {
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      }
    },
  };
}

describe('closing', () => {
  test('answers /readyz with 503 first, while requests are still taken', async () => {
    const { url, held, answer } = await slowService();
    const world = await startWorld({ upstream: url, limits: { drainMs: 3_000 } });
    const token = await tokenFor();
    const closed = world.close();
    const asked = world.ask(PATH, token);
    const ready = await world.proxy.fetch(new Request(`${world.url}/readyz`));
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { code: 'NOT_READY', message: 'Not ready: closing.' },
    ]);
    await expect.poll(() => held.length).toBe(1);
    answer();
    expect((await asked).status).toBe(200);
    await closed;
    await expect(fetch(`${world.url}/readyz`)).rejects.toThrow();
  });

  test('finishes what is in flight, then ends', async () => {
    const { url, held, answer } = await slowService();
    const world = await startWorld({ upstream: url });
    const asked = world.ask(PATH, await tokenFor());
    await expect.poll(() => held.length).toBe(1);
    const closed = world.close();
    await expect(fetch(`${world.url}/healthz`)).rejects.toThrow();
    answer();
    expect((await asked).status).toBe(200);
    await closed;
  });

  test('breaks off a read that does not end within the grace, and finishes a write all the same', async () => {
    const { url, held, answer } = await slowService();
    const folder = await mkdtemp(join(tmpdir(), 'proxy-shutdown-'));
    const storage = { file: join(folder, 'proxy.sqlite') };
    const world = await startWorld({ upstream: url, limits: { graceMs: 100 }, storage });
    const token = await tokenFor();
    const left = (asked: Promise<Response>) => asked.then(() => 'answered').catch(() => 'broken off');
    const read = left(world.ask(PATH, token));
    const write = left(world.ask(`${PATH}/inactivate`, token, { method: 'POST' }));
    await expect.poll(() => held.length).toBe(2);
    const closed = world.close();
    expect(await Promise.all([read, write])).toEqual(['broken off', 'broken off']);
    answer();
    await closed;
    const ends = world.lines.filter(({ event }) => event === 'request');
    expect(ends.map(({ route, status }) => [route?.split(' ')[0], status]).sort()).toEqual([
      ['GET', 499],
      ['POST', 200],
    ]);
    const reopened = await openStorage(storage);
    const [row] = (await readAudit(reopened)).slice(-1);
    expect(row?.entry).toMatchObject({
      route: expect.stringContaining('/inactivate'),
      outcome: { kind: 'done' },
    });
    await reopened.close();
    await rm(folder, { recursive: true });
  });
});

describe('the command', () => {
  test('ends at once at the second signal', async () => {
    const { url, held } = await slowService();
    const folder = await mkdtemp(join(tmpdir(), 'proxy-shutdown-'));
    const config = join(folder, 'proxy.config.ts');
    await writeFile(
      config,
      `export default {
        upstream: '${url}',
        credentials: { key: 'k', secret: 's' },
        keys: [{ kid: 'first', alg: 'HS256', key: new TextEncoder().encode('an HS256 key for tests: 0123456789abcdef'), signs: true }],
        issuer: 'https://proxy.clinic.example', audience: 'proxy-test', origins: ['https://ehr.clinic.example'],
        session: async () => null, storage: { file: ':memory:' },
      }`,
    );
    const main = fileURLToPath(new URL('../cli/main.ts', import.meta.url));
    const child = spawn(process.execPath, [main, 'proxy', '--port', '0', '--config', config]);
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    let output = '';
    child.stdout.on('data', (text: Buffer) => {
      output += text;
    });
    await expect.poll(() => output, { timeout: 60_000 }).toContain('listening on ');
    const address = /listening on (\S+)/.exec(output)?.[1]?.replace('localhost', '127.0.0.1');
    const headers = { authorization: `Bearer ${await tokenFor()}` };
    const asked = fetch(`${address}/third-party/api/v1${PATH}`, { headers }).catch(() => 'broken off');
    await expect.poll(() => held.length).toBe(1);
    child.kill('SIGTERM');
    await expect
      .poll(() =>
        fetch(`${address}/healthz`).then(
          () => 'up',
          () => 'down',
        ),
      )
      .toBe('down');
    expect(child.exitCode).toBeNull();
    child.kill('SIGINT');
    expect(await ended).toBe(1);
    expect(await asked).toBe('broken off');
    await rm(folder, { recursive: true });
  }, 120_000);
});
