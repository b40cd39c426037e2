import * as z from 'zod/mini';
import { DateTime, maybe, Uuid } from '../field.ts';

/** Longitudinal analysis status; reading it does not trigger AI generation. */
export const LongitudinalAnalysisStatus = z.object({
  hasAnalysis: z.boolean(),
  isStale: maybe(z.boolean()),
  analysisId: maybe(Uuid),
  analysisGeneratedAt: maybe(DateTime),
  latestSubmissionAt: maybe(DateTime),
});
export type LongitudinalAnalysisStatus = z.infer<typeof LongitudinalAnalysisStatus>;
