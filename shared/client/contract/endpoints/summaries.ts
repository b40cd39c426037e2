import { readCall } from '../endpoint.ts';
import { count, dateTime, uuid } from '../param.ts';
import {
  InstrumentSummary,
  ScaleSummary,
  ScoredSubmissions,
  ScoreGraphSummary,
  SubmissionSummaries,
} from '../summaries.ts';

/** Calls that read only what a page draws and speaks of: what they leave out cannot make an answer unreadable. */

/** Reads a patient's scores on one instrument. */
export const getScoreGraphSummary = readCall(
  'getScoreGraph',
  '/professionals/{professionalId}/patients/{patientId}/forms/{formId}/score-graph',
  ScoreGraphSummary,
  'graph',
  { startDate: dateTime, endDate: dateTime },
);

/** Reads the name of an instrument, and which way its scales run. */
export const getInstrumentSummary = readCall(
  'getInstrument',
  '/forms/{formId}',
  InstrumentSummary,
  'instrument',
);
/** Reads the scale of an instrument's global score. */
export const getScale = readCall('getInstrument', '/forms/{formId}', ScaleSummary, 'scale');

const PATIENT_PATH = '/professionals/{professionalId}/patients/{patientId}/forms/submissions';
const paging = { limit: count, offset: count };
/** Lists submissions of one patient, of every instrument, without their scores. */
export const listSubmissionSummaries = readCall(
  'listPatientSubmissions',
  PATIENT_PATH,
  SubmissionSummaries,
  'submissions',
  paging,
);
/** Lists submissions of one patient, of every instrument, with their scores. */
export const listPatientScores = readCall(
  'listPatientSubmissions',
  PATIENT_PATH,
  ScoredSubmissions,
  'scores',
  paging,
);

/** Lists submissions of all patients of a professional, with their scores. */
export const listScores = readCall(
  'listSubmissions',
  '/professionals/{professionalId}/forms/submissions',
  ScoredSubmissions,
  undefined,
  { formTemplateId: uuid, ...paging },
);
