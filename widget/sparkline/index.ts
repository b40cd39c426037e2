/**
 * `<instrument-sparkline>`, apart from the panel, which a list can do without. Importing this registers nothing:
 * call `InstrumentSparkline.define()`, or import `@instrument-panel/widget/sparkline/define`. @module
 */
export type { SparklineMessages } from '@instrument-panel/shared/words/compiled/sparkline/en';
export { InstrumentSparkline } from './element.ts';
export type { SparklineData } from './read.ts';
