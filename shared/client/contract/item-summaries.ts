import { getInstrument } from './endpoints/instruments.ts';
import { getSubmission } from './endpoints/submissions.ts';

/** The schemas by which a page reads a submission with all its answers: apart, so that they come with the code that reads them. @module */
export const WholeSubmission = getSubmission.response;
export const WholeInstrument = getInstrument.response;
