import { PENDING_SUBMISSION_STATUSES, type SubmissionStatus } from '@instrument-panel/client/contract';
import { createMachine } from './machine.ts';

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

/** Submission status (specification, States and transitions). */
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
