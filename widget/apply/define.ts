/**
 * Registers `<instrument-apply>` under its own name.
 *
 * @module
 */
import { InstrumentApply } from './element.ts';

InstrumentApply.define();

export * from './index.ts';
