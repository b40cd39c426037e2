/** Registers `<instrument-overview>`. @module */
import { InstrumentOverview } from './element.ts';

InstrumentOverview.define();

export * from './index.ts';
