import { RISK_SEVERITIES, type SubmissionSummary } from '@instrument-panel/client/contract';
import { flaggedItems, mayBeFlagged, saidAt } from './risk.ts';
import type { RiskState } from './view.ts';

interface WithRisk {
  readonly risk: RiskState;
}

/** Returns the submission to read for the answer behind a flag; null for no flag, an old one, and a known answer. */
export const flagToRead = ({ risk }: WithRisk): number | null =>
  risk.kind === 'flagged' && risk.isCurrent && risk.item === null ? risk.submissionId : null;

/**
 * Adds to a flag what its submission says of the flagged answer. The flag stays as it is if the submission is another, if
 * it contradicts the flag or itself, and if an answer that could not be read may be the gravest.
 *
 * @param submission of the same patient and instrument
 */
export function withFlaggedItem<V extends WithRisk>(view: V, submission: SubmissionSummary): V {
  const { risk } = view;
  if (risk.kind !== 'flagged' || flagToRead(view) !== submission.id) return view;
  const items = flaggedItems(submission);
  const item = items.at(-1);
  const { riskFlagCount, hasHighRisk, answers } = submission;
  const isHigh = items.some(({ severity }) => severity === 'HIGH');
  // A severity that is not in the list may be high too.
  const isListed = items.every(({ severity }) => RISK_SEVERITIES.some((one) => one === severity));
  const isRight =
    saidAt(submission, null) === risk.at &&
    (riskFlagCount ?? items.length) === items.length &&
    (answers ?? []).filter(mayBeFlagged).length === items.length &&
    (!isListed || (hasHighRisk ?? isHigh) === isHigh);
  return item && isRight ? { ...view, risk: { ...risk, item } } : view;
}
