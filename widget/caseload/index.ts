/**
 * `<instrument-caseload>`, apart from the panel, which a list can do without. Importing this registers nothing:
 * call `InstrumentCaseload.define()`, or import `@instrument-panel/widget/caseload/define`. @module
 */
export type { CaseloadMessages } from '@instrument-panel/shared/words/caseload';
export { InstrumentOpenEvent, type Opened } from '../events.ts';
export { InstrumentCaseload } from './element.ts';
