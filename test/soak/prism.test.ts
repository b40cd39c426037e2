/**
 * Another implementation's reading of docs/openapi.json: the conformance rules run through Stoplight's validating
 * proxy, which refuses a request or an answer that the document does not describe. It is fetched by npx from the
 * npm registry at that moment, so only `npm run test:soak` does it; the short form stays off the network.
 *
 * @module
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../conformance/endpoints.ts';
import { stateRules } from '../conformance/rule.ts';
import { SECTIONS } from '../conformance/rules/index.ts';
import { type Before, direct, type World } from '../conformance/world.ts';
import { SOAK } from './scale.ts';

const DOCUMENT = 'docs/openapi.json';
const PRISM = '@stoplight/prism-cli@5';

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

/** Prism in front of the service; each violation that it reports is added to `violations`. */
async function startPrism(service: string, violations: string[]): Promise<Before> {
  const port = String(await freePort());
  const args = [
    '--yes',
    PRISM,
    'proxy',
    DOCUMENT,
    service,
    '--errors',
    '--host',
    '127.0.0.1',
    '--port',
    port,
  ];
  // A group of its own, so that stopping it stops what npx has started.
  const child = spawn('npx', args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      output = `${output}${chunk.toString('utf8')}`.slice(-4_000);
      if (/Prism is listening/.test(output)) resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('error', (error) => reject(new Error(`npx could not be run: ${error.message}`)));
    child.on('close', () =>
      reject(
        new Error(
          `npx could not install or start ${PRISM}; this test needs the npm registry. It said:\n${output}`,
        ),
      ),
    );
  });
  return {
    base: `http://127.0.0.1:${port}`,
    see: async (sent, answer) => {
      // With --errors, prism puts its own problem document in the place of whatever breaks the description.
      if (!answer.headers.get('content-type')?.startsWith('application/problem+json')) return;
      violations.push(`${sent} ${(await answer.text()).slice(0, 1_500)}`);
    },
    stop: async () => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
      await ended;
    },
  };
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'];

it('describes the documented endpoints and no other in docs/openapi.json', () => {
  const { paths }: { paths: Record<string, object> } = JSON.parse(readFileSync(DOCUMENT, 'utf8'));
  const described = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((method) => METHODS.includes(method))
      .map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.sort()).toEqual(ENDPOINTS.map(({ method, path }) => `${method} ${path}`).sort());
});

// Declared in the long form alone, where it cannot be skipped: without the registry it fails.
if (SOAK) {
  describe('the sandbox behind a proxy that validates by docs/openapi.json', () => {
    const violations: string[] = [];
    let world: World | undefined;
    beforeAll(async () => {
      world = await direct({ seeded: true }, (service) => startPrism(service, violations));
    }, 600_000);
    afterAll(() => world?.stop());
    const running = (): World => {
      if (!world) throw new Error('The sandbox and prism did not start.');
      return world;
    };
    stateRules(SECTIONS, running, 'malformed');

    it('sees no violation in any request or answer of the rules', () => {
      expect(violations).toEqual([]);
    });
  });
}
