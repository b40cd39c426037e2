import { createSandbox, type Sandbox } from '../../sandbox/index.ts';
import {
  createApplication,
  createPatient,
  createProfessional,
  getScoreGraph,
  listApplications,
  listInstrumentApplications,
  listLibrary,
  listPatientApplications,
  listPatientSubmissions,
  listSubmissions,
} from '../../shared/client/contract/index.ts';
import { type Client, createClient } from '../../shared/client/index.ts';
import { median } from './measure.ts';

/** Answered submissions of the one patient whose lists are read, the same in every table. */
const OWN = 30;
/** Submissions of each other patient. */
const EACH = 50;
const ROUNDS = 41;

interface Clinic {
  readonly sandbox: Sandbox;
  readonly reads: Readonly<Record<string, () => Promise<unknown>>>;
}

/** A clinic of one professional with `total` answered submissions, all made through the service's own interface. */
async function clinicOf(total: number): Promise<Clinic> {
  const sandbox = await createSandbox({
    now: '2026-03-01T09:00:00Z',
    publicUrl: 'http://sandbox',
    seed: null,
  });
  const fetch: typeof globalThis.fetch = (input, init) => sandbox.fetch(new Request(input, init));
  const client: Client = createClient({
    baseUrl: 'http://sandbox',
    auth: { key: 'demo-key', secret: 'demo-secret' },
    fetch,
    timeoutMs: 60_000,
  });
  const body = { email: 'scale@clinic.example', externalId: 'scale', name: 'Scale', surname: 'Test' };
  const professionalId = (await client(createProfessional, { body })).data.serviceId;
  const instrument = (await client(listLibrary)).data.find(({ shortTitle }) => shortTitle === 'PHQ-2');
  if (!instrument) throw new Error('PHQ-2 is not in the library.');
  const formId = instrument.id;
  const answers = (instrument.questions ?? []).map(({ id, questionOptions }) => ({
    questionId: id,
    value: questionOptions?.[1]?.value,
  }));
  const init = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ answers }),
  };

  async function patientWith(count: number): Promise<string> {
    const { data } = await client(createPatient, { params: { professionalId }, body: { name: 'Patient' } });
    const patientId = data.serviceId;
    for (let made = 0; made < count; made += 1) {
      const application = await client(createApplication, {
        params: { professionalId, formId },
        body: { patientId, recurrenceCycle: 'NOW' },
      });
      const reply = await fetch(application.data.urlToAnswer ?? '', init);
      if (!reply.ok) throw new Error(`An answer was refused: ${reply.status}.`);
    }
    return patientId;
  }

  const patientId = await patientWith(OWN);
  for (let made = OWN; made < total; made += EACH) await patientWith(Math.min(EACH, total - made));

  const own = { professionalId };
  const patient = { professionalId, patientId };
  const query = { limit: 20 } as const;
  return {
    sandbox,
    reads: {
      'applications of the professional': () => client(listApplications, { params: own, query }),
      '… by next date': () =>
        client(listApplications, { params: own, query: { ...query, orderBy: 'next_answer_at' } }),
      'submissions of the professional': () => client(listSubmissions, { params: own, query }),
      '… answered': () => client(listSubmissions, { params: own, query: { ...query, status: ['ANSWERED'] } }),
      '… late, of which there are none': () =>
        client(listSubmissions, { params: own, query: { ...query, status: ['LATE'] } }),
      'applications of a patient': () => client(listPatientApplications, { params: patient, query }),
      '… of an instrument': () =>
        client(listInstrumentApplications, { params: { ...patient, formId }, query }),
      'submissions of a patient': () => client(listPatientSubmissions, { params: patient, query }),
      'score graph of a patient': () => client(getScoreGraph, { params: { ...patient, formId } }),
    },
  };
}

/** A read whose time in the large table is more than `limit` times that in the small one, as a sentence. */
export interface Grown {
  readonly read: string;
  readonly ratio: number;
}

/**
 * Reads every list with a limit, and the score graph, over 1,000 and over 100,000 submissions, interleaved in one
 * run. Prints the medians in milliseconds and their ratio; gives the reads that grow beyond `limit`.
 */
export async function benchSandbox(limit: number): Promise<readonly Grown[]> {
  console.log('\nFilling two clinics through the service’s own interface (1,000 and 100,000 submissions) …');
  const small = await clinicOf(1_000);
  const large = await clinicOf(100_000);
  const grown: Grown[] = [];
  console.log(
    `\n${'Sandbox, ms; submissions:'.padEnd(36)}${'1,000'.padStart(10)}${'100,000'.padStart(10)}${'ratio'.padStart(10)}`,
  );
  for (const [read, ofSmall] of Object.entries(small.reads)) {
    const ofLarge = large.reads[read] ?? ofSmall;
    const times: Record<'small' | 'large', number[]> = { small: [], large: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [size, call] of [
        ['small', ofSmall],
        ['large', ofLarge],
      ] as const) {
        const before = performance.now();
        await call();
        times[size].push(performance.now() - before);
      }
    }
    const [one, other] = [median(times.small), median(times.large)];
    const ratio = other / one;
    if (ratio > limit) grown.push({ read, ratio });
    console.log(
      `  ${read.padEnd(34)}${[one, other, ratio].map((value) => value.toFixed(2).padStart(10)).join('')}`,
    );
  }
  await small.sandbox.close();
  await large.sandbox.close();
  return grown;
}
