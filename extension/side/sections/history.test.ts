import { expect, it } from 'vitest';
import type { Application, Submission } from '../../../shared/client/contract/resources/submission.ts';
import { appliedInstruments, riskSaid } from './history.tsx';

const PATIENT = '3f0e9a52-6a0e-4a53-9f0a-0d6f2b6f9a01';
const [PHQ9, GAD7, WHO5] = ['1', '2', '3'].map((digit) => `6d5c2c1e-2f55-4f0a-9a33-1c9b7d2e4f0${digit}`) as [
  string,
  string,
  string,
];
const application = (id: number, formTemplateId: string, status: Application['status']): Application => ({
  id,
  patientId: PATIENT,
  formTemplateId,
  status,
  recurrenceCycle: 'WEEKLY',
  formTemplate: { templateId: formTemplateId, title: `Title ${formTemplateId.at(-1)}`, shortTitle: null },
});
const submission = (id: number, formTemplateId: string): Submission => ({
  id,
  patientId: PATIENT,
  formTemplateId,
  status: 'ANSWERED',
});

it('names an instrument by whichever record still has its name', () => {
  const unnamed = { ...application(1, PHQ9, 'IN_PROGRESS'), formTemplate: { templateId: PHQ9 } };
  const answered = { ...submission(10, PHQ9), formTemplate: { templateId: PHQ9, shortTitle: 'PHQ-9' } };
  expect(appliedInstruments([unnamed], [answered])[0]?.name).toBe('PHQ-9');
});

it('tells a patient’s instruments apart whatever the case of their ids, those in use first, each newest first', () => {
  const instruments = appliedInstruments(
    [application(1, PHQ9, 'FINISHED'), application(2, GAD7, 'IN_PROGRESS'), application(4, GAD7, 'FINISHED')],
    [submission(10, PHQ9.toUpperCase()), submission(12, PHQ9), submission(11, WHO5)],
  );
  expect(
    instruments.map(({ formId, name, applications, submissions }) => [
      formId,
      name,
      applications.map(({ id }) => id),
      submissions.map(({ id }) => id),
    ]),
  ).toEqual([
    [GAD7, 'Title 2', [4, 2], []],
    [PHQ9, 'Title 1', [1], [12, 10]],
    [WHO5, '', [], [11]],
  ]);
});

it('says the flag of a request in any state, and what is known of risk where it may be an answer', () => {
  const said = (status: string, riskFlagCount: number | null) =>
    riskSaid({ ...submission(1, PHQ9), status: status as 'ANSWERED', riskFlagCount });
  expect(said('CANCELED', 1)).toBe('flagged');
  expect(said('LATE', 1)).toBe('flagged');
  expect(said('LATE', null)).toBeNull();
  expect(said('ANSWERED', 0)).toBe('none');
  expect(said('REVIEWED', null)).toBe('unknown');
});
