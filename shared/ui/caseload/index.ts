/** All patients of a professional, in groups by facts: the order, and its view. @module */
export type { CaseloadChoice } from './arrange.ts';
export type { CaseloadProgress } from './head.ts';
export type { CaseloadSpeech } from './say.ts';
export { caseloadStyles } from './styles.ts';
export { type CaseloadActs, type CaseloadMessage, CaseloadView, caseloadTemplate } from './view.ts';
