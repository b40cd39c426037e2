import { Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { html } from 'hono/html';
import type { Markup } from '../pages/document.ts';
import { readField } from '../pages/requests.ts';
import { SESSION_COOKIE } from './clinic.ts';
import { type PageFrame, sentencePage } from './layout.ts';
import type { DemoSignIn, EhrDependencies, EhrEnv } from './options.ts';
import { createPageFrame, type EhrContext, sendPage } from './request.ts';
import { createPasswordCheck } from './staff.ts';

/** Returns the page of this EHR to go to after signing in, or the patient list; never another site. */
const safePath = (path: string | undefined): string =>
  path !== undefined && /^\/[a-z0-9][a-z0-9/-]*$/i.test(path) ? path : '/patients';

interface SignInState {
  readonly next: string;
  readonly email: string;
  /** A whole sentence. */
  readonly error?: string;
  /** Shown if another page led here. */
  readonly note?: string;
}

const demoList = ({ words }: PageFrame, signIns: readonly DemoSignIn[]): Markup => html`
  <section class="card demo" aria-labelledby="demo-title">
    <h2 id="demo-title">${words.demoSignIns}</h2>
    <p class="hint">${words.demoSignInsNote}</p>
    <ul class="plain">
      ${signIns.map(
        ({ name, email, password }) => html`<li>
        <b>${name}</b>
        <dl>
          <div><dt>${words.email}</dt><dd><code>${email}</code></dd></div>
          <div><dt>${words.password}</dt><dd><code>${password}</code></dd></div>
        </dl>
        <button class="quiet scripted" type="button" hidden data-email="${email}" data-password="${password}">${words.fill({ name })}</button>
      </li>`,
      )}
    </ul>
  </section>`;

const signInPage = (frame: PageFrame, state: SignInState, signIns: readonly DemoSignIn[]): Markup => {
  const { words } = frame;
  return html`
  <div class="sign-in">
    <form class="card" method="post" action="/sign-in">
      <h1>${words.signIn}</h1>
      ${state.note === undefined ? '' : html`<p class="hint">${state.note}</p>`}
      ${state.error === undefined ? '' : html`<p class="notice bad" role="alert" id="sign-in-error">${state.error}</p>`}
      <input type="hidden" name="next" value="${state.next}">
      <label for="email">${words.email}</label>
      <input id="email" name="email" type="email" autocomplete="username" required value="${state.email}"
        ${state.error === undefined ? '' : html`aria-describedby="sign-in-error"`}>
      <label for="password">${words.password}</label>
      <input id="password" name="password" type="password" autocomplete="current-password" required>
      <button type="submit">${words.signIn}</button>
    </form>
    ${signIns.length > 0 ? demoList(frame, signIns) : ''}
  </div>`;
};

/** Tells whether an address is the proxy's authorization page, which the person returns to after signing in. */
const isProxyAuthorization = (address: string | undefined, proxy: string): address is string =>
  address?.startsWith(`${proxy}/authorize?`) === true && !/\s/.test(address);

/** Creates the routes for signing in and out, and for asking who is signed in. */
export function createSignInRoutes(ehr: EhrDependencies): Hono<EhrEnv> {
  const { options, sessions } = ehr;
  const check = createPasswordCheck(options.staff, Date.now);
  const app = new Hono<EhrEnv>();

  const form = (c: EhrContext, state: SignInState, status: 200 | 401 | 429) => {
    const frame = createPageFrame(c, ehr, '/sign-in');
    const content = signInPage(frame, state, options.demoSignIns ?? []);
    return sendPage(c, frame, frame.words.signIn, content, status);
  };

  app.get('/sign-in', async (c) => {
    const asked = c.req.query('return_to');
    const back = isProxyAuthorization(asked, c.var.proxy) ? asked : undefined;
    if (c.var.session) return c.redirect(back ?? options.firstPage ?? '/patients', 303);
    if (back !== undefined) return form(c, { next: back, email: '' }, 200);
    const next = c.req.query('next');
    // A note is only for people who came for another page than the one that everybody begins at.
    const isSentHere = next !== undefined && next !== (options.firstPage ?? '/patients');
    const note = isSentHere ? { note: createPageFrame(c, ehr).words.sessionEnded } : {};
    return form(c, { next: safePath(next ?? options.firstPage), email: '', ...note }, 200);
  });

  app.post('/sign-in', async (c) => {
    const given = await c.req.parseBody();
    const [email, asked] = [readField(given, 'email'), readField(given, 'next')];
    const isBack = isProxyAuthorization(asked, c.var.proxy);
    const next = isBack ? asked : safePath(asked);
    const result = await check(email, readField(given, 'password'));
    const frame = createPageFrame(c, ehr);
    const { words } = frame;
    if (result.kind === 'too-many') return form(c, { next, email, error: words.tooManyAttempts }, 429);
    if (result.kind === 'wrong') return form(c, { next, email, error: words.signInFailed }, 401);
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
    return sendPage(c, frame, signIn, sentencePage(signIn, '', { href: next, text: signIn }));
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
    const { session } = c.var;
    if (!session)
      return c.json({ code: 'NOT_SIGNED_IN', message: 'Nobody is signed in with this cookie.' }, 401);
    const { member, name } = session;
    const resets = options.resets?.() ?? 0;
    const sub = resets === 0 ? member.id : `${member.id}-${resets}`;
    return c.json({ sub, professionalId: member.professionalId, session: name });
  });

  return app;
}
