/**
 * The service's interface, declared once: resources, endpoints, errors, states and webhooks.
 *
 * @module
 */
export * from './endpoint.ts';
export { ENDPOINTS } from './endpoints/all.ts';
export * from './endpoints/index.ts';
export * from './errors.ts';
export type { Open } from './field.ts';
export { INVALID, type Param, type ParamSchema } from './param.ts';
export * from './resources/index.ts';
export * from './route.ts';
export * from './states.ts';
export * from './views.ts';
export * from './webhook.ts';
