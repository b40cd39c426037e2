import { html } from 'hono/html';
import { type Markup, renderDocument } from '../pages/document.ts';
import { type TourMessages, tourMessages } from '../words/index.ts';
import { STYLES } from './assets.ts';
import { PICTURED, pictureName } from './extension-pictures.ts';
import type { PageFrame } from './layout.ts';

type StepId = keyof TourMessages['steps'];

interface TourStep {
  readonly id: StepId;
  /** What the step says in its place where no phone can open the patients' links. Default: the same. */
  readonly withoutPhones?: StepId;
  /** True if it speaks of the link to a questionnaire that was just sent. */
  readonly needsLink?: boolean;
  /** Where it takes place. */
  readonly path: string;
  /** What is marked on the page, by CSS selector. */
  readonly marks: string;
  /** Minute of the tour at which it begins. */
  readonly minute: number;
}

const OVERVIEW = 'instrument-overview';
const STEPS: readonly TourStep[] = [
  { id: 'signIn', path: '/sign-in', marks: '[data-email]', minute: 0 },
  { id: 'list', path: '/caseload', marks: 'instrument-caseload', minute: 1 },
  { id: 'flag', path: '/tour/flagged', marks: OVERVIEW, minute: 2 },
  { id: 'course', path: '/tour/course', marks: OVERVIEW, minute: 3 },
  { id: 'treatment', path: '/tour/course', marks: OVERVIEW, minute: 4 },
  { id: 'apply', path: '/tour/course/apply', marks: 'instrument-apply', minute: 5 },
  {
    id: 'phone',
    withoutPhones: 'window',
    needsLink: true,
    path: '/tour/course/apply',
    marks: 'instrument-apply',
    minute: 6,
  },
  { id: 'arrived', withoutPhones: 'arrivedHere', path: '/tour/course', marks: OVERVIEW, minute: 8 },
  { id: 'note', path: '/tour/course', marks: OVERVIEW, minute: 8 },
  { id: 'extension', path: '/tour/extension', marks: '.pictured', minute: 9 },
  { id: 'end', path: '/caseload', marks: 'footer.bottom', minute: 9 },
];
const TOUR_MINUTES = 10;

/** Renders pictures of the extension, which runs in a browser of its own. */
export function extensionPage({ language }: PageFrame): Markup {
  const { extensionShows, steps } = tourMessages[language];
  return html`<h1>${steps.extension.title}</h1>
  <div class="pictured">${PICTURED.map((what) => {
    const said = extensionShows[what];
    // On a phone a picture keeps a size at which it can be read, and is scrolled.
    return html`<figure><figcaption>${said}</figcaption>
      <div class="scrolled" role="group" aria-label="${said}" tabindex="0"><picture>
      <source media="(prefers-color-scheme: dark)" srcset="/assets/${pictureName(what, language, 'dark')}">
      <img src="/assets/${pictureName(what, language, 'light')}" alt="${said}"></picture></div></figure>`;
  })}</div>`;
}

/**
 * Renders the page of the tour: the EHR in a frame, and below it the steps, of which the script shows one at a time.
 * Nothing of the EHR lies under them, and no dialog of it takes them out of use.
 */
export function tourPage({ language, session, words: { clinic } }: PageFrame, hasPhones: boolean): Markup {
  const words = tourMessages[language];
  const steps = STEPS.length;
  const step = (one: TourStep, index: number): Markup => {
    const { id, withoutPhones = id, needsLink = false, path, marks, minute } = one;
    const { title, say, do: task } = words.steps[hasPhones ? id : withoutPhones];
    const place = words.place({ step: index + 1, steps, minute: minute + 1, minutes: TOUR_MINUTES });
    return html`<li hidden data-path="${path}" data-marks="${marks}"${needsLink ? html` data-needs-link` : ''}>
      <h2>${title} <small>${place}</small></h2>
      <p><b>${words.say}:</b> ${say}</p>
      <p><b>${words.do}:</b> ${task}</p></li>`;
  };
  const bar = html`<aside class="tour" id="tour" aria-label="${words.title}" data-signed-in="${String(session !== null)}">
    <ol class="plain" aria-live="polite" tabindex="0" aria-label="${words.title}">${STEPS.map(step)}</ol>
    <p class="row"><button class="quiet" type="button" data-tour="back">${words.back}</button>
      <button type="button" data-tour="next">${words.next}</button>
      <button type="button" data-tour="again" hidden>${words.again}</button>
      <a class="button quiet" data-tour="go" target="ehr" href="/patients" hidden>${words.goTo}</a>
      <button class="quiet" type="button" data-tour="send" hidden>${words.sendFirst}</button>
      <button class="quiet" type="button" data-tour="hide">${words.hide}</button></p>
    <p data-tour="shut" hidden><button class="quiet" type="button" data-tour="show">${words.show}</button></p>
  </aside>`;
  return renderDocument({
    language,
    title: `${words.title} · ${clinic}`,
    stylesheets: STYLES.map((name) => `/assets/${name}`),
    head: html`<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
  <script type="module" src="/assets/tour.js"></script>`,
    body: html`<body class="guided">
  <main><h1 class="sr-only">${words.title}</h1><iframe name="ehr" title="${clinic}"></iframe></main>
  ${bar}
</body>`,
  });
}
