import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { requestDates } from '../../shared/client/contract/recurrence.ts';
import type { RecurrenceCycle } from '../../shared/client/contract/states.ts';
import { type Clinic, openClinic } from './clinic.fixture.ts';

const MADE_AT = '2026-03-01T09:00:00Z';

let clinic: Clinic;
let P: string;
let patientId: string;
beforeEach(async () => {
  clinic = await openClinic({ now: MADE_AT });
  P = await clinic.professional();
  patientId = await clinic.patient(P);
});
afterEach(() => clinic.sandbox.close());

/** When the service asked the patient, as the clock went over the dates, the patient answering each time. */
async function asked(cycle: RecurrenceCycle, startedAt: string, count: number): Promise<string[]> {
  const { id } = await clinic.apply(P, patientId, cycle, { startedAt });
  for (let turn = 0; turn < count; turn++) {
    const application = await clinic.application(P, id);
    // Somebody who never answers is closed as idle, and asked no more.
    if (application.submissions?.some(({ status }) => status === 'IN_PROGRESS')) {
      await clinic.answer(application, 0);
    }
    const { nextAnswerAt } = await clinic.application(P, id);
    if (!nextAnswerAt) break;
    await clinic.moveClock({ now: nextAnswerAt });
  }
  const { submissions } = await clinic.application(P, id);
  return (submissions ?? []).flatMap(({ notifiedAt }) => notifiedAt ?? []).sort();
}

describe('the dates that are foretold', () => {
  it.each([
    ['NOW', '2026-03-20T11:00:00Z', 1],
    ['ONCE', '2026-03-20T11:00:00Z', 1],
    ['DAILY', '2026-03-02T11:00:00Z', 6],
    ['WEEKLY', '2026-03-04T11:00:00Z', 6],
    // The start lies before the making: the first request is at once, the others on the dates of the cycle.
    ['WEEKLY', '2026-02-26T11:00:00Z', 6],
    ['BIWEEKLY', MADE_AT, 6],
    ['MONTHLY', '2026-03-31T11:00:00Z', 6],
  ] as const)('of %s from %s are those on which the service asks', async (cycle, startedAt, count) => {
    const foretold = requestDates(cycle, Date.parse(startedAt), Date.parse(MADE_AT), 6);
    expect(foretold).toHaveLength(count);
    const dates = await asked(cycle, startedAt, count);
    expect(dates.slice(0, count).map(Date.parse)).toEqual(foretold);
  });
});
