import type { INTEGRATION_STATUSES } from '@instrument-panel/client/contract';
import { createMachine } from './machine.ts';

/** PENDING is the specification's "link pending": asked for, not yet confirmed by the professional. */
export type IntegrationState = (typeof INTEGRATION_STATUSES)[number] | 'PENDING';
export type IntegrationTrigger = 'ask' | 'approve' | 'disconnect';

/** Link between a professional and a partner (specification, Professional integration status). */
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
