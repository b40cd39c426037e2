/** The service's interface, declared once: resources, endpoints, errors, states and webhooks. */

export * from './endpoint.ts';
export { ENDPOINTS } from './endpoints/all.ts';
export * from './endpoints/apply.ts';
export * from './endpoints/index.ts';
export * from './endpoints/item.ts';
export * from './endpoints/later.ts';
export * from './endpoints/summaries.ts';
export { endsOfRanges } from './ends.ts';
export * from './errors.ts';
export { DateTime, Id, maybe, textInput, Uuid, uuidInput } from './field.ts';
export * from './limits.ts';
export * from './open-states.ts';
export { INVALID, type Param } from './param.ts';
export { type Schema, type SentOf, summary, type ValueOf } from './plan.ts';
export * from './resources/index.ts';
export * from './roles.ts';
export * from './route.ts';
export * from './states.ts';
export { unreadFields } from './unread-fields.ts';
export * from './views.ts';
export * from './visibility.ts';
export * from './webhook.ts';
