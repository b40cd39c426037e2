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
  /** Read by its id, so that all of its answers are known. */
  readonly isWhole: boolean;
  /** Its application, where only an earlier answer of the service could be read to name it. */
  readonly applicationId?: number;
  /** The same submission in another answer of the service, which says something else of it. */
  readonly other?: SubmissionRow | undefined;
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
  readonly submissions: Map<number, SubmissionRow>;
  readonly lost: LostAnswer[];
}

/** All that was read of one patient. */
export interface PatientRecord {
  /** UUID, in lower case. */
  readonly patientId: string;
  /** Null until the list of patients was read, and for a patient who is not in it. */
  readonly named: CaseloadPatient | null;
  readonly instruments: ReadonlyMap<string, InstrumentRecord>;
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

function rowToSubmission({ id, page, row, isWhole }: SubmissionRow): SubmissionSummary {
  const status = page.status[row] ?? null;
  const answers = page.answers
    .filter((answer) => answer.row === row)
    .map(({ questionId, flagType, severity, isUnread }) => ({
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
