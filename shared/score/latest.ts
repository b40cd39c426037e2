import type { LostRow } from '@instrument-panel/client';
import type { SubmissionSummary } from '@instrument-panel/client/contract';
import { isSameId } from '@instrument-panel/client/params';
import type { UnreadAnswers } from './view.ts';

/** What could be read of an answer that is not shown. */
export type LostAnswer = LostRow['row'];

/** Casts partly read rows to submissions, so that their risk flags count. */
export const asSubmissions = (lost: readonly LostAnswer[]): readonly SubmissionSummary[] =>
  lost as readonly Partial<SubmissionSummary>[] as readonly SubmissionSummary[];

/** The answers among the rows that a graph or a list of submissions lost; how many a lost series held is not known. */
export const toLostAnswers = (lostRows: readonly LostRow[]): readonly LostAnswer[] =>
  lostRows.filter(({ path }) => /(^|points)\[\d+\]$/.test(path)).map(({ row }) => row);

/** True unless what could be read of a row says that it is of another patient or instrument; null matches any. */
export const couldBelongTo =
  (patient: string, form: string | null) =>
  ({ patientId, formTemplateId }: LostAnswer): boolean =>
    isSameId(String(patientId ?? patient), patient) &&
    (form === null || isSameId(String(formTemplateId ?? form), form));

/** Tolerance after the service's clock; a later instant is not that of an answer. */
export const CLOCK_SKEW_MS = 86_400_000;

/** The instant that a text gives, milliseconds; NaN for none, and for one that lies in the future. */
export function answeredAt(text: unknown, now: number | null | undefined): number {
  const at = Date.parse(String(text));
  return now != null && at > now + CLOCK_SKEW_MS ? Number.NaN : at;
}

/** True unless a submission's state is one of those before or without an answer: a new state may be that of an answer. */
export const mayBeAnswered = ({ status }: LostAnswer): boolean =>
  !/^(CREATED|IN_PROGRESS|OPENED|STARTED|LATE|CANCELED.*)$/.test(String(status));

/**
 * Collects answers that were sent and are not among those that are shown: rows that could not be read, and answers of
 * which another list of the service knows.
 *
 * @param shown ids of the submissions that are shown
 * @param isIn whether an instant is in the period that is shown; one that is not known counts as in it
 */
export function findUnread(
  candidates: readonly LostAnswer[],
  shown: ReadonlySet<unknown>,
  now: number | null | undefined,
  isIn: (at: number) => boolean = () => true,
): UnreadAnswers {
  const found = new Map<unknown, number>();
  for (const row of candidates) {
    const { id, submissionId = id, completedFillAt } = row;
    if (!mayBeAnswered(row) || shown.has(submissionId)) continue;
    const at = answeredAt(completedFillAt, now);
    if (!isIn(at)) continue;
    const key = submissionId ?? row;
    // Of two dates of one answer either may be right: the later one decides whether it may be the newest.
    found.set(key, Math.max(found.get(key) || 0, at || 0) || Number.NaN);
  }
  const all = [...found.values()];
  const at = all.filter((one) => !Number.isNaN(one)).sort((a, b) => a - b);
  return { at, undated: all.length - at.length };
}
