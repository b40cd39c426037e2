import { APPLICATION_STATUSES } from './states.ts';

/** The states of what is not closed yet: apart, since no first sight of a graph needs them. @module */

/** "Until it is closed an application is CREATED, IN_PROGRESS or PAUSED." */
export const ACTIVE_APPLICATION_STATUSES = ['CREATED', 'IN_PROGRESS', 'PAUSED'] as const;

/** True until an application is known to be closed: one whose state is missing or new may be in use, and counts as active. */
export const isActiveApplication = ({ status }: { readonly status?: string | null | undefined }): boolean =>
  !APPLICATION_STATUSES.some((one) => one === status) ||
  ACTIVE_APPLICATION_STATUSES.some((one) => one === status);

/** Still to be answered. LATE counts as pending: it "can be cancelled". */
export const PENDING_SUBMISSION_STATUSES = ['CREATED', 'IN_PROGRESS', 'OPENED', 'STARTED', 'LATE'] as const;
