/** Applying instruments to a patient, from the library to the link: the flow, and its view. @module */
export { ApplyFlow } from './flow.ts';
export { ApplyError, toApplyProblem } from './problem.ts';
export { createApplyService } from './service.ts';
export type { Battery } from './sets.ts';
export type { ApplyState } from './state.ts';
export { applyStyles } from './styles.ts';
export { type ApplySpeech, applyTemplate, createApplyView } from './view.ts';
