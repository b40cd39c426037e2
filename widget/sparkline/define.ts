/**
 * Registers `<instrument-sparkline>` under its own name.
 *
 * @module
 */
import { InstrumentSparkline } from './element.ts';

InstrumentSparkline.define();

export * from './index.ts';
