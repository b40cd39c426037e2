/** All endpoints of the service, in the order of docs/service.md#endpoints. */

export * from './applications.ts';
export * from './instruments.ts';
export * from './notifications.ts';
export * from './patients.ts';
export * from './professionals.ts';
export * from './recommendation.ts';
export * from './reports.ts';
export * from './submissions.ts';
