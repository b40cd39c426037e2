/**
 * The proxy's events, as a page hears them. A file of its own, fetched when something is listened to.
 *
 * @module
 */
export type { EventHint } from '../contract/proxy-api/events.ts';
export { mayConcern } from './hint.ts';
export { type ListenOptions, listenToEvents } from './listen.ts';
