/** Summaries that a page reads once its graph is shown: apart, so that they come with the code that reads them. @module */
export { LongitudinalAnalysisStatus } from './resources/score-graph.ts';
export { SubmissionSummary } from './resources/submission.ts';
