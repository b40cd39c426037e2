/**
 * `<instrument-apply>`, apart from the panel, which a page can have without it. Importing this registers nothing:
 * call `InstrumentApply.define()`, or import `@instrument-panel/widget/apply/define`. @module
 */
export { ApplyError } from '@instrument-panel/shared/ui/apply';
export type { ApplyMessages, ApplyProblem } from '@instrument-panel/shared/words/apply';
export { type Applied, InstrumentAppliedEvent } from '../events.ts';
export { InstrumentApply } from './element.ts';
export type { ApplyStatus } from './status.ts';
