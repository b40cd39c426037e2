/** Every resource of the service (docs/service.md#resources). */
export * from './analysis.ts';
export * from './application.ts';
export * from './classification.ts';
export * from './instrument.ts';
export * from './notification.ts';
export * from './patient.ts';
export * from './professional.ts';
export * from './question.ts';
export * from './recommendation.ts';
export * from './score-graph.ts';
export * from './submission.ts';
