/**
 * The packed client in each runtime that it supports, against a sandbox: the same calls have the same outcomes. It needs the
 * npm registry, so only `npm run test:soak` does it.
 *
 * @module
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createSandbox, type Sandbox } from '@instrument-panel/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answeredBody, SECRET, signatureOf } from '../../proxy/fixtures/delivery.ts';
import { packPackages } from '../../scripts/packages.ts';
import { builtPackages } from '../built-packages.ts';
import { SOAK } from './scale.ts';

const run = promisify(execFile);

/** Node's own binaries on the registry. The package `node` fetches them by a second npm while npm installs it. */
const NODE = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

/** Each runtime's package on the registry, its program in node_modules, and how a file is run with it. */
const RUNTIMES: Readonly<Record<string, readonly [program: string, ...args: string[]]>> = {
  [`${NODE}@20`]: [`${NODE}/bin/node`],
  [`${NODE}@22`]: [`${NODE}/bin/node`],
  [`${NODE}@24`]: [`${NODE}/bin/node`],
  [`${NODE}@26`]: [`${NODE}/bin/node`],
  deno: ['.bin/deno', 'run', '--allow-net', '--allow-env', '--allow-read'],
  bun: ['.bin/bun', 'run'],
};

/** Prints what became of calls, as JSON. Arguments: address, professional, patient, body and signature of a delivery. */
const CALLS = `
import process from 'node:process';
import { createClient, getPatient, listSubmissions, pages, createApplication, mayBeDone } from '@instrument-panel/client';
import { verifyWebhook } from '@instrument-panel/client/webhooks';

const [baseUrl, professionalId, patientId, body, signature] = process.argv.slice(2);
const auth = { key: 'demo-key', secret: 'demo-secret' };
const client = createClient({ baseUrl, auth, attempts: 1 });
const said = (error) => [error.name, error.code, error instanceof Error, mayBeDone(error)];

const { data } = await client(getPatient, { params: { professionalId, patientId } });
const ids = [];
for await (const { items } of pages(client, listSubmissions, { params: { professionalId } }, { pageSize: 7 }))
  ids.push(...items.map((one) => one.id));
const missing = await client(getPatient, { params: { professionalId, patientId: professionalId } }).catch(said);
const gone = createClient({ baseUrl: 'http://127.0.0.1:9', auth, attempts: 1 });
const unsent = await gone(getPatient, { params: { professionalId, patientId } }).catch(said);
const cutOff = createClient({ baseUrl, auth, fetch: async () => { throw new TypeError('cut off'); } });
const params = { professionalId, formId: professionalId };
const lost = await cutOff(createApplication, { params, body: { patientId, recurrenceCycle: 'NOW' } }).catch(said);
const event = await verifyWebhook(new TextEncoder().encode(body), signature, { secrets: ['${SECRET}'] }).then(
  ({ type }) => type,
  (error) => error.fault ?? String(error),
);
const forged = await verifyWebhook(new TextEncoder().encode(body + ' '), signature, { secrets: ['${SECRET}'] }).catch(
  (error) => error.fault,
);
console.log(JSON.stringify({ id: data.serviceId, distinct: new Set(ids).size === ids.length, count: ids.length, missing, unsent, lost, event, forged }));
`;

describe.runIf(SOAK)('the client in the runtimes that it supports (in the soak alone)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'instrument-panel-runtimes-'));
  let sandbox: Sandbox;
  let tarball: string;
  let args: readonly string[];
  let expected: unknown;

  beforeAll(async () => {
    tarball = (await packPackages(await builtPackages(), folder)).client;
    sandbox = await createSandbox({ seed: 1 });
    const { url } = await sandbox.listen(0);
    const [patient] = sandbox.patients;
    if (!patient) throw new Error('The sandbox has no patient.');
    const body = answeredBody(1);
    const signature = signatureOf(body, Math.floor(Date.now() / 1000), SECRET);
    args = [url, patient.professionalId, patient.id, body, signature];
    expected = {
      id: patient.id,
      distinct: true,
      count: expect.toSatisfy((count: number) => count > 7, 'more than a page'),
      missing: ['NotFoundError', expect.any(String), true, false],
      unsent: ['NetworkError', 'NETWORK', true, false],
      lost: ['UnknownOutcomeError', 'UNKNOWN_OUTCOME', true, true],
      event: 'SUBMISSION_ANSWERED',
      forged: 'forged',
    };
  }, 600_000);

  afterAll(async () => {
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  }, 600_000);

  it.each(Object.entries(RUNTIMES))(
    '%s: the same calls have the same outcomes',
    async (name, [program, ...first]) => {
      const cwd = join(folder, name);
      mkdirSync(cwd);
      const dependencies = { '@instrument-panel/client': `file:${tarball}` };
      writeFileSync(
        join(cwd, 'package.json'),
        JSON.stringify({ type: 'module', private: true, dependencies }),
      );
      writeFileSync(join(cwd, 'calls.js'), CALLS);
      // Deno and Bun put their programs in place as they are installed.
      const flags = ['--no-audit', '--no-fund', '--ignore-scripts=false', '--loglevel=error'];
      await run('npm', ['install', ...flags, name], { cwd });
      const { stdout } = await run(join(cwd, 'node_modules', program), [...first, 'calls.js', ...args], {
        cwd,
      });
      expect(JSON.parse(stdout)).toEqual(expected);
    },
  );
});
