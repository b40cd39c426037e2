import type { Role } from './endpoint.ts';

/** Signals of risk (Resources, Answer; Submission). */
const RISK = ['hasHighRisk', 'riskFlagCount', 'riskFlag'];

/**
 * What a score means: the range it falls in, in words and bands, and the service's sentences and verdicts. Scores
 * and the arithmetic between them are none of it.
 */
const INTERPRETATION = [
  'globalClassification',
  'subscaleClassifications',
  'classification',
  'scoreRanges',
  'severityCategory',
  'previousSeverityCategory',
  'isBestScore',
  'isWorstScore',
  'interpretativeAnalysis',
  'psychometricIndicators',
];

/** What a partner lets patients see of their own records. */
export interface PatientSight {
  /** Risk flags. @default false */
  readonly showRisk: boolean;
  /** Classifications, ranges and texts that interpret a score. @default false */
  readonly showInterpretation: boolean;
}

/** What patients see unless the partner turns more on. */
export const NO_SIGHT: PatientSight = { showRisk: false, showInterpretation: false };

/**
 * Fields that a role never sees, by name, wherever they stand. `answerToken` never leaves the proxy; a patient
 * gets no risk flag and no interpretation unless the partner turns that on (design.md, Who sees what).
 */
export function hiddenFields(role: Role, patients: PatientSight = NO_SIGHT): readonly string[] {
  const always = ['answerToken'];
  if (role !== 'patient') return always;
  return [
    ...always,
    ...(patients.showRisk ? [] : RISK),
    ...(patients.showInterpretation ? [] : INTERPRETATION),
  ];
}
