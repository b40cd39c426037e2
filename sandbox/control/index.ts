/**
 * The sandbox's control pages at `/sandbox`: clock, people, outbox, deliveries, faults, requests and stories, for
 * people; programs have the JSON addresses beside them. Server rendered, without a script.
 *
 * @module
 */

import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { assetHeaders, PAGE_HEADERS } from '../pages/document.ts';
import { FORM_LIMIT_BYTES, keepLanguage } from '../pages/requests.ts';
import { ClockBusyError, createClockMover } from './clock.ts';
import { addFaults } from './faults.ts';
import { addOverview } from './overview.ts';
import {
  type ControlDependencies,
  HOME,
  LANGUAGE_COOKIE,
  PAGES,
  STYLESHEET_PATH,
  sendControlPage,
  sentence,
} from './page.ts';
import { addPeople } from './people.ts';
import { addReset } from './reset.ts';
import { type AskAs, createStories } from './stories.ts';
import { addStories } from './story-pages.ts';
import { STYLESHEET } from './stylesheet.ts';
import { addTraffic } from './traffic.ts';

/** Tells whether a path is that of a control page; the JSON addresses under `/sandbox` are none. */
export const isControlPage = (pathname: string): boolean =>
  pathname === HOME || pathname === `${HOME}/` || pathname.startsWith(`${PAGES}/`);

const HEADERS = {
  ...PAGE_HEADERS,
  // Not no-referrer: it would turn the Origin of these pages' own forms into "null".
  'Referrer-Policy': 'same-origin',
  Vary: 'Accept-Language, Cookie',
} as const;

/**
 * Tells whether a page of this sandbox sent the form. The pages ask for no credentials, so another site's form must
 * be refused. A browser says where a POST comes from; a POST that does not say is refused too.
 */
function isOwnPost(request: Request): boolean {
  const site = request.headers.get('Sec-Fetch-Site');
  const origin = request.headers.get('Origin');
  if (site !== null && site !== 'same-origin') return false;
  if (origin === null) return site === 'same-origin';
  // The host alone: behind a proxy that ends TLS the sandbox does not know its own scheme.
  return URL.parse(origin)?.host === new URL(request.url).host;
}

/**
 * Creates the pages. Each request passes the rules for headers, origin and size first. An unexpected error rejects.
 *
 * @param ask calls a service as over HTTP, without faults and without the request log
 * @param report receives unexpected errors
 */
export function createControlPages(
  parts: Omit<ControlDependencies, 'mover'>,
  ask: AskAs,
  report: (error: unknown) => void,
): (request: Request) => Promise<Response> {
  const mover = createClockMover(parts.service);
  const control = { ...parts, mover };
  const app = new Hono({ strict: false });
  const refuse = (
    c: Context,
    why: 'foreign' | 'tooLarge' | 'notFound' | 'busy',
    status: 403 | 404 | 409 | 413,
  ) =>
    sendControlPage(
      c,
      control,
      ({ words }) => ({ title: words[`${why}Title`], content: sentence(words[why]), status }),
      HOME,
    );

  app.get(STYLESHEET_PATH, () => new Response(STYLESHEET, { headers: assetHeaders('css') }));

  app.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(HEADERS)) c.res.headers.set(name, value);
  });
  app.use(async (c, next) =>
    c.req.method === 'GET' || c.req.method === 'HEAD' || isOwnPost(c.req.raw)
      ? next()
      : refuse(c, 'foreign', 403),
  );
  app.use(bodyLimit({ maxSize: FORM_LIMIT_BYTES, onError: (c) => refuse(c, 'tooLarge', 413) }));
  app.use(keepLanguage(LANGUAGE_COOKIE, HOME, () => ''));
  app.use(async (_c, next) => {
    control.service.runDue();
    await next();
  });

  for (const addPages of [addOverview, addPeople, addTraffic, addFaults]) addPages(app, control);
  const stories = createStories(parts.service, mover, ask, report);
  addStories(app, control, stories);
  addReset(app, control, stories.forget);

  app.notFound((c) => refuse(c, 'notFound', 404));
  app.onError((error, c) => {
    // The caller answers unexpected errors, with a trace id.
    if (!(error instanceof ClockBusyError)) throw error;
    return refuse(c, 'busy', 409);
  });
  return async (request) => app.fetch(request);
}
