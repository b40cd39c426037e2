import { IDENTIFIER_KINDS, type IdentifierKind } from '@instrument-panel/client/identifiers';
import { html } from 'hono/html';
import type { Markup } from '../html-page.ts';
import type { Candidate, ClinicPatient } from '../mapping/bulk-match.ts';
import type { EhrRow } from '../mapping/link-file.ts';
import type { LinksMessages } from '../words/compiled/links/en.js';

/** A day as people read it; any other text as it is. */
export function sayDay(text: string, { lang }: LinksMessages): string {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0];
  const at = new Date(`${day}T00:00:00Z`);
  if (day === undefined || Number.isNaN(at.getTime())) return text;
  return new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeZone: 'UTC' }).format(at);
}

/** An instant as people read it, in UTC. */
export const sayInstant = (at: Date, { lang }: LinksMessages): string =>
  new Intl.DateTimeFormat(lang, {
    ...{ day: 'numeric', month: 'short', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', timeZone: 'UTC', timeZoneName: 'short' },
  }).format(at);

const sayFact = (kind: IdentifierKind, text: string, words: LinksMessages): string =>
  kind === 'birthday' ? sayDay(text, words) : text;

/** What the EHR states of a kind; empty for nothing. */
export function factOfRow({ person }: EhrRow, kind: IdentifierKind, words: LinksMessages): string {
  if (kind === 'name') return [person.name, person.surname].filter(Boolean).join(' ');
  return sayFact(kind, person[kind] ?? '', words);
}

/** What the service states of a kind, each fact once where two lists differ; empty for nothing. */
export function factOfPatient(
  { records }: ClinicPatient,
  kind: IdentifierKind,
  words: LinksMessages,
): string {
  const facts = records.map((record) => sayFact(kind, record[kind] ?? '', words));
  return [...new Set(facts.filter(Boolean))].join(' / ');
}

/** All facts of one side in a cell. */
export const factsOfRow = (row: EhrRow, words: LinksMessages): string =>
  IDENTIFIER_KINDS.map((kind) => factOfRow(row, kind, words))
    .filter(Boolean)
    .join(' · ');

export const factsOfPatient = (patient: ClinicPatient, words: LinksMessages): string =>
  IDENTIFIER_KINDS.map((kind) => factOfPatient(patient, kind, words))
    .filter(Boolean)
    .join(' · ');

/** Whether a fact of a candidate agrees with the row's, in words; empty where it cannot be compared. */
function markOf(
  { agreed, contradicted }: Candidate,
  kind: IdentifierKind,
  words: LinksMessages,
): Markup | string {
  if (contradicted.includes(kind)) return html`<span class="differs">${words.differs}</span>`;
  return agreed.includes(kind) ? html`<span class="soft">${words.same}</span>` : '';
}

interface Side {
  readonly heading: string;
  readonly patient: ClinicPatient | null;
  /** Null where nothing is compared. */
  readonly candidate: Candidate | null;
  /** What can be done about this side. */
  readonly action: Markup | string;
}

/** The facts of a row beside those of patients, one column each. */
export function factTable(row: EhrRow, sides: readonly Side[], label: string, words: LinksMessages): Markup {
  const unstated = html`<span class="soft">${words.notStated}</span>`;
  const cellOf = ({ patient, candidate }: Side, kind: IdentifierKind): Markup => {
    if (!patient) return html`<td>${kind === 'name' ? words.unknownPatient : ''}</td>`;
    return html`<td>${factOfPatient(patient, kind, words) || unstated} ${candidate ? markOf(candidate, kind, words) : ''}</td>`;
  };
  const hasActions = sides.some(({ action }) => action !== '');
  return html`<div class="scroll sides" tabindex="0" role="region" aria-label="${label}">
<table>
<thead><tr><th scope="col">${words.fact}</th><th scope="col">${words.ehr}</th>${sides.map(
    ({ heading }) => html`<th scope="col">${heading}</th>`,
  )}</tr></thead>
<tbody>${IDENTIFIER_KINDS.map(
    (
      kind,
    ) => html`<tr><th scope="row">${words.kinds[kind]}</th><td>${factOfRow(row, kind, words) || unstated}</td>
${sides.map((side) => cellOf(side, kind))}</tr>`,
  )}${
    row.age === ''
      ? ''
      : html`<tr><th scope="row">${words.age}</th><td>${row.age}</td>${sides.map(() => html`<td></td>`)}</tr>`
  }${hasActions ? html`<tr><td></td><td></td>${sides.map(({ action }) => html`<td>${action}</td>`)}</tr>` : ''}</tbody>
</table></div>`;
}
