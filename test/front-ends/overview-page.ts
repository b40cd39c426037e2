import { html } from 'hono/html';
import type { PageFrame } from '../../sandbox/ehr/layout.ts';
import type { Markup } from '../../sandbox/pages/document.ts';
import { styleLinks } from './hazards.ts';
import { DELAYS_MS, type FrontEndSettings, PANEL_PLACES } from './settings.ts';
import { frontEndWords } from './words/index.ts';

export interface OverviewState {
  readonly settings: FrontEndSettings;
  /** False where the EHR has one name only, so that no frame can be of another origin. */
  readonly hasOtherOrigin: boolean;
}

/** The variants with what each is for, and the settings that they share. */
export const overviewPage = (frame: PageFrame, { settings, hasOtherOrigin }: OverviewState): Markup => {
  const words = frontEndWords(frame.language);
  const links = [
    ['/spa', words.spa, words.spaHint],
    ['/spa-still', words.still, words.stillHint],
    ['/spa-position', words.position, words.positionHint],
    ['/framed', words.framed, words.framedHint],
    ...(hasOtherOrigin ? [['/framed-cross', words.framedCross, words.framedCrossHint] as const] : []),
  ] as const;
  const selected = (is: boolean) => (is ? 'selected' : '');
  return html`
  ${styleLinks({ ...settings, hazards: false })}
  <h1>${words.title}</h1>
  <p>${words.intro}</p>
  <div class="card"><ul class="plain variants">
    ${links.map(
      ([href, name, hint]) => html`<li><a href="${href}">${name}</a> <span class="hint">${hint}</span></li>`,
    )}
  </ul></div>
  <form class="card narrow" method="post" action="/variants">
    <h2>${words.settings}</h2>
    <label for="slow">${words.slow}</label>
    <select id="slow" name="slow" aria-describedby="slow-hint">
      ${[...new Set([...DELAYS_MS, settings.slow])].map(
        (most) =>
          html`<option value="${most}" ${selected(most === settings.slow)}>${most === 0 ? words.noDelay : words.milliseconds(most)}</option>`,
      )}
    </select>
    <p class="hint" id="slow-hint">${words.slowHint}</p>
    <label for="place">${words.place}</label>
    <select id="place" name="place">
      ${PANEL_PLACES.map(
        (place) =>
          html`<option value="${place}" ${selected(place === settings.place)}>${words.places[place]}</option>`,
      )}
    </select>
    <input type="hidden" name="hazards" value="off">
    <label class="check"><input type="checkbox" name="hazards" value="on" aria-describedby="hazards-hint" ${
      settings.hazards ? 'checked' : ''
    }> ${words.hazards}</label>
    <p class="hint" id="hazards-hint">${words.hazardsHint}</p>
    <button type="submit">${words.save}</button>
  </form>`;
};
