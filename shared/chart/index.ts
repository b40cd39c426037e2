/** The renderers of a score view. No markup is parsed, so they work under a strict policy with Trusted Types. */

export * from './pointer.ts';
export * from './score-graph.ts';
export * from './sparkline.ts';
export * from './styles.ts';
