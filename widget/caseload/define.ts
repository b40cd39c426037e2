/** Registers `<instrument-caseload>`. @module */
import { InstrumentCaseload } from './element.ts';

InstrumentCaseload.define();

export * from './index.ts';
