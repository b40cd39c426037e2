import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { count, dateTime, listOf } from '../param.ts';
import { Submission } from '../resources/submission.ts';
import { SUBMISSION_STATUSES } from '../states.ts';
import { listScores, listSubmissionSummaries } from './summaries.ts';

/** Submissions of one patient, of every instrument. */
export const listPatientSubmissions = endpoint('listPatientSubmissions', {
  ...listSubmissionSummaries,
  summary: 'List the submissions of a patient',
  action: 'read',
  patient: { at: 'path' },
  access: { professional: 'own', patient: 'self', operations: 'any' },
  response: z.array(Submission),
});

/** Cancels a pending submission; recorded answers are kept. The answer is the submission, in part (chosen). */
export const cancelSubmission = endpoint('cancelSubmission', {
  method: 'POST',
  path: '/professionals/{professionalId}/forms/submissions/{submissionId}/cancel',
  summary: 'Cancel a pending submission',
  response: z.partial(Submission),
  action: 'apply',
  patient: { at: 'submission' },
  access: { professional: 'own', patient: 'deny', operations: 'any' },
});

/** Reads a submission with its answers, scores and classification. */
export const getSubmission = endpoint('getSubmission', {
  path: '/professionals/{professionalId}/forms/submissions/{submissionId}',
  summary: 'Read a submission',
  response: Submission,
  action: 'read',
  patient: { at: 'response', field: 'patientId' },
  access: { professional: 'own', patient: 'self', operations: 'any' },
});

/** Permanently deletes a submission from the patient's history. */
export const deleteSubmission = endpoint('deleteSubmission', {
  method: 'DELETE',
  path: '/professionals/{professionalId}/forms/submissions/{submissionId}',
  summary: 'Delete a submission',
  response: z.object({}),
  action: 'erase',
  patient: { at: 'submission' },
  access: { professional: 'own', patient: 'deny', operations: 'any' },
});

/** Submissions of all patients of the professional. */
export const listSubmissions = endpoint('listSubmissions', {
  ...listScores,
  summary: 'List the submissions of a professional',
  query: {
    status: listOf(SUBMISSION_STATUSES),
    formTemplateId: listScores.query.formTemplateId,
    formApplicationId: count,
    startDate: dateTime,
    endDate: dateTime,
    limit: listScores.query.limit,
    offset: listScores.query.offset,
  },
  response: z.array(Submission),
  action: 'read',
  patient: { at: 'items', field: 'patientId' },
  access: { professional: 'own', patient: 'deny', operations: 'any' },
});
