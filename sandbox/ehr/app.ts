import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { getCookie } from 'hono/cookie';
import { FORM_LIMIT_BYTES, keepLanguage } from '../pages/requests.ts';
import type { EhrMessages } from '../words/index.ts';
import { createAssets } from './assets.ts';
import { createCaseloadRoutes } from './caseload-page.ts';
import { createChartRoutes } from './chart-routes.ts';
import { SESSION_COOKIE } from './clinic.ts';
import { sentencePage } from './layout.ts';
import type { EhrDependencies, EhrEnv } from './options.ts';
import { createPatientListRoutes } from './patient-list.ts';
import { createPageFrame, type EhrContext, LANGUAGE_COOKIE, sendPage } from './request.ts';
import { besideHost, isOwnPost, otherLoopback, ownOrigin, securityHeaders } from './security.ts';
import { createSignInRoutes } from './sign-in.ts';
import { createTourRoutes } from './tour-routes.ts';

/** Creates the EHR's routes. Each request passes the rules for host, origin and headers before its route. */
export function createApp(ehr: EhrDependencies): Hono<EhrEnv> {
  const { options, sessions } = ehr;
  const { frontEnds = [], proxyUrl } = options;
  const assets = createAssets(options);
  const report = options.log ?? ((line: string) => process.stderr.write(`${line}\n`));
  const app = new Hono<EhrEnv>();
  const refuse = (
    c: EhrContext,
    status: 403 | 404 | 500,
    say: (words: EhrMessages) => readonly [title: string, detail: string, link: string],
    href = '/patients',
  ) => {
    const frame = createPageFrame(c, ehr, '/patients');
    const [title, detail, text] = say(frame.words);
    return sendPage(c, frame, title, sentencePage(title, detail, { href, text }), status);
  };

  app.use(async (c, next) => {
    const origin = ownOrigin(c.req.raw, options.publicUrl);
    if (origin === null) return c.text('This EHR does not answer under that host name.', 421);
    const proxy = besideHost(typeof proxyUrl === 'string' ? proxyUrl : proxyUrl(), origin);
    c.set('origin', origin);
    c.set('proxy', proxy);
    c.set('session', sessions.find(getCookie(c, SESSION_COOKIE)));
    await next();
    const other = otherLoopback(origin);
    const isFramed = frontEnds.some((frontEnd) => frontEnd.isFramed(c.req.path));
    const own = isFramed && other !== null ? [origin, other] : [origin];
    const framing = isFramed || options.tour ? own : null;
    for (const [name, value] of Object.entries(securityHeaders(proxy, framing)))
      c.res.headers.set(name, value);
    return undefined;
  });

  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/assets/:name', async (c, next) => (await assets(c.req.param('name'))) ?? next());

  app.use(async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    if (isOwnPost(c.req.raw, c.var.origin)) return next();
    return refuse(c, 403, (words) => [words.forbiddenTitle, words.forbiddenDetail, words.patients]);
  });
  app.use(bodyLimit({ maxSize: FORM_LIMIT_BYTES }));

  // The whole address: a path of two slashes would be read as another host.
  app.use(keepLanguage(LANGUAGE_COOKIE, '/', (c) => c.var.origin));

  app.get('/', (c) => {
    const isGuided = options.tour && c.req.header('sec-fetch-dest') !== 'iframe';
    return c.redirect(isGuided ? '/tour' : (options.firstPage ?? '/patients'), 303);
  });
  app.route('/', createSignInRoutes(ehr));
  app.route('/', createPatientListRoutes(ehr));
  if (options.hasElements !== false) app.route('/', createCaseloadRoutes(ehr));
  app.route('/', createChartRoutes(ehr));
  if (options.tour) app.route('/', createTourRoutes(ehr));
  for (const { createRoutes } of frontEnds) app.route('/', createRoutes(ehr));

  app.notFound((c) => refuse(c, 404, (words) => [words.notFoundTitle, words.notFoundDetail, words.patients]));
  app.onError(async (error, c) => {
    const place = error.stack?.split('\n').find((line) => /^\s+at /.test(line)) ?? '';
    report(`EHR: ${error.name}${place}`);
    return refuse(c, 500, (words) => [words.brokenTitle, words.brokenDetail, words.retry], c.req.path);
  });
  return app;
}
