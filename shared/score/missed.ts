import type { SubmissionSummary as Submission } from '@instrument-panel/client/contract';
import { MISSED_SUBMISSION_STATUSES } from '@instrument-panel/client/contract';
import type { MissedRequest, ViewPoint } from './view.ts';

const MISSED: readonly string[] = [...MISSED_SUBMISSION_STATUSES, 'LATE'];

/**
 * Requests that were not answered or are late, by their instants. One after `now` (milliseconds) was withdrawn before it
 * was due, and is not missed. One without an instant is counted as `refused`.
 */
export function missedOf(submissions: readonly Submission[], now: number) {
  const missed: MissedRequest[] = [];
  let refused = 0;
  for (const { id, status, startedAt, notifiedAt, createdAt, deadline } of submissions) {
    if (!MISSED.includes(status ?? '')) continue;
    const at = Date.parse(startedAt ?? notifiedAt ?? createdAt ?? deadline ?? '');
    if (at <= now) missed.push({ submissionId: id, at, status: status as MissedRequest['status'] });
    else if (Number.isNaN(at)) refused++;
  }
  return { missed: missed.sort((a, b) => a.at - b.at || a.submissionId - b.submissionId), refused };
}

/** Indices `i` of points that come after a missed request which came after point `i - 1`. Both ascending. */
export function gapsOf(
  points: readonly Pick<ViewPoint, 'at'>[],
  missed: readonly MissedRequest[],
): ReadonlySet<number> {
  const gaps = new Set<number>();
  let index = 0;
  for (const { at } of missed) {
    while ((points[index]?.at ?? Number.POSITIVE_INFINITY) < at) index++;
    if (index > 0 && index < points.length) gaps.add(index);
  }
  return gaps;
}
