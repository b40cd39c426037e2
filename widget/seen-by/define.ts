/** Registers `<instrument-seen-by>`. @module */
import { InstrumentSeenBy } from './element.ts';

InstrumentSeenBy.define();

export * from './index.ts';
