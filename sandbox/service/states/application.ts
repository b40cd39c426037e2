import {
  ACTIVE_APPLICATION_STATUSES,
  APPLICATION_STATUSES,
  type ApplicationStatus,
} from '@instrument-panel/client/contract';
import { createMachine } from './machine.ts';

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

/** Application status (specification, States and transitions). Nothing leads to PAUSED: no trigger is shown. */
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
