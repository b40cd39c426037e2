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
import { Application, BulkCancel } from '../wire.ts';
import type { World } from '../world.ts';

/** An application that begins now, or `inDays` from now. */
async function applied(
  world: World,
  recurrenceCycle: string,
  given: Record<string, unknown> = {},
  inDays = 0,
) {
  const { ask, control } = world;
  const { P, id: professionalId } = await practice(ask);
  const { serviceId: patientId } = await patientOf(ask, P);
  const form = await instrument(ask, 'PHQ-2');
  const startedAt = new Date((await control.now()).getTime() + inDays * 86_400_000).toISOString();
  const made = await apply(ask, P, form.id, { patientId, recurrenceCycle, startedAt, ...given });
  const read = () => applicationOf(ask, P, made.id);
  const submissions = async () => ((await read()).submissions ?? []).toSorted((a, b) => a.id - b.id);
  return {
    P,
    professionalId,
    patientId,
    form,
    id: made.id,
    startedAt: new Date(startedAt),
    read,
    submissions,
    states: async () => (await submissions()).map(({ status }) => status),
    status: async () => (await read()).status,
    answer: async () => (await answer(made.urlToAnswer, sheet(form, [1, 2]))).status,
  };
}

const DAYS = { DAILY: 1, WEEKLY: 7, BIWEEKLY: 14 };

/** "States and transitions": what happens by the clock alone. */
export const automatic: Rules = (rule) => {
  for (const [cycle, days] of Object.entries(DAYS)) {
    rule(`asks again after every ${days} days of ${cycle}`, async (world) => {
      const { startedAt, read, states, submissions } = await applied(world, cycle);
      expect(await states()).toEqual(['IN_PROGRESS']);
      expect(new Date((await read()).nextAnswerAt ?? 0).getTime()).toBe(
        startedAt.getTime() + days * 86_400_000,
      );
      await world.control.advance(`P${2 * days}D`);
      expect((await states()).slice(0, 2)).toEqual(['CANCELED_LATE', 'CANCELED_LATE']);
      const asked = (await submissions()).map(({ notifiedAt }) => Date.parse(notifiedAt ?? ''));
      // The clock runs: the first request may be some milliseconds after `startedAt`.
      const after = asked.map((at) => Math.round((at - startedAt.getTime()) / 60_000) / 1440);
      expect(after).toEqual([0, days, 2 * days]);
    });
  }

  rule('asks again on the same day of the next month', async (world) => {
    const { startedAt, read } = await applied(world, 'MONTHLY');
    const next = new Date((await read()).nextAnswerAt ?? 0);
    const days = (next.getTime() - startedAt.getTime()) / 86_400_000;
    expect(days).toBeGreaterThanOrEqual(28);
    expect(days).toBeLessThanOrEqual(31);
    expect(next.getUTCMonth()).toBe((startedAt.getUTCMonth() + 1) % 12);
  });

  for (const cycle of ['NOW', 'ONCE']) {
    rule(`asks once for ${cycle}`, async (world) => {
      const { answer, read, states } = await applied(world, cycle);
      expect((await read()).nextAnswerAt).toBeNull();
      expect(await answer()).toBe(200);
      await world.control.advance('P90D');
      expect(await states()).toEqual(['ANSWERED']);
    });
  }

  rule('waits for the start date, and asks then', async (world) => {
    const { status, states, read, answer, startedAt } = await applied(
      world,
      'ONCE',
      { notifyEmail: true },
      3,
    );
    expect(await status()).toBe('CREATED');
    expect(['CREATED']).toEqual(expect.arrayContaining(await states()));
    expect(Date.parse((await read()).nextAnswerAt ?? '')).toBe(startedAt.getTime());
    expect(await answer()).toBe(422);
    await world.control.advance('P3D');
    expect([await status(), await states()]).toEqual(['IN_PROGRESS', ['IN_PROGRESS']]);
    expect(await answer()).toBe(200);
  });

  rule('lets a patient answer before the date where openToAnswer is set', async (world) => {
    const { answer, states } = await applied(world, 'ONCE', { openToAnswer: true }, 3);
    expect(await answer()).toBe(200);
    expect(await states()).toEqual(['ANSWERED']);
  });

  rule('is LATE after the deadline, and still taken', async (world) => {
    const { submissions, answer, states } = await applied(world, 'WEEKLY');
    const [first] = await submissions();
    const now = await world.control.now();
    const minutes = Math.ceil((Date.parse(first?.deadline ?? '') - now.getTime()) / 60_000) + 1;
    await world.control.advance(`PT${minutes}M`);
    expect(await states()).toEqual(['LATE']);
    expect(await answer()).toBe(200);
    expect(await states()).toEqual(['ANSWERED']);
  });

  rule('cancels what is LATE once the next request is there', async (world) => {
    const { states, P, submissions } = await applied(world, 'WEEKLY');
    await world.control.advance('P6D');
    expect(await states()).toEqual(['LATE']);
    await world.control.advance('P1D');
    expect(await states()).toEqual(['CANCELED_LATE', 'IN_PROGRESS']);
    const [first] = await submissions();
    (await world.ask.post(`${P}/forms/submissions/${first?.id}/cancel`)).refuses(422);
  });

  rule('lets a LATE submission be cancelled', async (world) => {
    const { states, submissions, P } = await applied(world, 'WEEKLY');
    await world.control.advance('P6D');
    const [late] = await submissions();
    expect((await world.ask.post(`${P}/forms/submissions/${late?.id}/cancel`)).status).toBeLessThan(300);
    expect(await states()).toEqual(['CANCELED']);
  });

  rule('closes for inactivity, takes a late answer, and closes again', async (world) => {
    const { P, id, patientId, form, status, states, submissions, answer } = await applied(world, 'WEEKLY');
    await world.control.advance('P60D');
    expect(await status()).toBe('CANCELED_IDLE');
    expect((await states()).at(-1)).toBe('CANCELED_IDLE');
    const closed = (await submissions()).at(-1);
    (await world.ask.post(`${P}/forms/applications/${id}/finish`)).refuses(422);
    const all = `${P}/patients/${patientId}/forms/${form.id}/applications/cancel`;
    expect((await world.ask.post(all)).gives(BulkCancel).canceledCount).toBe(0);
    expect(await answer()).toBe(200);
    expect((await submissionOf(world.ask, P, closed?.id ?? 0)).status).toBe('ANSWERED');
    expect(await status()).toBe('IN_PROGRESS');
    // The dates of the cycle are those of before: the next is day 63.
    await world.control.advance('P4D');
    expect((await states()).at(-1)).toBe('IN_PROGRESS');
    await world.control.advance('P60D');
    expect(await status()).toBe('CANCELED_IDLE');
  });

  rule('keeps an application open while its patient answers', async (world) => {
    const { status, answer } = await applied(world, 'BIWEEKLY');
    for (let time = 0; time < 8; time += 1) {
      expect(await answer()).toBe(200);
      await world.control.advance('P14D');
    }
    expect(await status()).toBe('IN_PROGRESS');
  });

  rule('closes at the limit of WhatsApp sends', async (world) => {
    const { status, states, answer, P, id } = await applied(world, 'DAILY', { notifyWhatsApp: true });
    for (let time = 0; time < 6 && (await status()) === 'IN_PROGRESS'; time += 1) {
      await answer();
      await world.control.advance('P8D');
    }
    expect(await status()).toBe('CANCELED_WHATSAPP_LIMIT');
    expect(await states()).not.toContain('IN_PROGRESS');
    (await world.ask.post(`${P}/forms/applications/${id}/finish`)).refuses(422);
    const startedAt = (await world.control.now()).toISOString();
    const again = await world.ask.post(`${P}/forms/applications/${id}/update-recurrence`, {
      recurrenceCycle: 'WEEKLY',
      startedAt,
    });
    expect(again.gives(Application).status).toBe('CREATED');
    expect(await status()).toBe('IN_PROGRESS');
  });

  rule('closes the applications of a patient who is unlinked', async (world) => {
    const { control, ask } = world;
    const { P, professionalId, patientId, status, states, answer } = await applied(world, 'WEEKLY');
    await control.unlink(professionalId, patientId);
    expect(await status()).toBe('CANCELED_DELETED_PATIENT');
    expect(await states()).toEqual(['CANCELED']);
    expect(await answer()).toBe(422);
    (await ask.get(`${P}/patients/${patientId}`)).refuses(404);
  });

  rule('lets applications of an inactive relation go on', async (world) => {
    const { P, patientId, states } = await applied(world, 'WEEKLY');
    await world.ask.post(`${P}/patients/${patientId}/inactivate`);
    await world.control.advance('P7D');
    expect(await states()).toHaveLength(2);
  });

  rule('asks on from the new date after a change of recurrence', async (world) => {
    const { P, id, states, status } = await applied(world, 'WEEKLY');
    const startedAt = new Date((await world.control.now()).getTime() + 2 * 86_400_000).toISOString();
    await world.ask.post(`${P}/forms/applications/${id}/update-recurrence`, {
      recurrenceCycle: 'DAILY',
      startedAt,
    });
    await world.control.advance('P1D');
    expect([await status(), (await states())[0]]).toEqual(['CREATED', 'CANCELED']);
    await world.control.advance('P1D');
    expect([await status(), (await states()).at(-1)]).toEqual(['IN_PROGRESS', 'IN_PROGRESS']);
  });

  rule('expires after years', async (world) => {
    const { status, states, answer } = await applied(world, 'MONTHLY');
    for (let time = 0; time < 12 && (await status()) === 'IN_PROGRESS'; time += 1) {
      await answer();
      await world.control.advance('P100D');
    }
    expect(await status()).toBe('CANCELED_STALE');
    expect(await states()).not.toContain('IN_PROGRESS');
  });
};
