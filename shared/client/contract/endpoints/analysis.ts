import type { Call } from '../endpoint.ts';
import { LongitudinalAnalysisStatus } from '../resources/analysis.ts';

/**
 * How `getLongitudinalAnalysisStatus` is asked for, apart from who may: a page that only calls it loads no more
 * of the declaration.
 */
export const analysisStatusCall = {
  id: 'getLongitudinalAnalysisStatus',
  method: 'GET',
  path: '/professionals/{professionalId}/patients/{patientId}/forms/{formId}/longitudinal-analysis/status',
  body: null,
  query: {},
  response: LongitudinalAnalysisStatus,
  effect: 'read',
} as const satisfies Call;
