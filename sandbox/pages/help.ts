import { html } from 'hono/html';
import type { AnswerMessages } from '../words/index.ts';
import type { Markup } from './document.ts';
import lines from './help-lines.json' with { type: 'json' };

/** The countries of which telephone help is known (ISO 3166-1). */
export const HELP_COUNTRIES = ['AU', 'BR', 'CA', 'ES', 'GB', 'MX', 'PT', 'US'] as const;
export type HelpCountry = (typeof HELP_COUNTRIES)[number];

/** The clinic as its patients' pages show it. */
export interface Clinic {
  /** Default: pages name no clinic. */
  readonly name?: string;
  /** Country whose telephone help is shown. It is never guessed. Default: none, and no number is shown. */
  readonly country?: HelpCountry | null;
}

/** A telephone line. `source` is the page that names it, which was read on `checkedOn`. */
interface HelpLine {
  readonly kind: keyof AnswerMessages['lines'];
  /** Null if the number is the name. */
  readonly name: string | null;
  readonly number: string;
  readonly source: string;
  readonly checkedOn: string;
}

/** Telephone help by country, each line with its source and the date of the check. */
export const HELP_LINES: Readonly<Record<HelpCountry, readonly HelpLine[]>> = lines as Record<
  HelpCountry,
  HelpLine[]
>;

/** Tells whether a text is one of {@link HELP_COUNTRIES}. */
export const isHelpCountry = (text: string): text is HelpCountry =>
  HELP_COUNTRIES.some((country) => country === text);

/** Renders the telephone lines of the clinic's country as links; nothing if no country is configured. */
export function renderHelpLines({ country }: Clinic, words: AnswerMessages): Markup | '' {
  if (!country) return '';
  return html`<ul class="lines">${HELP_LINES[country].map(({ kind, name, number }) => {
    const said = name === null ? number : `${name}: ${number}`;
    return html`<li><a href="tel:${number.replaceAll(' ', '')}">${words.call({ name: said })}</a> <span>${words.lines[kind]}</span></li>`;
  })}</ul>`;
}

/** Renders who to call or where to go in a crisis: the clinic's lines, or one sentence without a number. */
export const renderHelp = (clinic: Clinic, words: AnswerMessages): Markup => html`
<p>${clinic.country ? words.helpCall : words.help}</p>
${renderHelpLines(clinic, words)}`;
