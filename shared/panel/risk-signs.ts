import type { RiskKind } from './headline.ts';

/** Signs beside the words on risk; none beside what asks for no attention. */
export const RISK_SIGNS: Readonly<Record<RiskKind | 'quiet', string>> = {
  flagged: '⚑',
  unavailable: '?',
  none: '',
  unanswered: '',
  quiet: '',
};
