import { count, dateTime, uuid } from '../param.ts';

/**
 * How the calls are made that have two forms: the endpoint reads all that the service sends, its summary
 * (summaries.ts) reads only what is drawn and spoken of.
 *
 * @module
 */

/** Method, path and query of `getScoreGraph`. */
export const scoreGraphCall = {
  id: 'getScoreGraph',
  method: 'GET',
  path: '/professionals/{professionalId}/patients/{patientId}/forms/{formId}/score-graph',
  body: null,
  query: { startDate: dateTime, endDate: dateTime },
  effect: 'read',
} as const;

/** Method, path and query of `getInstrument`. */
export const instrumentCall = {
  id: 'getInstrument',
  method: 'GET',
  path: '/forms/{formId}',
  body: null,
  query: {},
  effect: 'read',
} as const;

/** Method, path and query of `listPatientSubmissions`. */
export const patientSubmissionsCall = {
  id: 'listPatientSubmissions',
  method: 'GET',
  path: '/professionals/{professionalId}/patients/{patientId}/forms/submissions',
  body: null,
  query: { limit: count, offset: count },
  effect: 'read',
} as const;

/** Method, path and query of `listSubmissions`, as far as a list of patients needs it. */
export const submissionsCall = {
  id: 'listSubmissions',
  method: 'GET',
  path: '/professionals/{professionalId}/forms/submissions',
  body: null,
  query: { formTemplateId: uuid, limit: count, offset: count },
  effect: 'read',
} as const;

/** Method, path and query of `getLongitudinalAnalysisStatus`. */
export const analysisStatusCall = {
  id: 'getLongitudinalAnalysisStatus',
  method: 'GET',
  path: '/professionals/{professionalId}/patients/{patientId}/forms/{formId}/longitudinal-analysis/status',
  body: null,
  query: {},
  effect: 'read',
} as const;
