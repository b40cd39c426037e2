import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  createApplication,
  createPatient,
  createProfessional,
  getScoreGraph,
  listLibrary,
  listPatients,
} from '../../shared/client/contract/index.ts';
import { type Client, createClient } from '../../shared/client/index.ts';
import { times } from './scale.ts';

/** What the service said it had stored, before it was killed. */
interface Acknowledged {
  readonly patients: Set<string>;
  /** Submission and its score's patient, for each answer that was accepted. */
  readonly answers: Map<number, string>;
}

let folder: string;
let server: ChildProcess | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'instrument-panel-kill-'));
});

afterEach(() => {
  server?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

async function start(port: number): Promise<void> {
  const args = [
    'sandbox/serve.ts',
    '--port',
    String(port),
    '--db',
    join(folder, 'sandbox.db'),
    '--seed',
    'none',
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  server = child;
  const end = performance.now() + 30_000;
  for (;;) {
    const up = await fetch(`http://127.0.0.1:${port}/healthz`).then(
      (reply) => reply.ok,
      () => false,
    );
    if (up) return;
    if (performance.now() > end || child.exitCode !== null) throw new Error('The sandbox did not start.');
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

async function kill(): Promise<void> {
  const child = server;
  if (!child) return;
  const gone = new Promise((resolve) => child.on('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

/** Registers patients and answers for them until the connection breaks; keeps what was acknowledged. */
async function load(
  client: Client,
  professionalId: string,
  formId: string,
  answersOf: object,
  kept: Acknowledged,
) {
  for (let number = 0; ; number += 1) {
    try {
      const name = `Load ${number}`;
      const patient = await client(createPatient, {
        params: { professionalId },
        body: { name, surname: 'Test' },
      });
      const patientId = patient.data.serviceId;
      kept.patients.add(patientId);
      const body = { patientId, recurrenceCycle: 'NOW', startedAt: new Date().toISOString() } as const;
      const application = await client(createApplication, { params: { professionalId, formId }, body });
      const reply = await fetch(application.data.urlToAnswer ?? '', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(answersOf),
      });
      const answered: { submissionId: number } = await reply.json();
      if (reply.ok) kept.answers.set(answered.submissionId, patientId);
    } catch {
      return;
    }
  }
}

it(
  `keeps every acknowledged patient and answer when it is killed under load, ${times(3, 100)} times`,
  async () => {
    const port = await freePort();
    const client = createClient({
      baseUrl: `http://127.0.0.1:${port}`,
      auth: { key: 'demo-key', secret: 'demo-secret' },
      attempts: 1,
    });
    await start(port);
    const body = { email: 'load@clinic.example', externalId: 'load-1', name: 'Load', surname: 'Test' };
    const professionalId = (await client(createProfessional, { body })).data.serviceId;
    const instrument = (await client(listLibrary, {})).data.find(({ shortTitle }) => shortTitle === 'PHQ-2');
    if (!instrument) throw new Error('PHQ-2 is not in the library.');
    const answers = (instrument.questions ?? []).map(({ id, questionOptions }) => ({
      questionId: id,
      value: questionOptions?.at(-1)?.value ?? '',
    }));
    const kept: Acknowledged = { patients: new Set(), answers: new Map() };

    for (let round = 0; round < times(3, 100); round += 1) {
      const before = kept.answers.size;
      const loads = [1, 2, 3].map(() => load(client, professionalId, instrument.id, { answers }, kept));
      while (kept.answers.size < before + 5) await new Promise((resolve) => setTimeout(resolve, 5));
      await kill();
      await Promise.all(loads);
      await start(port);

      const patients = await client(listPatients, { params: { professionalId } });
      const stored = new Set(patients.data.map(({ serviceId }) => serviceId));
      expect([...kept.patients].filter((id) => !stored.has(id))).toEqual([]);
    }

    for (const [submissionId, patientId] of kept.answers) {
      const graph = await client(getScoreGraph, {
        params: { professionalId, patientId, formId: instrument.id },
      });
      expect(graph.data.series[0]?.points).toMatchObject([{ submissionId, score: 6 }]);
    }
  },
  times(120_000, 3_600_000),
);
