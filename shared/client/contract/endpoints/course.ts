import * as z from 'zod/mini';
import type { Call } from '../endpoint.ts';
import { count, dateTime, uuid } from '../param.ts';
import { InstrumentGlance, ScaleGlance } from '../resources/instrument.ts';
import { ScoreGraphGlance } from '../resources/score-graph.ts';
import { ScoredGlance, SubmissionGlance } from '../resources/submission.ts';

/**
 * The calls that courses are read with, each declared once: how it is asked for stands here, who
 * may and what comes of it with the endpoint. The endpoint reads all that the service sends, a glance reads only
 * what is drawn and spoken of. What a glance does not read cannot break it, and it is little code in a page.
 *
 * @module
 */

/** How `getScoreGraph` is asked for. */
export const scoreGraphCall = {
  id: 'getScoreGraph',
  method: 'GET',
  path: '/professionals/{professionalId}/patients/{patientId}/forms/{formId}/score-graph',
  body: null,
  query: { startDate: dateTime, endDate: dateTime },
  effect: 'read',
} as const;

/** How `getInstrument` is asked for. */
export const instrumentCall = {
  id: 'getInstrument',
  method: 'GET',
  path: '/forms/{formId}',
  body: null,
  query: {},
  effect: 'read',
} as const;

/** How `listPatientSubmissions` is asked for. */
export const patientSubmissionsCall = {
  id: 'listPatientSubmissions',
  method: 'GET',
  path: '/professionals/{professionalId}/patients/{patientId}/forms/submissions',
  body: null,
  query: { limit: count, offset: count },
  effect: 'read',
} as const;

/** How `listSubmissions` is asked for, as far as the courses of a list of patients need it. */
export const submissionsCall = {
  id: 'listSubmissions',
  method: 'GET',
  path: '/professionals/{professionalId}/forms/submissions',
  body: null,
  query: { formTemplateId: uuid, limit: count, offset: count },
  effect: 'read',
} as const;

/** A patient's course on one instrument, as far as it is drawn and spoken of. */
export const glanceAtScoreGraph = { ...scoreGraphCall, response: ScoreGraphGlance } satisfies Call;
/** An instrument's name and directions. */
export const glanceAtInstrument = { ...instrumentCall, response: InstrumentGlance } satisfies Call;
/** Submissions of one patient, of every instrument, as far as a course needs them. */
export const glanceAtSubmissions = {
  ...patientSubmissionsCall,
  response: z.array(SubmissionGlance),
} satisfies Call;

const Scored = z.array(ScoredGlance);
/** An instrument's scale. */
export const glanceAtScale = { ...instrumentCall, response: ScaleGlance } satisfies Call;
/** Submissions of all patients of a professional with their scores: what a page of courses is drawn from. */
export const glanceAtScores = { ...submissionsCall, response: Scored } satisfies Call;
/** The same of one patient, of every instrument. */
export const glanceAtPatientScores = { ...patientSubmissionsCall, response: Scored } satisfies Call;
