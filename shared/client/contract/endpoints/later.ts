import { readCall } from '../endpoint.ts';
import {
  ApplicationPlans,
  LongitudinalAnalysisStatus,
  ScaleFacts,
  SubmissionSummary,
} from '../later-summaries.ts';
import { count } from '../param.ts';

/** Calls of a page that has shown its graph: apart, so that they come with the code that makes them. */

/** Reads whether there is an analysis of a patient's scores. */
export const getAnalysisStatus = readCall(
  'getLongitudinalAnalysisStatus',
  '/professionals/{professionalId}/patients/{patientId}/forms/{formId}/longitudinal-analysis/status',
  LongitudinalAnalysisStatus,
  'analysis',
);

/** Reads one submission with its answers, as far as a sentence on its risk needs them. */
export const getSubmissionSummary = readCall(
  'getSubmission',
  '/professionals/{professionalId}/forms/submissions/{submissionId}',
  SubmissionSummary,
  'submission',
);

/** Lists what is asked of one patient: how often, when next, and the last answer. */
export const listApplicationPlans = readCall(
  'listPatientApplications',
  '/professionals/{professionalId}/patients/{patientId}/forms/applications',
  ApplicationPlans,
  'plans',
  { limit: count, offset: count },
);

/** Reads the scale of an instrument, and how many questions it has. */
export const getScaleFacts = readCall('getInstrument', '/forms/{formId}', ScaleFacts, 'scaleFacts');
