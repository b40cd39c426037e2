import type { Reply } from '@instrument-panel/client';
import type { LongitudinalAnalysisStatus } from '@instrument-panel/client/contract';
import { answeredAt } from '../score/latest.ts';

/** Returns the status of an analysis without its date where that lies after the service's own clock. */
export function toAnalysis({
  data,
  sentAt,
}: Pick<Reply<LongitudinalAnalysisStatus>, 'data' | 'sentAt'>): LongitudinalAnalysisStatus {
  return answeredAt(data.analysisGeneratedAt, sentAt) ? data : { ...data, analysisGeneratedAt: null };
}
