import type { Role } from './endpoint.ts';

/**
 * Fields that a role never sees, by name, wherever they stand. `answerToken` never leaves the proxy; a patient
 * gets no risk flag and no interpretation unless the partner turns that on (design.md, Who sees what).
 */
export const HIDDEN_FIELDS: Readonly<Record<Role, readonly string[]>> = {
  professional: ['answerToken'],
  operations: ['answerToken'],
  patient: [
    'answerToken',
    'hasHighRisk',
    'riskFlagCount',
    'riskFlag',
    'interpretativeAnalysis',
    'psychometricIndicators',
  ],
};
