/**
 * The renderer of "Explore": Chart.js on a canvas, from the same views as the SVG graph. It is a file of its own,
 * fetched when somebody explores.
 *
 * @module
 */

export * from './explore.ts';
export * from './lines.ts';
export type { ExploreColors } from './paint.ts';
