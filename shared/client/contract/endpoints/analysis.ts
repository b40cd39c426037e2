import type { Call } from '../endpoint.ts';
import { LongitudinalAnalysisStatus } from '../summaries.ts';
import { analysisStatusCall } from './calls.ts';

/**
 * Reads whether there is an analysis of a patient's scores, and how old it is. In a file of its own, since a page reads
 * it after the graph is shown.
 */
export const getAnalysisStatus = {
  ...analysisStatusCall,
  response: LongitudinalAnalysisStatus,
} satisfies Call;
