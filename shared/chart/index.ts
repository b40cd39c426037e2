/**
 * The renderers of a score view. They make elements by the DOM only: no markup is parsed, so they work in a
 * shadow root under a strict Content-Security-Policy with Trusted Types.
 *
 * @module
 */
export * from './pointer.ts';
export * from './score-graph.ts';
export * from './sparkline.ts';
export * from './styles.ts';
