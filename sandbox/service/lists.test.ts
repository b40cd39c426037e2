import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Application, Instrument, Submission, Tag } from '../../shared/client/contract/index.ts';
import { type Clinic, formId, openClinic } from './clinic.fixture.ts';

let clinic: Clinic;
let P: string;
let patientId: string;
beforeEach(async () => {
  clinic = await openClinic();
  P = await clinic.professional();
  patientId = await clinic.patient(P);
});
afterEach(() => clinic.sandbox.close());

const ids = async (path: string) => (await clinic.ok<{ id: number }[]>('GET', path)).map(({ id }) => id);

/** Applications 1 to 5, a day apart: 1 and 3 weekly, 2 waiting, 4 of GAD-7, 5 of another patient. */
async function five(): Promise<string> {
  await clinic.apply(P, patientId, 'WEEKLY', { startedAt: '2026-03-01T09:00:00Z' });
  clinic.sandbox.clock.set('2026-03-02T09:00:00Z');
  await clinic.apply(P, patientId, 'ONCE', { startedAt: '2026-03-20T09:00:00Z' });
  clinic.sandbox.clock.set('2026-03-03T09:00:00Z');
  await clinic.apply(P, patientId, 'WEEKLY', { startedAt: '2026-02-26T09:00:00Z' });
  clinic.sandbox.clock.set('2026-03-04T09:00:00Z');
  await clinic.apply(P, patientId, 'NOW', { form: formId('GAD-7') });
  const other = await clinic.patient(P, 'Lia');
  await clinic.apply(P, other, 'DAILY');
  return other;
}

describe('the three lists of applications', () => {
  it('hold the applications of the professional, of the patient, and of the instrument', async () => {
    const other = await five();
    expect(await ids(`${P}/forms/applications`)).toEqual([5, 4, 3, 2, 1]);
    expect(await ids(`${P}/patients/${patientId}/forms/applications`)).toEqual([4, 3, 2, 1]);
    expect(await ids(`${P}/patients/${other}/forms/applications`)).toEqual([5]);
    expect(await ids(`${P}/patients/${patientId}/forms/${formId('PHQ-9')}/applications`)).toEqual([3, 2, 1]);
  });

  it.each([
    ['', [3, 2, 1]],
    ['orderBy=created_at&orderDirection=ASC', [1, 2, 3]],
    ['orderBy=started_at', [2, 1, 3]],
    ['orderBy=started_at&orderDirection=ASC', [3, 1, 2]],
    ['orderBy=next_answer_at&orderDirection=ASC', [3, 1, 2]],
    ['orderBy=next_answer_at&orderDirection=DESC', [2, 1, 3]],
    ['orderBy=updated_at&orderDirection=ASC', [1, 2, 3]],
    ['limit=2', [3, 2]],
    ['limit=0', []],
    ['limit=2&offset=1', [2, 1]],
    ['offset=2', [1]],
    ['offset=9', []],
    ['status=CREATED', [2]],
    ['status=IN_PROGRESS', [3, 1]],
    ['status=IN_PROGRESS,CREATED', [3, 2, 1]],
    ['status=IN_PROGRESS, CREATED,IN_PROGRESS', [3, 2, 1]],
    ['status=IN_PROGRESS,CREATED&limit=1&offset=1', [2]],
    ['status=FINISHED,PAUSED', []],
    ['recurrenceCycle=ONCE', [2]],
    ['recurrenceCycle=ONCE,WEEKLY&status=IN_PROGRESS', [3, 1]],
    ['startDate=2026-03-02T09:00:00Z', [3, 2]],
    ['endDate=2026-03-02T09:00:00Z', [2, 1]],
    ['startDate=2026-03-02T06:00:00-03:00&endDate=2026-03-02T09:00:00Z', [2]],
    ['startDate=2026-03-02T09:00:00.001Z', [3]],
  ])('?%s gives %j', async (query, expected) => {
    await five();
    expect(await ids(`${P}/patients/${patientId}/forms/${formId('PHQ-9')}/applications?${query}`)).toEqual(
      expected,
    );
  });

  it('sort applications without a next date last, in both directions', async () => {
    await five();
    expect(await ids(`${P}/forms/applications?orderBy=next_answer_at&orderDirection=ASC`)).toEqual([
      3, 5, 1, 2, 4,
    ]);
    expect(await ids(`${P}/forms/applications?orderBy=next_answer_at&orderDirection=DESC`)).toEqual([
      2, 1, 5, 3, 4,
    ]);
  });

  it('carry the last answer and the count, and leave the submissions to the detail', async () => {
    const application = await clinic.apply(P, patientId, 'WEEKLY');
    await clinic.answer(application, 1);
    clinic.sandbox.clock.set('2026-03-09T09:00:00Z');
    const [listed] = await clinic.ok<Application[]>('GET', `${P}/forms/applications`);
    expect(listed).toMatchObject({
      totalSubmissions: 2,
      lastSubmission: { id: 1, score: 9, completedFillAt: '2026-03-01T09:00:00.000Z' },
    });
    expect(listed).not.toHaveProperty('submissions');
  });
});

describe('the lists of submissions', () => {
  beforeEach(async () => {
    const weekly = await clinic.apply(P, patientId, 'WEEKLY');
    await clinic.answer(weekly, 1);
    clinic.sandbox.clock.set('2026-03-08T09:00:00Z');
    const other = await clinic.patient(P, 'Lia');
    await clinic.apply(P, other, 'NOW', { form: formId('GAD-7') });
    await clinic.apply(P, patientId, 'NOW', { form: formId('GAD-7') });
  });

  it.each([
    ['', [4, 3, 2, 1]],
    ['status=ANSWERED', [1]],
    ['status=ANSWERED,IN_PROGRESS&limit=2', [4, 3]],
    ['formTemplateId=GAD', [4, 3]],
    ['formTemplateId=00000000-0000-4000-8000-000000000000', []],
    ['formApplicationId=1', [2, 1]],
    ['formApplicationId=0', []],
    ['formApplicationId=1&status=IN_PROGRESS', [2]],
    ['endDate=2026-03-01T09:00:00Z', [1]],
    ['startDate=2026-03-08T09:00:00Z&limit=2&offset=1', [3, 2]],
    ['limit=0', []],
  ])('?%s of the professional gives %j', async (query, expected) => {
    expect(await ids(`${P}/forms/submissions?${query.replace('GAD', formId('GAD-7'))}`)).toEqual(expected);
  });

  it('hold the submissions of a patient, of every instrument', async () => {
    const path = `${P}/patients/${patientId}/forms/submissions`;
    expect(await ids(path)).toEqual([4, 2, 1]);
    expect(await ids(`${path}?limit=1&offset=1`)).toEqual([2]);
    const [newest] = await clinic.ok<Submission[]>('GET', path);
    expect(newest?.formTemplate?.shortTitle).toBe('GAD-7');
  });
});

describe('the library', () => {
  it('gives the instruments that have any of the tags', async () => {
    const all = await clinic.ok<Instrument[]>('GET', '/forms/library');
    const tags = await clinic.ok<Tag[]>('GET', '/forms/tags');
    const having = (wanted: readonly number[]) =>
      all.filter((one) => one.tags?.some(({ id }) => wanted.includes(id))).map(({ id }) => id);
    for (const wanted of [[tags[0]?.id ?? 0], [1, 3], [7, 99_999]]) {
      const found = await clinic.ok<Instrument[]>('GET', `/forms/library?tags=${wanted.join(' , ')}`);
      expect(found.map(({ id }) => id)).toEqual(having(wanted));
    }
    expect(await clinic.ok('GET', '/forms/library?tags=99999')).toEqual([]);
  });

  it('gives an instrument as JSON for any format but pdf', async () => {
    const path = `/forms/${formId('PHQ-9')}`;
    const instrument = await clinic.ok<Instrument>('GET', path);
    expect(instrument.questions).toHaveLength(9);
    expect(await clinic.ok('GET', `${path}?format=xml`)).toEqual(instrument);
  });
});
