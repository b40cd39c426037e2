import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Application } from '../../shared/client/contract/index.ts';
import { type Clinic, formId, ORIGIN, openClinic } from './clinic.fixture.ts';

let clinic: Clinic;
let P: string;
let patientId: string;
beforeEach(async () => {
  clinic = await openClinic({ now: '2026-03-01T09:00:00Z' });
  P = await clinic.professional();
  patientId = await clinic.patient(P);
});
afterEach(() => clinic.sandbox.close());

/** `"STATUS of date"` of each submission, oldest first, and the state of the application. */
async function course(application: Application) {
  const { status, nextAnswerAt, submissions = [] } = await clinic.application(P, application.id);
  return {
    status,
    next: nextAnswerAt?.slice(0, 10) ?? null,
    submissions: (submissions ?? []).map((one) => `${one.status} ${one.startedAt?.slice(0, 10)}`).reverse(),
  };
}

describe('the cycles', () => {
  it.each([
    ['NOW', { status: 'IN_PROGRESS', next: null, submissions: ['IN_PROGRESS 2026-03-01'] }],
    ['ONCE', { status: 'IN_PROGRESS', next: null, submissions: ['IN_PROGRESS 2026-03-01'] }],
    ['DAILY', { status: 'IN_PROGRESS', next: '2026-03-02', submissions: ['IN_PROGRESS 2026-03-01'] }],
    ['WEEKLY', { status: 'IN_PROGRESS', next: '2026-03-08', submissions: ['IN_PROGRESS 2026-03-01'] }],
    ['BIWEEKLY', { status: 'IN_PROGRESS', next: '2026-03-15', submissions: ['IN_PROGRESS 2026-03-01'] }],
    ['MONTHLY', { status: 'IN_PROGRESS', next: '2026-04-01', submissions: ['IN_PROGRESS 2026-03-01'] }],
  ] as const)('%s that starts now asks at once', async (cycle, expected) => {
    expect(await course(await clinic.apply(P, patientId, cycle))).toEqual(expected);
  });

  it.each(['ONCE', 'DAILY', 'WEEKLY', 'BIWEEKLY', 'MONTHLY'])(
    '%s that starts later waits as CREATED for its date, and asks then',
    async (cycle) => {
      const application = await clinic.apply(P, patientId, cycle, { startedAt: '2026-03-10T12:00:00Z' });
      const waiting = { status: 'CREATED', next: '2026-03-10', submissions: ['CREATED 2026-03-10'] };
      expect(await course(application)).toEqual(waiting);
      clinic.sandbox.clock.set('2026-03-10T11:59:59Z');
      expect(await course(application)).toEqual(waiting);
      clinic.sandbox.clock.set('2026-03-10T12:00:00Z');
      const asked = await course(application);
      expect(asked).toMatchObject({ status: 'IN_PROGRESS', submissions: ['IN_PROGRESS 2026-03-10'] });
    },
  );

  it('NOW asks at once, whatever the start date', async () => {
    const application = await clinic.apply(P, patientId, 'NOW', { startedAt: '2026-12-01T00:00:00Z' });
    expect(application.status).toBe('IN_PROGRESS');
    expect(application.submissions?.[0]?.notifiedAt).toBe('2026-03-01T09:00:00.000Z');
  });

  it('a start in the past asks now and goes on with the dates of the cycle', async () => {
    const application = await clinic.apply(P, patientId, 'WEEKLY', { startedAt: '2026-02-10T09:00:00Z' });
    expect(application.nextAnswerAt).toBe('2026-03-03T09:00:00.000Z');
  });

  it('MONTHLY from the 31st asks on the last day of shorter months', async () => {
    clinic.sandbox.clock.set('2026-03-31T09:00:00Z');
    const application = await clinic.apply(P, patientId, 'MONTHLY');
    clinic.sandbox.clock.set('2026-05-31T09:00:00Z');
    expect(await course(application)).toMatchObject({
      submissions: ['CANCELED_LATE 2026-03-31', 'CANCELED_LATE 2026-04-30', 'IN_PROGRESS 2026-05-31'],
    });
  });
});

describe('lateness', () => {
  it('a request becomes LATE after its deadline, and CANCELED_LATE when its successor exists', async () => {
    const application = await clinic.apply(P, patientId, 'WEEKLY');
    const deadline = application.submissions?.[0]?.deadline ?? '';
    expect(deadline).toBe('2026-03-04T09:00:00.000Z');
    clinic.sandbox.clock.set(deadline);
    expect(await course(application)).toMatchObject({ submissions: ['LATE 2026-03-01'] });
    clinic.sandbox.clock.set('2026-03-08T09:00:00Z');
    expect(await course(application)).toMatchObject({
      submissions: ['CANCELED_LATE 2026-03-01', 'IN_PROGRESS 2026-03-08'],
    });
  });

  it('an answered request stays ANSWERED when the next one is made', async () => {
    const application = await clinic.apply(P, patientId, 'WEEKLY');
    await clinic.answer(application, 1);
    clinic.sandbox.clock.set('2026-03-08T09:00:00Z');
    expect(await course(application)).toMatchObject({
      submissions: ['ANSWERED 2026-03-01', 'IN_PROGRESS 2026-03-08'],
    });
  });

  it('a late request is taken as long as it is the current one', async () => {
    const application = await clinic.apply(P, patientId, 'WEEKLY');
    clinic.sandbox.clock.set('2026-03-07T09:00:00Z');
    expect(await clinic.answer(application, 0)).toBe(200);
    expect(await course(application)).toMatchObject({ submissions: ['ANSWERED 2026-03-01'] });
  });
});

describe('one long move of the clock', () => {
  it('does what many short ones do, each transition at its own instant', async () => {
    const long = await clinic.apply(P, patientId, 'DAILY');
    clinic.sandbox.clock.set('2026-03-20T09:00:00Z');

    const other = await openClinic({ now: '2026-03-01T09:00:00Z' });
    const Q = await other.professional();
    const short = await other.apply(Q, await other.patient(Q), 'DAILY');
    for (let hour = 1; hour <= 19 * 24; hour += 1) {
      other.sandbox.clock.set(new Date(Date.parse('2026-03-01T09:00:00Z') + hour * 3_600_000).toISOString());
    }

    const history = async (owner: Clinic, path: string, id: number) =>
      (await owner.application(path, id)).submissions?.map(
        ({ status, notifiedAt, deadline, createdAt, updatedAt }) =>
          `${status} ${notifiedAt} ${deadline} ${createdAt} ${updatedAt}`,
      );
    const expected = await history(other, Q, short.id);
    expect(expected?.length).toBeGreaterThan(10);
    expect(await history(clinic, P, long.id)).toEqual(expected);
    await other.sandbox.close();
  });
});

describe('inactivity', () => {
  it('closes an application whose patient has not answered, with its pending requests', async () => {
    const application = await clinic.apply(P, patientId, 'WEEKLY');
    clinic.sandbox.clock.set('2026-06-01T09:00:00Z');
    const { status, next, submissions } = await course(application);
    expect({ status, next, last: submissions.at(-1) }).toEqual({
      status: 'CANCELED_IDLE',
      next: null,
      last: 'CANCELED_IDLE 2026-03-29',
    });
  });

  it('an answer begins the time again', async () => {
    const application = await clinic.apply(P, patientId, 'WEEKLY');
    clinic.sandbox.clock.set('2026-03-30T09:00:00Z');
    await clinic.answer(application, 1);
    clinic.sandbox.clock.set('2026-04-20T09:00:00Z');
    expect((await course(application)).status).toBe('IN_PROGRESS');
  });

  it('a late answer reopens it, the cycle goes on, and a second inactivity closes it again', async () => {
    const application = await clinic.apply(P, patientId, 'WEEKLY');
    clinic.sandbox.clock.set('2026-06-01T09:00:00Z');
    expect(await clinic.answer(application, 2)).toBe(200);
    expect(await course(application)).toMatchObject({ status: 'IN_PROGRESS', next: '2026-06-07' });
    expect((await course(application)).submissions.at(-1)).toBe('ANSWERED 2026-03-29');
    clinic.sandbox.clock.set('2026-06-08T09:00:00Z');
    expect((await course(application)).submissions.at(-1)).toBe('IN_PROGRESS 2026-06-07');
    clinic.sandbox.clock.set('2026-09-01T09:00:00Z');
    expect(await course(application)).toMatchObject({ status: 'CANCELED_IDLE', next: null });
  });

  it('does not close a single request that has been answered', async () => {
    const application = await clinic.apply(P, patientId, 'NOW');
    await clinic.answer(application, 0);
    clinic.sandbox.clock.set('2027-03-01T09:00:00Z');
    expect((await course(application)).status).toBe('IN_PROGRESS');
  });
});

describe('POST /sandbox/clock', () => {
  it('moves to an instant or by a duration, and answers when what fell due has happened', async () => {
    const application = await clinic.apply(P, patientId, 'WEEKLY');
    const moved = await clinic.moveClock({ advance: 'P7D' });
    expect(await moved.json()).toEqual({ now: '2026-03-08T09:00:00.000Z' });
    expect((await course(application)).submissions).toHaveLength(2);
    const set = await clinic.moveClock({ now: '2026-03-15T06:00:00-03:00' });
    expect(await set.json()).toEqual({ now: '2026-03-15T09:00:00.000Z' });
    expect((await course(application)).submissions).toHaveLength(3);
    const read = await clinic.sandbox.fetch(new Request(`${ORIGIN}/sandbox/clock`));
    expect(await read.json()).toEqual({ now: '2026-03-15T09:00:00.000Z' });
  });

  it.each([
    [{}],
    [{ now: 'tomorrow' }],
    [{ advance: '7 days' }],
    [{ now: 7 }],
    [{ now: '9999-12-31T23:59:59Z' }],
    [{ advance: 'P9000Y' }],
    [{ now: 'x', advance: 'P1D' }],
  ])('refuses %j with 400', async (body) => {
    const reply = await clinic.moveClock(body as { now: string });
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(clinic.sandbox.clock.now()).toBe('2026-03-01T09:00:00.000Z');
  });
});

it('runs what is due by the ticking clock too, without a request', async () => {
  const soon = new Date(Date.parse(clinic.sandbox.clock.now()) + 50).toISOString();
  clinic.sandbox.clock.release();
  const body = { patientId, recurrenceCycle: 'ONCE', startedAt: soon };
  const path = `${P}/forms/${formId('PHQ-9')}/applications`;
  const application = await clinic.ok<Application>('POST', path, body);
  expect((await course(application)).submissions).toHaveLength(1);
  while ((await course(application)).status !== 'IN_PROGRESS') await new Promise((go) => setTimeout(go, 5));
  expect((await clinic.application(P, application.id)).submissions?.[0]?.notifiedAt).toBe(soon);
});
