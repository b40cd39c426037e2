import { describe, expect, it } from 'vitest';
import {
  APPLICATION_STATUSES,
  type ApplicationStatus,
  SUBMISSION_STATUSES,
  type SubmissionStatus,
} from '../../../shared/client/contract/index.ts';
import {
  type ApplicationTrigger,
  applicationMachine,
  type IntegrationState,
  integrationMachine,
  type Machine,
  relationMachine,
  type SubmissionTrigger,
  submissionMachine,
} from './machines.ts';

/** Where each trigger leads from each state: `null` where the machine refuses. */
function rows<S extends string, T extends string>(machine: Machine<S, T>, states: readonly S[], trigger: T) {
  return Object.fromEntries(
    states.map((state) => [state, machine.can(state, trigger) ? machine.next(state, trigger) : null]),
  );
}

const ACTIVE: readonly ApplicationStatus[] = ['CREATED', 'IN_PROGRESS', 'PAUSED'];
const PENDING: readonly SubmissionStatus[] = ['CREATED', 'IN_PROGRESS', 'OPENED', 'STARTED', 'LATE'];

/** The table of docs/service.md#application-status, and the sandbox's choices for what is open. */
const APPLICATION: readonly [ApplicationTrigger, readonly ApplicationStatus[], ApplicationStatus][] = [
  ['finish', ['IN_PROGRESS'], 'FINISHED'],
  ['cancel', ACTIVE, 'FINISHED'],
  ['idle', ACTIVE, 'CANCELED_IDLE'],
  ['whatsapp-limit', ACTIVE, 'CANCELED_WHATSAPP_LIMIT'],
  ['expire', ACTIVE, 'CANCELED_STALE'],
  ['unlink-patient', ACTIVE, 'CANCELED_DELETED_PATIENT'],
  ['late-answer', ['CANCELED_IDLE'], 'IN_PROGRESS'],
  ['update-recurrence', APPLICATION_STATUSES, 'CREATED'],
];

const SUBMISSION: readonly [SubmissionTrigger, readonly SubmissionStatus[], SubmissionStatus][] = [
  ['answer', PENDING, 'ANSWERED'],
  ['cancel', PENDING, 'CANCELED'],
  ['supersede', ['LATE'], 'CANCELED_LATE'],
  ['idle', PENDING, 'CANCELED_IDLE'],
  ['late-answer', ['CANCELED_IDLE'], 'ANSWERED'],
  ['late', ['IN_PROGRESS', 'OPENED', 'STARTED'], 'LATE'],
  ['start', ['CREATED', 'IN_PROGRESS', 'OPENED'], 'STARTED'],
];

const INTEGRATION: readonly ['disconnect' | 'approve', readonly IntegrationState[], IntegrationState][] = [
  ['disconnect', ['ACTIVE'], 'INACTIVE'],
  ['approve', ['PENDING', 'INACTIVE'], 'ACTIVE'],
];

describe('application status', () => {
  it.each(APPLICATION)('%s leads from %j to %s, and from nowhere else', (trigger, from, to) => {
    const expected = APPLICATION_STATUSES.map((state) => [state, from.includes(state) ? to : null]);
    expect(rows(applicationMachine, APPLICATION_STATUSES, trigger)).toEqual(Object.fromEntries(expected));
  });
});

describe('submission status', () => {
  it.each(SUBMISSION)('%s leads from %j to %s, and from nowhere else', (trigger, from, to) => {
    const expected = SUBMISSION_STATUSES.map((state) => [state, from.includes(state) ? to : null]);
    expect(rows(submissionMachine, SUBMISSION_STATUSES, trigger)).toEqual(Object.fromEntries(expected));
  });

  it('has no way out of ANSWERED, CANCELED and CANCELED_LATE', () => {
    const closed = ['ANSWERED', 'CANCELED', 'CANCELED_LATE'] as const;
    const left = submissionMachine.table.filter(([from]) => closed.some((state) => from.includes(state)));
    expect(left).toEqual([]);
  });
});

describe('integration status', () => {
  it.each(INTEGRATION)('%s leads from %j to %s, and from nowhere else', (trigger, from, to) => {
    const states = ['PENDING', 'ACTIVE', 'INACTIVE'] as const;
    const expected = states.map((state) => [state, from.includes(state) ? to : null]);
    expect(rows(integrationMachine, states, trigger)).toEqual(Object.fromEntries(expected));
  });
});

describe('patient relation', () => {
  it('is inactivated and reactivated', () => {
    expect(relationMachine.next('ACTIVE', 'inactivate')).toBe('INACTIVE');
    expect(relationMachine.next('INACTIVE', 'reactivate')).toBe('ACTIVE');
  });
});

it('no machine has two rows for one state and trigger', () => {
  for (const { table } of [applicationMachine, submissionMachine, integrationMachine, relationMachine]) {
    const pairs = table.flatMap(([from, trigger]) => from.map((state) => `${state} ${trigger}`));
    expect(new Set(pairs).size).toBe(pairs.length);
  }
});

it('a transition that is not in the table is refused with 422 INVALID_STATE', () => {
  expect(() => submissionMachine.next('ANSWERED', 'cancel')).toThrow(
    expect.objectContaining({ status: 422, code: 'INVALID_STATE' }),
  );
});
