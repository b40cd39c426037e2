import { endpoint } from '../endpoint.ts';
import { ScoreGraph } from '../resources/score-graph.ts';
import { getAnalysisStatus } from './later.ts';
import { getScoreGraphSummary } from './summaries.ts';

/** A patient's course on one instrument; "only answers within the range are considered". */
export const getScoreGraph = endpoint('getScoreGraph', {
  ...getScoreGraphSummary,
  summary: "Read a patient's score graph",
  action: 'read',
  patient: { at: 'path' },
  access: { professional: 'own', patient: 'self', operations: 'any' },
  response: ScoreGraph,
});

/** Whether an analysis of the course exists and is stale; 403 when the plan does not include AI analysis. */
export const getLongitudinalAnalysisStatus = endpoint('getLongitudinalAnalysisStatus', {
  ...getAnalysisStatus,
  summary: 'Read the status of the longitudinal analysis',
  action: 'read',
  patient: { at: 'path' },
  access: { professional: 'own', patient: 'deny', operations: 'any' },
});
