/** The renderer of "Explore": a file of its own, fetched when the explorer is opened. */

export * from './explore.ts';
export * from './lines.ts';
export type { Cursor, ExploreColors, Row } from './paint.ts';
