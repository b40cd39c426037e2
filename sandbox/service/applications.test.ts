import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Application, BulkCancel } from '../../shared/client/contract/index.ts';
import { type Clinic, formId, ORIGIN, openClinic } from './clinic.fixture.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';

let clinic: Clinic;
let P: string;
let patientId: string;
beforeEach(async () => {
  clinic = await openClinic();
  P = await clinic.professional();
  patientId = await clinic.patient(P);
});
afterEach(() => clinic.sandbox.close());

const statuses = (application: Application) => application.submissions?.map(({ status }) => status);

describe('creating', () => {
  it('gives the application with its link, its instrument and its first request', async () => {
    const application = await clinic.apply(P, patientId, 'NOW', {
      startedAt: '2026-03-01T06:00:00-03:00',
      hideFormTemplateTitle: true,
      notifyEmail: false,
    });
    expect(application).toMatchObject({
      patientId,
      authorId: P.slice('/professionals/'.length),
      formTemplateId: formId('PHQ-9'),
      formTemplate: { templateId: formId('PHQ-9'), shortTitle: 'PHQ-9' },
      recurrenceCycle: 'NOW',
      status: 'IN_PROGRESS',
      startedAt: '2026-03-01T09:00:00.000Z',
      hideFormTemplateTitle: true,
      notifyEmail: false,
      lastSubmission: null,
      totalSubmissions: 1,
    });
    expect(application.urlToAnswer).toBe(`${ORIGIN}/answer/${application.answerToken}`);
    expect(statuses(application)).toEqual(['IN_PROGRESS']);
    expect(await clinic.application(P, application.id)).toEqual(application);
  });

  it('says titles in the language that is asked for', async () => {
    clinic.headers = { ...clinic.headers, 'Accept-Language': 'pt-BR,pt;q=0.9' };
    const application = await clinic.apply(P, patientId, 'NOW');
    clinic.headers = { ...clinic.headers, 'Accept-Language': 'en' };
    const english = await clinic.application(P, application.id);
    expect(application.formTemplate?.title).not.toBe(english.formTemplate?.title);
  });

  it.each([
    ['patientId', { patientId: 'x', recurrenceCycle: 'NOW' }],
    ['patientId', { recurrenceCycle: 'NOW' }],
    ['recurrenceCycle', { recurrenceCycle: 'YEARLY' }],
    ['recurrenceCycle', {}],
    ['startedAt', { recurrenceCycle: 'ONCE', startedAt: '2026-13-01T00:00:00Z' }],
    ['startedAt', { recurrenceCycle: 'ONCE', startedAt: '2026-03-01' }],
    ['startedAt', { recurrenceCycle: 'ONCE', startedAt: '9999-12-31T23:59:59-12:00' }],
    ['startedAt', { recurrenceCycle: 'ONCE', startedAt: '0000-01-01T00:00:00+12:00' }],
    ['notifyEmail', { recurrenceCycle: 'NOW', notifyEmail: 'yes' }],
  ])('names %s in a 400', async (field, body) => {
    const sent = field === 'patientId' ? body : { patientId, ...body };
    const reply = await clinic.refused('POST', `${P}/forms/${formId('PHQ-9')}/applications`, sent);
    expect(reply.code).toBe('400 VALIDATION_ERROR');
    expect(reply.message).toContain(`${field}: `);
  });

  it('answers 404 for an instrument or a patient that is not there', async () => {
    const body = { patientId, recurrenceCycle: 'NOW' };
    expect((await clinic.refused('POST', `${P}/forms/${NOBODY}/applications`, body)).code).toBe(
      '404 NOT_FOUND',
    );
    const stranger = { ...body, patientId: NOBODY };
    const path = `${P}/forms/${formId('PHQ-9')}/applications`;
    expect((await clinic.refused('POST', path, stranger)).code).toBe('404 NOT_FOUND');
  });
});

it('an application of another professional is not there', async () => {
  const { id } = await clinic.apply(P, patientId, 'NOW');
  const Q = await clinic.professional('Caio');
  const path = `${Q}/forms/applications/${id}`;
  expect((await clinic.refused('GET', path)).code).toBe('404 NOT_FOUND');
  expect((await clinic.refused('POST', `${path}/finish`)).code).toBe('404 NOT_FOUND');
  const body = { recurrenceCycle: 'DAILY' };
  expect((await clinic.refused('POST', `${path}/update-recurrence`, body)).code).toBe('404 NOT_FOUND');
});

describe('finishing', () => {
  it('finishes an application in progress and cancels what is pending', async () => {
    const { id } = await clinic.apply(P, patientId, 'WEEKLY');
    const finished = await clinic.ok<Application>('POST', `${P}/forms/applications/${id}/finish`);
    expect(finished).toMatchObject({ status: 'FINISHED', nextAnswerAt: null });
    expect(statuses(finished)).toEqual(['CANCELED']);
    clinic.sandbox.clock.set('2026-06-01T09:00:00Z');
    expect(await clinic.application(P, id)).toEqual(finished);
  });

  it('answers 422 for one that is not in progress', async () => {
    const waiting = await clinic.apply(P, patientId, 'ONCE', { startedAt: '2026-04-01T09:00:00Z' });
    const path = `${P}/forms/applications/${waiting.id}/finish`;
    expect((await clinic.refused('POST', path)).code).toBe('422 INVALID_STATE');
    clinic.sandbox.clock.set('2026-04-01T09:00:00Z');
    await clinic.ok('POST', path);
    expect((await clinic.refused('POST', path)).code).toBe('422 INVALID_STATE');
  });
});

describe('cancelling the applications of an instrument', () => {
  it('finishes the active ones, cancels their pending requests, and may be repeated', async () => {
    const answered = await clinic.apply(P, patientId, 'WEEKLY');
    await clinic.answer(answered, 1);
    const waiting = await clinic.apply(P, patientId, 'ONCE', { startedAt: '2026-04-01T09:00:00Z' });
    const finished = await clinic.apply(P, patientId, 'NOW');
    await clinic.ok('POST', `${P}/forms/applications/${finished.id}/finish`);
    const another = await clinic.apply(P, patientId, 'NOW', { form: formId('GAD-7') });

    const path = `${P}/patients/${patientId}/forms/${formId('PHQ-9')}/applications/cancel`;
    expect(await clinic.ok<BulkCancel>('POST', path)).toEqual({
      canceledApplicationIds: [answered.id, waiting.id],
      canceledCount: 2,
    });
    expect(await clinic.ok<BulkCancel>('POST', path)).toEqual({
      canceledApplicationIds: [],
      canceledCount: 0,
    });
    expect(statuses(await clinic.application(P, answered.id))).toEqual(['ANSWERED']);
    expect(await clinic.application(P, waiting.id)).toMatchObject({ status: 'FINISHED' });
    expect(statuses(await clinic.application(P, waiting.id))).toEqual(['CANCELED']);
    expect(await clinic.application(P, another.id)).toMatchObject({ status: 'IN_PROGRESS' });
  });
});

describe('updating the recurrence', () => {
  it('cancels what is pending before the change and begins the new cycle', async () => {
    const { id } = await clinic.apply(P, patientId, 'WEEKLY');
    const body = { recurrenceCycle: 'MONTHLY', startedAt: '2026-03-05T09:00:00Z' };
    const changed = await clinic.ok<Application>(
      'POST',
      `${P}/forms/applications/${id}/update-recurrence`,
      body,
    );
    expect(changed).toMatchObject({
      recurrenceCycle: 'MONTHLY',
      status: 'CREATED',
      startedAt: '2026-03-05T09:00:00.000Z',
      nextAnswerAt: '2026-03-05T09:00:00.000Z',
    });
    expect(statuses(changed)).toEqual(['CREATED', 'CANCELED']);
    clinic.sandbox.clock.set('2026-04-05T09:00:00Z');
    const later = await clinic.application(P, id);
    expect(statuses(later)).toEqual(['IN_PROGRESS', 'CANCELED_LATE', 'CANCELED']);
    expect(later.nextAnswerAt).toBe('2026-05-05T09:00:00.000Z');
  });

  it('is taken in any state: a closed application becomes CREATED again, and its first request follows', async () => {
    const { id } = await clinic.apply(P, patientId, 'NOW');
    await clinic.ok('POST', `${P}/forms/applications/${id}/finish`);
    const path = `${P}/forms/applications/${id}/update-recurrence`;
    const changed = await clinic.ok<Application>('POST', path, { recurrenceCycle: 'NOW' });
    expect(changed.status).toBe('CREATED');
    const after = await clinic.application(P, id);
    expect(after.status).toBe('IN_PROGRESS');
    expect(statuses(after)).toEqual(['IN_PROGRESS', 'CANCELED']);
  });
});
