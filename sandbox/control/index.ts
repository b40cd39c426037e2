/**
 * The sandbox's control pages at `/sandbox`: clock, people, outbox, deliveries, faults, requests and stories, for
 * people; programs have the JSON addresses beside them. Server rendered, without a script.
 *
 * @module
 */

import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { setCookie } from 'hono/cookie';
import { PAGE_HEADERS, STYLESHEET_HEADERS } from '../pages/document.ts';
import { isSandboxLanguage } from '../words/index.ts';
import { ClockBusyError, createClockMover } from './clock.ts';
import { faultPages } from './faults.ts';
import { HOME, PAGES, STYLESHEET_PATH, sentence } from './layout.ts';
import { overviewPages } from './overview.ts';
import { peoplePages } from './people-pages.ts';
import {
  type ControlDependencies,
  type ControlOptions,
  createControlFrame,
  isOwnPost,
  LANGUAGE_COOKIE,
  sendControlPage,
} from './request.ts';
import { createStories } from './stories.ts';
import { storyPages } from './story-pages.ts';
import { STYLESHEET } from './stylesheet.ts';
import { trafficPages } from './traffic.ts';

export type { ControlOptions } from './request.ts';

/** Tells whether a path is that of a control page; the JSON addresses under `/sandbox` are none. */
export const isControlPage = (pathname: string): boolean =>
  pathname === HOME || pathname === `${HOME}/` || pathname.startsWith(`${PAGES}/`);

/** Creates the pages. An unexpected error rejects. */
export function createControlPages(parts: ControlOptions): (request: Request) => Promise<Response> {
  const mover = createClockMover(parts.service);
  const stories = createStories({ service: parts.service, mover, ask: parts.ask }, parts.report);
  const app = createApp({ ...parts, mover, stories });
  return async (request) => app.fetch(request);
}

const MAX_FORM_BYTES = 16_384;
const YEAR_SECONDS = 365 * 86_400;
const HEADERS = {
  ...PAGE_HEADERS,
  // Not no-referrer: it would turn the Origin of these pages' own forms into "null".
  'Referrer-Policy': 'same-origin',
  Vary: 'Accept-Language, Cookie',
} as const;

/** Creates the control pages' routes. Each request passes the rules for headers, origin and size first. */
function createApp(control: ControlDependencies): Hono {
  const app = new Hono({ strict: false });

  app.get(STYLESHEET_PATH, () => new Response(STYLESHEET, { headers: STYLESHEET_HEADERS }));

  app.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(HEADERS)) c.res.headers.set(name, value);
  });
  app.use(async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD' || isOwnPost(c.req.raw)) return next();
    const frame = createControlFrame(c, control, HOME);
    return sendControlPage(c, frame, frame.words.foreignTitle, sentence(frame.words.foreign), 403);
  });
  app.use(
    bodyLimit({
      maxSize: MAX_FORM_BYTES,
      onError: (c) => {
        const frame = createControlFrame(c, control, HOME);
        return sendControlPage(c, frame, frame.words.tooLargeTitle, sentence(frame.words.tooLarge), 413);
      },
    }),
  );
  app.use(async (c, next) => {
    const language = c.req.query('lang');
    if (c.req.method !== 'GET' || !isSandboxLanguage(language)) return next();
    setCookie(c, LANGUAGE_COOKIE, language, {
      path: HOME,
      sameSite: 'Lax',
      httpOnly: true,
      maxAge: YEAR_SECONDS,
    });
    return c.redirect(c.req.path, 303);
  });
  app.use(async (_c, next) => {
    control.service.runDue();
    await next();
  });

  app.route(HOME, overviewPages(control));
  app.route(PAGES, peoplePages(control));
  app.route(PAGES, trafficPages(control));
  app.route(PAGES, faultPages(control));
  app.route(PAGES, storyPages(control));

  app.notFound((c) => {
    const frame = createControlFrame(c, control, HOME);
    return sendControlPage(c, frame, frame.words.notFoundTitle, sentence(frame.words.notFound), 404);
  });
  app.onError((error, c) => {
    // The caller answers unexpected errors, with a trace id.
    if (!(error instanceof ClockBusyError)) throw error;
    const frame = createControlFrame(c, control, HOME);
    return sendControlPage(c, frame, frame.words.busyTitle, sentence(frame.words.busy), 409);
  });
  return app;
}
