/**
 * `GET /events`: what the service told the proxy, passed on to the pages that may know.
 *
 * @module
 */
export { createEvents, type Events } from './events.ts';
export type { EventData } from './frame.ts';
