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

/**
 * Returns what to add to the places of questions to get their numbers. The service does not say whether places begin at 0
 * or 1, so the first question must be there; null if it is not, or if two questions have the same place.
 */
export function numberingOf(places: readonly number[]): number | null {
  const first = Math.min(...places);
  return (first === 0 || first === 1) && new Set(places).size === places.length ? 1 - first : null;
}

/**
 * Adds to a flagged item its number in the instrument. The flag stays as it is if the places of the questions do not tell it.
 *
 * @param questions of the same instrument, as they were sent
 */
export function withItemNumber<V extends WithRisk>(view: V, questions: readonly unknown[]): V {
  const { risk } = view;
  const item = risk.kind === 'flagged' ? risk.item : null;
  if (!item || item.questionId === null) return view;
  const places = questions.map((question) => Object(question) as { id?: unknown; position?: unknown });
  const [asked, twin] = places.filter(({ id }) => id === item.questionId);
  const said = places.map(({ position }) => (typeof position === 'number' ? position : Number.NaN));
  const isInRow = Math.max(...said) - Math.min(...said) === said.length - 1;
  const number = Number(asked?.position) + (numberingOf(said) ?? Number.NaN);
  if (twin || !isInRow || !Number.isInteger(number)) return view;
  return { ...view, risk: { ...risk, item: { ...item, number } } };
}
