import type { RISK_FLAG_TYPES, SUBMISSION_STATUSES } from '@instrument-panel/client/contract';

type FlagType = Exclude<(typeof RISK_FLAG_TYPES)[number], 'NONE'>;

/** The words of one submission with its answers, as it is read, copied and saved. */
export interface ItemWords {
  readonly title: (instrument: string) => string;
  readonly close: string;
  readonly loading: string;
  /** In place of the panel's sentence, which speaks of a patient or an instrument. */
  readonly notFound: string;
  readonly errorTitle: string;

  readonly status: Readonly<Record<(typeof SUBMISSION_STATUSES)[number], string>>;
  readonly noScore: string;
  readonly subscales: string;
  /** Text of the service that interprets the score; whether AI wrote it is not said by the service. */
  readonly interpretation: string;
  readonly interpretationNote: string;

  readonly flagged: (count: number) => string;
  readonly flagMeans: string;
  readonly flagType: Readonly<Record<FlagType, string>>;
  readonly severityUnknown: string;
  /** The service counts more flags than its answers carry. */
  readonly flagsElsewhere: (counted: number, shown: number) => string;

  readonly answers: string;
  readonly noAnswers: string;
  readonly question: (id: number) => string;
  readonly noAnswer: string;
  /** A question that the instrument asks only under a condition. */
  readonly notAsked: string;
  readonly unanswered: (count: number) => string;
  /** The instrument could not be read, so that it is not known which questions have no answer. */
  readonly questionsUnknown: string;
  readonly weight: (weight: string) => string;
  readonly ownWords: (text: string) => string;

  readonly copy: string;
  readonly copied: string;
  readonly notCopied: string;
  readonly fhir: string;
  readonly saved: string;
  /** Saved without what only the instrument says. */
  readonly savedInPart: string;
  readonly failed: string;
  readonly tools: string;
}
