/** Registers `<instrument-sparkline>`. @module */
import { InstrumentSparkline } from './element.ts';

InstrumentSparkline.define();

export * from './index.ts';
