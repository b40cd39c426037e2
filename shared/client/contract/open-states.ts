import { APPLICATION_STATUSES } from './states.ts';

/** The states of what is not closed yet: apart, since no first sight of a graph needs them. @module */

/** "Until it is closed an application is CREATED, IN_PROGRESS or PAUSED." */
export const ACTIVE_APPLICATION_STATUSES = ['CREATED', 'IN_PROGRESS', 'PAUSED'] as const;

/** True until an application is known to be closed: one whose state is missing or new may be in use, and counts as active. */
export const isActiveApplication = ({ status }: { readonly status?: string | null | undefined }): boolean =>
  !APPLICATION_STATUSES.some((one) => one === status) ||
  ACTIVE_APPLICATION_STATUSES.some((one) => one === status);

/** Fields of an application by which it is told whether anything of it is still to come. */
interface Asked {
  readonly status?: string | null | undefined;
  readonly recurrenceCycle?: string | null | undefined;
  readonly startedAt?: string | null | undefined;
  readonly nextAnswerAt?: string | null | undefined;
  readonly lastSubmission?: { readonly completedFillAt?: string | null | undefined } | null | undefined;
}

/**
 * True of an application that asks once and was answered since it began, with no request after that. The contract names
 * no status that such an answer leads to, so the status may stay as it was.
 */
export const isAnsweredOnce = ({
  recurrenceCycle,
  startedAt,
  nextAnswerAt,
  lastSubmission,
}: Asked): boolean => {
  const answered = Date.parse(lastSubmission?.completedFillAt ?? '');
  const isFollowed = Date.parse(nextAnswerAt ?? '') > answered;
  return /^(NOW|ONCE)$/.test(`${recurrenceCycle}`) && answered >= Date.parse(startedAt ?? '') && !isFollowed;
};

/** True of an application that is active, unless it asked once and was answered. */
export const isInUse = (application: Asked): boolean =>
  isActiveApplication(application) && !isAnsweredOnce(application);

/** Still to be answered. LATE counts as pending: it "can be cancelled". */
export const PENDING_SUBMISSION_STATUSES = ['CREATED', 'IN_PROGRESS', 'OPENED', 'STARTED', 'LATE'] as const;
