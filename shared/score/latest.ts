import type { LostRow } from '@instrument-panel/client';
import type { SubmissionSummary } from '@instrument-panel/client/contract';
import { isSameId } from '@instrument-panel/client/params';

/** What could be read of an answer that is not shown. */
export type LostAnswer = LostRow['row'];

/** Lets what could be read of a submission speak of risk like any other. */
export const asSubmissions = (lost: readonly LostAnswer[]): readonly SubmissionSummary[] =>
  lost as readonly Partial<SubmissionSummary>[] as readonly SubmissionSummary[];

/** The answers among the rows that a graph or a list of submissions lost; a lost series may hold any answer. */
export const toLostAnswers = (lostRows: readonly LostRow[]): readonly LostAnswer[] =>
  lostRows.filter(({ path }) => /(^|points|series)\[\d+\]$/.test(path)).map(({ row }) => row);

/** True unless what could be read of a row says that it is of another patient or another instrument. */
export const mayBeOf =
  (patient: string, form: string) =>
  ({ patientId, formTemplateId }: LostAnswer): boolean =>
    isSameId(String(patientId ?? patient), patient) && isSameId(String(formTemplateId ?? form), form);

/**
 * True unless one of these answers may come after an instant: one without a date that can be read may be the newest.
 *
 * @param lastAt milliseconds since the epoch
 */
export const isLatest = (lastAt: number | undefined, others: readonly LostAnswer[]): boolean =>
  !others.some(
    ({ status, completedFillAt }) =>
      (status ?? 'ANSWERED') === 'ANSWERED' && !(Date.parse(String(completedFillAt)) <= (lastAt ?? 0)),
  );
