import type { SubmissionSummary as Submission } from '@instrument-panel/client/contract';
import { RISK_SEVERITIES } from '@instrument-panel/client/contract';
import { answeredAt, type LostAnswer, mayBeAnswered } from './latest.ts';
import type { FlaggedItem, PointRisk, RiskState, ViewPoint } from './view.ts';

/** True for an answer of which something could not be read, or that has a flag. */
export const mayBeFlagged = (answer: NonNullable<Submission['answers']>[number]): boolean =>
  'unreadFields' in answer || (answer.riskFlag != null && answer.riskFlag.flagType !== 'NONE');

/**
 * What one submission says of risk. Without a flag only where the service says so: a count of 0, or every answer with
 * `flagType` NONE. `hasHighRisk` false alone says nothing of flags that are not high.
 */
export function riskOf(submission: Submission | undefined): PointRisk {
  if (!submission) return 'unknown';
  const { hasHighRisk, riskFlagCount, answers } = submission;
  const flags = answers?.flatMap(({ riskFlag }) => riskFlag?.flagType ?? []) ?? [];
  if (hasHighRisk || (riskFlagCount ?? 0) > 0 || flags.some((flag) => flag && flag !== 'NONE'))
    return 'flagged';
  if (/isk|answers/.test(`${(submission as { unreadFields?: readonly string[] }).unreadFields}`))
    return 'unknown';
  if (answers?.some(mayBeFlagged)) return 'unknown';
  return riskFlagCount === 0 || (flags.length > 0 && flags.length === answers?.length) ? 'none' : 'unknown';
}

/** The flagged answers of a submission, the gravest last; a severity that is not known comes after the others. */
export const flaggedItems = ({ answers }: Submission): readonly FlaggedItem[] =>
  (answers ?? [])
    .flatMap(({ questionId = null, value = null, riskFlag }) => {
      const { flagType = null, severity = null } = riskFlag ?? {};
      return flagType && flagType !== 'NONE' ? [{ questionId, flagType, severity, value }] : [];
    })
    .sort((a, b) => gravity(a) - gravity(b));

/** Orders flags by the severity that the service gives: the higher the graver. */
export function gravity({ severity }: Pick<FlaggedItem, 'severity'>): number {
  const place = RISK_SEVERITIES.indexOf(severity as (typeof RISK_SEVERITIES)[number]);
  return place < 0 && severity !== null ? RISK_SEVERITIES.length : place;
}

/** True if an answered submission answers an item, or, where the item is not known, any, and carries no flag. */
const isClearOf = (questionId: number | null | undefined, submission: Submission): boolean =>
  submission.status === 'ANSWERED' &&
  riskOf(submission) === 'none' &&
  (questionId == null || !!submission.answers?.some((answer) => answer.questionId === questionId));

/** When a submission was answered, else begun, else made; NaN where it says none of them. */
export const saidAt = (
  { completedFillAt, startedFillAt, startedAt, createdAt }: Submission,
  now: number | null,
): number => answeredAt(completedFillAt || startedFillAt || startedAt || createdAt, now);

/**
 * What can be said of a series' risk: the newest flag of any submission, answered or not (answers of a
 * cancelled one are kept); else that none is recorded as of the latest answer, if its risk data are there.
 *
 * @param submissions of the series' patient and instrument only.
 * @param now the service's clock, milliseconds; null where it is not known
 * @param unreadAt when the newest answer was given that is no point: the graph may date one later than its submission
 */
export function riskStateOf(
  submissions: readonly Submission[],
  points: readonly Pick<ViewPoint, 'submissionId' | 'at' | 'risk'>[],
  now: number | null = null,
  unreadAt = 0,
): RiskState {
  // What a point says of risk comes from its submission.
  if (submissions.length === 0) return { kind: 'unavailable' };
  let last = Number.NEGATIVE_INFINITY;
  let isClear = false;
  let unknown = 0;
  const look = (at: number, risk: PointRisk): void => {
    if (risk === 'unknown') unknown++;
    if (at < last) return;
    isClear = (isClear || at > last) && risk === 'none';
    last = at;
  };
  // An instant that was read for the picture is not read again.
  const drawn = new Map<number, number>();
  for (const { submissionId, at, risk } of points) {
    drawn.set(submissionId, at);
    look(at, risk);
  }
  const when = (submission: Submission): number => drawn.get(submission.id) ?? saidAt(submission, now);
  const flagged: Submission[] = [];
  let answers = points.length;
  for (const submission of submissions) {
    const risk = riskOf(submission);
    if (risk === 'flagged') flagged.push(submission);
    if (!mayBeAnswered(submission as LostAnswer) || drawn.has(submission.id)) continue;
    answers++;
    const at = saidAt(submission, now);
    // An answer that says no instant may be the newest.
    look(at || Number.POSITIVE_INFINITY, risk);
  }
  // A flag of no date may be the newest.
  const order = (submission: Submission): number => when(submission) || Number.POSITIVE_INFINITY;
  flagged.sort((a, b) => order(a) - order(b) || a.id - b.id);
  const newest = flagged.at(-1);
  if (newest) {
    const at = when(newest) || null;
    const item = flaggedItems(newest).at(-1) ?? null;
    const isCurrent = !submissions.some((one) => at && when(one) > at && isClearOf(item?.questionId, one));
    const count = flagged.length;
    const { id: submissionId } = newest;
    return { kind: 'flagged', submissionId, at, item, isCurrent, flagged: count, answers, unknown };
  }
  return isClear && last < Number.POSITIVE_INFINITY && !(unreadAt > last)
    ? { kind: 'none', asOf: last, unknown }
    : { kind: 'unavailable' };
}
