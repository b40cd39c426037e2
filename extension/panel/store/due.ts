import { ACTIVE_APPLICATION_STATUSES, PENDING_SUBMISSION_STATUSES } from '@instrument-panel/client/contract';
import type { Course } from './course.ts';

/** What is asked of the patient now, and when next. */
export interface Due {
  readonly late: number;
  readonly waiting: number;
  /** Milliseconds since the epoch; null where nothing is planned. */
  readonly next: number | null;
}

const PENDING: readonly string[] = PENDING_SUBMISSION_STATUSES;
const ACTIVE: readonly string[] = ACTIVE_APPLICATION_STATUSES;

/** True for a request that can still be answered. */
export const isPending = ({ status }: { readonly status: string }): boolean => PENDING.includes(status);

/** True for an application that still asks. */
export const isActive = ({ status }: { readonly status: string }): boolean => ACTIVE.includes(status);

/** Requests of a course that are late, or wait for an answer; a request that goes out later is not one yet. */
export function dueOf({ submissions, applications }: Course, now: number): Due {
  const pending = submissions.filter(isPending);
  const late = pending.filter(({ status }) => status === 'LATE').length;
  const isOut = ({ status, startedAt }: (typeof pending)[number]): boolean =>
    status !== 'LATE' && !(status === 'CREATED' && Date.parse(startedAt ?? '') > now);
  const planned = applications
    .filter(isActive)
    .map(({ nextAnswerAt }) => Date.parse(nextAnswerAt ?? ''))
    .filter((at) => at > now);
  return {
    late,
    waiting: pending.filter(isOut).length,
    next: planned.length > 0 ? Math.min(...planned) : null,
  };
}
