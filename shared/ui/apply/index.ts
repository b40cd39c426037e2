/**
 * Applying instruments to a patient, from the library to the link: the flow, and its view in a shadow root. The
 * element of the widget and the panels of the extension put it up; each gives it its own way to the service.
 *
 * @module
 */
export { ApplyFlow, type ApplyFlowDependencies } from './flow.ts';
export type { Step } from './machine.ts';
export { ApplyError, toApplyProblem } from './problem.ts';
export { previewOf } from './schedule.ts';
export { type ApplyService, createApplyService } from './service.ts';
export type { ApplyState } from './state.ts';
export { applyStyles } from './styles.ts';
export { type ApplySpeech, ApplyView, applyTemplate } from './view.ts';
