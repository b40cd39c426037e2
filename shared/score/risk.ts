import type { SubmissionSummary as Submission } from '@instrument-panel/client/contract';
import { RISK_SEVERITIES } from '@instrument-panel/client/contract';
import type { PointRisk, RiskState, ViewPoint } from './view.ts';

/**
 * What one submission says of risk. Without a flag only where the service says so: a count of 0, or every answer with
 * `flagType` NONE. `hasHighRisk` false alone says nothing of flags that are not high.
 */
export function riskOf(submission: Submission | undefined): PointRisk {
  if (!submission) return 'unknown';
  const { hasHighRisk, riskFlagCount, answers } = submission;
  const flags = answers?.map((answer) => answer.riskFlag?.flagType);
  if (hasHighRisk || (riskFlagCount ?? 0) > 0 || flags?.some((flag) => flag && flag !== 'NONE'))
    return 'flagged';
  // What was sent and could not be read may be a flag.
  if (/isk|answers/.test(`${(submission as { unreadFields?: readonly string[] }).unreadFields}`))
    return 'unknown';
  return riskFlagCount === 0 || (flags?.length && flags.every(Boolean)) ? 'none' : 'unknown';
}

const gravestOf = (submissions: readonly Submission[]) =>
  RISK_SEVERITIES.findLast((severity) =>
    submissions.some(({ answers }) =>
      answers?.some(({ riskFlag }) => riskFlag?.severity === severity && riskFlag.flagType !== 'NONE'),
    ),
  ) ?? null;

/** When a submission was answered, else begun, else made; NaN where it says none of them. */
const saidAt = ({ completedFillAt, startedFillAt, startedAt, createdAt }: Submission): number =>
  Date.parse(completedFillAt || startedFillAt || startedAt || createdAt || '');

/**
 * What can be said of a series' risk: the newest flag of any submission, answered or not (answers of a
 * cancelled one are kept); else that none is recorded as of the latest answer, if its risk data are there.
 *
 * @param submissions of the series' patient and instrument only.
 */
export function riskStateOf(
  submissions: readonly Submission[],
  points: readonly Pick<ViewPoint, 'submissionId' | 'at' | 'risk'>[],
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
  const when = (submission: Submission): number => drawn.get(submission.id) ?? saidAt(submission);
  const flagged: Submission[] = [];
  for (const submission of submissions) {
    const risk = riskOf(submission);
    if (risk === 'flagged') flagged.push(submission);
    if (submission.status === 'ANSWERED' && !drawn.has(submission.id)) look(saidAt(submission) || 0, risk);
  }
  flagged.sort((a, b) => (when(a) || 0) - (when(b) || 0) || a.id - b.id);
  const newest = flagged.at(-1);
  if (newest) {
    const at = when(newest) || null;
    return {
      kind: 'flagged',
      submissionId: newest.id,
      at,
      severity: gravestOf([newest]),
      latest: !at || at >= last,
      others: flagged.length - 1,
      gravest: gravestOf(flagged),
      unknown,
    };
  }
  if (!isClear) return { kind: 'unavailable' };
  return { kind: 'none', asOf: last, unknown };
}
