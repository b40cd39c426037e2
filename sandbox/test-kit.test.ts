import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from './index.ts';
import { Clinic } from './service/clinic.fixture.ts';

const NOW = '2026-03-01T09:00:00.000Z';
let sandbox: Sandbox;
let clinic: Clinic;
beforeAll(async () => {
  sandbox = await createSandbox({ seed: 1, now: NOW });
  clinic = new Clinic(sandbox);
});
afterAll(() => sandbox.close());

const named = (name: string) => {
  const patient = sandbox.patients.find((one) => one.name === name);
  if (!patient) throw new Error(`No ${name} among ${sandbox.patients.map((one) => one.name)}`);
  return patient;
};
const graphOf = ({ id, professionalId }: ReturnType<typeof named>, form = 'PHQ-9') =>
  clinic.graph(`/professionals/${professionalId}`, id, sandbox.instruments[form]);

describe('the ids of a sandbox', () => {
  it('lead to a graph with a point for each answer', async () => {
    const { answered, ...patient } = named('Lucas Martins');
    expect(answered).toEqual(['PHQ-9']);
    expect((await graphOf({ ...patient, answered })).series[0]?.points).toHaveLength(10);
  });

  it('are those of a few patients by default: some without an answer, one whose name is HTML', () => {
    expect(sandbox.patients.length).toBeGreaterThan(8);
    expect(named('Vitória Campos').answered).toEqual([]);
    expect(sandbox.patients.some(({ name }) => name.includes('<b>'))).toBe(true);
  });

  it('follow what is registered', async () => {
    const { professionalId } = named('Lucas Martins');
    const id = await clinic.patient(`/professionals/${professionalId}`, 'Noemi');
    expect(sandbox.patients.at(-1)).toEqual({ id, name: 'Noemi Reis', professionalId, answered: [] });
  });
});

describe('answer', () => {
  it('gives the score and the risk that are asked for, at the time of the clock', async () => {
    const submission = await sandbox.answer(named('Vitória Campos'), 'PHQ-9', { score: 14, risk: 2 });
    expect(submission).toMatchObject({ status: 'ANSWERED', score: 14, riskFlagCount: 1 });
    expect(Date.parse(submission.completedFillAt ?? '') - Date.parse(NOW)).toBeLessThan(60_000);
    expect((await graphOf(named('Vitória Campos'))).series[0]?.points).toMatchObject([{ score: 14 }]);
  });

  it('answers the request that waits, rather than sending another', async () => {
    const felipe = named('Felipe Machado');
    const list = () =>
      clinic.ok<unknown[]>(
        'GET',
        `/professionals/${felipe.professionalId}/patients/${felipe.id}/forms/applications`,
      );
    const before = await list();
    expect(before).toMatchObject([{ status: 'IN_PROGRESS' }]);
    await sandbox.answer(felipe.id, 'PHQ-2');
    expect(await list()).toHaveLength(before.length);
    expect(named('Felipe Machado').answered).toEqual(['PHQ-2']);
  });

  it.each([
    ['GAD-7', { score: 21 }, 21],
    ['WHO-5', { score: 52 }, 52],
    ['K10', { score: 10 }, 10],
    ['PHQ-2', [3, 1], 4],
    ['GAD-7', [0, 0, 0, 0, 0, 0, 3], 3],
  ])('%s with %j has the score %i', async (instrument, given, score) => {
    expect((await sandbox.answer(named('André Nunes'), instrument, given)).score).toBe(score);
  });

  it.each([
    ['a patient that is not there', 'nobody', 'PHQ-9', {}, 'sandbox.patients'],
    ['an instrument that is not there', null, 'PHQ-7', {}, 'PHQ-9, PHQ-2'],
    ['a score off the scale', null, 'PHQ-9', { score: 28 }, 'the nearest is 24'],
    ['a score between two steps', null, 'WHO-5', { score: 50 }, 'the nearest is 52'],
    ['too few options', null, 'PHQ-9', [1, 2], 'do not fit'],
  ])('refuses %s, and says what there is', async (_, patient, instrument, given, words) => {
    await expect(sandbox.answer(patient ?? named('André Nunes'), instrument, given)).rejects.toThrow(words);
  });
});

describe('fault', () => {
  it('makes the requests that it names fail until it is switched off, and no answer of a patient', async () => {
    const andre = named('André Nunes');
    const path = `/professionals/${andre.professionalId}/patients/${andre.id}/forms/${sandbox.instruments['PHQ-9']}/score-graph`;
    const status = async () => (await clinic.call('GET', path)).status;
    const repair = sandbox.fault({ kind: 'status-500', match: { endpoint: 'getScoreGraph' } });
    const other = sandbox.fault({ kind: 'status-429', match: { endpoint: 'listTags' }, times: 1 });
    expect(await status()).toBe(500);
    expect((await sandbox.answer(andre, 'PHQ-9')).status).toBe('ANSWERED');
    repair();
    expect(await status()).toBe(200);
    expect((await clinic.call('GET', '/forms/tags')).status).toBe(429);
    other();
  });

  it('refuses one that would never happen, by name', () => {
    expect(() => sandbox.fault({ kind: 'status-500', match: { endpoint: 'getGraph' } })).toThrow(
      /must be the id of an endpoint.*\n.*match\.endpoint/,
    );
  });
});
