/** Registers `<instrument-panel>`, without exporting anything: for elements that open a panel. @module */
import { InstrumentPanel } from './element.ts';

InstrumentPanel.define();
