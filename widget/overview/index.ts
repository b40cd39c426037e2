/**
 * `<instrument-overview>`, apart from the panel, which it fetches when a row is opened. Importing this registers nothing:
 * call `InstrumentOverview.define()`, or import `@instrument-panel/widget/overview/define`. @module
 */
export type { TreatmentEvent } from '@instrument-panel/shared/score/treatments';
export type { OverviewMessages } from '@instrument-panel/shared/words/overview';
export { InstrumentOverview } from './element.ts';
