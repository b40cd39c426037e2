import type { SubmissionSummary } from '@instrument-panel/client/contract';
import type {
  CaseloadApplicationsPage as ApplicationsPage,
  CaseloadPatient,
  CaseloadSubmissionsPage as SubmissionsPage,
} from '@instrument-panel/client/proxy';
import { SPAN_POINTS_MAX } from '../score/bands.ts';
import { CLOCK_SKEW_MS, type LostAnswer } from '../score/latest.ts';

export type { ApplicationsPage, SubmissionsPage };

/** A submission, as a row of the page that it came with: columns are not taken apart for rows that nobody looks at. */
export interface SubmissionRow {
  readonly id: number;
  readonly page: SubmissionsPage;
  readonly row: number;
  /** What it was read as part of. */
  readonly record: InstrumentRecord;
  readonly answers: SubmissionsPage['answers'];
  /** It says more of risk than that there is none. */
  readonly isRisky: boolean;
  /** Read by its id, so that all of its answers are known. */
  readonly isWhole: boolean;
  /** Its application, where only an earlier answer of the service could be read to name it. */
  readonly applicationId?: number | undefined;
  /** The same submission in another answer of the service, which says something else of it. */
  readonly other?: SubmissionRow | undefined;
  /** Made by {@link toSubmission}, once. */
  summary?: SubmissionSummary | undefined;
}

/** What is asked of a patient with one instrument. */
export interface ApplicationRow {
  readonly id: number;
  readonly status: string | null;
  /** Milliseconds since the epoch, as are all fields whose name ends so. */
  readonly nextAnswerAtMs: number | null;
  readonly last: {
    readonly id: number;
    readonly score: number | null;
    readonly completedAtMs: number | null;
  } | null;
  /** Something of it was sent that could not be read. */
  readonly isPartial: boolean;
}

/** All that was read of one patient and one instrument. */
export interface InstrumentRecord {
  readonly patientId: string;
  readonly formId: string;
  title: string;
  readonly applications: Map<number, ApplicationRow>;
  /** Each once, in the order in which they came. */
  readonly submissions: SubmissionRow[];
  /**
   * True while each of them is an answer to one application that came once, with a score and without a flag, and of
   * which nothing is in doubt, and no row was lost: then the two newest are known, and no other has to be looked at.
   */
  isPlain: boolean;
  latest: SubmissionRow | null;
  before: SubmissionRow | null;
  readonly lost: LostAnswer[];
}

/** Returns a submission of a record. There are few of one instrument, and an index of each would cost more than the look. */
export const findSubmission = ({ submissions }: InstrumentRecord, id: number): SubmissionRow | undefined =>
  submissions.find((one) => one.id === id);

/** When a submission was answered, milliseconds; before everything for one that does not say. */
export const atOf = ({ page, row }: SubmissionRow): number =>
  page.completedAtMs[row] ?? Number.NEGATIVE_INFINITY;

export const applicationOf = ({ page, row, applicationId }: SubmissionRow): number | null | undefined =>
  applicationId ?? page.applicationId[row];

/** True for one that was answered later than another, or where there is no other. */
export function isAfter(one: SubmissionRow, other: SubmissionRow | null): boolean {
  const apart = other ? atOf(one) - atOf(other) : 1;
  return apart > 0 || (apart === 0 && one.id > (other?.id ?? 0));
}

/** True where a row of a page says more of risk than that there is none. */
export const saysRisk = (
  { riskFlagCount, hasHighRisk, isRiskUnread }: SubmissionsPage,
  row: number,
  answers: SubmissionRow['answers'],
): boolean =>
  !!(riskFlagCount[row] || hasHighRisk[row] || isRiskUnread[row]) ||
  answers.some(
    ({ flagType, severity, isUnread }) => isUnread || (flagType ?? 'NONE') !== 'NONE' || severity != null,
  );

/** True for a plain record of which no answer lies in the future. */
export const isPlainAt = ({ isPlain, latest }: InstrumentRecord, now: number | null): boolean =>
  isPlain && latest !== null && !(now !== null && atOf(latest) > now + CLOCK_SKEW_MS);

/** Adds a submission that was not read before. */
export function addRow(next: SubmissionRow): void {
  const { page, row, record } = next;
  const { submissions } = record;
  submissions.push(next);
  record.isPlain &&=
    page.status[row] === 'ANSWERED' &&
    atOf(next) > 0 &&
    page.riskFlagCount[row] === 0 &&
    !next.isRisky &&
    !page.isPartial[row] &&
    Math.abs(page.score[row] ?? Number.NaN) <= SPAN_POINTS_MAX &&
    applicationOf(next) === applicationOf(submissions[0] ?? next);
  if (isAfter(next, record.latest)) {
    record.before = record.latest;
    record.latest = next;
  } else if (isAfter(next, record.before)) record.before = next;
}

/** All that was read of one patient. */
export interface PatientRecord {
  /** UUID, in lower case. */
  readonly patientId: string;
  /** Null until the list of patients was read, and for a patient who is not in it. */
  readonly named: CaseloadPatient | null;
  readonly instruments: Map<string, InstrumentRecord>;
  /** Rows of this patient of which not even the instrument could be read. */
  readonly lostCount: number;
}

function isoOf(at: number | null | undefined): string | null {
  if (at == null) return null;
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** Returns a row as the submission that the rules of the score model take: of two that differ, with the flags of both. */
export function toSubmission(submission: SubmissionRow): SubmissionSummary {
  submission.summary ??= toMerged(submission);
  return submission.summary;
}

function toMerged(submission: SubmissionRow): SubmissionSummary {
  const one = rowToSubmission(submission);
  if (!submission.other) return one;
  const other = toSubmission(submission.other);
  const isDated = one.completedFillAt === other.completedFillAt;
  return {
    ...one,
    ...(!isDated && { completedFillAt: null, startedAt: null }),
    hasHighRisk: one.hasHighRisk || other.hasHighRisk || null,
    riskFlagCount: Math.max(one.riskFlagCount ?? 0, other.riskFlagCount ?? 0) || null,
    answers: [...(other.answers ?? []), ...(one.answers ?? [])],
  };
}

/** Empty where it is not known. */
const ownerOf = (page: SubmissionRow['page'], row: number) => ({
  patientId: page.patientIds[page.patient[row] ?? -1] ?? '',
  formTemplateId: page.instruments[page.instrument[row] ?? -1]?.templateId ?? '',
});

function rowToSubmission({ id, page, row, isWhole, answers: sent }: SubmissionRow): SubmissionSummary {
  const answers = sent.map(({ questionId, flagType, severity, isUnread }) => ({
    questionId: questionId ?? null,
    value: null,
    riskFlag: flagType == null && severity == null ? null : { flagType, severity },
    ...(isUnread && { unreadFields: ['riskFlag'] }),
  }));
  const index = page.class[row];
  const title = index == null ? null : page.classes[index]?.title;
  return {
    id,
    ...ownerOf(page, row),
    status: page.status[row] ?? null,
    score: page.score[row] ?? null,
    globalClassification: title == null ? null : { title },
    startedAt: isoOf(page.startedAtMs[row]),
    deadline: isoOf(page.deadlineMs[row]),
    completedFillAt: isoOf(page.completedAtMs[row]),
    hasHighRisk: page.hasHighRisk[row] ?? null,
    riskFlagCount: page.riskFlagCount[row] ?? null,
    ...((isWhole || answers.length > 0) && { answers }),
    ...(page.isRiskUnread[row] && { unreadFields: ['riskFlagCount'] }),
  };
}
