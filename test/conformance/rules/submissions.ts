import { expect } from 'vitest';
import {
  answer,
  answered,
  applicationOf,
  apply,
  instrument,
  patientOf,
  practice,
  sheet,
  submissionOf,
} from '../clinic.ts';
import type { Rules } from '../rule.ts';
import { empty, listOf } from '../shape.ts';
import { Submission } from '../wire.ts';
import { ScoreGraph } from '../wire-library.ts';
import type { World } from '../world.ts';

async function set({ ask }: World) {
  const { P } = await practice(ask);
  const { serviceId: patientId } = await patientOf(ask, P);
  const form = await instrument(ask, 'PHQ-9');
  const application = await apply(ask, P, form.id, { patientId });
  const [pending] = (await applicationOf(ask, P, application.id)).submissions ?? [];
  if (!pending) throw new Error('Nothing is pending.');
  return { ask, P, patientId, form, application, id: pending.id, at: `${P}/forms/submissions/${pending.id}` };
}

/** "Submissions" and the calls of "Submission status". */
export const submissions: Rules = (rule) => {
  rule('reads a submission that waits for its answer', async (world) => {
    const { ask, at, application, patientId, form } = await set(world);
    const read = (await ask.get(at)).gives(Submission, 200);
    expect(read).toMatchObject({
      formApplicationId: application.id,
      formApplication: { id: application.id, patientId, formTemplateId: form.id },
      formTemplateId: form.id,
      patientId,
      score: null,
      completedFillAt: null,
      fillType: 'DEFAULT',
    });
    expect(['CREATED', 'IN_PROGRESS']).toContain(read.status);
    expect(read.notifiedAt).not.toBeNull();
  });

  rule('is OPENED by the patient, and ANSWERED with answers, score and classification', async (world) => {
    const { ask, P, id, application, form } = await set(world);
    await fetch(application.urlToAnswer);
    expect((await submissionOf(ask, P, id)).status).toBe('OPENED');
    const places = [1, 2, 0, 3, 1, 0, 2, 1, 0];
    expect((await answer(application.urlToAnswer, sheet(form, places))).ok).toBe(true);
    const read = await submissionOf(ask, P, id);
    expect(read).toMatchObject({ status: 'ANSWERED', score: 10, hasHighRisk: false, riskFlagCount: 0 });
    expect(read.globalClassification).toMatchObject({ minScore: 10, maxScore: 14 });
    expect(read.startedFillAt).not.toBeNull();
    expect(read.completedFillAt).not.toBeNull();
    const given = read.answers?.toSorted((a, b) => a.question.position - b.question.position) ?? [];
    expect(given.map(({ weight }) => weight)).toEqual(places);
    expect(given.map(({ questionId, value }) => ({ questionId, value }))).toEqual(sheet(form, places));
    expect(new Set(given.map(({ formSubmissionId }) => formSubmissionId))).toEqual(new Set([id]));
  });

  rule('takes one answer to a request', async (world) => {
    const { ask, P, id, application, form } = await set(world);
    expect((await answer(application.urlToAnswer, sheet(form, Array(9).fill(1)))).ok).toBe(true);
    const again = await answer(application.urlToAnswer, sheet(form, Array(9).fill(3)));
    expect(again.status).toBeGreaterThanOrEqual(400);
    expect(again.status).toBeLessThan(500);
    expect((await submissionOf(ask, P, id)).score).toBe(9);
  });

  rule('cancels a pending submission, and no other', async (world) => {
    const { ask, P, id, at, application, form } = await set(world);
    const reply = await ask.post(`${at}/cancel`);
    expect([200, 201]).toContain(reply.status);
    expect((await submissionOf(ask, P, id)).status).toBe('CANCELED');
    (await ask.post(`${at}/cancel`)).refuses(422);
    const late = await answer(application.urlToAnswer, sheet(form, Array(9).fill(1)));
    expect(late.status).toBeGreaterThanOrEqual(400);
    expect((await submissionOf(ask, P, id)).status).toBe('CANCELED');
  });

  rule('refuses with 422 to cancel an answered submission, whose answers stay', async (world) => {
    const { ask, P, id, at, application, form } = await set(world);
    await answer(application.urlToAnswer, sheet(form, Array(9).fill(1)));
    (await ask.post(`${at}/cancel`)).refuses(422);
    expect(await submissionOf(ask, P, id)).toMatchObject({ status: 'ANSWERED', score: 9 });
  });

  rule('deletes a submission from lists, application and score graph, for good', async (world) => {
    const { ask, P, patientId, form } = await set(world);
    const [kept, gone] = [
      await answered(ask, P, form, patientId, Array(9).fill(1)),
      await answered(ask, P, form, patientId, Array(9).fill(2)),
    ];
    (await ask.del(`${P}/forms/submissions/${gone.id}`)).gives(empty, 200);
    (await ask.get(`${P}/forms/submissions/${gone.id}`)).refuses(404);
    (await ask.del(`${P}/forms/submissions/${gone.id}`)).refuses(404);
    for (const at of [`${P}/forms/submissions`, `${P}/patients/${patientId}/forms/submissions`]) {
      const ids = (await ask.get(at)).gives(listOf(Submission)).map(({ id }) => id);
      expect(ids).toContain(kept.id);
      expect(ids).not.toContain(gone.id);
    }
    expect((await applicationOf(ask, P, gone.formApplicationId)).submissions).toEqual([]);
    const at = `${P}/patients/${patientId}/forms/${form.id}/score-graph`;
    const graph = (await ask.get(at)).gives(ScoreGraph);
    expect(graph.series[0]?.points.map(({ submissionId }) => submissionId)).toEqual([kept.id]);
    expect(graph.summary.totalAnsweredSubmissions).toBe(1);
  });

  rule('answers 404 for a submission that is not there, or another professional’s', async (world) => {
    const { ask, P, id } = await set(world);
    const stranger = (await practice(ask)).P;
    for (const at of [`${P}/forms/submissions/2000000000`, `${stranger}/forms/submissions/${id}`]) {
      (await ask.get(at)).refuses(404);
      (await ask.post(`${at}/cancel`)).refuses(404);
      (await ask.del(at)).refuses(404);
    }
    expect((await submissionOf(ask, P, id)).status).not.toBe('CANCELED');
  });

  rule('shows each professional of a patient their own submissions only', async ({ ask }) => {
    const [one, two] = [await practice(ask), await practice(ask)];
    const { serviceId: patientId, email, cellphone } = await patientOf(ask, one.P);
    await patientOf(ask, two.P, { email, cellphone });
    const form = await instrument(ask, 'PHQ-9');
    const mine = await answered(ask, one.P, form, patientId, Array(9).fill(1));
    const at = (P: string) => `${P}/patients/${patientId}/forms/submissions`;
    expect((await ask.get(at(one.P))).gives(listOf(Submission)).map(({ id }) => id)).toEqual([mine.id]);
    expect((await ask.get(at(two.P))).gives(listOf(Submission))).toEqual([]);
    (await ask.get(`${two.P}/forms/submissions/${mine.id}`)).refuses(404);
    const graph = await ask.get(`${two.P}/patients/${patientId}/forms/${form.id}/score-graph`);
    expect(graph.gives(ScoreGraph).summary.totalAnsweredSubmissions).toBe(0);
  });
};
