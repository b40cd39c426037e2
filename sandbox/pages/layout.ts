import { html } from 'hono/html';
import { answerMessages, type SandboxLanguage } from '../words/index.ts';
import { type Markup, NOINDEX, renderDocument, renderLanguages } from './document.ts';

/** Data of every page. */
export interface PageContext {
  readonly language: SandboxLanguage;
  /** Path of the stylesheet. */
  readonly stylesheet: string;
  /** Path of this page, without a query; the language switch and the form go there. */
  readonly path: string;
}

/**
 * Renders where to find help, and that this is a demonstration. It is on each of the patient's pages: an answer must
 * not decide who sees it.
 */
function patientFooter(context: PageContext): Markup {
  const words = answerMessages[context.language];
  return html`<section class="help" aria-labelledby="help-title">
<h2 id="help-title">${words.helpTitle}</h2>
<p>${words.help}</p>
</section>
<p class="demonstration">${words.demonstration}</p>`;
}

/** Renders a page; its foot is the patient's, unless `footer` is given. */
export function layout(
  context: PageContext,
  title: string,
  main: Markup,
  footer: Markup = patientFooter(context),
): Markup {
  const { language, path, stylesheet } = context;
  const words = answerMessages[language];
  return renderDocument({
    language,
    title,
    stylesheets: [stylesheet],
    head: NOINDEX,
    body: html`<body>
<header class="top">
<p class="label">${words.demonstrationLabel}</p>
${renderLanguages({ label: words.switchLanguage, path, current: language, names: answerMessages })}
</header>
<main id="main">
${main}
</main>
<footer class="bottom">
${footer}
</footer>
</body>`,
  });
}
