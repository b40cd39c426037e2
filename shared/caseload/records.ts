import type { SubmissionSummary } from '@instrument-panel/client/contract';
import type {
  CaseloadApplicationsPage as ApplicationsPage,
  CaseloadPatient,
  CaseloadSubmissionsPage as SentSubmissionsPage,
} from '@instrument-panel/client/proxy';
import type { LostAnswer } from '../score/latest.ts';

export type { ApplicationsPage, SentSubmissionsPage };

export type NumberColumn =
  | 'ids'
  | 'applicationId'
  | 'completedAtMs'
  | 'patient'
  | 'instrument'
  | 'score'
  | 'class';
type ConstantColumn =
  | 'status'
  | 'startedAtMs'
  | 'deadlineMs'
  | 'riskFlagCount'
  | 'hasHighRisk'
  | 'isRiskUnread'
  | 'isPartial';

/** A page of submissions with all columns in full, as it was sent or unpacked. */
export type SubmissionsPage = Omit<
  SentSubmissionsPage,
  NumberColumn | ConstantColumn | 'packed' | 'courses'
> & {
  readonly [Name in NumberColumn | ConstantColumn]: ArrayLike<SentSubmissionsPage[Name][number]>;
} & {
  /** Of answers that are only drawn: their instants are so much too early, at most. */
  readonly stepMs?: number;
};

/** A submission, as a row of the page that it came with: columns are not taken apart for rows that nobody looks at. */
export interface SubmissionRow {
  readonly id: number;
  readonly page: SubmissionsPage;
  readonly row: number;
  /** What it was read as part of. */
  readonly record: InstrumentRecord;
  readonly answers: SubmissionsPage['items'];
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

/** Rows of a packed page that follow one another, all of one patient and instrument. */
export interface PackedRun {
  readonly page: SubmissionsPage;
  readonly from: number;
  /** The row after the last. */
  readonly to: number;
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

export type RowPlace = Pick<SubmissionRow, 'id' | 'page' | 'row'>;

/** The rows of runs, one after the other. */
export function placesIn(runs: readonly PackedRun[]): RowPlace[] {
  const places: RowPlace[] = [];
  for (const { page, from, to } of runs)
    for (let row = from; row < to; row++) places.push({ id: page.ids[row] ?? 0, page, row });
  return places;
}

export const toRow = (page: SubmissionsPage, row: number, record: InstrumentRecord): SubmissionRow => ({
  id: page.ids[row] ?? 0,
  page,
  row,
  record,
  answers: [],
  isRisky: false,
  isWhole: false,
});

/** The lowest and the highest score of an instrument's ranges. */
export interface Scale {
  readonly minScore: number;
  readonly maxScore: number;
}

/** All that was read of one patient and one instrument. */
export class InstrumentRecord {
  /** UUIDs, in lower case. */
  readonly patientId: string;
  readonly formId: string;
  title = '';
  /** The ends of its scale; null where they are not known. */
  scale: Scale | null = null;
  /** Which way its scores run, as the service says; null where it is not known. */
  direction: string | null = null;
  readonly applications = new Map<number, ApplicationRow>();
  readonly lost: LostAnswer[] = [];
  /**
   * True while each of its submissions came packed and once, all of one application, of which nothing is in doubt, and no
   * row was lost: then the two newest say everything, and no other has to be looked at.
   */
  isPlain = true;
  readonly #submissions: SubmissionRow[] = [];
  /** Packed rows that were not taken apart: an object for each would cost more than all else. */
  readonly runs: PackedRun[] = [];
  /** Answers before the newest two of an answer of the service, of which nothing is stated but drawn. */
  readonly drawn: PackedRun[] = [];

  constructor(patientId: string, formId: string) {
    [this.patientId, this.formId] = [patientId, formId];
  }

  /** Each once: packed ones are taken apart when they are asked for. */
  get submissions(): SubmissionRow[] {
    for (const { page, from, to } of this.runs.splice(0))
      for (let row = from; row < to; row++) this.#submissions.push(toRow(page, row, this));
    return this.#submissions;
  }

  /** The newest two of a record that is plain. */
  get newest(): readonly [SubmissionRow | null, SubmissionRow | null] {
    let latest: RowPlace | null = null;
    let before: RowPlace | null = null;
    for (const one of placesIn(this.runs))
      if (isAfter(one, latest)) [latest, before] = [one, latest];
      else if (isAfter(one, before)) before = one;
    return [latest && toRow(latest.page, latest.row, this), before && toRow(before.page, before.row, this)];
  }

  /** Adds rows of a page that was packed. */
  addPacked(run: PackedRun): void {
    const { page, from, to } = run;
    if (from >= to) return;
    // The newest two are looked for among rows that are not taken apart.
    if (this.#submissions.length > 0) this.isPlain = false;
    const [first = run] = this.runs;
    const applicationId = first.page.applicationId[first.from];
    for (let row = from; row < to && this.isPlain; row++)
      this.isPlain = page.applicationId[row] === applicationId;
    this.runs.push(run);
  }
}

/** Returns a submission of a record. */
export const findSubmission = ({ submissions }: InstrumentRecord, id: number): SubmissionRow | undefined =>
  submissions.find((one) => one.id === id);

/** When a submission was answered, milliseconds; before everything for one that does not say. */
export const atOf = ({ page, row }: RowPlace): number => page.completedAtMs[row] ?? Number.NEGATIVE_INFINITY;

export const applicationOf = ({ page, row, applicationId }: SubmissionRow): number | null | undefined =>
  applicationId ?? page.applicationId[row];

/** True for one that was answered later than another, or where there is no other. */
export function isAfter(one: RowPlace, other: RowPlace | null): boolean {
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

/** An instant as ISO 8601; null for none, and for one that no date can hold. */
export function isoOf(at: number | null | undefined): string | null {
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
    // Rows of one request that differ leave out when it was sent, which its deadline does not say.
    deadline: page.isPartial[row] ? null : isoOf(page.deadlineMs[row]),
    completedFillAt: isoOf(page.completedAtMs[row]),
    hasHighRisk: page.hasHighRisk[row] ?? null,
    riskFlagCount: page.riskFlagCount[row] ?? null,
    ...((isWhole || answers.length > 0) && { answers }),
    ...(page.isRiskUnread[row] && { unreadFields: ['riskFlagCount'] }),
  };
}
