/**
 * The sandbox's control pages at `/sandbox`: clock, people, outbox, deliveries, faults, requests and stories, for
 * people; programs have the JSON addresses beside them. Server rendered, without a script.
 *
 * @module
 */
import { createApp } from './app.ts';
import { createMover } from './clock/mover.ts';
import type { ControlParts } from './ground.ts';
import { HOME, PAGES } from './html/layout.ts';
import { createStories } from './story/stories.ts';

export type { ControlParts } from './ground.ts';

/** True for the address of a control page; the JSON addresses under `/sandbox` are none. */
export const isControlPage = (pathname: string): boolean =>
  pathname === HOME || pathname === `${HOME}/` || pathname.startsWith(`${PAGES}/`);

/** Makes the pages. What goes wrong unexpectedly rejects. */
export function createControlPages(parts: ControlParts): (request: Request) => Promise<Response> {
  const mover = createMover(parts.service);
  const stories = createStories({ service: parts.service, mover, ask: parts.ask }, parts.report);
  const app = createApp({ ...parts, mover, stories });
  return async (request) => app.fetch(request);
}
