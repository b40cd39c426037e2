import { Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { type EhrContext, type EhrEnv, frameOf, type Ground, SESSION_COOKIE, show } from '../http/context.ts';
import { field } from '../http/form.ts';
import { safePath } from '../http/language.ts';
import { sentencePage } from '../pages/notice.ts';
import { type SignInState, signInPage } from '../pages/sign-in.ts';
import { createSignIn } from '../staff/staff.ts';

/** Whether an address is the proxy's own question, to which who signed in for it goes back. */
const isOfProxy = (address: string | undefined, proxy: string): address is string =>
  address?.startsWith(`${proxy}/authorize?`) === true && !/\s/.test(address);

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
    const asked = c.req.query('return_to');
    const back = isOfProxy(asked, c.var.proxy) ? asked : undefined;
    if (c.var.session) return c.redirect(back ?? '/patients', 303);
    if (back !== undefined) return form(c, { next: back, email: '', error: null, note: null }, 200);
    const next = c.req.query('next');
    // The list is where everybody begins; only who asked for more is told why they are here.
    const isSentHere = next !== undefined && next !== '/patients';
    const note = isSentHere ? frameOf(c, ground).words.sessionEnded : null;
    return form(c, { next: safePath(next), email: '', error: null, note }, 200);
  });

  app.post('/sign-in', async (c) => {
    const given = await c.req.parseBody();
    const [email, asked] = [field(given, 'email'), field(given, 'next')];
    const isBack = isOfProxy(asked, c.var.proxy);
    const next = isBack ? asked : safePath(asked);
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
    if (!isBack) return c.redirect(next, 303);
    // A redirect would still be the form's, which may lead nowhere but to this EHR (form-action).
    c.header('Refresh', `0;url=${next}`);
    const { signIn } = words;
    return show(c, frameOf(c, ground), signIn, sentencePage(signIn, '', { href: next, text: signIn }), 200);
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
