import type { Instrument, Submission } from '@instrument-panel/client/contract';
import { isSameId } from '@instrument-panel/client/params';

/** The submission that is asked for, with its patient and instrument. */
export interface ItemReference {
  readonly submissionId: number;
  readonly patientId: string;
  readonly formId: string;
}

/** A submission that was read, and what its questions are. */
export interface ItemSnapshot {
  readonly submission: Submission;
  /** Null where it could not be read. */
  readonly instrument: Instrument | null;
  /** Parts of the submission that could not be read. */
  readonly unreadable: number;
  /** When it was read, milliseconds since the epoch. */
  readonly at: number;
}

/** The right patient or nothing: true where a submission is the one that was asked for. */
export const isItemOf = (
  submission: Pick<Submission, 'id' | 'patientId' | 'formTemplateId'>,
  { submissionId, patientId, formId }: ItemReference,
): boolean =>
  submission.id === submissionId &&
  isSameId(submission.patientId, patientId) &&
  isSameId(submission.formTemplateId, formId);

/** A reading as a patient sees it, whatever the token lets through: without risk and, mostly, interpretation. */
export function filterForPatients(reading: ItemSnapshot, hasInterpretation: boolean): ItemSnapshot {
  const { submission, instrument } = reading;
  const silent = {
    ...submission,
    hasHighRisk: null,
    riskFlagCount: null,
    answers: submission.answers?.map((answer) => ({ ...answer, riskFlag: null })) ?? null,
  };
  if (hasInterpretation) return { ...reading, submission: silent };
  return {
    ...reading,
    submission: {
      ...silent,
      globalClassification: null,
      subscaleClassifications: null,
      interpretativeAnalysis: null,
      psychometricIndicators: null,
    },
    instrument: instrument && {
      ...instrument,
      scoreRanges: null,
      subScales: instrument.subScales?.map((subscale) => ({ ...subscale, scoreRanges: null })) ?? null,
    },
  };
}
