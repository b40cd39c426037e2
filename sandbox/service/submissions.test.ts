import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Application } from '../../shared/client/contract/index.ts';
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

const submissionOf = (application: Application): number => application.submissions?.[0]?.id ?? 0;

describe('an answered submission', () => {
  it('carries answers, score, classification and instants', async () => {
    const application = await clinic.apply(P, patientId, 'NOW');
    clinic.sandbox.clock.set('2026-03-02T10:00:00Z');
    // 3 + 3 + 2 + 1 + 1 + 0 + 0 + 0 + 0 = 10: the first score of "moderate" (Kroenke and others 2001).
    expect(await clinic.answer(application, [3, 3, 2, 1, 1, 0, 0, 0, 0])).toBe(200);
    const submission = await clinic.submission(P, submissionOf(application));
    expect(submission).toMatchObject({
      status: 'ANSWERED',
      score: 10,
      globalClassification: { title: 'Moderate', minScore: 10, maxScore: 14 },
      hasHighRisk: false,
      riskFlagCount: 0,
      startedAt: '2026-03-01T09:00:00.000Z',
      completedFillAt: '2026-03-02T10:00:00.000Z',
      formApplication: { id: application.id, status: 'IN_PROGRESS' },
    });
    expect(submission.answers?.map(({ weight }) => weight)).toEqual([3, 3, 2, 1, 1, 0, 0, 0, 0]);
    expect(submission.answers?.at(-1)?.riskFlag).toEqual({ flagType: 'NONE', severity: null });
    expect(submission.answers?.[0]?.riskFlag).toBeNull();
  });

  it.each([
    [1, 'LOW', false],
    [2, 'MODERATE', false],
    [3, 'HIGH', true],
  ])(
    'flags PHQ-9 item 9 answered with option %i as %s, even under a low total',
    async (option, severity, high) => {
      const application = await clinic.apply(P, patientId, 'NOW');
      await clinic.answer(application, [0, 0, 0, 0, 0, 0, 0, 0, option]);
      const submission = await clinic.submission(P, submissionOf(application));
      expect(submission).toMatchObject({ score: option, hasHighRisk: high, riskFlagCount: 1 });
      expect(submission.answers?.[8]?.riskFlag).toEqual({ flagType: 'SUICIDE_SELF_HARM', severity });
    },
  );

  it('is told in the reader’s language, whatever language it was answered in', async () => {
    const application = await clinic.apply(P, patientId, 'NOW');
    clinic.headers = { ...clinic.headers, 'Accept-Language': 'pt-BR' };
    await clinic.answer(application, 1);
    const portuguese = await clinic.submission(P, submissionOf(application));
    clinic.headers = { ...clinic.headers, 'Accept-Language': 'en' };
    const english = await clinic.submission(P, submissionOf(application));
    expect(english.score).toBe(portuguese.score);
    expect(english.globalClassification?.title).toBe('Mild');
    expect(portuguese.globalClassification?.title).not.toBe('Mild');
    expect(english.answers?.[0]?.value).not.toBe(portuguese.answers?.[0]?.value);
  });

  it('has a score for each subscale, by its key, and no global one for DASS-21', async () => {
    const application = await clinic.apply(P, patientId, 'NOW', { form: formId('DASS-21') });
    await clinic.answer(application, 1);
    const submission = await clinic.submission(P, submissionOf(application));
    // Seven items of weight 2 each: 14 is mild depression's upper neighbour (10-13), so moderate.
    expect(submission).toMatchObject({ score: null, globalClassification: null });
    expect(submission.subscaleScores?.map(({ name, score }) => [name, score])).toEqual([
      ['Depression', 14],
      ['Anxiety', 14],
      ['Stress', 14],
    ]);
    const titles = Object.values(submission.subscaleClassifications ?? {}).map(({ title }) => title);
    expect(titles).toEqual(['Moderate', 'Moderate', 'Normal']);
  });
});

describe('cancelling', () => {
  it('cancels a pending submission once; then it is 422', async () => {
    const application = await clinic.apply(P, patientId, 'WEEKLY');
    const path = `${P}/forms/submissions/${submissionOf(application)}/cancel`;
    expect(await clinic.ok('POST', path)).toMatchObject({ status: 'CANCELED' });
    expect((await clinic.refused('POST', path)).code).toBe('422 INVALID_STATE');
    clinic.sandbox.clock.set('2026-03-08T09:00:00Z');
    expect((await clinic.application(P, application.id)).totalSubmissions).toBe(2);
  });

  it('takes a late one, and refuses an answered one with 422', async () => {
    const late = await clinic.apply(P, patientId, 'ONCE');
    clinic.sandbox.clock.set('2026-03-09T09:00:00Z');
    expect(await clinic.submission(P, submissionOf(late))).toMatchObject({ status: 'LATE' });
    await clinic.ok('POST', `${P}/forms/submissions/${submissionOf(late)}/cancel`);
    const answered = await clinic.apply(P, patientId, 'NOW');
    await clinic.answer(answered, 0);
    const path = `${P}/forms/submissions/${submissionOf(answered)}/cancel`;
    expect((await clinic.refused('POST', path)).code).toBe('422 INVALID_STATE');
  });

  it('withdraws a request that waits for its date: it is not made again', async () => {
    const once = await clinic.apply(P, patientId, 'ONCE', { startedAt: '2026-03-10T09:00:00Z' });
    const weekly = await clinic.apply(P, patientId, 'WEEKLY', { startedAt: '2026-03-10T09:00:00Z' });
    await clinic.ok('POST', `${P}/forms/submissions/${submissionOf(once)}/cancel`);
    await clinic.ok('DELETE', `${P}/forms/submissions/${submissionOf(weekly)}`);
    clinic.sandbox.clock.set('2026-03-18T09:00:00Z');
    expect(await clinic.application(P, once.id)).toMatchObject({ totalSubmissions: 1, nextAnswerAt: null });
    const { submissions } = await clinic.application(P, weekly.id);
    expect(submissions?.map(({ startedAt }) => startedAt)).toEqual(['2026-03-17T09:00:00.000Z']);
  });
});

describe('deleting', () => {
  it('takes a submission out of the history, the graph and the last answer, for good', async () => {
    const application = await clinic.apply(P, patientId, 'NOW');
    await clinic.answer(application, 1);
    const path = `${P}/forms/submissions/${submissionOf(application)}`;
    expect(await clinic.ok('DELETE', path)).toEqual({});
    expect((await clinic.refused('GET', path)).code).toBe('404 NOT_FOUND');
    expect((await clinic.refused('DELETE', path)).code).toBe('404 NOT_FOUND');
    expect((await clinic.graph(P, patientId)).series[0]?.points).toEqual([]);
    expect(await clinic.application(P, application.id)).toMatchObject({
      lastSubmission: null,
      totalSubmissions: 0,
    });
  });

  it('a submission of another professional is not there', async () => {
    const application = await clinic.apply(P, patientId, 'NOW');
    const Q = await clinic.professional('Caio');
    const path = `${Q}/forms/submissions/${submissionOf(application)}`;
    for (const [method, suffix] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/cancel'],
    ] as const) {
      expect((await clinic.refused(method, path + suffix)).code).toBe('404 NOT_FOUND');
    }
  });
});

describe('answering', () => {
  const refusal = async (application: Application, body: unknown) => {
    const reply = await clinic.answerWith(application, body);
    return { status: reply.status, ...((await reply.json()) as { code: string }) };
  };

  it('refuses a sheet that is incomplete, and leaves everything as it was', async () => {
    const application = await clinic.apply(P, patientId, 'NOW');
    expect(await refusal(application, { answers: [] })).toMatchObject({
      status: 400,
      code: 'VALIDATION_ERROR',
    });
    const before = await clinic.submission(P, submissionOf(application));
    expect(before).toMatchObject({ status: 'IN_PROGRESS', score: null, answers: [] });
  });

  it('answers 409 the second time', async () => {
    const application = await clinic.apply(P, patientId, 'NOW');
    expect(await clinic.answer(application, 0)).toBe(200);
    expect(await clinic.answer(application, 3)).toBe(409);
    expect((await clinic.submission(P, submissionOf(application))).score).toBe(0);
  });

  it('answers 404 for a link that belongs to nothing and 422 for a closed application', async () => {
    const application = await clinic.apply(P, patientId, 'NOW');
    await clinic.ok('POST', `${P}/forms/applications/${application.id}/finish`);
    expect(await clinic.answer(application, 0)).toBe(422);
    const urlToAnswer = 'http://sandbox.test/answer/nobody';
    expect(await clinic.answer({ ...application, urlToAnswer }, 0)).toBe(404);
  });

  it('waits for the date, unless the application is open to answer', async () => {
    const later = { startedAt: '2026-03-10T09:00:00Z' };
    const waiting = await clinic.apply(P, patientId, 'WEEKLY', later);
    expect(await clinic.answer(waiting, 0)).toBe(422);
    const open = await clinic.apply(P, patientId, 'WEEKLY', { ...later, openToAnswer: true });
    expect(await clinic.answer(open, 0)).toBe(200);
    expect(await clinic.application(P, open.id)).toMatchObject({
      status: 'IN_PROGRESS',
      nextAnswerAt: '2026-03-17T09:00:00.000Z',
    });
  });

  it('opening the page makes the request OPENED, and an answer in one piece was begun when it was given', async () => {
    const application = await clinic.apply(P, patientId, 'NOW');
    await clinic.sandbox.fetch(new Request(application.urlToAnswer ?? ''));
    expect(await clinic.submission(P, submissionOf(application))).toMatchObject({ status: 'OPENED' });
    clinic.sandbox.clock.set('2026-03-01T09:10:00Z');
    await clinic.answer(application, 0);
    expect(await clinic.submission(P, submissionOf(application))).toMatchObject({
      status: 'ANSWERED',
      startedFillAt: '2026-03-01T09:10:00.000Z',
      completedFillAt: '2026-03-01T09:10:00.000Z',
    });
  });
});
