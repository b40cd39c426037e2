import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { getCookie, setCookie } from 'hono/cookie';
import { createAssets } from './http/assets.ts';
import { type EhrEnv, frameOf, type Ground, proxyBeside, SESSION_COOKIE, show } from './http/context.ts';
import { isLanguage, LANGUAGE_COOKIE } from './http/language.ts';
import { isOwnPost, otherLoopback, ownOrigin } from './http/origin.ts';
import { securityHeaders } from './http/security-headers.ts';
import { sentencePage } from './pages/notice.ts';
import { appliedRoutes } from './routes/applied.ts';
import { chartRoutes } from './routes/chart.ts';
import { patientRoutes } from './routes/patients.ts';
import { signInRoutes } from './routes/sign-in.ts';
import { variantRoutes } from './variants/routes/index.ts';

const YEAR = 365 * 86_400;
const FORM_BYTES = 16_384;

/** The EHR's routes. Every request passes the host, origin and header rules before a route sees it. */
export function createApp(ground: Ground): Hono<EhrEnv> {
  const { options, sessions } = ground;
  const assets = createAssets(options.widgetFile);
  const report = options.log ?? ((line: string) => process.stderr.write(`${line}\n`));
  const app = new Hono<EhrEnv>();

  app.use(async (c, next) => {
    const origin = ownOrigin(c.req.raw, options.publicUrl);
    if (origin === null) return c.text('This EHR does not answer under that host name.', 421);
    const proxy = proxyBeside(ground, origin);
    c.set('origin', origin);
    c.set('proxy', proxy);
    c.set('session', sessions.find(getCookie(c, SESSION_COOKIE)));
    await next();
    const other = otherLoopback(origin);
    const framing = /^\/framed(?![^/-])/.test(c.req.path)
      ? [origin, ...(other === null ? [] : [other])]
      : null;
    for (const [name, value] of Object.entries(securityHeaders(proxy, framing)))
      c.res.headers.set(name, value);
    return undefined;
  });

  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/assets/:name', async (c, next) => (await assets(c.req.param('name'))) ?? next());

  app.use(async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    if (isOwnPost(c.req.raw, c.var.origin)) return next();
    const frame = frameOf(c, ground, '/patients');
    const { forbiddenTitle, forbiddenDetail, patients } = frame.words;
    const link = { href: '/patients', text: patients };
    return show(c, frame, forbiddenTitle, sentencePage(forbiddenTitle, forbiddenDetail, link), 403);
  });
  app.use(bodyLimit({ maxSize: FORM_BYTES }));

  app.use(async (c, next) => {
    const language = c.req.query('lang');
    if (c.req.method !== 'GET' || !isLanguage(language)) return next();
    setCookie(c, LANGUAGE_COOKIE, language, { path: '/', sameSite: 'Lax', httpOnly: true, maxAge: YEAR });
    // The whole address: a path of two slashes would be read as another host.
    return c.redirect(`${c.var.origin}${c.req.path}`, 303);
  });

  app.get('/', (c) => c.redirect('/patients', 303));
  app.route('/', signInRoutes(ground));
  app.route('/', patientRoutes(ground));
  app.route('/', appliedRoutes(ground));
  app.route('/', chartRoutes(ground));
  app.route('/', variantRoutes(ground));

  app.notFound((c) => {
    const frame = frameOf(c, ground, '/patients');
    const { notFoundTitle, notFoundDetail, patients } = frame.words;
    const link = { href: '/patients', text: patients };
    return show(c, frame, notFoundTitle, sentencePage(notFoundTitle, notFoundDetail, link), 404);
  });
  app.onError(async (error, c) => {
    const place = error.stack?.split('\n').find((line) => /^\s+at /.test(line)) ?? '';
    report(`EHR: ${error.name}${place}`);
    const frame = frameOf(c, ground, '/patients');
    const { brokenTitle, brokenDetail, retry } = frame.words;
    return show(
      c,
      frame,
      brokenTitle,
      sentencePage(brokenTitle, brokenDetail, { href: c.req.path, text: retry }),
      500,
    );
  });
  return app;
}
