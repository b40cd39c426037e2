/** Every resource of the service (docs/service.md#resources). */

export * from './instrument.ts';
export * from './people.ts';
export * from './recommendation.ts';
export * from './score-graph.ts';
export * from './submission.ts';
