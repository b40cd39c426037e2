import { html } from 'hono/html';
import type { Markup } from '../../sandbox/pages/document.ts';
import type { FrontEndSettings, PanelPlace } from './settings.ts';
import type { FrontEndWords } from './words/en.ts';

/** The style sheets of a page of a variant. */
export const styleLinks = ({ hazards: isHazardous }: FrontEndSettings): Markup => html`
<link rel="stylesheet" href="/assets/front-ends.css">
${isHazardous ? html`<link rel="stylesheet" href="/assets/hazards.css">` : ''}`;

/** What lies over everything, as chat buttons of other makers do. */
export const hazards = (words: FrontEndWords, { hazards: isHazardous }: FrontEndSettings): Markup | '' =>
  isHazardous ? html`<aside class="overlay" aria-label="${words.chat}">${words.chat}</aside>` : '';

/** The place that a chart leaves for panels, in what makes it hard to stand there. */
export function scoresPlace(place: PanelPlace): Markup {
  const inner = html`<div class="scores-place" id="scores-place"></div>`;
  switch (place) {
    case 'block':
      return inner;
    case 'flex':
      return html`<div class="place-flex"><span class="tag">1</span>${inner}<span class="tag">2</span></div>`;
    case 'grid':
      return html`<div class="place-grid"><span class="tag">1</span>${inner}</div>`;
    case 'table':
      return html`<table class="place-table"><tbody><tr><td class="tag">1</td><td>${inner}</td></tr></tbody></table>`;
    case 'zero':
      return html`<div class="place-zero">${inner}</div>`;
    case 'float':
      return html`<div class="place-float"><span class="tag">1</span></div>${inner}`;
    case 'covered':
      return html`<div class="place-covered">${inner}<p class="place-over"><span class="tag">1</span></p></div>`;
  }
}
