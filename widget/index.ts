/**
 * The package's main entry. Importing it registers nothing: call `InstrumentPanel.define()`, or import
 * `@instrument-panel/widget/define`. @module
 */
export type { InstrumentApply } from './apply/element.ts';
export type { InstrumentCaseload } from './caseload/element.ts';
export { configure, type KitOptions, logout, type PanelScope } from './configure.ts';
export type { Status } from './element.ts';
export {
  type Applied,
  type Failed,
  type InstrumentAppliedEvent,
  InstrumentErrorEvent,
  InstrumentLoadEvent,
  type InstrumentOpenEvent,
  InstrumentPartialEvent,
  InstrumentSelectEvent,
  type LoadEventDetail,
  type Opened,
  type Selected,
  type Unread,
} from './events.ts';
export type { InstrumentOverview } from './overview/element.ts';
export type { PanelData } from './panel/data.ts';
export { InstrumentPanel } from './panel/element.ts';
export { PanelError } from './panel/problem.ts';
export type { InstrumentSeenBy } from './seen-by/element.ts';
export type { InstrumentSparkline } from './sparkline/element.ts';
