/** Registers `<instrument-panel>`. @module */
import { InstrumentPanel } from './panel/element.ts';

InstrumentPanel.define();

export * from './index.ts';
