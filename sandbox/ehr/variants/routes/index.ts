import { Hono } from 'hono';
import { variantWords } from '../../../words/ehr/variants/index.ts';
import { type EhrContext, type EhrEnv, frameOf, type Ground, show } from '../../http/context.ts';
import { field } from '../../http/form.ts';
import { otherLoopback } from '../../http/origin.ts';
import { overviewPage } from '../pages/overview.ts';
import { type SpaMode, spaPage } from '../pages/spa.ts';
import { changed } from '../settings.ts';
import { dataRoutes } from './data.ts';
import { framedRoutes } from './framed.ts';

const SPA_MODES: Readonly<Record<string, SpaMode>> = {
  '/spa': 'routes',
  '/spa/*': 'routes',
  '/spa-still': 'still',
  '/spa-position': 'position',
  '/spa-position/*': 'position',
};

/** The variants of the EHR: one page with routes of its own, and frames. Same sign-in, same patients. */
export function variantRoutes(ground: Ground): Hono<EhrEnv> {
  const app = new Hono<EhrEnv>();
  const paths = [
    '/variants',
    '/spa-data/*',
    '/framed',
    '/framed/*',
    '/framed-cross',
    ...Object.keys(SPA_MODES),
  ];

  /** Settings in an address are kept in the session, and the address goes on without them. */
  for (const path of paths) {
    app.use(path, async (c, next) => {
      const { session } = c.var;
      const asked = new URL(c.req.url).searchParams;
      const given = ['slow', 'hazards', 'place'].filter((name) => asked.has(name));
      if (!session || c.req.method !== 'GET' || given.length === 0) return next();
      session.variant = changed(session.variant, (name) => c.req.query(name));
      for (const name of given) asked.delete(name);
      const rest = asked.size === 0 ? '' : `?${asked}`;
      return c.redirect(`${c.var.origin}${c.req.path}${rest}`, 303);
    });
  }

  app.get('/variants', async (c) => {
    const { session } = c.var;
    if (!session) return c.redirect('/sign-in?next=/variants', 303);
    const frame = frameOf(c, ground);
    const hasOtherOrigin = otherLoopback(c.var.origin) !== null;
    const content = overviewPage(frame, { settings: session.variant, hasOtherOrigin });
    return show(c, frame, variantWords(frame.language).title, content);
  });

  app.post('/variants', async (c) => {
    const { session } = c.var;
    if (!session) return c.redirect('/sign-in?next=/variants', 303);
    const form = await c.req.parseBody();
    session.variant = changed(session.variant, (name) => (name in form ? field(form, name) : undefined));
    return c.redirect('/variants', 303);
  });

  const spa =
    (mode: SpaMode) =>
    async (c: EhrContext): Promise<Response> => {
      const { session } = c.var;
      if (!session) return c.redirect(`/sign-in?next=${c.req.path}`, 303);
      const frame = frameOf(c, ground);
      return show(c, frame, frame.words.patients, spaPage(frame, mode, session.variant));
    };
  for (const [path, mode] of Object.entries(SPA_MODES)) app.get(path, spa(mode));

  app.route('/', dataRoutes(ground));
  app.route('/', framedRoutes(ground));
  return app;
}
