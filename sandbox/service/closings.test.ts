import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Application, Patient, Submission } from '../../shared/client/contract/index.ts';
import { type Clinic, ORIGIN, openClinic } from './clinic.fixture.ts';
import type { OutboxMessage } from './outbox.ts';

const BIA = { name: 'Bia', surname: 'Reis', email: 'bia@home.example', cellphone: '+5511900000001' };
const DAY = 86_400_000;

let clinic: Clinic;
let P: string;
let patientId: string;
beforeEach(async () => {
  clinic = await openClinic({ now: '2026-03-01T09:00:00Z' });
  P = await clinic.professional();
  ({ serviceId: patientId } = await clinic.ok<Patient>('POST', `${P}/patients`, BIA));
});
afterEach(() => clinic.sandbox.close());

const goOn = (days: number) =>
  clinic.sandbox.clock.set(new Date(Date.parse(clinic.sandbox.clock.now()) + days * DAY).toISOString());
const pending = async ({ id }: Application) =>
  ((await clinic.application(P, id)).submissions ?? []).filter(({ status }) =>
    ['CREATED', 'IN_PROGRESS', 'OPENED', 'STARTED', 'LATE'].includes(status ?? ''),
  );
const status = async ({ id }: Application) => (await clinic.application(P, id)).status;

/** Goes on day by day, and answers every fifth day. */
async function answerFor(application: Application, days: number): Promise<void> {
  for (let day = 0; day < days; day += 5) {
    await clinic.answer(application, 0);
    goOn(5);
  }
}

describe('the limit of WhatsApp sends', () => {
  const whatsApps = async () => {
    const request = new Request(`${ORIGIN}/sandbox/outbox?to=${encodeURIComponent(BIA.cellphone)}`);
    return ((await (await clinic.sandbox.fetch(request)).json()) as OutboxMessage[]).length;
  };

  it('closes the application instead of its 31st message, and cancels what is pending', async () => {
    const application = await clinic.apply(P, patientId, 'DAILY', { notifyWhatsApp: true });
    await answerFor(application, 25);
    goOn(4);
    expect(await whatsApps()).toBe(30);
    expect(await status(application)).toBe('IN_PROGRESS');
    goOn(1);
    const closed = await clinic.application(P, application.id);
    expect(closed).toMatchObject({ status: 'CANCELED_WHATSAPP_LIMIT', nextAnswerAt: null });
    expect(closed.submissions?.[0]?.status).toBe('CANCELED');
    expect(await pending(application)).toEqual([]);
    expect(await whatsApps()).toBe(30);
    expect(await clinic.answer(application, 0)).toBe(422);
  });

  it('starts the count again when the recurrence is changed', async () => {
    const application = await clinic.apply(P, patientId, 'DAILY', { notifyWhatsApp: true });
    await answerFor(application, 30);
    expect(await status(application)).toBe('CANCELED_WHATSAPP_LIMIT');
    const path = `${P}/forms/applications/${application.id}/update-recurrence`;
    await clinic.ok('POST', path, { recurrenceCycle: 'DAILY' });
    expect(await status(application)).toBe('IN_PROGRESS');
    expect(await whatsApps()).toBe(31);
  });

  it('does not concern what goes by e-mail alone', async () => {
    const application = await clinic.apply(P, patientId, 'DAILY');
    await answerFor(application, 40);
    expect(await status(application)).toBe('IN_PROGRESS');
  });
});

describe('expiry', () => {
  it('closes an application three years after its course began, whether it is answered or not', async () => {
    const single = await clinic.apply(P, patientId, 'NOW');
    await clinic.answer(single, 1);
    const later = await clinic.apply(P, patientId, 'MONTHLY', { startedAt: '2026-04-01T09:00:00Z' });
    for (let quarter = 0; quarter < 12; quarter += 1) {
      goOn(90);
      await clinic.answer(later, 1);
    }
    clinic.sandbox.clock.set('2029-03-01T08:59:59Z');
    expect(await status(single)).toBe('IN_PROGRESS');
    clinic.sandbox.clock.set('2029-03-01T09:00:00Z');
    expect(await status(single)).toBe('CANCELED_STALE');
    expect(await status(later)).toBe('IN_PROGRESS');
    clinic.sandbox.clock.set('2029-04-01T09:00:00Z');
    expect(await clinic.application(P, later.id)).toMatchObject({
      status: 'CANCELED_STALE',
      nextAnswerAt: null,
    });
    expect(await pending(later)).toEqual([]);
    expect(await clinic.answer(later, 1)).toBe(422);
  });

  it('begins again with a late answer', async () => {
    const application = await clinic.apply(P, patientId, 'WEEKLY');
    goOn(1000);
    expect(await status(application)).toBe('CANCELED_IDLE');
    await clinic.answer(application, 1);
    goOn(97);
    expect(await status(application)).toBe('CANCELED_IDLE');
    await clinic.answer(application, 1);
    expect(await status(application)).toBe('IN_PROGRESS');
  });
});

describe('POST /sandbox/unlink', () => {
  const post = (body: unknown) =>
    clinic.sandbox.fetch(
      new Request(`${ORIGIN}/sandbox/unlink`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
  const unlink = () => post({ professionalId: P.split('/')[2], patientId });

  it('closes what is active and cancels what is pending; the professional has no such patient any more', async () => {
    const active = await clinic.apply(P, patientId, 'WEEKLY');
    const finished = await clinic.apply(P, patientId, 'WEEKLY');
    await clinic.ok('POST', `${P}/forms/applications/${finished.id}/finish`);
    expect((await unlink()).status).toBe(200);
    expect(await clinic.application(P, active.id)).toMatchObject({
      status: 'CANCELED_DELETED_PATIENT',
      nextAnswerAt: null,
      submissions: [{ status: 'CANCELED' }],
    });
    expect(await status(finished)).toBe('FINISHED');
    expect((await clinic.refused('GET', `${P}/patients/${patientId}`)).code).toBe('404 NOT_FOUND');
    expect(await clinic.ok('GET', `${P}/patients`)).toEqual([]);
    expect(await clinic.answer(active, 1)).toBe(422);
    expect((await unlink()).status).toBe(404);
  });

  it('leaves no way back: neither a late answer nor a new recurrence asks the patient again', async () => {
    const application = await clinic.apply(P, patientId, 'WEEKLY');
    goOn(60);
    expect(await status(application)).toBe('CANCELED_IDLE');
    await unlink();
    expect(await status(application)).toBe('CANCELED_IDLE');
    expect(await clinic.answer(application, 1)).toBe(422);
    const path = `${P}/forms/applications/${application.id}/update-recurrence`;
    expect((await clinic.refused('POST', path, { recurrenceCycle: 'DAILY' })).code).toBe('404 NOT_FOUND');
  });

  it('leaves the applications of another professional of the patient alone', async () => {
    const Q = await clinic.professional('Bruno');
    await clinic.ok('POST', `${Q}/patients`, BIA);
    const theirs = await clinic.apply(Q, patientId, 'WEEKLY');
    await unlink();
    expect((await clinic.application(Q, theirs.id)).status).toBe('IN_PROGRESS');
    expect(await clinic.ok('GET', `${Q}/patients/${patientId}`)).toMatchObject({ serviceId: patientId });
  });

  it('refuses what names nobody with 400 or 404', async () => {
    expect((await post({})).status).toBe(400);
    expect((await post({ professionalId: 'x', patientId })).status).toBe(400);
    expect((await post({ professionalId: patientId, patientId })).status).toBe(404);
  });
});

it('a LATE request can be cancelled, and the cycle goes on with the next', async () => {
  const application = await clinic.apply(P, patientId, 'WEEKLY');
  goOn(4);
  const [late] = await pending(application);
  expect(late?.status).toBe('LATE');
  const canceled = await clinic.ok<Submission>('POST', `${P}/forms/submissions/${late?.id}/cancel`);
  expect(canceled.status).toBe('CANCELED');
  expect((await clinic.refused('POST', `${P}/forms/submissions/${late?.id}/cancel`)).code).toBe(
    '422 INVALID_STATE',
  );
  goOn(3);
  expect((await pending(application)).map((one) => one.status)).toEqual(['IN_PROGRESS']);
});
