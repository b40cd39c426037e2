import {
  ACTIVE_APPLICATION_STATUSES,
  APPLICATION_STATUSES,
  type ApplicationStatus,
  type INTEGRATION_STATUSES,
  PENDING_SUBMISSION_STATUSES,
  type SubmissionStatus,
} from '@instrument-panel/client/contract';
import { invalidState } from '../errors.ts';

/** One row of a state table: in any state of `from`, `trigger` leads to `to`. */
interface Transition<State extends string, Trigger extends string> {
  readonly from: readonly State[];
  readonly trigger: Trigger;
  readonly to: State;
  /** `specified`: a rule of the service (docs/service.md#states); `chosen`: the sandbox's own. */
  readonly source: 'specified' | 'chosen';
}

/** A first state, and the call that creates a record in it. */
interface Start<State extends string> {
  readonly to: State;
  readonly by: string;
}

/** A state machine, defined by its table. */
export interface Machine<State extends string, Trigger extends string> {
  /** Noun for error messages, such as `application`. */
  readonly subject: string;
  readonly starts: readonly Start<State>[];
  readonly table: readonly Transition<State, Trigger>[];
  /** Tells whether the table has a row for the trigger in this state. */
  can(state: State, trigger: Trigger): boolean;
  /**
   * The state that follows.
   * @throws ServiceError 422 `INVALID_STATE` if the table has no row.
   */
  next(state: State, trigger: Trigger): State;
}

/** Creates the machine of a table. */
function createMachine<State extends string, Trigger extends string>(
  subject: string,
  starts: readonly Start<State>[],
  table: readonly Transition<State, Trigger>[],
): Machine<State, Trigger> {
  const find = (state: State, trigger: Trigger) =>
    table.find((row) => row.trigger === trigger && row.from.includes(state));
  return {
    subject,
    starts,
    table,
    can: (state, trigger) => find(state, trigger) !== undefined,
    next(state, trigger) {
      const row = find(state, trigger);
      if (!row) throw invalidState(`The ${subject} is ${state}; ${trigger} is not possible in that state.`);
      return row.to;
    },
  };
}

export type ApplicationTrigger =
  | 'request'
  | 'finish'
  | 'cancel'
  | 'idle'
  | 'whatsapp-limit'
  | 'expire'
  | 'unlink-patient'
  | 'late-answer'
  | 'update-recurrence';

/** docs/service.md#application-status. Nothing leads to PAUSED, because the service shows no trigger for it. */
export const applicationMachine = createMachine<ApplicationStatus, ApplicationTrigger>(
  'application',
  [{ to: 'CREATED', by: 'apply' }],
  [
    { from: ['CREATED', 'IN_PROGRESS'], trigger: 'request', to: 'IN_PROGRESS', source: 'chosen' },
    { from: ['IN_PROGRESS'], trigger: 'finish', to: 'FINISHED', source: 'specified' },
    { from: ACTIVE_APPLICATION_STATUSES, trigger: 'cancel', to: 'FINISHED', source: 'specified' },
    { from: ACTIVE_APPLICATION_STATUSES, trigger: 'idle', to: 'CANCELED_IDLE', source: 'specified' },
    {
      from: ACTIVE_APPLICATION_STATUSES,
      trigger: 'whatsapp-limit',
      to: 'CANCELED_WHATSAPP_LIMIT',
      source: 'specified',
    },
    { from: ACTIVE_APPLICATION_STATUSES, trigger: 'expire', to: 'CANCELED_STALE', source: 'specified' },
    {
      from: ACTIVE_APPLICATION_STATUSES,
      trigger: 'unlink-patient',
      to: 'CANCELED_DELETED_PATIENT',
      source: 'specified',
    },
    { from: ['CANCELED_IDLE'], trigger: 'late-answer', to: 'IN_PROGRESS', source: 'chosen' },
    { from: APPLICATION_STATUSES, trigger: 'update-recurrence', to: 'CREATED', source: 'chosen' },
  ],
);

export type SubmissionTrigger =
  | 'request'
  | 'open'
  | 'start'
  | 'answer'
  | 'late'
  | 'supersede'
  | 'cancel'
  | 'idle'
  | 'late-answer';

/** docs/service.md#submission-status. */
export const submissionMachine = createMachine<SubmissionStatus, SubmissionTrigger>(
  'submission',
  [{ to: 'CREATED', by: 'plan' }],
  [
    { from: ['CREATED'], trigger: 'request', to: 'IN_PROGRESS', source: 'chosen' },
    { from: ['CREATED', 'IN_PROGRESS'], trigger: 'open', to: 'OPENED', source: 'chosen' },
    { from: ['OPENED'], trigger: 'request', to: 'OPENED', source: 'chosen' },
    { from: ['CREATED', 'IN_PROGRESS', 'OPENED'], trigger: 'start', to: 'STARTED', source: 'chosen' },
    {
      from: ['CREATED', 'IN_PROGRESS', 'OPENED', 'STARTED'],
      trigger: 'answer',
      to: 'ANSWERED',
      source: 'specified',
    },
    { from: ['LATE'], trigger: 'answer', to: 'ANSWERED', source: 'chosen' },
    { from: ['IN_PROGRESS', 'OPENED', 'STARTED'], trigger: 'late', to: 'LATE', source: 'chosen' },
    { from: ['LATE'], trigger: 'supersede', to: 'CANCELED_LATE', source: 'specified' },
    { from: PENDING_SUBMISSION_STATUSES, trigger: 'cancel', to: 'CANCELED', source: 'specified' },
    { from: PENDING_SUBMISSION_STATUSES, trigger: 'idle', to: 'CANCELED_IDLE', source: 'specified' },
    { from: ['CANCELED_IDLE'], trigger: 'late-answer', to: 'ANSWERED', source: 'specified' },
  ],
);

/** PENDING: the partner has asked for the link, and the professional has not approved it yet. */
export type IntegrationState = (typeof INTEGRATION_STATUSES)[number] | 'PENDING';
export type IntegrationTrigger = 'ask' | 'approve' | 'disconnect';

/** Link between a professional and a partner (docs/service.md#integration-status). */
export const integrationMachine = createMachine<IntegrationState, IntegrationTrigger>(
  'link',
  [
    { to: 'ACTIVE', by: 'register' },
    { to: 'PENDING', by: 'ask' },
  ],
  [
    { from: ['PENDING'], trigger: 'ask', to: 'PENDING', source: 'specified' },
    { from: ['INACTIVE'], trigger: 'ask', to: 'INACTIVE', source: 'chosen' },
    { from: ['PENDING', 'INACTIVE'], trigger: 'approve', to: 'ACTIVE', source: 'specified' },
    { from: ['ACTIVE'], trigger: 'disconnect', to: 'INACTIVE', source: 'specified' },
  ],
);

export type RelationState = 'ACTIVE' | 'INACTIVE';
export type RelationTrigger = 'inactivate' | 'reactivate';

/** docs/service.md#relation-of-patient-and-professional. Both calls are idempotent. */
export const relationMachine = createMachine<RelationState, RelationTrigger>(
  'relation',
  [{ to: 'ACTIVE', by: 'register' }],
  [
    { from: ['ACTIVE'], trigger: 'inactivate', to: 'INACTIVE', source: 'specified' },
    { from: ['INACTIVE'], trigger: 'reactivate', to: 'ACTIVE', source: 'specified' },
    { from: ['INACTIVE'], trigger: 'inactivate', to: 'INACTIVE', source: 'chosen' },
    { from: ['ACTIVE'], trigger: 'reactivate', to: 'ACTIVE', source: 'chosen' },
  ],
);
