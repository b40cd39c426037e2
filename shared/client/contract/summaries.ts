import * as z from 'zod/mini';
import { ScoredSubmission, SubmissionSummary } from './resources/submission.ts';

/**
 * The schemas by which a page reads. The browser's build puts plans in place of this module (scripts/read-plans.ts), so
 * that a page reads without zod.
 *
 * @module
 */
export { ErrorResponse } from './errors.ts';
export { EventHint } from './proxy-api/events.ts';
export { InstrumentSummary, ScaleSummary } from './resources/instrument.ts';
export { ScoreGraphSummary } from './resources/score-graph.ts';

export const SubmissionSummaries = z.array(SubmissionSummary);
export const ScoredSubmissions = z.array(ScoredSubmission);
