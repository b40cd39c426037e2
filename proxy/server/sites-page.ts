import { html } from 'hono/html';
import type { ProxyResponse } from '../exchange.ts';
import { acceptedWords, htmlPage, type Markup } from '../html-page.ts';
import { sitesMessages } from '../words/compiled/sites/all.js';
import type { SitesMessages } from '../words/compiled/sites/en.js';
import { OTHER_LABEL, readProfile } from './site-health.ts';
import { foundBy, SITE_OUTCOMES, type SiteRow } from './site-rows.ts';

/** The profiles that one partner's proxy hands out. */
export interface HandedOut {
  /** Null where a process serves one partner alone. */
  readonly tenant: string | null;
  readonly profiles: readonly unknown[];
}

interface Line extends Omit<SiteRow, 'extension'> {
  /** Null for a profile of which nothing was reported. */
  readonly extension: string | null;
  readonly isOff: boolean;
}

const NO_PAGES: ReadonlyMap<string, number> = new Map();

/** What was reported, and each version that is handed out of which nothing was; first what needs somebody. */
function toLines(rows: readonly SiteRow[], handedOut: readonly HandedOut[]): readonly Line[] {
  const given = handedOut.flatMap(({ tenant, profiles }) =>
    profiles.map(readProfile).map(({ id, version, enabled }) => ({
      ...{ tenant, profile: String(id), version: String(version) },
      isOff: enabled === false,
    })),
  );
  const isSame = (one: Omit<Line, 'extension' | 'pages' | 'isOff'>, row: typeof one): boolean =>
    one.tenant === row.tenant && one.profile === row.profile && one.version === row.version;
  const reported = rows.map((row) => ({
    ...row,
    isOff: given.find((one) => isSame(one, row))?.isOff === true,
  }));
  const silent = given
    .filter((one) => !rows.some((row) => isSame(one, row)))
    .map((one) => ({ ...one, extension: null, pages: NO_PAGES }));
  const urgency = (line: Line): number => (line.extension === null ? 1 : foundBy(line) === 0 ? 0 : 2);
  return [...reported, ...silent].sort((one, other) => urgency(one) - urgency(other));
}

function noteOf(line: Line, words: SitesMessages): Markup | string {
  if (line.isOff) return words.off;
  if (line.extension === null) return html`<strong>${words.unreported}</strong> ${words.unreportedHint}`;
  if (foundBy(line) === 0) return html`<strong>${words.nothing}</strong> ${words.nothingHint}`;
  return [line.profile, line.version].includes(OTHER_LABEL) ? words.other : '';
}

function table(lines: readonly Line[], words: SitesMessages): Markup {
  const numbers = new Intl.NumberFormat(words.lang);
  const hasTenants = lines.some(({ tenant }) => tenant !== null);
  // One that scrolls is reached by the keyboard too.
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${words.caption}">
<table>
<thead><tr>${hasTenants ? html`<th scope="col">${words.tenant}</th>` : ''}
<th scope="col">${words.profile}</th><th scope="col">${words.version}</th><th scope="col">${words.note}</th>
<th scope="col">${words.extension}</th>
${SITE_OUTCOMES.map((outcome) => html`<th scope="col" class="number">${words.outcomes[outcome]}</th>`)}</tr></thead>
<tbody>${lines.map(
    (line) => html`<tr>${hasTenants ? html`<td>${line.tenant ?? ''}</td>` : ''}
<th scope="row">${line.profile}</th><td>${line.version}</td><td class="note">${noteOf(line, words)}</td>
<td>${line.extension ?? ''}</td>
${SITE_OUTCOMES.map(
  (outcome) =>
    html`<td class="number">${line.extension === null ? '' : numbers.format(line.pages.get(outcome) ?? 0)}</td>`,
)}</tr>`,
  )}</tbody>
</table></div>
<dl>${SITE_OUTCOMES.map(
    (outcome) => html`<dt>${words.outcomes[outcome]}</dt><dd>${words.meanings[outcome]}</dd>`,
  )}</dl>`;
}

const empty = (words: SitesMessages): Markup => html`<p><strong>${words.empty}</strong></p>
<p>${words.emptyReasons}</p>
<ul>${words.checks.map((check) => html`<li>${check}</li>`)}</ul>`;

/** Shows what extensions have reported of the profiles. */
export function sitesPage(
  accepted: string | undefined,
  rows: readonly SiteRow[],
  handedOut: readonly HandedOut[],
): Promise<ProxyResponse> {
  const words = acceptedWords(sitesMessages, accepted);
  const lines = toLines(rows, handedOut);
  const hasProfiles = handedOut.some(({ profiles }) => profiles.length > 0);
  const content = html`<p>${words.intro}</p>
${rows.length === 0 ? empty(words) : ''}
${hasProfiles ? '' : html`<p>${words.noProfiles}</p>`}
${lines.length > 0 ? table(lines, words) : ''}`;
  return htmlPage({ status: 200, lang: words.lang, title: words.title, content });
}

/** Asks for the password, in a page that says what it is. */
export async function sitesDenied(accepted: string | undefined): Promise<ProxyResponse> {
  const { lang, denied, deniedHint } = acceptedWords(sitesMessages, accepted);
  const content = html`<p role="alert">${deniedHint}</p>`;
  const { headers, ...page } = await htmlPage({ status: 401, lang, title: denied, content });
  return {
    ...page,
    headers: { ...headers, 'www-authenticate': 'Basic realm="instrument-panel", charset="UTF-8"' },
  };
}
