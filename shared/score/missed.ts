import type { SubmissionSummary as Submission } from '@instrument-panel/client/contract';
import { MISSED_SUBMISSION_STATUSES } from '@instrument-panel/client/contract';
import type { MissedRequest, ViewPoint } from './view.ts';

const MISSED: readonly string[] = [...MISSED_SUBMISSION_STATUSES, 'LATE'];

/**
 * Requests that were not answered or are late. Those that the service calls late are missed whatever the clock says; any
 * other that lies after `now` (milliseconds; null where it is not known) was withdrawn before it was due, and is not
 * missed. `missed` has those with an instant, `count` all; `refused` counts those without an instant.
 */
export function missedOf(
  submissions: readonly Submission[],
  now: number | null,
  isIn: (at: number) => boolean = () => true,
) {
  const missed: MissedRequest[] = [];
  let count = 0;
  let refused = 0;
  for (const { id, status, startedAt, notifiedAt, createdAt, deadline } of submissions) {
    if (!MISSED.includes(status ?? '')) continue;
    const at = Date.parse(startedAt ?? notifiedAt ?? createdAt ?? deadline ?? '');
    const isPast = at <= (now ?? Number.POSITIVE_INFINITY);
    if (!isIn(at) || (!isPast && at > 0 && !status?.endsWith('LATE'))) continue;
    count++;
    if (isPast) missed.push({ submissionId: id, at, status: status as MissedRequest['status'] });
    else refused++;
  }
  missed.sort((a, b) => a.at - b.at || a.submissionId - b.submissionId);
  return { missed, count, refused };
}

/**
 * Indices `i` of points such that a request was missed, or an answer could not be read (milliseconds), after point
 * `i - 1`. All ascending.
 */
export function gapsOf(
  points: readonly Pick<ViewPoint, 'at'>[],
  missed: readonly MissedRequest[],
  unread: readonly number[],
): ReadonlySet<number> {
  const gaps = new Set<number>();
  let index = 0;
  for (const at of [...missed.map((one) => one.at), ...unread].sort((a, b) => a - b)) {
    while (Number(points[index]?.at) < at) index++;
    if (index > 0 && index < points.length) gaps.add(index);
  }
  return gaps;
}
