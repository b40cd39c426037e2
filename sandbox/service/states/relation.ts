import { createMachine } from './machine.ts';

export type RelationState = 'ACTIVE' | 'INACTIVE';
export type RelationTrigger = 'inactivate' | 'reactivate';

/** Patient-professional relation. Both calls are idempotent: the values and the repeat are not shown. */
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
