/**
 * Applying instruments to a patient, from the library to the link: the flow, and its view in a shadow root. The
 * element of the widget and the panels of the extension put it up; each gives it its own way to the service.
 *
 * @module
 */
export { ApplyFlow } from './flow.ts';
export { ApplyError, toApplyProblem } from './problem.ts';
export { createApplyService } from './service.ts';
export type { ApplyState } from './state.ts';
export { applyStyles } from './styles.ts';
export { type ApplySpeech, applyTemplate, createApplyView } from './view.ts';
