import { html } from 'hono/html';
import { EHR_LANGUAGES, type EhrLanguage, type EhrWords } from '../../words/ehr/index.ts';
import type { Dates } from '../clinic/dates.ts';
import { STYLES } from '../http/assets.ts';
import type { Session } from '../staff/sessions.ts';

/** Markup whose values were escaped. */
export type Markup = ReturnType<typeof html>;

/** What every page is made with. */
export interface PageFrame {
  readonly words: EhrWords;
  readonly language: EhrLanguage;
  readonly dates: Dates;
  /** Null on the sign-in page. */
  readonly session: Session | null;
  /** Address of the proxy, under the host name of the page. */
  readonly proxy: string;
  /** Path of the page, for the language switch. */
  readonly path: string;
}

const languageSwitch = ({ words, language, path }: PageFrame): Markup => html`
  <nav class="languages" aria-label="${words.language}">
    ${Object.entries(EHR_LANGUAGES).map(
      ([code, name]) =>
        html`<a href="${path}?lang=${code}" lang="${code}" hreflang="${code}" ${
          code === language ? html`aria-current="true"` : ''
        }>${name}</a>`,
    )}
  </nav>`;

const signedIn = ({ words, session }: PageFrame): Markup | '' =>
  session === null
    ? ''
    : html`
  <nav class="main-nav" aria-label="${words.clinic}"><a href="/patients">${words.patients}</a>
    <a href="/variants">${words.variants}</a></nav>
  <form class="sign-out" method="post" action="/sign-out" data-sign-out>
    <span class="who" title="${words.signedInAs(session.member.name)}">${session.member.name}</span>
    <button class="quiet" type="submit">${words.signOut}</button>
  </form>`;

/**
 * A whole page. `title` must name nobody: the browser keeps it in its history.
 */
export const page = (frame: PageFrame, title: string, content: Markup): Markup => html`<!doctype html>
<html lang="${frame.language}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <meta name="instrument-proxy" content="${frame.proxy}">
  <title>${title} · ${frame.words.clinic}</title>
  <link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
  ${STYLES.map((name) => html`<link rel="stylesheet" href="/assets/${name}">`)}
  <script type="module" src="/assets/ehr.js"></script>
</head>
<body>
  <a class="skip" href="#content">${frame.words.skip}</a>
  <header class="top">
    <a class="brand" href="/"><img src="/assets/icon.svg" alt="" width="28" height="28">
      <span><b>${frame.words.clinic}</b> <small>${frame.words.tagline}</small></span></a>
    ${signedIn(frame)}
    ${languageSwitch(frame)}
  </header>
  <main id="content" tabindex="-1">
${content}
  </main>
  <footer class="bottom"><p>${frame.words.demoNote}</p></footer>
</body>
</html>`;
