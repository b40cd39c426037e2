/**
 * The deliveries of the service: `POST /webhooks`, the inbox behind it, and the partner's own `onEvent`.
 *
 * @module
 */
export type { PanelEvent } from './event.ts';
export type { DeliveryContext, OnEvent, WebhookOptions } from './options.ts';
export { ReplayError, replay } from './replay.ts';
export { createWebhooks, type Webhooks } from './webhooks.ts';
