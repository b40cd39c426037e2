import { expect } from 'vitest';
import {
  answer,
  applicationOf,
  apply,
  instrument,
  patientOf,
  practice,
  sheet,
  submissionOf,
} from '../clinic.ts';
import type { Rules } from '../rule.ts';
import { Application, BulkCancel, CYCLES, Submission } from '../wire.ts';
import type { World } from '../world.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';

async function set({ ask }: World) {
  const { P, id: professionalId } = await practice(ask);
  const { serviceId: patientId } = await patientOf(ask, P);
  const form = await instrument(ask, 'PHQ-2');
  return { ask, P, professionalId, patientId, form };
}

/** "Applications", and the calls of "Application status". */
export const applications: Rules = (rule) => {
  rule('applies an instrument, with the link for the patient to answer', async (world) => {
    const { ask, P, professionalId, patientId, form } = await set(world);
    const startedAt = '2026-03-02T09:00:00Z';
    const made = await apply(ask, P, form.id, { patientId, recurrenceCycle: 'WEEKLY', startedAt });
    expect(made).toMatchObject({
      patientId,
      authorId: professionalId,
      formTemplateId: form.id,
      formTemplate: { templateId: form.id, title: form.title, shortTitle: 'PHQ-2' },
      recurrenceCycle: 'WEEKLY',
    });
    expect(new Date(made.startedAt)).toEqual(new Date(startedAt));
    expect(made.submissions).toHaveLength(made.totalSubmissions);
    expect((await fetch(made.urlToAnswer)).status).toBe(200);
    const read = await applicationOf(ask, P, made.id);
    expect(read).toMatchObject({ id: made.id, urlToAnswer: made.urlToAnswer, startedAt: made.startedAt });
    expect(read.submissions).toHaveLength(read.totalSubmissions);
  });

  for (const recurrenceCycle of CYCLES) {
    rule(`takes the recurrence cycle ${recurrenceCycle}`, async (world) => {
      const { ask, P, patientId, form } = await set(world);
      const made = await apply(ask, P, form.id, { patientId, recurrenceCycle });
      expect((await applicationOf(ask, P, made.id)).recurrenceCycle).toBe(recurrenceCycle);
    });
  }

  rule('keeps the preferences of an application', async (world) => {
    const { ask, P, patientId, form } = await set(world);
    const preferences = {
      notifyEmail: false,
      notifyWhatsApp: true,
      openToAnswer: true,
      allowPatientAnnotation: true,
      hideFormTemplateTitle: true,
      showFormGraphToPatient: true,
    };
    const { id } = await apply(ask, P, form.id, { patientId, ...preferences });
    expect(await applicationOf(ask, P, id)).toMatchObject(preferences);
  });

  rule('answers 404 for an instrument or a patient that is not there', async (world) => {
    const { ask, P, patientId, form } = await set(world);
    const body = { patientId, recurrenceCycle: 'NOW', startedAt: '2026-03-02T09:00:00Z' };
    (await ask.post(`${P}/forms/${NOBODY}/applications`, body)).refuses(404);
    (await ask.post(`${P}/forms/${form.id}/applications`, { ...body, patientId: NOBODY })).refuses(404);
    const stranger = await patientOf(ask, (await practice(ask)).P);
    const reply = await ask.post(`${P}/forms/${form.id}/applications`, {
      ...body,
      patientId: stranger.serviceId,
    });
    reply.refuses(404);
  });

  rule.malformed('names the field of a new application that is wrong', async (world) => {
    const { ask, P, patientId, form } = await set(world);
    const body = { patientId, recurrenceCycle: 'NOW', startedAt: '2026-03-02T09:00:00Z' };
    const wrongs = {
      patientId: ['no-uuid', 7, undefined],
      recurrenceCycle: ['HOURLY', 'weekly', 7, undefined],
      startedAt: ['tomorrow', '2026-13-01T00:00:00Z', 7],
      notifyEmail: ['yes'],
    };
    for (const [field, values] of Object.entries(wrongs)) {
      for (const value of values) {
        const reply = await ask.post(`${P}/forms/${form.id}/applications`, { ...body, [field]: value });
        reply.refuses(400, 'VALIDATION_ERROR', field);
      }
    }
  });

  rule('finishes an application in progress, and cancels what is pending', async (world) => {
    const { ask, P, patientId, form } = await set(world);
    const { id } = await apply(ask, P, form.id, { patientId });
    const [pending] = (await applicationOf(ask, P, id)).submissions ?? [];
    const reply = await ask.post(`${P}/forms/applications/${id}/finish`);
    expect([200, 201]).toContain(reply.status);
    const finished = await applicationOf(ask, P, id);
    expect(finished.status).toBe('FINISHED');
    expect(finished.submissions).toMatchObject([{ id: pending?.id, status: 'CANCELED' }]);
    (await ask.post(`${P}/forms/applications/${id}/finish`)).refuses(422);
  });

  rule('refuses with 422 to finish an application that has not begun', async (world) => {
    const { ask, P, patientId, form } = await set(world);
    const startedAt = new Date((await world.control.now()).getTime() + 5 * 86_400_000).toISOString();
    const { id, status } = await apply(ask, P, form.id, { patientId, recurrenceCycle: 'WEEKLY', startedAt });
    expect(status).toBe('CREATED');
    (await ask.post(`${P}/forms/applications/${id}/finish`)).refuses(422);
    expect((await applicationOf(ask, P, id)).status).toBe('CREATED');
  });

  rule('cancels all active applications of an instrument for a patient, once', async (world) => {
    const { ask, P, patientId, form } = await set(world);
    const another = await instrument(ask, 'GAD-7');
    const ids = [];
    for (const recurrenceCycle of ['NOW', 'WEEKLY', 'MONTHLY']) {
      ids.push((await apply(ask, P, form.id, { patientId, recurrenceCycle })).id);
    }
    const finished = await apply(ask, P, form.id, { patientId });
    await ask.post(`${P}/forms/applications/${finished.id}/finish`);
    const left = await apply(ask, P, another.id, { patientId });
    const at = `${P}/patients/${patientId}/forms/${form.id}/applications/cancel`;
    const { canceledApplicationIds, canceledCount } = (await ask.post(at)).gives(BulkCancel);
    expect([canceledApplicationIds.sort((a, b) => a - b), canceledCount]).toEqual([ids, 3]);
    for (const id of ids) {
      const { status, submissions = [] } = await applicationOf(ask, P, id);
      expect([status, ...submissions.map((one) => one.status)]).toEqual(['FINISHED', 'CANCELED']);
    }
    expect((await applicationOf(ask, P, left.id)).status).toBe(left.status);
    expect((await ask.post(at)).gives(BulkCancel)).toEqual({ canceledApplicationIds: [], canceledCount: 0 });
  });

  rule('keeps answered submissions when the application is finished or cancelled', async (world) => {
    const { ask, P, patientId, form } = await set(world);
    const { id, urlToAnswer } = await apply(ask, P, form.id, { patientId });
    await answer(urlToAnswer, sheet(form, [1, 2]));
    (await ask.post(`${P}/patients/${patientId}/forms/${form.id}/applications/cancel`)).gives(BulkCancel);
    expect(await applicationOf(ask, P, id)).toMatchObject({
      status: 'FINISHED',
      submissions: [{ status: 'ANSWERED', score: 3 }],
    });
  });

  rule('changes the recurrence, after it has cancelled what is pending', async (world) => {
    const { ask, P, patientId, form } = await set(world);
    const { id } = await apply(ask, P, form.id, { patientId, recurrenceCycle: 'DAILY' });
    const [pending] = (await applicationOf(ask, P, id)).submissions ?? [];
    const startedAt = new Date((await world.control.now()).getTime() + 10 * 86_400_000).toISOString();
    const reply = await ask.post(`${P}/forms/applications/${id}/update-recurrence`, {
      recurrenceCycle: 'MONTHLY',
      startedAt,
    });
    const changed = reply.gives(Application);
    expect(changed).toMatchObject({ id, recurrenceCycle: 'MONTHLY' });
    expect(new Date(changed.startedAt)).toEqual(new Date(startedAt));
    expect(new Date(changed.nextAnswerAt ?? 0)).toEqual(new Date(startedAt));
    expect((await submissionOf(ask, P, pending?.id ?? 0)).status).toBe('CANCELED');
  });

  rule('changes the recurrence of a finished application, which is CREATED again', async (world) => {
    const { ask, P, patientId, form } = await set(world);
    const { id } = await apply(ask, P, form.id, { patientId });
    await ask.post(`${P}/forms/applications/${id}/finish`);
    const startedAt = new Date((await world.control.now()).getTime() + 86_400_000).toISOString();
    const body = { recurrenceCycle: 'WEEKLY', startedAt };
    const reply = await ask.post(`${P}/forms/applications/${id}/update-recurrence`, body);
    expect(reply.gives(Application)).toMatchObject({ status: 'CREATED', recurrenceCycle: 'WEEKLY' });
  });

  rule.malformed('names what a change of recurrence has wrong', async (world) => {
    const { ask, P, patientId, form } = await set(world);
    const { id } = await apply(ask, P, form.id, { patientId });
    const body = { recurrenceCycle: 'WEEKLY', startedAt: '2026-03-02T09:00:00Z' };
    const at = `${P}/forms/applications/${id}/update-recurrence`;
    for (const value of ['HOURLY', undefined]) {
      (await ask.post(at, { ...body, recurrenceCycle: value })).refuses(
        400,
        'VALIDATION_ERROR',
        'recurrenceCycle',
      );
    }
    (await ask.post(at, { ...body, startedAt: 'soon' })).refuses(400, 'VALIDATION_ERROR', 'startedAt');
    expect((await applicationOf(ask, P, id)).recurrenceCycle).toBe('NOW');
  });

  rule('answers 404 for an application that is not there, or another professional’s', async (world) => {
    const { ask, P, form, patientId } = await set(world);
    const { id } = await apply(ask, P, form.id, { patientId });
    const stranger = (await practice(ask)).P;
    const body = { recurrenceCycle: 'WEEKLY', startedAt: '2026-03-02T09:00:00Z' };
    for (const at of [`${P}/forms/applications/2000000000`, `${stranger}/forms/applications/${id}`]) {
      (await ask.get(at)).refuses(404);
      (await ask.post(`${at}/finish`)).refuses(404);
      (await ask.post(`${at}/update-recurrence`, body)).refuses(404);
    }
    const cancel = `${stranger}/patients/${patientId}/forms/${form.id}/applications/cancel`;
    (await ask.post(cancel)).refuses(404);
    expect((await applicationOf(ask, P, id)).status).toBe('IN_PROGRESS');
  });

  rule('shows the newest answer of an application as lastSubmission', async (world) => {
    const { ask, P, patientId, form } = await set(world);
    const { id, urlToAnswer, lastSubmission } = await apply(ask, P, form.id, { patientId });
    expect(lastSubmission).toBeNull();
    await answer(urlToAnswer, sheet(form, [3, 2]));
    const { lastSubmission: last, submissions = [] } = await applicationOf(ask, P, id);
    expect(last).toMatchObject({ id: submissions[0]?.id, score: 5 });
    expect(last?.completedFillAt).toBe(submissions[0]?.completedFillAt);
  });

  rule.direct('carries an answerToken', async (world) => {
    const { ask, P, patientId, form } = await set(world);
    const made = await apply(ask, P, form.id, { patientId });
    expect(made.answerToken).toEqual(expect.any(String));
    const [submission] = (await applicationOf(ask, P, made.id)).submissions ?? [];
    const read = (await ask.get(`${P}/forms/submissions/${submission?.id}`)).gives(Submission);
    expect(read.formApplication.answerToken).toBe(made.answerToken);
  });
};
