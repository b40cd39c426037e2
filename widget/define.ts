/**
 * Registers the elements under their own names: a script tag with this module is all that a page needs.
 *
 * @module
 */
import { InstrumentPanel } from './panel/element.ts';

InstrumentPanel.define();

export * from './index.ts';
