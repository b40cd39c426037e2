import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { count, dateTime, text } from '../param.ts';
import { InstrumentGlance } from '../resources/instrument.ts';
import { ScoreGraphGlance } from '../resources/score-graph.ts';
import { SubmissionGlance } from '../resources/submission.ts';

/**
 * The three calls that a patient's course is read with, each declared once but for its response: the contract
 * reads all that the service sends, a glance reads only what is drawn and spoken of. What a glance does not read
 * cannot break it, and it is a tenth of the code in a page.
 *
 * @module
 */

/** `getScoreGraph`, but for its response. */
export const scoreGraphCall = {
  id: 'getScoreGraph',
  method: 'GET',
  path: '/professionals/{professionalId}/patients/{patientId}/forms/{formId}/score-graph',
  summary: "Read a patient's score graph",
  section: 'Reports',
  query: { startDate: dateTime, endDate: dateTime },
  effect: 'read',
  action: 'read',
  patient: { at: 'path' },
  access: { professional: 'own', patient: 'self', operations: 'any' },
} as const;

/** `getInstrument`, but for its response. */
export const instrumentCall = {
  id: 'getInstrument',
  method: 'GET',
  path: '/forms/{formId}',
  summary: 'Read an instrument',
  section: 'Instruments',
  query: { format: text },
  binary: 'application/pdf',
  effect: 'read',
  action: 'read',
  patient: { at: 'none' },
  access: { professional: 'any', patient: 'any', operations: 'any' },
} as const;

/** `listPatientSubmissions`, but for its response. */
export const patientSubmissionsCall = {
  id: 'listPatientSubmissions',
  method: 'GET',
  path: '/professionals/{professionalId}/patients/{patientId}/forms/submissions',
  summary: 'List the submissions of a patient',
  section: 'Submissions',
  query: { limit: count, offset: count },
  effect: 'read',
  action: 'read',
  patient: { at: 'path' },
  access: { professional: 'own', patient: 'self', operations: 'any' },
} as const;

/** A patient's course on one instrument, as far as it is drawn and spoken of. */
export const glanceAtScoreGraph = endpoint({ ...scoreGraphCall, response: ScoreGraphGlance });
/** An instrument's name and directions. */
export const glanceAtInstrument = endpoint({ ...instrumentCall, response: InstrumentGlance });
/** Submissions of one patient, of every instrument, as far as a course needs them. */
export const glanceAtSubmissions = endpoint({
  ...patientSubmissionsCall,
  response: z.array(SubmissionGlance),
});
