import { readCall } from '../endpoint.ts';
import { WholeInstrument, WholeSubmission } from '../item-summaries.ts';

/** The calls of a page that shows a submission with all its answers: those of their endpoints, without zod. */

/** Reads one submission, whole. */
export const readSubmission = readCall(
  'getSubmission',
  '/professionals/{professionalId}/forms/submissions/{submissionId}',
  WholeSubmission,
);

/** Reads an instrument with its questions, options, subscales and ranges. */
export const readInstrument = readCall('getInstrument', '/forms/{formId}', WholeInstrument);
