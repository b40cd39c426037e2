import { expect } from 'vitest';
import { answer, answered, applicationOf, apply, instrument, patientOf, practice, sheet } from '../clinic.ts';
import { receiving } from '../receiver.ts';
import type { Rules } from '../rule.ts';
import type { World } from '../world.ts';

async function set({ ask }: World) {
  const { P, id, email, externalId } = await practice(ask);
  const { serviceId: patientId } = await patientOf(ask, P);
  const form = await instrument(ask, 'PHQ-2');
  const fill = () => answered(ask, P, form, patientId, [1, 1]);
  return { ask, P, professionalId: id, email, externalId, patientId, form, fill };
}

/** As long as it may take on a busy machine; what is waited for is there at once on another. */
const WAIT = { timeout: 15_000, interval: 10 };

/** Links the professional again, as they would themselves. */
async function reconnect({ ask, control }: World, email: string, external_id: string): Promise<void> {
  expect((await ask.post('/connect', { email, external_id })).status).toBe(202);
  const [newest] = await control.outbox(email);
  expect((await fetch(newest?.link ?? '', { method: 'POST' })).ok).toBe(true);
}

/** "Events". Every delivery is verified by Stripe's library before a rule sees it. */
export const webhooks: Rules = (rule) => {
  rule('tells of an answer, signed over the raw body', (world) =>
    receiving(world.control, 'demo-key', async ({ received }) => {
      const { externalId, fill } = await set(world);
      const { id, formApplicationId } = await fill();
      const [{ envelope } = { envelope: null }, ...more] = await received(1);
      expect(envelope).toMatchObject({
        event: 'SUBMISSION_ANSWERED',
        data: { submissionId: id, applicationId: formApplicationId, externalProfessionalId: externalId },
      });
      expect(more).toEqual([]);
    }),
  );

  rule('gives the identifier that /connect was called with as externalProfessionalId', async (world) => {
    const { professionalId, email, fill } = await set(world);
    await world.ask.post(`/disconnect/${professionalId}`);
    await reconnect(world, email, 'given to /connect');
    await receiving(world.control, 'demo-key', async ({ received }) => {
      await fill();
      const [first] = await received(1);
      expect(first?.envelope.data.externalProfessionalId).toBe('given to /connect');
    });
  });

  rule('tries again with the same id and body until the endpoint takes it', (world) =>
    receiving(world.control, 'demo-key', async ({ answerWith, received }) => {
      answerWith(503);
      const { fill } = await set(world);
      await fill();
      const tries = await received(2);
      expect(new Set(tries.map(({ raw }) => raw)).size).toBe(1);
      await expect
        .poll(async () => {
          const all = await world.control.deliveries();
          return all.find(({ id }) => id === tries[0]?.envelope.id);
        }, WAIT)
        .toMatchObject({ status: 'DELIVERED', attempts: [{ status: 503 }, { status: 204 }] });
    }),
  );

  rule('is silent while the integration is INACTIVE, and never tells later what happened then', (world) =>
    receiving(world.control, 'demo-key', async ({ received, deliveries }) => {
      const { ask, P, professionalId, email, patientId, form, fill } = await set(world);
      const { urlToAnswer } = await apply(ask, P, form.id, { patientId });
      await ask.post(`/disconnect/${professionalId}`);
      expect((await answer(urlToAnswer, sheet(form, [3, 3]))).ok).toBe(true);
      await reconnect(world, email, 'back');
      const { id } = await fill();
      // Deliveries come in order: were there one of before, it would be first.
      await received(1);
      expect(deliveries.map(({ envelope }) => envelope.data.submissionId)).toEqual([id]);
    }),
  );

  rule('tells of an idle closing, and of each closing cycle of the same application', (world) =>
    receiving(world.control, 'demo-key', async ({ received, deliveries }) => {
      const { ask, P, patientId, form } = await set(world);
      const startedAt = (await world.control.now()).toISOString();
      const { id, urlToAnswer } = await apply(ask, P, form.id, {
        patientId,
        recurrenceCycle: 'WEEKLY',
        startedAt,
      });
      const closings = () =>
        deliveries.filter(({ envelope: { data } }) => data.applicationId === id && 'canceledAt' in data);
      await world.control.advance('P60D');
      // When the clock's move is answered, what it brought is queued.
      const ofThis = new RegExp(`applicationId\\W+${id}\\b`);
      const queued = (await world.control.deliveries()).filter(({ body }) =>
        ofThis.test(JSON.stringify(body)),
      );
      expect(queued).toHaveLength(1);
      expect((await applicationOf(ask, P, id)).status).toBe('CANCELED_IDLE');
      await expect.poll(() => closings().length, WAIT).toBe(1);
      expect((await answer(urlToAnswer, sheet(form, [0, 1]))).ok).toBe(true);
      expect((await applicationOf(ask, P, id)).status).toBe('IN_PROGRESS');
      await world.control.advance('P60D');
      expect((await applicationOf(ask, P, id)).status).toBe('CANCELED_IDLE');
      await expect.poll(() => closings().length, WAIT).toBe(2);
      const data = closings().map(({ envelope }) => envelope.data);
      expect(data.map(({ createdByPartner }) => createdByPartner)).toEqual([true, true]);
      const [first = 0, second = 0] = data.map(({ canceledAt }) => Date.parse(String(canceledAt)));
      expect(second).toBeGreaterThan(first);
      expect(new Set(closings().map(({ envelope }) => envelope.id)).size).toBe(2);
      await received(3);
      expect(deliveries.some(({ envelope: { event } }) => event === 'SUBMISSION_ANSWERED')).toBe(true);
    }),
  );

  rule('tells each partner who is linked with the professional, under an id of its own', async (world) => {
    const { ask, other, control } = world;
    const { email, fill } = await set(world);
    expect((await other.post('/connect', { email, external_id: 'theirs' })).status).toBe(202);
    const [newest] = await control.outbox(email);
    await fetch(newest?.link ?? '', { method: 'POST' });
    await receiving(control, 'demo-key', (mine) =>
      receiving(control, 'other-key', async (theirs) => {
        const { id } = await fill();
        const [own] = await mine.received(1);
        const [foreign] = await theirs.received(1);
        expect([own?.envelope.data.submissionId, foreign?.envelope.data.submissionId]).toEqual([id, id]);
        expect(foreign?.envelope.data.externalProfessionalId).toBe('theirs');
        expect(own?.envelope.id).not.toBe(foreign?.envelope.id);
      }),
    );
    expect(ask).not.toBe(other);
  });

  rule('tells nothing of a professional whom the partner is not linked with', (world) =>
    receiving(world.control, 'other-key', async ({ received, deliveries }) => {
      await (await set(world)).fill();
      const { id } = await (await set({ ...world, ask: world.other })).fill();
      await received(1);
      expect(deliveries.map(({ envelope }) => envelope.data.submissionId)).toEqual([id]);
    }),
  );

  rule('refuses to register an endpoint that is none', async ({ control }) => {
    for (const body of [
      '{',
      '{}',
      '{"key":"demo-key","url":"ftp://x.example","secret":"s"}',
      '{"key":"demo-key","url":"http://x.example"}',
      '{"key":"nobody","url":"http://x.example","secret":"s"}',
    ]) {
      const reply = await fetch(`${control.origin}/sandbox/webhooks`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      expect([body, reply.status >= 400 && reply.status < 500]).toEqual([body, true]);
    }
  });
};
