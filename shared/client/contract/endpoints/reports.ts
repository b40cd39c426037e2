import { endpoint } from '../endpoint.ts';
import { ScoreGraph } from '../resources/score-graph.ts';
import { getAnalysisStatus } from './later.ts';
import { getScoreGraphSummary } from './summaries.ts';

/** Reads a patient's scores on one instrument over time; answers outside the asked time count for nothing in it. */
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
