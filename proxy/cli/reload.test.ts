import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAudit } from '../audit/audit.ts';
import { tokenFor } from '../fixtures/world.ts';
import { openStorage } from '../storage/open.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
const INDEX = fileURLToPath(new URL('../index.ts', import.meta.url));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'instrument-panel-reload-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('reads configuration and secrets again on SIGHUP, and drops no request', async () => {
  const held: ServerResponse[] = [];
  const service = createServer((_, reply) => held.push(reply)).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const { port } = service.address() as AddressInfo;
  const [config, secret] = [join(folder, 'proxy.config.mts'), join(folder, 'metrics-token')];
  const write = (more = ''): void =>
    writeFileSync(
      config,
      `import { readSecret } from ${JSON.stringify(INDEX)};
      export default {
        upstream: 'http://127.0.0.1:${port}',
        credentials: { key: 'k', secret: 's' },
        keys: [{ kid: 'first', alg: 'HS256', key: new TextEncoder().encode('an HS256 key for tests: 0123456789abcdef'), signs: true }],
        issuer: 'https://proxy.clinic.example', audience: 'proxy-test', origins: ['https://ehr.clinic.example'],
        session: async () => null, storage: { file: ${JSON.stringify(join(folder, 'proxy.sqlite'))} },
        metrics: { token: readSecret('METRICS_TOKEN') }, ${more}
      };`,
    );
  write();
  writeFileSync(secret, 'the-first-metrics-token\n');
  const { METRICS_TOKEN: _, ...env } = process.env;
  const child = spawn(process.execPath, [MAIN, 'proxy', '--port', '0', '--config', config], {
    env: { ...env, METRICS_TOKEN_FILE: secret },
  });
  const output = { out: '', err: '' };
  child.stdout.on('data', (text: Buffer) => {
    output.out += text;
  });
  child.stderr.on('data', (text: Buffer) => {
    output.err += text;
  });
  try {
    await expect.poll(() => output.out, { timeout: 60_000 }).toContain('listening on ');
    const url = /listening on (\S+)/.exec(output.out)?.[1]?.replace('localhost', '127.0.0.1');
    const statusWith = async (token: string) =>
      (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).status;
    expect(await statusWith('the-first-metrics-token')).toBe(200);
    const bearer = { authorization: `Bearer ${await tokenFor({ role: 'operations', ops: ['read'] })}` };
    const asked = fetch(`${url}/third-party/api/v1/forms/tags`, { headers: bearer });
    await expect.poll(() => held.length).toBe(1);

    writeFileSync(secret, 'the-second-metrics-token\n');
    child.kill('SIGHUP');
    await expect.poll(() => statusWith('the-second-metrics-token')).toBe(200);
    expect(await statusWith('the-first-metrics-token')).not.toBe(200);
    held[0]?.writeHead(200, { 'content-type': 'application/json' }).end('[]');
    expect((await asked).status).toBe(200);
    await expect.poll(() => output.err).toContain('Configuration reloaded.');

    write("audits: { key: 'x' }");
    child.kill('SIGHUP');
    await expect.poll(() => output.err).toContain('The configuration stays as it was.');
    expect(output.err).toContain('audits is not known');
    expect(await statusWith('the-second-metrics-token')).toBe(200);

    output.err = '';
    write("webhooks: { secrets: ['secret-canary-1' 'secret-canary-2'] }");
    child.kill('SIGHUP');
    await expect.poll(() => output.err).toContain('The configuration stays as it was.');
    expect(output.err).toMatch(
      /proxy\.config\.mts cannot be loaded \(SyntaxError\) at proxy\.config\.mts:\d+: /,
    );
    expect(output.err).not.toMatch(/canary|^\s+at /m);

    const storage = await openStorage({ file: join(folder, 'proxy.sqlite') });
    await createAudit({
      storage: async () => storage,
      audit: { key: null },
      clock: Date.now,
      log: () => {},
    }).note({
      route: 'POST /x',
      who: { sub: 's', role: 'operations', professionalId: null },
      jti: 'j'.repeat(20),
      ids: {},
    });
    await storage.close();
    output.err = '';
    write("audit: { key: new TextEncoder().encode('an audit key for tests: 0123456789abcdef') }");
    child.kill('SIGHUP');
    await expect.poll(() => output.err).toContain('The configuration stays as it was.');
    expect(output.err).toMatch(/option audit\.key\. Give the key \(or none\) that it was begun with/);
    expect(output.err).not.toMatch(/Configuration reloaded|^\s+at /m);
    expect(await statusWith('the-second-metrics-token')).toBe(200);
  } finally {
    child.kill('SIGTERM');
    await new Promise((resolve) => child.on('close', resolve));
    service.closeAllConnections();
    service.close();
  }
  expect(child.exitCode).toBe(0);
}, 120_000);
