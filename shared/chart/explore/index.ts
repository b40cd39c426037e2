/** The renderer of "Explore": a file of its own, fetched when somebody explores. */

export * from './explore.ts';
export * from './lines.ts';
export type { Cursor, ExploreColors, Row } from './paint.ts';
