import { Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { type EhrContext, type EhrEnv, frameOf, type Ground, SESSION_COOKIE, show } from '../http/context.ts';
import { field } from '../http/form.ts';
import { safePath } from '../http/language.ts';
import { type SignInState, signInPage } from '../pages/sign-in.ts';
import { createSignIn } from '../staff/staff.ts';

/** Signing in and out, and who is signed in. */
export function signInRoutes(ground: Ground): Hono<EhrEnv> {
  const { options, sessions } = ground;
  const check = createSignIn(options.staff, Date.now);
  const app = new Hono<EhrEnv>();

  const form = (c: EhrContext, state: SignInState, status: 200 | 401 | 429) => {
    const frame = frameOf(c, ground, '/sign-in');
    return show(c, frame, frame.words.signIn, signInPage(frame, state, options.demoSignIns ?? []), status);
  };

  app.get('/sign-in', async (c) => {
    if (c.var.session) return c.redirect('/patients', 303);
    const next = c.req.query('next');
    // The list is where everybody begins; only who asked for more is told why they are here.
    const isSentHere = next !== undefined && next !== '/patients';
    const note = isSentHere ? frameOf(c, ground).words.sessionEnded : null;
    return form(c, { next: safePath(next), email: '', error: null, note }, 200);
  });

  app.post('/sign-in', async (c) => {
    const given = await c.req.parseBody();
    const [email, next] = [field(given, 'email'), safePath(field(given, 'next'))];
    const result = await check(email, field(given, 'password'));
    const { words } = frameOf(c, ground);
    if (result.kind === 'too-many') {
      return form(c, { next, email, error: words.tooManyAttempts, note: null }, 429);
    }
    if (result.kind === 'wrong') return form(c, { next, email, error: words.signInFailed, note: null }, 401);
    sessions.end(c.var.session?.id ?? '');
    setCookie(c, SESSION_COOKIE, sessions.begin(result.member).id, {
      path: '/',
      httpOnly: true,
      sameSite: 'Lax',
      secure: c.var.origin.startsWith('https:'),
    });
    return c.redirect(next, 303);
  });

  app.post('/sign-out', (c) => {
    sessions.end(getCookie(c, SESSION_COOKIE) ?? '');
    deleteCookie(c, SESSION_COOKIE, { path: '/' });
    // Pages that the browser kept for "back" show patients; they go with the session.
    c.header('Clear-Site-Data', '"cache"');
    return c.redirect('/sign-in', 303);
  });

  /** Asked by the proxy's session hook, with the cookie of the page that wants a token. */
  app.get('/staff/session', (c) => {
    const member = c.var.session?.member;
    if (!member)
      return c.json({ code: 'NOT_SIGNED_IN', message: 'Nobody is signed in with this cookie.' }, 401);
    return c.json({ sub: member.id, professionalId: member.professionalId });
  });

  return app;
}
