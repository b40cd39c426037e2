import type { Call } from '../endpoint.ts';
import {
  InstrumentSummary,
  ScaleSummary,
  ScoredSubmissions,
  ScoreGraphSummary,
  SubmissionSummaries,
} from '../summaries.ts';
import * as calls from './calls.ts';

/**
 * Calls that read only what a page draws and speaks of. What they leave out cannot make an answer unreadable, and
 * they are little code in a page.
 *
 * @module
 */

/** Reads a patient's scores on one instrument. */
export const getScoreGraphSummary = { ...calls.scoreGraphCall, response: ScoreGraphSummary } satisfies Call;
/** Reads the name of an instrument, and which way its scales run. */
export const getInstrumentSummary = { ...calls.instrumentCall, response: InstrumentSummary } satisfies Call;
/** Reads the scale of an instrument's global score. */
export const getScale = { ...calls.instrumentCall, response: ScaleSummary } satisfies Call;
/** Lists submissions of one patient, of every instrument, without their scores. */
export const listSubmissionSummaries = {
  ...calls.patientSubmissionsCall,
  response: SubmissionSummaries,
} satisfies Call;
/** Lists submissions of one patient, of every instrument, with their scores. */
export const listPatientScores = {
  ...calls.patientSubmissionsCall,
  response: ScoredSubmissions,
} satisfies Call;
/** Lists submissions of all patients of a professional, with their scores. */
export const listScores = { ...calls.submissionsCall, response: ScoredSubmissions } satisfies Call;
