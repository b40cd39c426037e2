import { html } from 'hono/html';
import { ANSWER_LANGUAGES, type AnswerLanguage } from '../../words/answer/index.ts';
import { type ControlWords, controlWords } from '../../words/control/index.ts';
import type { Moments } from './moments.ts';

/** Markup in which every value from outside is escaped (hono/html). */
export type Markup = ReturnType<typeof html>;

/** What every page is made with. */
export interface Frame {
  readonly language: AnswerLanguage;
  readonly words: ControlWords;
  readonly when: Moments;
  /** Path of the page, for the language switch and the navigation. */
  readonly path: string;
}

export const HOME = '/sandbox';
export const PAGES = '/sandbox/pages';
export const STYLESHEET_PATH = `${PAGES}/assets/control.css`;

const PARTS = {
  overview: HOME,
  people: `${PAGES}/people`,
  stories: `${PAGES}/stories`,
  outbox: `${PAGES}/outbox`,
  deliveries: `${PAGES}/deliveries`,
  faults: `${PAGES}/faults`,
  requests: `${PAGES}/requests`,
} as const;

/** Pages that lie under a part without its address saying so. */
const UNDER: Readonly<Record<string, string>> = { [PARTS.people]: `${PAGES}/patients` };

const isHere = (part: string, path: string): boolean =>
  part === path ||
  [part === HOME ? undefined : part, UNDER[part]].some(
    (folder) => folder !== undefined && path.startsWith(`${folder}/`),
  );

const languages = ({ words, language, path }: Frame): Markup => html`
<nav class="languages" aria-label="${words.switchLanguage}">${ANSWER_LANGUAGES.map((other) => {
  const { lang, languageName } = controlWords(other);
  return html`<a href="${path}?lang=${lang}" lang="${lang}" hreflang="${lang}" ${
    other === language ? html`aria-current="true"` : ''
  }>${languageName}</a>`;
})}</nav>`;

/** A whole page. `title` names nobody: the browser keeps it in its history. */
export const layout = (frame: Frame, title: string, content: Markup): Markup => html`<!doctype html>
<html lang="${frame.words.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · ${frame.words.name}</title>
<link rel="stylesheet" href="${STYLESHEET_PATH}">
</head>
<body>
<a class="skip" href="#content">${frame.words.skip}</a>
<header class="top">
<a class="brand" href="${HOME}">${frame.words.name}</a>
${languages(frame)}
<nav class="parts" aria-label="${frame.words.navigation}"><ul>${Object.entries(PARTS).map(
  ([part, path]) =>
    html`<li><a href="${path}" ${isHere(path, frame.path) ? html`aria-current="page"` : ''}>${
      frame.words.nav[part as keyof typeof PARTS]
    }</a></li>`,
)}</ul></nav>
</header>
<main id="content" tabindex="-1">
<h1>${title}</h1>
${content}
</main>
<footer class="bottom"><p>${frame.words.note}</p></footer>
</body>
</html>`;

/** A page of one sentence. */
export const sentence = (text: string): Markup => html`<p class="notice" role="alert">${text}</p>`;
