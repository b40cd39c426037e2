import { readCall } from '../endpoint.ts';
import { LongitudinalAnalysisStatus, SubmissionSummary } from '../later-summaries.ts';

/** Calls of a page that has shown its graph: apart, so that they come with the code that makes them. */

/** Reads whether there is an analysis of a patient's scores. */
export const getAnalysisStatus = readCall(
  'getLongitudinalAnalysisStatus',
  '/professionals/{professionalId}/patients/{patientId}/forms/{formId}/longitudinal-analysis/status',
  LongitudinalAnalysisStatus,
);

/** Reads one submission with its answers, as far as a sentence on its risk needs them. */
export const getSubmissionSummary = readCall(
  'getSubmission',
  '/professionals/{professionalId}/forms/submissions/{submissionId}',
  SubmissionSummary,
);
