import { APPLICATION_STATUSES } from './states.ts';

/** "Until it is closed an application is CREATED, IN_PROGRESS or PAUSED." */
export const ACTIVE_APPLICATION_STATUSES = ['CREATED', 'IN_PROGRESS', 'PAUSED'] as const;

/** True until an application is known to be closed: one whose state is missing or new may be in use, and counts as active. */
export const isActiveApplication = ({ status }: { readonly status?: string | null | undefined }): boolean =>
  !APPLICATION_STATUSES.some((one) => one === status) ||
  ACTIVE_APPLICATION_STATUSES.some((one) => one === status);
