import { html } from 'hono/html';
import { answerMessages, SANDBOX_LANGUAGES, type SandboxLanguage } from '../words/index.ts';

/** Markup in which every value from outside is escaped (hono/html). */
export type Markup = ReturnType<typeof html>;

/** What every page needs to know of the request. */
export interface PageContext {
  readonly language: SandboxLanguage;
  /** Path of the stylesheet. */
  readonly stylesheet: string;
  /** Path of this page, without a query; the language switch and the form go there. */
  readonly path: string;
}

function languageSwitch({ language, path }: PageContext): Markup {
  const links = SANDBOX_LANGUAGES.map((other) => {
    const { lang, languageName } = answerMessages[other];
    return other === language
      ? html`<li><span lang="${lang}" aria-current="true">${languageName}</span></li>`
      : html`<li><a href="${path}?lang=${lang}" lang="${lang}" hreflang="${lang}">${languageName}</a></li>`;
  });
  return html`<nav class="languages" aria-label="${answerMessages[language].switchLanguage}"><ul>${links}</ul></nav>`;
}

/**
 * Where to find help and that this is a demonstration stand on each of the patient's pages, for everybody: the
 * page must not tell from an answer who might need it.
 */
function patientFooter(context: PageContext): Markup {
  const words = answerMessages[context.language];
  return html`<section class="help" aria-labelledby="help-title">
<h2 id="help-title">${words.helpTitle}</h2>
<p>${words.help}</p>
</section>
<p class="demonstration">${words.demonstration}</p>`;
}

/** A whole page; its foot is the patient's, unless it is another's page. */
export function layout(
  context: PageContext,
  title: string,
  main: Markup,
  footer: Markup = patientFooter(context),
): Markup {
  const words = answerMessages[context.language];
  return html`<!doctype html>
<html lang="${words.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="stylesheet" href="${context.stylesheet}">
</head>
<body>
<header class="top">
<p class="label">${words.demonstrationLabel}</p>
${languageSwitch(context)}
</header>
<main id="main">
${main}
</main>
<footer class="bottom">
${footer}
</footer>
</body>
</html>`;
}
