import type { LongitudinalAnalysisStatus } from '@instrument-panel/client/contract';
import type { WholeSpeech } from './say-point.ts';

/** Why it is not known whether there is an analysis. */
export type AnalysisRefusal = 'notInPlan' | 'notPermitted' | 'failed';

/** What is known of an analysis; null while it is being read. */
export type AnalysisKnown = LongitudinalAnalysisStatus | AnalysisRefusal | null;

/** The service does not fix the code for a plan without AI (Errors): it is the sandbox's. */
const WITHOUT_AI = 'PLAN_WITHOUT_AI_ANALYSIS';

/** What a failure to read the status says. A 403 may mean more than the plan (Errors), and then says no more. */
export function analysisRefusal(failure: object): AnalysisRefusal {
  if ('code' in failure && failure.code === WITHOUT_AI) return 'notInPlan';
  return 'status' in failure && failure.status === 403 ? 'notPermitted' : 'failed';
}

/** The line on the longitudinal analysis: made or not, when, whether it is current, and that it is made by AI. */
export function sayAnalysis({ words, format }: WholeSpeech, known: AnalysisKnown): string {
  const { analysis } = words;
  if (known === null) return analysis.reading;
  if (typeof known === 'string') return analysis[known];
  if (!known.hasAnalysis) return analysis.none;
  const at = Date.parse(known.analysisGeneratedAt ?? '');
  const { isStale } = known;
  return [
    analysis.made(Number.isNaN(at) ? null : format.day(at)),
    analysis.isStale[isStale == null ? 'unknown' : isStale ? 'yes' : 'no'],
    analysis.note,
  ].join(' ');
}
