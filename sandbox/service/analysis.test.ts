import { afterEach, beforeEach, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { LongitudinalAnalysisStatus } from '../../shared/client/contract/index.ts';
import { type Clinic, DEMO, formId, OTHER, openClinic } from './clinic.fixture.ts';

type Status = z.infer<typeof LongitudinalAnalysisStatus>;

let clinic: Clinic;
beforeEach(async () => {
  clinic = await openClinic({ now: '2026-03-01T09:00:00Z' });
});
afterEach(() => clinic.sandbox.close());

const pathOf = (P: string, patientId: string, form = formId('PHQ-9')) =>
  `${P}/patients/${patientId}/forms/${form}/longitudinal-analysis/status`;

it('reports an analysis after three answers, of a stale one after a fourth, of a new one after six', async () => {
  const P = await clinic.professional();
  const patientId = await clinic.patient(P);
  const application = await clinic.apply(P, patientId, 'WEEKLY');
  const read = () => clinic.ok<Status>('GET', pathOf(P, patientId));
  const seen: Status[] = [await read()];
  for (const day of ['01', '08', '15', '22', '29']) {
    clinic.sandbox.clock.set(`2026-03-${day}T10:00:00Z`);
    await clinic.answer(application, 1);
    seen.push(await read());
  }
  expect(seen.map(({ hasAnalysis, isStale }) => ({ hasAnalysis, isStale }))).toEqual([
    { hasAnalysis: false, isStale: false },
    { hasAnalysis: false, isStale: false },
    { hasAnalysis: false, isStale: false },
    { hasAnalysis: true, isStale: false },
    { hasAnalysis: true, isStale: true },
    { hasAnalysis: true, isStale: true },
  ]);
  expect(seen[2]).toMatchObject({ analysisId: null, latestSubmissionAt: '2026-03-08T10:00:00.000Z' });
  expect(seen[5]).toMatchObject({
    analysisId: seen[3]?.analysisId,
    analysisGeneratedAt: '2026-03-15T10:00:00.000Z',
    latestSubmissionAt: '2026-03-29T10:00:00.000Z',
  });
  clinic.sandbox.clock.set('2026-04-05T10:00:00Z');
  await clinic.answer(application, 1);
  const renewed = await read();
  expect(renewed).toMatchObject({ isStale: false, analysisGeneratedAt: '2026-04-05T10:00:00.000Z' });
  expect(renewed.analysisId).not.toBe(seen[3]?.analysisId);
});

it('answers 403 where the plan lacks AI analysis, before it looks for the patient', async () => {
  clinic.headers = OTHER;
  const P = await clinic.professional('Bruno');
  const patientId = await clinic.patient(P);
  for (const id of [patientId, '00000000-0000-4000-8000-000000000000']) {
    expect((await clinic.refused('GET', pathOf(P, id))).code).toBe('403 PLAN_WITHOUT_AI_ANALYSIS');
  }
  expect(Object.keys(await clinic.ok<object>('GET', P))).not.toContain('hasAiAnalysis');
});

it('answers 404 for a patient or an instrument that is not there', async () => {
  clinic.headers = DEMO;
  const P = await clinic.professional();
  const nobody = '00000000-0000-4000-8000-000000000000';
  expect((await clinic.refused('GET', pathOf(P, nobody))).code).toBe('404 NOT_FOUND');
  expect((await clinic.refused('GET', pathOf(P, await clinic.patient(P), nobody))).code).toBe(
    '404 NOT_FOUND',
  );
});
