/**
 * Registers `<instrument-sparkline>` alone: for lists, where the panel's code is not needed.
 *
 * @module
 */
import { InstrumentSparkline } from './element.ts';

InstrumentSparkline.define();

export { configure, logout } from '../configure.ts';
export { InstrumentSparkline };
