import { readCall } from '../endpoint.ts';
import { LongitudinalAnalysisStatus } from '../later-summaries.ts';

/** Reads whether there is an analysis of a patient's scores. Apart, since a page reads it after the graph is shown. */
export const getAnalysisStatus = readCall(
  'getLongitudinalAnalysisStatus',
  '/professionals/{professionalId}/patients/{patientId}/forms/{formId}/longitudinal-analysis/status',
  LongitudinalAnalysisStatus,
);
