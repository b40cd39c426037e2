import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  createApplication,
  createPatient,
  createProfessional,
  listLibrary,
} from '../../shared/client/contract/index.ts';
import { type Client, createClient } from '../../shared/client/index.ts';
import { SOAK, times } from './scale.ts';

const SECRET = 'whsec-kill';

let folder: string;
let sandbox: ChildProcess | undefined;
let receiver: Server;
let endpoint: string;
/** Where false, the endpoint answers 503, so that the queue is full when the sandbox is killed. */
let isTaking = true;
/** Bodies by the id of their envelope, and by submission the id under which it was told. */
const bodies = new Map<string, Set<string>>();
const told = new Map<number, Set<string>>();

function take(body: string, signature: string): void {
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  expect(v1).toBe(createHmac('sha256', SECRET).update(`${t}.${body}`).digest('hex'));
  const { id, data } = JSON.parse(body) as { id: string; data: { submissionId: number } };
  bodies.set(id, (bodies.get(id) ?? new Set()).add(body));
  told.set(data.submissionId, (told.get(data.submissionId) ?? new Set()).add(id));
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'instrument-panel-webhooks-'));
  receiver = createServer(async (request, response) => {
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += part;
    if (isTaking) take(body, String(request.headers['x-service-signature']));
    response.writeHead(isTaking ? 204 : 503).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
});
afterEach(() => {
  sandbox?.kill('SIGKILL');
  receiver.closeAllConnections();
  receiver.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the command over the file, and gives its origin once it listens. */
async function start(...args: string[]): Promise<string> {
  const all = [
    'sandbox/serve.ts',
    '--port',
    '0',
    '--seed',
    'none',
    '--db',
    join(folder, 'sandbox.db'),
    ...args,
  ];
  const child = spawn(process.execPath, all, { stdio: ['ignore', 'pipe', 'inherit'] });
  sandbox = child;
  let output = '';
  for await (const part of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    output += part;
    const origin = /http:\/\/\S+?(?=\/third-party)/.exec(output)?.[0];
    if (origin && output.includes('Data ')) return origin;
  }
  throw new Error(`The sandbox did not start: ${output}`);
}

async function kill(): Promise<void> {
  const child = sandbox;
  const gone = new Promise((resolve) => child?.on('exit', resolve));
  child?.kill('SIGKILL');
  await gone;
}

/** Applies and answers until the connection breaks; keeps the submissions whose answer was acknowledged. */
async function load(client: Client, professionalId: string, acknowledged: Set<number>): Promise<void> {
  try {
    const { data } = await client(listLibrary, {});
    const instrument = data.find(({ shortTitle }) => shortTitle === 'PHQ-2');
    const answers = instrument?.questions?.map(({ id, questionOptions }) => ({
      questionId: id,
      value: questionOptions?.[0]?.value,
    }));
    const params = { professionalId };
    const body = { name: 'Load', surname: 'Test' };
    const patientId = (await client(createPatient, { params, body })).data.serviceId;
    for (;;) {
      const application = await client(createApplication, {
        params: { professionalId, formId: instrument?.id ?? '' },
        body: { patientId, recurrenceCycle: 'NOW' },
      });
      const reply = await fetch(application.data.urlToAnswer ?? '', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ answers }),
      });
      const { submissionId }: { submissionId: number } = await reply.json();
      if (reply.ok) acknowledged.add(submissionId);
    }
  } catch {
    // The sandbox was killed.
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it(
  `delivers every acknowledged answer, with one id and one body, when it is killed ${times(2, 100)} times`,
  async () => {
    const acknowledged = new Set<number>();
    const clientOf = (baseUrl: string) =>
      createClient({ baseUrl, auth: { key: 'demo-key', secret: 'demo-secret' }, attempts: 1 });
    let origin = await start('--webhook-url', endpoint, '--webhook-secret', SECRET);
    const body = { email: 'load@clinic.example', externalId: 'load-1', name: 'Load', surname: 'Test' };
    const professionalId = (await clientOf(origin)(createProfessional, { body })).data.serviceId;
    for (let round = 0; round < times(2, 100); round += 1) {
      const before = acknowledged.size;
      isTaking = round % 2 === 1;
      const loads = times(2, 4);
      const running = Array.from({ length: loads }, () =>
        load(clientOf(origin), professionalId, acknowledged),
      );
      while (acknowledged.size < before + times(10, 20)) await pause(2);
      await kill();
      isTaking = true;
      await Promise.all(running);
      // Without arguments: the endpoint is kept in the file.
      origin = await start();
    }
    while ([...acknowledged].some((submissionId) => !told.has(submissionId))) await pause(5);
    expect([...bodies.values()].every((sent) => sent.size === 1)).toBe(true);
    expect([...told.values()].every((ids) => ids.size === 1)).toBe(true);
  },
  SOAK ? 3_600_000 : 180_000,
);
