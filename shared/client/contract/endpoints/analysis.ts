import type { Call } from '../endpoint.ts';
import { LongitudinalAnalysisStatus } from '../summaries.ts';

/** Reads whether there is an analysis of a patient's scores. Apart, since a page reads it after the graph is shown. */
export const getAnalysisStatus = {
  id: 'getLongitudinalAnalysisStatus',
  method: 'GET',
  path: '/professionals/{professionalId}/patients/{patientId}/forms/{formId}/longitudinal-analysis/status',
  body: null,
  query: {},
  effect: 'read',
  response: LongitudinalAnalysisStatus,
} as const satisfies Call;
