import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Application, Patient, ScoreGraph, Submission } from '../../shared/client/contract/index.ts';
import { createSandbox, type Sandbox } from '../index.ts';
import { LIBRARY } from '../library/index.ts';
import { repeatableIdentifiers } from '../service/identifiers.ts';
import { DEMO_STAFF } from './clinic.ts';
import { SeedError, seed } from './index.ts';
import { readClinic, readJsonBody, readText, type SeededClinic } from './reading.fixture.ts';
import { ROSTER } from './roster.ts';

const NOW = '2026-11-21T15:00:00.000Z';

async function seeded(seedNumber: number, now = NOW): Promise<Sandbox> {
  const sandbox = await createSandbox({ now, identifiers: repeatableIdentifiers(`seed ${seedNumber}`) });
  sandbox.clock.hold();
  sandbox.clock.set(now);
  await seed(sandbox, seedNumber);
  // Held again, so that `generatedAt` is the same in every reading.
  sandbox.clock.hold();
  sandbox.clock.set(now);
  return sandbox;
}

/** Everything that can be read of the clinic, as it comes over the wire. */
async function everything(sandbox: Sandbox): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const { email } of DEMO_STAFF) {
    const checked = await readText(sandbox, `/professionals/check?email=${email}`);
    const { serviceId } = JSON.parse(checked) as { serviceId: string };
    const own = `/professionals/${serviceId}`;
    const lists = [own, `${own}/patients`, `${own}/forms/applications`, `${own}/forms/submissions`];
    for (const path of lists) texts.push(await readText(sandbox, path));
    const patients = JSON.parse(texts.at(-3) ?? '[]') as Patient[];
    const applications = JSON.parse(texts.at(-2) ?? '[]') as Application[];
    for (const { serviceId: patientId } of patients.slice(0, 5)) {
      const forms = new Set(
        applications.filter((each) => each.patientId === patientId).map((each) => each.formTemplateId),
      );
      for (const formId of forms)
        texts.push(await readText(sandbox, `${own}/patients/${patientId}/forms/${formId}/score-graph`));
    }
  }
  return texts;
}

it('leaves the clock at real time, so that what is applied now can be answered now', async () => {
  const sandbox = await createSandbox({ seed: 1 });
  const isBehind = () => {
    const now = Date.now();
    return Date.parse(sandbox.clock.now()) < now;
  };
  expect(isBehind()).toBe(false);
  const ORIGIN = 'http://sandbox.test';
  const headers = { Origin: ORIGIN, 'Content-Type': 'application/x-www-form-urlencoded' };
  const reset = new Request(`${ORIGIN}/sandbox/pages/reset`, { method: 'POST', headers, body: '' });
  expect((await sandbox.fetch(reset)).status).toBe(303);
  expect(isBehind()).toBe(false);
  await sandbox.close();
});

describe('the test patients', () => {
  let sandbox: Sandbox;
  let clinic: SeededClinic;

  beforeAll(async () => {
    sandbox = await seeded(1);
    clinic = await readClinic(sandbox);
  });
  afterAll(() => sandbox.close());

  const patient = (name: string, surname: string): Patient => {
    const found = clinic.patients.find((each) => each.name === name && each.surname === surname);
    if (found === undefined) throw new Error(`No patient ${name} ${surname}`);
    return found;
  };
  /** Submissions of a patient, oldest first. */
  const courseOf = (name: string, surname: string, shortTitle: string): Submission[] =>
    clinic.submissions
      .filter(
        (each) =>
          each.patientId === patient(name, surname).serviceId && each.formTemplate?.shortTitle === shortTitle,
      )
      .toSorted((a, b) => Date.parse(a.startedAt ?? '') - Date.parse(b.startedAt ?? ''));
  const scores = (course: readonly Submission[]): number[] => course.flatMap(({ score }) => score ?? []);
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;

  it('has 2 professionals whom the staff list names, and the patients of the roster', () => {
    expect(clinic.professionals.map(({ externalId, email }) => [externalId, email])).toEqual(
      DEMO_STAFF.map(({ externalId, email }) => [externalId, email]),
    );
    expect(clinic.patients).toHaveLength(ROSTER.length);
  });

  it('writes to addresses that belong to nobody, one for each patient', () => {
    const mails = clinic.patients.map(({ email }) => email ?? '');
    expect(new Set(mails).size).toBe(ROSTER.length);
    for (const mail of [...mails, ...DEMO_STAFF.map(({ email }) => email)]) {
      // RFC 2606 and RFC 6761.
      expect(mail).toMatch(/@(example\.(com|org|net)|clinic\.example)$/);
    }
  });

  it('has two patients whose names differ by one letter, under one professional, and told apart by birthday', () => {
    const [one, other] = [patient('Maria Clara', 'Souza'), patient('Maria Clara', 'Sousa')];
    expect(one.birthday).not.toBe(other.birthday);
    const authors = [one, other].map(
      ({ serviceId }) => clinic.applications.find((each) => each.patientId === serviceId)?.authorId,
    );
    expect(authors[0]).toBe(authors[1]);
  });

  it('has a name that holds HTML, kept as it was given', () => {
    expect(
      patient('Zuleica <b>"Zu"</b>', 'Nogueira & Filhos <img src=x onerror=alert(1)>').serviceId,
    ).toBeTruthy();
  });

  it('uses every instrument of the library, and gives some patients two or three', () => {
    const used = new Set(clinic.applications.map((each) => each.formTemplateId));
    expect(used).toEqual(new Set(LIBRARY.map(({ id }) => id)));
    const perPatient = clinic.patients.map(
      ({ serviceId }) =>
        new Set(
          clinic.applications
            .filter((each) => each.patientId === serviceId)
            .map((each) => each.formTemplateId),
        ).size,
    );
    expect(new Set(perPatient)).toEqual(new Set([0, 1, 2, 3]));
  });

  it('has a positive risk item under a total below 5, mild and grave', () => {
    const latest = (name: string, surname: string) => courseOf(name, surname, 'PHQ-9').at(-1);
    expect(latest('Lucas', 'Martins')).toMatchObject({ score: 3, riskFlagCount: 1, hasHighRisk: false });
    expect(latest('Camila', 'Rocha')).toMatchObject({ score: 4, riskFlagCount: 1, hasHighRisk: true });
  });

  it('has courses that improve, worsen, relapse and stay as they are', () => {
    const thirds = (values: readonly number[]) => {
      const length = Math.floor(values.length / 3);
      return [values.slice(0, length), values.slice(length, -length), values.slice(-length)].map(mean);
    };
    const [before = 0, , after = 0] = thirds(scores(courseOf('Maria Clara', 'Souza', 'PHQ-9')));
    expect(before - after).toBeGreaterThan(5);
    const [early = 0, , late = 0] = thirds(scores(courseOf('Maria Clara', 'Sousa', 'PHQ-9')));
    expect(late - early).toBeGreaterThan(5);
    const [first = 0, middle = 0, last = 0] = thirds(scores(courseOf('Carlos Eduardo', 'Dias', 'PHQ-9')));
    expect(Math.min(first, last) - middle).toBeGreaterThan(2);
    const flat = scores(courseOf('Rafael', 'Teixeira', 'PHQ-9'));
    expect(Math.max(...flat) - Math.min(...flat)).toBeLessThan(7);
    // WHO-5 runs the other way: whoever improves has more of it.
    const [low = 0, , high = 0] = thirds(scores(courseOf('Larissa', 'Mendes', 'WHO-5')));
    expect(high - low).toBeGreaterThan(20);
  });

  it('has courses of one and of two answers, and a patient to whom nothing was given', () => {
    expect(scores(courseOf('Juliana', 'Castro', 'GAD-7'))).toHaveLength(1);
    expect(scores(courseOf('André', 'Nunes', 'PHQ-9'))).toHaveLength(2);
    const { serviceId } = patient('Vitória', 'Campos');
    expect(clinic.applications.some((each) => each.patientId === serviceId)).toBe(false);
  });

  it('has missed requests, several in a row', () => {
    const statuses = courseOf('Marcelo', 'Pinto', 'PHQ-9').map(({ status }) => status);
    expect(statuses.join(' ')).toContain('CANCELED_LATE CANCELED_LATE CANCELED_LATE ANSWERED');
  });

  it('has something due now, late, finished, closed as idle, reopened and planned', () => {
    const pending = (status: string) => clinic.submissions.filter((each) => each.status === status);
    expect(pending('IN_PROGRESS').length + pending('OPENED').length).toBeGreaterThan(5);
    expect(pending('LATE').length).toBeGreaterThan(0);
    const states = new Set(clinic.applications.map(({ status }) => status));
    expect(states).toEqual(new Set(['CREATED', 'IN_PROGRESS', 'FINISHED', 'CANCELED_IDLE']));
    const reopened = courseOf('Sofia', 'Ribeiro', 'PHQ-9');
    expect(reopened.at(-1)?.status).toBe('ANSWERED');
    expect(reopened.some(({ status }) => status === 'CANCELED_LATE')).toBe(true);
  });

  it('lies between 24 months ago and now, and answers only what was asked before', () => {
    const oldest = Date.parse('2024-11-21T00:00:00Z');
    for (const { completedFillAt, notifiedAt } of clinic.submissions) {
      if (completedFillAt == null) continue;
      expect(Date.parse(completedFillAt)).toBeGreaterThan(oldest);
      expect(completedFillAt < NOW).toBe(true);
      expect(Date.parse(completedFillAt)).toBeGreaterThan(Date.parse(notifiedAt ?? ''));
    }
    expect(sandbox.clock.now()).toBe(NOW);
  });

  it('shows in the score graph what was answered', async () => {
    const { serviceId } = patient('Maria Clara', 'Souza');
    const answered = courseOf('Maria Clara', 'Souza', 'PHQ-9').filter(({ status }) => status === 'ANSWERED');
    const [first] = answered;
    const author = clinic.applications.find((each) => each.id === first?.formApplicationId)?.authorId;
    const graph = await readJsonBody<ScoreGraph>(
      sandbox,
      `/professionals/${author}/patients/${serviceId}/forms/${first?.formTemplateId}/score-graph`,
    );
    expect(graph.series[0]?.points.map(({ score }) => score)).toEqual(scores(answered));
  });

  it('refuses to be filled twice, and changes nothing then', async () => {
    const before = await everything(sandbox);
    await expect(seed(sandbox, 1)).rejects.toBeInstanceOf(SeedError);
    expect(sandbox.clock.now()).toBe(NOW);
    expect(await everything(sandbox)).toEqual(before);
  });
});

describe('seed', () => {
  it('gives byte for byte the same readings for the same number and instant, and others for another number', async () => {
    const sandboxes = [await seeded(7), await seeded(7), await seeded(8)];
    const [one, same, other] = await Promise.all(sandboxes.map(everything));
    expect(one?.length).toBeGreaterThan(12);
    expect(same).toEqual(one);
    const scoresOf = (texts: readonly string[] | undefined) => texts?.join('').match(/"score":\d+/g);
    expect(scoresOf(other)).not.toEqual(scoresOf(one));
    await Promise.all(sandboxes.map((each) => each.close()));
  });

  it.each([
    [3, '2028-02-29T00:00:00.000Z'],
    [4, '2027-03-31T23:59:59.000Z'],
  ])('fills a clinic with the number %i at %s too', async (seedNumber, now) => {
    const sandbox = await seeded(seedNumber, now);
    const { patients, submissions } = await readClinic(sandbox);
    expect(patients).toHaveLength(ROSTER.length);
    expect(submissions.filter(({ status }) => status === 'ANSWERED').length).toBeGreaterThan(500);
    expect(sandbox.clock.now()).toBe(now);
    await sandbox.close();
  });
});
