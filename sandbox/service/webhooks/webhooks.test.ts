import { describe, expect, it } from 'vitest';
import {
  ApplicationCanceledIdleEvent,
  SubmissionAnsweredEvent,
} from '../../../shared/client/contract/index.ts';
import { formId, OTHER } from '../clinic.fixture.ts';
import { openReceiver } from './receiver.fixture.ts';
import {
  answered,
  clinic,
  deliveries,
  open,
  reconnect,
  register,
  SECRET,
  settled,
  until,
  verifies,
} from './webhook-clinic.fixture.ts';

describe('an answered submission', () => {
  it('is told to the partner with its identifiers, in an envelope of the contract, signed', async () => {
    const receiver = await openReceiver();
    await open();
    await register(receiver.url);
    const { P, patientId, application } = await answered();
    const [one] = await receiver.arrived(1);
    if (!one) throw new Error('Nothing arrived.');
    expect(SubmissionAnsweredEvent.safeParse(one.envelope).success).toBe(true);
    expect(one.envelope).toMatchObject({
      event: 'SUBMISSION_ANSWERED',
      createdAt: '2026-03-01T09:00:00.000Z',
      data: {
        submissionId: application.submissions?.[0]?.id,
        applicationId: application.id,
        externalProfessionalId: 'Ana',
        professionalId: P.slice('/professionals/'.length),
        patientId,
        formTemplateId: formId('PHQ-9'),
      },
    });
    expect(one.eventId).toBe(one.envelope.id);
    expect(one.contentType).toBe('application/json');
    expect(verifies(one, SECRET)).toBe(true);
    expect(verifies(one, 'another secret')).toBe(false);
    expect(verifies({ ...one, body: one.body.replace('ANSWERED', 'answered') }, SECRET)).toBe(false);
  });

  it('is signed at the real time, wherever the clock of the sandbox stands', async () => {
    const receiver = await openReceiver();
    await open();
    await register(receiver.url);
    await answered();
    const [one] = await receiver.arrived(1);
    const t = Number(/^t=(\d+)/.exec(one?.signature ?? '')?.[1]);
    expect(Math.abs(t - Date.now() / 1000)).toBeLessThan(300);
    expect(one?.envelope.createdAt).toBe('2026-03-01T09:00:00.000Z');
  });

  it('is told in the order in which the answers came', async () => {
    const receiver = await openReceiver();
    await open();
    await register(receiver.url);
    const { application } = await answered(4);
    const received = await receiver.arrived(4);
    const { submissions } = await clinic.application(
      `/professionals/${application.authorId}`,
      application.id,
    );
    const ids = (submissions ?? []).map(({ id }) => id).toReversed();
    expect(received.map(({ envelope }) => envelope.data.submissionId)).toEqual(ids);
    expect(new Set(received.map(({ envelope }) => envelope.id)).size).toBe(4);
  });
});

describe('an idle closing', () => {
  it('is told with the instant of closing, which tells its cycles apart', async () => {
    const receiver = await openReceiver();
    await open();
    await register(receiver.url);
    const P = await clinic.professional();
    const application = await clinic.apply(P, await clinic.patient(P), 'WEEKLY');
    await clinic.moveClock({ now: '2026-06-01T09:00:00Z' });
    expect((await deliveries()).map(({ event }) => event)).toEqual(['APPLICATION_CANCELED_IDLE']);
    await clinic.answer(application, 1);
    await clinic.moveClock({ now: '2026-09-01T09:00:00Z' });
    const received = await receiver.arrived(3);
    expect(received.map(({ envelope }) => envelope.event)).toEqual([
      'APPLICATION_CANCELED_IDLE',
      'SUBMISSION_ANSWERED',
      'APPLICATION_CANCELED_IDLE',
    ]);
    const closings = [received[0], received[2]].map((one) => one?.envelope);
    for (const closing of closings) {
      expect(ApplicationCanceledIdleEvent.safeParse(closing).success).toBe(true);
      expect(closing?.data).toMatchObject({ applicationId: application.id, createdByPartner: true });
      expect(closing?.createdAt).toBe(closing?.data.canceledAt);
    }
    // 35 days without an answer: after the first request, and after the late answer.
    expect(closings.map((closing) => closing?.data.canceledAt)).toEqual([
      '2026-04-05T09:00:00.000Z',
      '2026-07-06T09:00:00.000Z',
    ]);
  });
});

describe('who hears of it', () => {
  it('is the partner that is linked to the professional, and no other', async () => {
    const [mine, theirs] = [await openReceiver(), await openReceiver()];
    await open();
    await register(mine.url);
    await register(theirs.url, 'other-key');
    await answered(1, 'Ana');
    clinic.headers = OTHER;
    await answered(1, 'Caio');
    await mine.arrived(1);
    await theirs.arrived(1);
    const list = await until(settled);
    expect(list.map(({ partner }) => partner)).toEqual(['other', 'demo']);
    expect(mine.received.map(({ envelope }) => envelope.data.externalProfessionalId)).toEqual(['Ana']);
    expect(theirs.received.map(({ envelope }) => envelope.data.externalProfessionalId)).toEqual(['Caio']);
  });

  it('is nobody where no endpoint is registered, also later', async () => {
    const receiver = await openReceiver();
    await open();
    await answered();
    await register(receiver.url);
    expect(await deliveries()).toEqual([]);
  });

  it('is nobody while the integration is inactive, and what happened then is not told after it is renewed', async () => {
    const receiver = await openReceiver();
    await open();
    await register(receiver.url);
    const { P, application } = await answered();
    const closing = await clinic.apply(P, application.patientId, 'ONCE');
    await until(settled);
    await clinic.ok('POST', `/disconnect${P.slice('/professionals'.length)}`);
    await clinic.moveClock({ advance: 'P7D' });
    expect(await clinic.answer(application, 1)).toBe(200);
    await clinic.moveClock({ advance: 'P30D' });
    expect(await deliveries()).toHaveLength(1);

    await reconnect();
    expect((await clinic.application(P, closing.id)).status).toBe('CANCELED_IDLE');
    expect(await clinic.answer(application, 1)).toBe(200);
    const received = await receiver.arrived(2);
    expect(received[1]?.envelope).toMatchObject({
      event: 'SUBMISSION_ANSWERED',
      data: { externalProfessionalId: 'renewed' },
    });
    expect(await until(settled)).toHaveLength(2);
  });
});
