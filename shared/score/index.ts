/** From what the service sends of a course to what is drawn and said: pure functions, no DOM. */

export * from './bands.ts';
export * from './change.ts';
export * from './color.ts';
export * from './nearest.ts';
export * from './risk.ts';
export * from './score-view.ts';
export * from './short-view.ts';
export type * from './view.ts';
