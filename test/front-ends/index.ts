import { Hono } from 'hono';
import type { FrontEnd } from '../../sandbox/ehr/index.ts';
import type { EhrDependencies, EhrEnv } from '../../sandbox/ehr/options.ts';
import { createPageFrame, type EhrContext, sendPage } from '../../sandbox/ehr/request.ts';
import { otherLoopback } from '../../sandbox/ehr/security.ts';
import { readField } from '../../sandbox/pages/requests.ts';
import type { StackFrontEnds } from '../../scripts/stack.ts';
import { createFrameRoutes } from './frames.ts';
import { overviewPage } from './overview-page.ts';
import { frontEndProfiles } from './profiles.ts';
import { changeSettings, readSettings } from './settings.ts';
import { createDataRoutes, type SpaMode, spaPage } from './single-page.ts';
import { frontEndWords } from './words/index.ts';

/**
 * Front ends as other EHRs have them, to test the extension on: a single page and frames. They are plugged into the
 * demo EHR, with the same staff, sessions and patients.
 *
 * @module
 */

const SPA_MODES: Readonly<Record<string, SpaMode>> = {
  '/spa': 'routes',
  '/spa/*': 'routes',
  '/spa-still': 'still',
  '/spa-position': 'position',
  '/spa-position/*': 'position',
  '/racing': 'racing',
  '/racing/*': 'racing',
};

/** Creates the routes: the overview with its settings, a single page, and a page of frames. */
function createRoutes(ehr: EhrDependencies): Hono<EhrEnv> {
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
      changeSettings(session, (name) => c.req.query(name));
      for (const name of given) asked.delete(name);
      const rest = asked.size === 0 ? '' : `?${asked}`;
      return c.redirect(`${c.var.origin}${c.req.path}${rest}`, 303);
    });
  }

  app.get('/variants', async (c) => {
    const { session } = c.var;
    if (!session) return c.redirect('/sign-in?next=/variants', 303);
    const frame = createPageFrame(c, ehr);
    const hasOtherOrigin = otherLoopback(c.var.origin) !== null;
    const content = overviewPage(frame, { settings: readSettings(session), hasOtherOrigin });
    return sendPage(c, frame, frontEndWords(frame.language).title, content);
  });

  app.post('/variants', async (c) => {
    const { session } = c.var;
    if (!session) return c.redirect('/sign-in?next=/variants', 303);
    const form = await c.req.parseBody();
    changeSettings(session, (name) => (name in form ? readField(form, name) : undefined));
    return c.redirect('/variants', 303);
  });

  const spa =
    (mode: SpaMode) =>
    async (c: EhrContext): Promise<Response> => {
      const { session } = c.var;
      if (!session) return c.redirect(`/sign-in?next=${c.req.path}`, 303);
      const frame = createPageFrame(c, ehr);
      return sendPage(c, frame, frame.words.patients, spaPage(frame, mode, readSettings(session)));
    };
  for (const [path, mode] of Object.entries(SPA_MODES)) app.get(path, spa(mode));

  app.route('/', createDataRoutes(ehr));
  app.route('/', createFrameRoutes(ehr));
  return app;
}

const ASSETS = [
  'spa.ts',
  'spa-chart.ts',
  'spa-list.ts',
  'templates.ts',
  'framed.ts',
  'navigation.ts',
  'front-ends.css',
  'hazards.css',
];

const frontEnd: FrontEnd = {
  href: '/variants',
  label: (language) => frontEndWords(language).title,
  createRoutes,
  assets: ASSETS.map((name) => new URL(`assets/${name}`, import.meta.url)),
  isFramed: (path) => /^\/framed(?![^/-])/.test(path),
};

/** The front ends with their profiles, as `startStack` takes them. */
export const frontEnds: StackFrontEnds = { pages: [frontEnd], profiles: frontEndProfiles };
