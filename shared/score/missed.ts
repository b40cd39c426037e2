import type { SubmissionGlance as Submission } from '../contract/index.ts';
import { MISSED_SUBMISSION_STATUSES } from '../contract/states.ts';
import type { MissedRequest, ViewPoint } from './view.ts';

const MISSED: readonly string[] = [...MISSED_SUBMISSION_STATUSES, 'LATE'];

/**
 * Requests that were not answered or are late, by the instant they were made for. One that lies after `now`
 * (milliseconds) was withdrawn before it was due, and is not missed. One without an instant is counted.
 */
export function missedOf(
  submissions: readonly Submission[],
  now: number,
): { readonly missed: readonly MissedRequest[]; readonly refused: number } {
  const requests = submissions
    .filter(({ status }) => MISSED.includes(status))
    .map(({ id, status, startedAt, notifiedAt, createdAt, deadline }) => ({
      submissionId: id,
      at: Date.parse(startedAt ?? notifiedAt ?? createdAt ?? deadline ?? ''),
      status: status as MissedRequest['status'],
    }));
  const dated = requests.filter(({ at }) => !Number.isNaN(at));
  return {
    missed: dated
      .filter(({ at }) => at <= now)
      .sort((a, b) => a.at - b.at || a.submissionId - b.submissionId),
    refused: requests.length - dated.length,
  };
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
