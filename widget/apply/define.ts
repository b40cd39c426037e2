/** Registers `<instrument-apply>`. @module */
import { InstrumentApply } from './element.ts';

InstrumentApply.define();

export * from './index.ts';
