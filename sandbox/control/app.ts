import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { setCookie } from 'hono/cookie';
import { PAGE_HEADERS, STYLESHEET_HEADERS } from '../patient/secure-headers.ts';
import { ClockBusyError } from './clock/mover.ts';
import { frameOf, type Ground, isLanguage, LANGUAGE_COOKIE, show } from './ground.ts';
import { HOME, PAGES, STYLESHEET_PATH, sentence } from './html/layout.ts';
import { isOwnPost } from './own-post.ts';
import { faultPages } from './routes/faults.ts';
import { overviewPages } from './routes/overview.ts';
import { peoplePages } from './routes/people.ts';
import { storyPages } from './routes/stories.ts';
import { trafficPages } from './routes/traffic.ts';
import { STYLESHEET } from './stylesheet.ts';

const FORM_BYTES = 16_384;
const YEAR = 365 * 86_400;
const HEADERS = {
  ...PAGE_HEADERS,
  // Not no-referrer: it would turn the Origin of these pages' own forms into "null".
  'Referrer-Policy': 'same-origin',
  Vary: 'Accept-Language, Cookie',
} as const;

/** The control pages' routes. Every request passes the rules for headers, origin and size before a page sees it. */
export function createApp(ground: Ground): Hono {
  const app = new Hono({ strict: false });

  app.get(STYLESHEET_PATH, () => new Response(STYLESHEET, { headers: STYLESHEET_HEADERS }));

  app.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(HEADERS)) c.res.headers.set(name, value);
  });
  app.use(async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD' || isOwnPost(c.req.raw)) return next();
    const frame = frameOf(c, ground, HOME);
    return show(c, frame, frame.words.foreignTitle, sentence(frame.words.foreign), 403);
  });
  app.use(
    bodyLimit({
      maxSize: FORM_BYTES,
      onError: (c) => {
        const frame = frameOf(c, ground, HOME);
        return show(c, frame, frame.words.tooLargeTitle, sentence(frame.words.tooLarge), 413);
      },
    }),
  );
  app.use(async (c, next) => {
    const language = c.req.query('lang');
    if (c.req.method !== 'GET' || !isLanguage(language)) return next();
    setCookie(c, LANGUAGE_COOKIE, language, { path: HOME, sameSite: 'Lax', httpOnly: true, maxAge: YEAR });
    return c.redirect(c.req.path, 303);
  });
  app.use(async (_c, next) => {
    ground.service.runDue();
    await next();
  });

  app.route(HOME, overviewPages(ground));
  app.route(PAGES, peoplePages(ground));
  app.route(PAGES, trafficPages(ground));
  app.route(PAGES, faultPages(ground));
  app.route(PAGES, storyPages(ground));

  app.notFound((c) => {
    const frame = frameOf(c, ground, HOME);
    return show(c, frame, frame.words.notFoundTitle, sentence(frame.words.notFound), 404);
  });
  app.onError((error, c) => {
    // Whoever serves these pages answers what nobody expected, under a trace id.
    if (!(error instanceof ClockBusyError)) throw error;
    const frame = frameOf(c, ground, HOME);
    return show(c, frame, frame.words.busyTitle, sentence(frame.words.busy), 409);
  });
  return app;
}
