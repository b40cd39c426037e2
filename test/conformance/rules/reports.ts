import { expect } from 'vitest';
import { answered, apply, instrument, patientOf, practice } from '../clinic.ts';
import type { Rules } from '../rule.ts';
import { listOf } from '../shape.ts';
import { AnalysisStatus, Notification } from '../wire.ts';
import type { World } from '../world.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';

async function set({ ask }: World) {
  const { P, id: professionalId } = await practice(ask);
  const patient = await patientOf(ask, P);
  const form = await instrument(ask, 'PHQ-2');
  const analysis = `${P}/patients/${patient.serviceId}/forms/${form.id}/longitudinal-analysis/status`;
  const notifications = `${P}/forms/${form.id}/patients/${patient.serviceId}/notifications`;
  return { P, professionalId, patient, patientId: patient.serviceId, form, analysis, notifications };
}

/** "Reports" but for the graph, and "Notifications". */
export const reports: Rules = (rule) => {
  rule('says that there is no analysis, and never makes one by being asked', async (world) => {
    const { analysis } = await set(world);
    for (let time = 0; time < 2; time += 1) {
      expect((await world.ask.get(analysis)).gives(AnalysisStatus, 200)).toMatchObject({
        hasAnalysis: false,
        isStale: false,
        analysisId: null,
      });
    }
  });

  rule(
    'says of an analysis when it was made, and that it is stale once there is a later answer',
    async (world) => {
      const { P, patientId, form, analysis } = await set(world);
      const status = async () => (await world.ask.get(analysis)).gives(AnalysisStatus);
      const add = async () => {
        await world.control.advance('PT1H');
        return (await answered(world.ask, P, form, patientId, [1, 1])).completedFillAt;
      };
      await add();
      await add();
      const third = await add();
      const fresh = await status();
      expect(fresh).toMatchObject({ hasAnalysis: true, isStale: false, latestSubmissionAt: third });
      const fourth = await add();
      expect(await status()).toMatchObject({
        hasAnalysis: true,
        isStale: true,
        analysisId: fresh.analysisId,
        analysisGeneratedAt: fresh.analysisGeneratedAt,
        latestSubmissionAt: fourth,
      });
    },
  );

  rule('refuses the status with 403 where the plan has no AI analysis', async ({ other }) => {
    const { P } = await practice(other);
    const { serviceId } = await patientOf(other, P);
    const { id } = await instrument(other, 'PHQ-2');
    (await other.get(`${P}/patients/${serviceId}/forms/${id}/longitudinal-analysis/status`)).refuses(403);
  });

  rule('answers 404 for the analysis or notifications of what is not there', async (world) => {
    const { P, patientId, form } = await set(world);
    for (const [patient, formId] of [
      [NOBODY, form.id],
      [patientId, NOBODY],
    ]) {
      (await world.ask.get(`${P}/patients/${patient}/forms/${formId}/longitudinal-analysis/status`)).refuses(
        404,
      );
      (await world.ask.get(`${P}/forms/${formId}/patients/${patient}/notifications`)).refuses(404);
    }
  });

  rule('lists what was sent to the patient about the instrument', async (world) => {
    const { P, professionalId, patient, patientId, form, notifications } = await set(world);
    const all = async () => (await world.ask.get(notifications)).gives(listOf(Notification), 200);
    expect(await all()).toEqual([]);
    const made = await apply(world.ask, P, form.id, { patientId, notifyEmail: true, notifyWhatsApp: true });
    const another = await instrument(world.ask, 'GAD-7');
    await apply(world.ask, P, another.id, { patientId });
    const sent = await all();
    expect(sent.map(({ channel }) => channel).sort()).toEqual(['EMAIL', 'WHATSAPP']);
    for (const one of sent) {
      expect(one).toMatchObject({ formApplicationId: made.id, patientId, professionalId });
      expect(one.patientName).toContain(patient.name);
    }
    const [email, whatsapp] = ['EMAIL', 'WHATSAPP'].map((channel) =>
      sent.find((one) => one.channel === channel),
    );
    expect(email?.destinationEmail).toBe(patient.email);
    expect(whatsapp?.destinationPhoneNumber).toBe(patient.cellphone);
  });

  rule('filters notifications by the day of sending', async (world) => {
    const { P, patientId, form, notifications } = await set(world);
    await apply(world.ask, P, form.id, { patientId, notifyEmail: true });
    const count = async (query: Record<string, string>) =>
      (await world.ask.get(notifications, query)).gives(listOf(Notification)).length;
    const day = (offset: number, from: Date) =>
      new Date(from.getTime() + offset * 86_400_000).toISOString().slice(0, 10);
    const now = await world.control.now();
    expect(await count({ startDate: day(0, now), endDate: day(0, now) })).toBe(1);
    expect(await count({ startDate: day(1, now) })).toBe(0);
    expect(await count({ endDate: day(-1, now) })).toBe(0);
    expect(await count({ startDate: day(-1, now), endDate: day(1, now) })).toBe(1);
  });

  rule.malformed(
    'ignores a date of notifications that is malformed, and applies the other one',
    async (world) => {
      const { P, patientId, form, notifications } = await set(world);
      await apply(world.ask, P, form.id, { patientId, notifyEmail: true });
      const count = async (query: Record<string, string>) =>
        (await world.ask.get(notifications, query)).gives(listOf(Notification)).length;
      for (const wrong of ['soon', '2026-02-30', '9999-99-99', '2200-01-01T00:00:00Z', '01/01/2200', '']) {
        expect(await count({ startDate: wrong })).toBe(1);
        expect(await count({ startDate: wrong, endDate: '2020-01-01' })).toBe(0);
      }
    },
  );
};
