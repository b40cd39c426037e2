import {
  ACTIVE_APPLICATION_STATUSES,
  APPLICATION_STATUSES,
  PENDING_SUBMISSION_STATUSES,
} from '@instrument-panel/client/contract';
import { invalidState } from '../errors.ts';

/**
 * A row of a state table: in any state of `from`, `trigger` leads to `to`. `specified` is a rule of the service
 * (docs/service.md#states), `chosen` the sandbox's own.
 */
type Transition<State extends string, Trigger extends string> = readonly [
  from: readonly State[],
  trigger: Trigger,
  to: State,
  source: 'specified' | 'chosen',
];

/**
 * Creates the machine of a table.
 *
 * @param subject noun for error messages, such as `application`
 * @param starts first states, each with the call that creates a record in it
 */
function createMachine<const State extends string, const Trigger extends string>(
  subject: string,
  starts: readonly (readonly [to: State, by: string])[],
  table: readonly Transition<State, Trigger>[],
) {
  const find = (state: State, trigger: Trigger) =>
    table.find(([from, candidate]) => candidate === trigger && from.includes(state));
  return {
    starts,
    table,
    /** Tells whether the table has a row for the trigger in this state. */
    can: (state: State, trigger: Trigger) => find(state, trigger) !== undefined,
    /**
     * The state that follows.
     * @throws ServiceError 422 `INVALID_STATE` if the table has no row.
     */
    next(state: State, trigger: Trigger): State {
      const row = find(state, trigger);
      if (!row) throw invalidState(`The ${subject} is ${state}; ${trigger} is not possible in that state.`);
      return row[2];
    },
  };
}

export type Machine<State extends string, Trigger extends string> = ReturnType<
  typeof createMachine<State, Trigger>
>;

/** docs/service.md#application-status. Nothing leads to PAUSED, because the service shows no trigger for it. */
export const applicationMachine = createMachine(
  'application',
  [['CREATED', 'apply']],
  [
    [['CREATED', 'IN_PROGRESS'], 'request', 'IN_PROGRESS', 'chosen'],
    [['IN_PROGRESS'], 'finish', 'FINISHED', 'specified'],
    [ACTIVE_APPLICATION_STATUSES, 'cancel', 'FINISHED', 'specified'],
    [ACTIVE_APPLICATION_STATUSES, 'idle', 'CANCELED_IDLE', 'specified'],
    [ACTIVE_APPLICATION_STATUSES, 'whatsapp-limit', 'CANCELED_WHATSAPP_LIMIT', 'specified'],
    [ACTIVE_APPLICATION_STATUSES, 'expire', 'CANCELED_STALE', 'specified'],
    [ACTIVE_APPLICATION_STATUSES, 'unlink-patient', 'CANCELED_DELETED_PATIENT', 'specified'],
    [['CANCELED_IDLE'], 'late-answer', 'IN_PROGRESS', 'chosen'],
    [APPLICATION_STATUSES, 'update-recurrence', 'CREATED', 'chosen'],
  ],
);
export type ApplicationTrigger = (typeof applicationMachine.table)[number][1];

/** docs/service.md#submission-status. */
export const submissionMachine = createMachine(
  'submission',
  [['CREATED', 'plan']],
  [
    [['CREATED'], 'request', 'IN_PROGRESS', 'chosen'],
    [['CREATED', 'IN_PROGRESS'], 'open', 'OPENED', 'chosen'],
    [['OPENED'], 'request', 'OPENED', 'chosen'],
    [['STARTED'], 'request', 'STARTED', 'chosen'],
    [['CREATED', 'IN_PROGRESS', 'OPENED'], 'start', 'STARTED', 'chosen'],
    [['CREATED', 'IN_PROGRESS', 'OPENED', 'STARTED'], 'answer', 'ANSWERED', 'specified'],
    [['LATE'], 'answer', 'ANSWERED', 'chosen'],
    [['IN_PROGRESS', 'OPENED', 'STARTED'], 'late', 'LATE', 'chosen'],
    [['LATE'], 'supersede', 'CANCELED_LATE', 'specified'],
    [PENDING_SUBMISSION_STATUSES, 'cancel', 'CANCELED', 'specified'],
    [PENDING_SUBMISSION_STATUSES, 'idle', 'CANCELED_IDLE', 'specified'],
    [['CANCELED_IDLE'], 'late-answer', 'ANSWERED', 'specified'],
  ],
);
export type SubmissionTrigger = (typeof submissionMachine.table)[number][1];

/**
 * Link between a professional and a partner (docs/service.md#integration-status). PENDING: the partner has asked for
 * the link, and the professional has not approved it yet.
 */
export const integrationMachine = createMachine(
  'link',
  [
    ['ACTIVE', 'register'],
    ['PENDING', 'ask'],
  ],
  [
    [['PENDING'], 'ask', 'PENDING', 'specified'],
    [['INACTIVE'], 'ask', 'INACTIVE', 'chosen'],
    [['PENDING', 'INACTIVE'], 'approve', 'ACTIVE', 'specified'],
    [['ACTIVE'], 'disconnect', 'INACTIVE', 'specified'],
  ],
);
export type IntegrationState = (typeof integrationMachine.table)[number][2];

/** docs/service.md#relation-of-patient-and-professional. Both calls are idempotent. */
export const relationMachine = createMachine(
  'relation',
  [['ACTIVE', 'register']],
  [
    [['ACTIVE'], 'inactivate', 'INACTIVE', 'specified'],
    [['INACTIVE'], 'reactivate', 'ACTIVE', 'specified'],
    [['INACTIVE'], 'inactivate', 'INACTIVE', 'chosen'],
    [['ACTIVE'], 'reactivate', 'ACTIVE', 'chosen'],
  ],
);
