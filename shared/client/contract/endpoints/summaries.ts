import type { Call } from '../endpoint.ts';
import { count, dateTime, uuid } from '../param.ts';
import {
  InstrumentSummary,
  ScaleSummary,
  ScoredSubmissions,
  ScoreGraphSummary,
  SubmissionSummaries,
} from '../summaries.ts';

/**
 * Calls that read only what a page draws and speaks of: what they leave out cannot make an answer unreadable. The
 * endpoints of the same addresses read all that the service sends.
 *
 * @module
 */

/** Reads a patient's scores on one instrument. */
export const getScoreGraphSummary = {
  id: 'getScoreGraph',
  method: 'GET',
  path: '/professionals/{professionalId}/patients/{patientId}/forms/{formId}/score-graph',
  body: null,
  query: { startDate: dateTime, endDate: dateTime },
  effect: 'read',
  response: ScoreGraphSummary,
} as const satisfies Call;

const instrumentCall = {
  id: 'getInstrument',
  method: 'GET',
  path: '/forms/{formId}',
  body: null,
  query: {},
  effect: 'read',
} as const;
/** Reads the name of an instrument, and which way its scales run. */
export const getInstrumentSummary = { ...instrumentCall, response: InstrumentSummary } satisfies Call;
/** Reads the scale of an instrument's global score. */
export const getScale = { ...instrumentCall, response: ScaleSummary } satisfies Call;

const patientSubmissionsCall = {
  id: 'listPatientSubmissions',
  method: 'GET',
  path: '/professionals/{professionalId}/patients/{patientId}/forms/submissions',
  body: null,
  query: { limit: count, offset: count },
  effect: 'read',
} as const;
/** Lists submissions of one patient, of every instrument, without their scores. */
export const listSubmissionSummaries = {
  ...patientSubmissionsCall,
  response: SubmissionSummaries,
} satisfies Call;
/** Lists submissions of one patient, of every instrument, with their scores. */
export const listPatientScores = { ...patientSubmissionsCall, response: ScoredSubmissions } satisfies Call;

/** Lists submissions of all patients of a professional, with their scores. */
export const listScores = {
  id: 'listSubmissions',
  method: 'GET',
  path: '/professionals/{professionalId}/forms/submissions',
  body: null,
  query: { formTemplateId: uuid, limit: count, offset: count },
  effect: 'read',
  response: ScoredSubmissions,
} as const satisfies Call;
