import { html } from 'hono/html';
import type { Markup, PageFrame } from './layout.ts';

/** A sign-in that the page shows, because it is a demonstration. */
export interface DemoSignIn {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

export interface SignInState {
  /** Path to go to afterwards. */
  readonly next: string;
  readonly email: string;
  /** A whole sentence, or null. */
  readonly error: string | null;
  /** Said where somebody was sent here from another page. */
  readonly note: string | null;
}

const demoList = ({ words }: PageFrame, signIns: readonly DemoSignIn[]): Markup => html`
  <section class="card demo" aria-labelledby="demo-title">
    <h2 id="demo-title">${words.demoSignIns}</h2>
    <p class="quiet-text">${words.demoSignInsNote}</p>
    <ul class="plain">
      ${signIns.map(
        ({ name, email, password }) => html`<li>
        <b>${name}</b>
        <dl>
          <div><dt>${words.email}</dt><dd><code>${email}</code></dd></div>
          <div><dt>${words.password}</dt><dd><code>${password}</code></dd></div>
        </dl>
        <button class="quiet scripted" type="button" hidden data-email="${email}" data-password="${password}">${words.fill(name)}</button>
      </li>`,
      )}
    </ul>
  </section>`;

export const signInPage = (frame: PageFrame, state: SignInState, signIns: readonly DemoSignIn[]): Markup => {
  const { words } = frame;
  return html`
  <div class="sign-in">
    <form class="card" method="post" action="/sign-in">
      <h1>${words.signIn}</h1>
      ${state.note === null ? '' : html`<p class="quiet-text">${state.note}</p>`}
      ${state.error === null ? '' : html`<p class="notice error" role="alert" id="sign-in-error">${state.error}</p>`}
      <input type="hidden" name="next" value="${state.next}">
      <label for="email">${words.email}</label>
      <input id="email" name="email" type="email" autocomplete="username" required value="${state.email}"
        ${state.error === null ? '' : html`aria-describedby="sign-in-error"`}>
      <label for="password">${words.password}</label>
      <input id="password" name="password" type="password" autocomplete="current-password" required>
      <button type="submit">${words.signIn}</button>
    </form>
    ${signIns.length > 0 ? demoList(frame, signIns) : ''}
  </div>`;
};
