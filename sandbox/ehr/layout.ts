import { html } from 'hono/html';
import { HOME } from '../control/page.ts';
import { RESET_PATH } from '../control/reset.ts';
import { type Markup, renderDocument, renderLanguages } from '../pages/document.ts';
import { type EhrMessages, ehrMessages, type SandboxLanguage } from '../words/index.ts';
import { STYLES } from './assets.ts';
import type { ReadFailure, ReadResult } from './clinic.ts';
import type { Dates } from './dates.ts';
import type { Session } from './staff.ts';

export interface PageFrame {
  readonly words: EhrMessages;
  readonly language: SandboxLanguage;
  readonly dates: Dates;
  /** IANA time zone of the clinic. */
  readonly timeZone: string;
  /** Today's date in the clinic, `YYYY-MM-DD`. */
  readonly today: string;
  /** Null on the sign-in page. */
  readonly session: Session | null;
  /** Address of the proxy, under the host name of the page. */
  readonly proxy: string;
  /** Path of the page, for the language switch. */
  readonly path: string;
  /** Origin of the sandbox, for the links at the foot; undefined for none. */
  readonly sandboxUrl: string | undefined;
  /** True if a guided tour shows the pages in its frame. */
  readonly hasTour: boolean;
  /** False for the records system of somebody else, without our elements. */
  readonly hasElements: boolean;
  /** Links in the menu besides the patient list. */
  readonly menu: readonly { readonly href: string; readonly text: string }[];
}

const signedIn = ({ words, session, menu, hasElements }: PageFrame): Markup | '' =>
  session === null
    ? ''
    : html`
  <nav aria-label="${words.clinic}"><a href="/patients">${words.patients}</a>
    ${hasElements ? html`<a href="/caseload">${words.caseload}</a>` : ''}
    ${menu.map(({ href, text }) => html`<a href="${href}">${text}</a>`)}</nav>
  <form class="sign-out" method="post" action="/sign-out" data-sign-out>
    <span title="${words.signedInAs({ name: session.member.name })}">${session.member.name}</span>
    <button class="quiet" type="submit">${words.signOut}</button>
  </form>`;

/** Renders the links to the sandbox's pages, which nobody frames: the tour stays beside them in a tab of its own. */
function demoLinks({ words, sandboxUrl, hasTour }: PageFrame): Markup | '' {
  const link = (path: string, text: string): Markup =>
    html`<a href="${sandboxUrl}${path}"${hasTour ? html` target="_blank"` : ''}>${text}</a>`;
  return sandboxUrl === undefined
    ? ''
    : html` ${link(HOME, words.demoControls)} · ${link(RESET_PATH, words.resetClinic)}`;
}

/** A text in which a name such as PHQ-9 stays on one line. */
export const unbroken = (text: string): readonly (Markup | string)[] =>
  text.split(/(\S+-\d\S*)/).map((part, at) => (at % 2 ? html`<span class="name">${part}</span>` : part));

/** Renders a whole page. `title` must name nobody: the browser keeps it in its history. */
export const page = (frame: PageFrame, title: string, content: Markup): Markup =>
  renderDocument({
    language: frame.language,
    title: `${title} · ${frame.words.clinic}`,
    stylesheets: STYLES.map((name) => `/assets/${name}`),
    head: html`<meta name="instrument-proxy" content="${frame.proxy}">
  <link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
  <script type="module" src="/assets/page.js"></script>`,
    body: html`<body${frame.hasElements ? '' : html` class="other"`}>
  <a class="skip" href="#content">${frame.words.skip}</a>
  <header class="top">
    <a class="brand" href="/"><img src="/assets/icon.svg" alt="" width="28" height="28">
      <span><b>${frame.words.clinic}</b> <small>${frame.words.tagline}</small></span></a>
    ${signedIn(frame)}
    ${renderLanguages(frame.words.language, frame, ehrMessages)}
  </header>
  <main id="content" tabindex="-1">
${content}
  </main>
  <footer class="bottom"><p>${frame.words.demoNote}${demoLinks(frame)}</p></footer>
</body>`,
  });

/** Renders why a part of the page is missing, with a link to try again at `again`. */
export const outageNotice = (
  { words, path }: PageFrame,
  why: ReadFailure,
  what: string,
  again: string = path,
): Markup => html`
  <div class="notice warning" role="alert">
    <h2>${words.outages[why.outage].title}</h2>
    <p>${words.partMissing({ part: what })} ${words.outages[why.outage].detail}</p>
    ${why.traceId === undefined ? '' : html`<p class="hint">${words.trace({ id: why.traceId })}</p>`}
    <p><a class="button" href="${again}">${words.retry}</a></p>
  </div>`;

/** Renders a page whose subject cannot be shown; `title` is its heading. */
export const outagePage = (
  frame: PageFrame,
  title: string,
  why: ReadFailure,
  what: string,
  again: string = frame.path,
): Markup => html`<h1>${title}</h1>${outageNotice(frame, why, what, again)}`;

/** Renders how many entries of a list could not be read, if any. */
export const unreadableNotice = (words: EhrMessages, part: ReadResult<unknown>): Markup | '' =>
  part.ok && part.unreadable > 0
    ? html`<p class="notice warning">${words.unreadableItems({ count: part.unreadable })}</p>`
    : '';

/** Renders a page of one sentence: not found, forbidden, broken. */
export const sentencePage = (
  title: string,
  detail: string,
  link: { href: string; text: string },
): Markup => html`
  <div class="card narrow">
    <h1>${title}</h1>
    <p>${detail}</p>
    <p><a class="button" href="${link.href}">${link.text}</a></p>
  </div>`;
