import { endpoint } from '../endpoint.ts';
import { LongitudinalAnalysisStatus, ScoreGraph } from '../resources/score-graph.ts';
import { analysisStatusCall, scoreGraphCall } from './calls.ts';

const section = 'Reports';

/** A patient's course on one instrument; "only answers within the range are considered". */
export const getScoreGraph = endpoint({
  ...scoreGraphCall,
  summary: "Read a patient's score graph",
  section,
  action: 'read',
  patient: { at: 'path' },
  access: { professional: 'own', patient: 'self', operations: 'any' },
  response: ScoreGraph,
});

/** Whether an analysis of the course exists and is stale; 403 when the plan does not include AI analysis. */
export const getLongitudinalAnalysisStatus = endpoint({
  ...analysisStatusCall,
  summary: 'Read the status of the longitudinal analysis',
  section,
  action: 'read',
  patient: { at: 'path' },
  access: { professional: 'own', patient: 'deny', operations: 'any' },
  response: LongitudinalAnalysisStatus,
});
