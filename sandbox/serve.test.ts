import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Application, Instrument, Patient, Professional } from '../shared/client/contract/index.ts';

const COMMAND = join(import.meta.dirname, 'serve.ts');
const HEADERS = {
  'X-Api-Key': 'demo-key',
  'X-Api-Secret': 'demo-secret',
  'Content-Type': 'application/json',
};

interface Server {
  readonly process: ChildProcess;
  readonly url: string;
  readonly output: () => string;
  readonly ended: Promise<number | null>;
}

const started: ChildProcess[] = [];
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'instrument-panel-sandbox-'));
});
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the command; gives it once it has told its address, or has ended. */
async function start(...args: string[]): Promise<Server> {
  const child = spawn(process.execPath, [COMMAND, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(child);
  let output = '';
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const told = new Promise<void>((resolve) => {
    child.stdout.on('data', (part) => {
      output += part;
      if (output.includes('Data ')) resolve();
    });
  });
  child.stderr.on('data', (part) => {
    output += part;
  });
  await Promise.race([told, ended]);
  const url = /http:\/\/\S+?(?=\/third-party)/.exec(output)?.[0] ?? '';
  return { process: child, url, output: () => output, ended };
}

async function call<Body>(server: Server, method: string, path: string, body?: unknown): Promise<Body> {
  const url = path.startsWith('http') ? path : `${server.url}/third-party/api/v1${path}`;
  const response = await fetch(url, {
    method,
    headers: HEADERS,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  expect(response.ok, `${method} ${path}: ${response.status} ${text}`).toBe(true);
  return JSON.parse(text) as Body;
}

it('prints the ids of a patient, which are those of the README’s first page', async () => {
  const server = await start('--port', '0');
  const page = readFileSync('README.md', 'utf8');
  const ids = [...page.matchAll(/(?:professional|patient|form)-id="[0-9a-f-]{36}"/g)].map(([id]) => id);
  expect(ids).toHaveLength(3);
  for (const id of ids) expect(server.output()).toContain(id);
});

it('keeps every acknowledged write, and its clock, over kill -9 and a new start', async () => {
  const args = ['--port', '0', '--seed', 'none', '--db', join(folder, 'sandbox.db')];
  const first = await start(...args, '--now', '2026-03-01T09:00:00Z');
  const body = { email: 'ana@clinic.example', externalId: 'ehr-1', name: 'Ana', surname: 'Lima' };
  const professional = await call<Professional>(first, 'POST', '/professionals', body);
  const P = `/professionals/${professional.serviceId}`;
  const [instrument] = await call<Instrument[]>(first, 'GET', '/forms/library');
  const answers = (instrument?.questions ?? []).map((question) => ({
    questionId: question.id,
    value: question.questionOptions?.[1]?.value,
  }));
  const patients: Patient[] = [];
  const applications: Application[] = [];
  for (let number = 0; number < 10; number += 1) {
    const patient = await call<Patient>(first, 'POST', `${P}/patients`, { name: `Patient ${number}` });
    const input = { patientId: patient.serviceId, recurrenceCycle: 'WEEKLY' };
    const path = `${P}/forms/${instrument?.id}/applications`;
    const application = await call<Application>(first, 'POST', path, input);
    expect(application.urlToAnswer).toContain(first.url);
    await call(first, 'POST', application.urlToAnswer ?? '', { answers });
    patients.push(patient);
    applications.push(application);
  }
  await call(first, 'POST', `${first.url}/sandbox/clock`, { advance: 'P7D' });
  const read = (server: Server, path: string) => call<unknown>(server, 'GET', path);
  const paths = [
    `${P}/patients`,
    ...applications.map(({ id }) => `${P}/forms/applications/${id}`),
    `${P}/forms/submissions/1`,
  ];
  const withoutOrigin = (value: unknown) => JSON.stringify(value).replaceAll(/http:\/\/localhost:\d+/g, '');
  const before = [];
  for (const path of paths) before.push(withoutOrigin(await read(first, path)));
  first.process.kill('SIGKILL');
  await first.ended;

  const second = await start(...args);
  const after = [];
  for (const path of paths) after.push(withoutOrigin(await read(second, path)));
  expect(after).toEqual(before);
  const { now } = await call<{ now: string }>(second, 'GET', `${second.url}/sandbox/clock`);
  expect(now.slice(0, 10)).toBe('2026-03-08');
});

it('fills an empty file once, and not again at the next start', async () => {
  const args = ['--port', '0', '--db', join(folder, 'sandbox.db')];
  const count = async (server: Server) => {
    const { serviceId } = await call<{ serviceId: string }>(
      server,
      'GET',
      '/professionals/check?email=ana.souza@clinic.example',
    );
    return (await call<Patient[]>(server, 'GET', `/professionals/${serviceId}/patients`)).length;
  };
  const first = await start(...args);
  const patients = await count(first);
  expect(patients).toBeGreaterThan(10);
  first.process.kill('SIGTERM');
  expect(await first.ended).toBe(0);
  expect(await count(await start(...args, '--seed', '2'))).toBe(patients);
});

it('prints its address and the demonstration credentials, and stops cleanly on SIGINT', async () => {
  const server = await start('--port', '0', '--seed', 'none');
  expect(server.output()).toMatch(/http:\/\/localhost:\d+\/third-party\/api\/v1/);
  expect(server.output()).toContain('demo-key');
  expect(server.output()).toContain('other-key');
  server.process.kill('SIGINT');
  expect(await server.ended).toBe(0);
});

it('names the port that is taken', async () => {
  const server = await start('--port', '0', '--seed', 'none');
  const port = new URL(server.url).port;
  const second = await start('--port', port, '--seed', 'none');
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(`Port ${port} is in use`);
});

it('answers a wrong argument with a sentence and exit code 2', async () => {
  const server = await start('--port', 'many');
  expect(await server.ended).toBe(2);
  expect(server.output()).toContain('--port must be a number');
});

it('says so where the file is no database', async () => {
  const server = await start('--port', '0', '--db', COMMAND);
  expect(await server.ended).toBe(1);
  expect(server.output()).toContain('not a database');
});
