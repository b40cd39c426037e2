/** Registers `<instrument-panel>`. @module */
import './panel/define.ts';

export * from './index.ts';
