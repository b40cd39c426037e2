import type { SubmissionSummary } from '@instrument-panel/client/contract';
import type {
  CaseloadApplicationsPage as ApplicationsPage,
  CaseloadPatient,
  CaseloadSubmissionsPage as SubmissionsPage,
} from '@instrument-panel/client/proxy';
import type { LostAnswer } from '../score/latest.ts';

export type { ApplicationsPage, SubmissionsPage };

/** A submission, as a row of the page that it came with: columns are not taken apart for rows that nobody looks at. */
export interface SubmissionRow {
  readonly id: number;
  readonly page: SubmissionsPage;
  readonly row: number;
  /** What it was read as part of. */
  readonly record: InstrumentRecord;
  /** Of its page: when it was answered, and the application that it is an answer to. */
  readonly at: number | null;
  readonly applicationId: number | null;
  /** It says more of risk than that there is none. */
  readonly isRisky: boolean;
  /** By its page an answer of which nothing is in doubt, and that has no flag. */
  readonly isPlain: boolean;
  /** Read by its id, so that all of its answers are known. */
  readonly isWhole: boolean;
  /** The same submission in another answer of the service, which says something else of it. */
  readonly other: SubmissionRow | undefined;
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
  readonly lost: LostAnswer[];
}

/** Returns a row of a page with what most of its facts rest on: a page is not gone through again for each of them. */
export function toSubmissionRow(
  page: SubmissionsPage,
  row: number,
  record: InstrumentRecord,
  isRisky: boolean,
  isWhole: boolean,
): SubmissionRow {
  const at = page.completedAtMs[row] ?? null;
  const isSaid = page.status[row] === 'ANSWERED' && at !== null && at > 0 && page.riskFlagCount[row] === 0;
  return {
    id: page.ids[row] ?? 0,
    page,
    row,
    record,
    at,
    applicationId: page.applicationId[row] ?? null,
    isRisky,
    isPlain: isSaid && !isRisky && page.isPartial[row] === false,
    isWhole,
    other: undefined,
  };
}

/** Returns a submission of a record. There are few of one instrument, and an index of each would cost more than the look. */
export const findSubmission = ({ submissions }: InstrumentRecord, id: number): SubmissionRow | undefined =>
  submissions.find((one) => one.id === id);

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

type Answers = SubmissionsPage['answers'];
const answersByRow = new WeakMap<SubmissionsPage, Map<number, Answers>>();

/** The answers of a row that came with its page. */
function answersOf(page: SubmissionsPage, row: number): Answers {
  const known = answersByRow.get(page) ?? Map.groupBy(page.answers, (answer) => answer.row);
  answersByRow.set(page, known);
  return known.get(row) ?? [];
}

function rowToSubmission({ id, page, row, isWhole }: SubmissionRow): SubmissionSummary {
  const status = page.status[row] ?? null;
  const answers = answersOf(page, row).map(({ questionId, flagType, severity, isUnread }) => ({
    questionId: questionId ?? null,
    value: null,
    riskFlag: flagType == null && severity == null ? null : { flagType, severity },
    ...(isUnread && { unreadFields: ['riskFlag'] }),
  }));
  const index = page.class[row];
  const title = index == null ? null : page.classes[index]?.title;
  const completedFillAt = isoOf(page.completedAtMs[row]);
  // Dates of the request say nothing of what was answered, and each costs time.
  const isDated = status === 'ANSWERED' && completedFillAt !== null;
  return {
    id,
    ...ownerOf(page, row),
    status,
    score: page.score[row] ?? null,
    globalClassification: title == null ? null : { title },
    startedAt: isDated ? null : isoOf(page.startedAtMs[row]),
    deadline: isDated ? null : isoOf(page.deadlineMs[row]),
    completedFillAt,
    hasHighRisk: page.hasHighRisk[row] ?? null,
    riskFlagCount: page.riskFlagCount[row] ?? null,
    ...((isWhole || answers.length > 0) && { answers }),
    ...(page.isRiskUnread[row] && { unreadFields: ['riskFlagCount'] }),
  };
}
