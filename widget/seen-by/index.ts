/**
 * `<instrument-seen-by>`, apart from the panel, which a page can do without. Importing this registers nothing:
 * call `InstrumentSeenBy.define()`, or import `@instrument-panel/widget/seen-by/define`. @module
 */
export type { SeenByMessages } from '../words/compiled/seen-by/en.js';
export { InstrumentSeenBy } from './element.ts';
