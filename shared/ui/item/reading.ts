import type { Instrument, Submission } from '@instrument-panel/client/contract';

/** Of whom and of what a submission has to be. */
export interface ItemOf {
  readonly submissionId: number;
  readonly patientId: string;
  readonly formId: string;
}

/** A submission that was read, and what its questions are. */
export interface ItemReading {
  readonly submission: Submission;
  /** Null where it could not be read. */
  readonly instrument: Instrument | null;
  /** Parts of the submission that could not be read. */
  readonly unreadable: number;
  /** When it was read, milliseconds since the epoch. */
  readonly at: number;
}

const same = (sent: string, asked: string): boolean => sent.toLowerCase() === asked.toLowerCase();

/** The right patient or nothing: true where a submission is the one that was asked for. */
export const isItemOf = (submission: Submission, { submissionId, patientId, formId }: ItemOf): boolean =>
  submission.id === submissionId &&
  same(submission.patientId, patientId) &&
  same(submission.formTemplateId, formId);
