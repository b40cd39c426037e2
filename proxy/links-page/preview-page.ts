import { html } from 'hono/html';
import type { ProxyResponse } from '../exchange.ts';
import { htmlPage, type Markup } from '../html-page.ts';
import { CANDIDATES_MAX, type Reported, sayReason } from '../mapping/link-report.ts';
import { sayDoubt } from '../mapping/link-words.ts';
import type { LinkOrigin } from '../storage/storage.ts';
import type { LinksMessages } from '../words/compiled/links/en.js';
import { factsOfPatient, factsOfRow, factTable, sayInstant } from './facts.ts';
import type { UploadedList } from './list.ts';
import { type Look, PAGE_GROUPS, type PageGroup } from './look.ts';
import { type PageBase, sessionFoot } from './pages.ts';

/** The part of a preview that a page shows. */
export interface Shown {
  readonly group: PageGroup;
  readonly from: number;
}

/** A link that stands against a row, with how it came about. */
export interface OpposedOrigin {
  readonly patientId: string;
  readonly origin: LinkOrigin | null;
  /** What is known of the patient's other key; null where the row's own key is linked. */
  readonly other: { readonly link: string; readonly row: Reported['row'] | null } | null;
}

/** A preview as it is shown: its list is carried by the page's form. */
export interface Preview extends PageBase {
  readonly list: UploadedList;
  readonly packed: string;
  /** Names the links that this page, or the one before it, has shown as certain. */
  readonly certain: string;
  readonly look: Look;
  readonly shown: Shown;
  readonly origins: ReadonlyMap<Reported, readonly OpposedOrigin[]>;
  readonly heading: string;
  /** What was done before, said first. */
  readonly notice?: Markup | string;
}

/** Rows of a page: those that are compared side by side take more room. */
const ROWS_MAX: Readonly<Record<PageGroup, number>> = {
  ...{ certain: 100, linked: 100, missing: 100, unreadable: 100 },
  ...{ doubtful: 20, elsewhere: 20 },
};

/** The rows that a page shows. */
export const toShownRows = ({ byGroup }: Look, { group, from }: Shown): readonly Reported[] =>
  (byGroup.get(group) ?? []).slice(from, from + ROWS_MAX[group]);

/** Reads which part a form asks for, such as `doubtful:20`; without one, the first of those that need somebody. */
export function readShow(text: string, look: Look): Shown {
  const [name, from = '0'] = text.split(':');
  const group = PAGE_GROUPS.find((known) => known === name);
  const first = PAGE_GROUPS.find((known) => look.byGroup.has(known)) ?? 'certain';
  const rows = look.byGroup.get(group ?? first)?.length ?? 0;
  const asked = /^\d{1,7}$/.test(from) ? Number(from) : 0;
  const size = ROWS_MAX[group ?? first];
  const last = Math.max(0, Math.ceil(rows / size) - 1) * size;
  return { group: group ?? first, from: Math.min(asked - (asked % size), last) };
}

const writeShow = ({ group, from }: Shown): string => `${group}:${from}`;

/** What a form of the page carries: the list, and what was shown. */
export const carried = ({
  session,
  packed,
  list,
  certain,
}: Omit<Preview, 'look' | 'shown' | 'origins' | 'heading'>): Markup =>
  html`<input type="hidden" name="token" value="${session.formToken}">
<input type="hidden" name="list" value="${packed}">
<input type="hidden" name="dates" value="${list.dates ?? ''}">
<input type="hidden" name="encoding" value="${list.encoding ?? ''}">
<input type="hidden" name="certain" value="${certain}">`;

const number = (count: number, { lang }: LinksMessages): string => new Intl.NumberFormat(lang).format(count);

export const rowTitle = ({ row }: Pick<Reported, 'row'>, words: LinksMessages): string =>
  words.rowTitle({ line: `${row.line}`, key: [row.system, row.key].filter(Boolean).join(' ') });

/** A button that decides one row; its name says for whom, since several stand on a page. */
const choiceButton = (text: string, whom: string, value: string, address: string): Markup =>
  html`<button formaction="${address}" name="choice" value="${value}" aria-label="${text}: ${whom}">${text}</button>`;

/** How a row that is like somebody is registered as somebody else, or what that needs. */
function otherChoice(reported: Reported, { words, path, look }: Preview): Markup | string {
  const { row } = reported;
  if (look.plan?.others.has(reported))
    return html`<div class="actions">${choiceButton(words.other, row.key, `${row.line}`, `${path}/register`)}</div>`;
  const left = look.plan?.left.get(reported);
  return left ? html`<p class="soft">${words.otherNeeds({ needs: sayDoubt(left, words) })}</p>` : '';
}

function doubtfulRow(reported: Reported, preview: Preview): Markup {
  const { words, path } = preview;
  const { row, judgement } = reported;
  const shown = judgement.candidates.slice(0, CANDIDATES_MAX);
  const more = judgement.candidates.length - shown.length;
  const sides = shown.map((candidate, at) => {
    const { patient } = candidate;
    const choice = judgement.choices.find((one) => one.candidate === candidate);
    const whom = `${factsOfPatient(patient, words)} (${row.key})`;
    const value = `${row.line}:${patient.patientId}`;
    const heading = shown.length > 1 ? words.candidate({ number: `${at + 1}` }) : words.onlyCandidate;
    const action = choice
      ? choiceButton(words.decide, whom, value, `${path}/decide`)
      : candidate.contradicted.length > 0
        ? html`<span class="soft">${words.noChoice}</span>`
        : '';
    return { ...{ heading, patient, candidate }, action };
  });
  const title = rowTitle(reported, words);
  return html`<h3>${title}</h3><p>${sayReason(reported, words)}</p>
${factTable(row, sides, title, words)}
${otherChoice(reported, preview)}
${more > 0 ? html`<p class="soft">${words.moreCandidates({ count: more })}</p>` : ''}`;
}

const sayOrigin = (origin: LinkOrigin | null, words: LinksMessages): string => {
  if (!origin) return words.noOrigin;
  const { at, by, page } = origin;
  const date = sayInstant(new Date(at), words);
  return words.origin({ date, by, page: page ?? null });
};

/** The links that stand against a row, with when, by whom and from which page each was made. */
export function opposedFacts(reported: Reported, preview: Omit<Preview, 'shown' | 'heading'>): Markup {
  const { words, look, origins } = preview;
  const opposed = origins.get(reported) ?? [];
  const { candidates } = reported.judgement;
  const sides = [...new Set(opposed.map(({ patientId }) => patientId))].map((patientId) => ({
    heading: words.linkedTo,
    patient: look.patients.get(patientId) ?? null,
    candidate: candidates.find(({ patient }) => patient.patientId === patientId) ?? null,
    action: '',
  }));
  const lines = opposed.map(({ origin, other }) => {
    const said = sayOrigin(origin, words);
    if (!other) return said;
    const { link, row } = other;
    const which = row
      ? words.otherKeyLine({ key: row.key, line: `${row.line}` })
      : words.otherKeyUnknown({ link });
    return `${which} ${said}`;
  });
  return html`${factTable(reported.row, sides, rowTitle(reported, words), words)}
<ul>${[...new Set(lines)].map((line) => html`<li>${line}</li>`)}</ul>`;
}

function elsewhereRow(reported: Reported, preview: Preview): Markup {
  const { words, path } = preview;
  const { row } = reported;
  return html`<h3>${rowTitle(reported, words)}</h3><p>${sayReason(reported, words)}</p>
${opposedFacts(reported, preview)}
<div class="actions">${choiceButton(words.remove, row.key, `${row.line}`, `${path}/remove`)}</div>`;
}

/** What can be done about somebody who is missing: a button to register them, or why they cannot be. */
function registerCell(reported: Reported, preview: Preview): Markup | string {
  const { words, path, look } = preview;
  const { row } = reported;
  const left = look.plan?.left.get(reported);
  if (left) {
    const other = look.plan?.others.has(reported) ? otherChoice(reported, preview) : '';
    return html`<span class="soft">${sayDoubt(left, words)}</span>${other}`;
  }
  return choiceButton(words.register, row.key, `${row.line}`, `${path}/register`);
}

/** The columns that a group has besides line, key and the EHR's facts. */
const COLUMNS: Readonly<Partial<Record<PageGroup, 'service' | 'why' | 'register'>>> = {
  ...{ certain: 'service', linked: 'service', unreadable: 'why', missing: 'register' },
};

function plainTable(rows: readonly Reported[], preview: Preview): Markup {
  const { words, look } = preview;
  const { group } = preview.shown;
  const column = group === 'missing' && !look.plan ? undefined : COLUMNS[group];
  const lastOf = (reported: Reported): Markup | string => {
    const [candidate] = reported.judgement.candidates;
    if (column === 'register') return registerCell(reported, preview);
    if (column === 'why') return sayReason(reported, words);
    return candidate ? factsOfPatient(candidate.patient, words) : '';
  };
  // Where the columns stand beneath each other, two sides need their names.
  const sideCell = (name: string, content: Markup | string): Markup =>
    column === 'service'
      ? html`<td class="side" data-name="${name}">${content}</td>`
      : html`<td>${content}</td>`;
  const hasSystem = rows.some(({ row }) => row.system !== '');
  return html`<div class="scroll rows stack" tabindex="0" role="region" aria-label="${words.groups[group]}">
<table>
<thead><tr><th scope="col" class="number">${words.line}</th>${hasSystem ? html`<th scope="col">${words.system}</th>` : ''}
<th scope="col">${words.key}</th><th scope="col">${words.ehr}</th>${column ? html`<th scope="col">${words[column]}</th>` : ''}</tr></thead>
<tbody>${rows.map(
    (
      reported,
    ) => html`<tr><td class="number" data-name="${words.line}">${reported.row.line}</td>${hasSystem ? html`<td>${reported.row.system}</td>` : ''}
<th scope="row">${reported.row.key}</th>${sideCell(words.ehr, factsOfRow(reported.row, words))}${column ? sideCell(words.service, lastOf(reported)) : ''}</tr>`,
  )}</tbody>
</table></div>`;
}

function groupRows(rows: readonly Reported[], preview: Preview): Markup {
  const { words, shown } = preview;
  if (rows.length === 0) return html`<p>${words.empty}</p>`;
  if (shown.group === 'doubtful') return html`${rows.map((row) => doubtfulRow(row, preview))}`;
  if (shown.group === 'elsewhere') return html`${rows.map((row) => elsewhereRow(row, preview))}`;
  return plainTable(rows, preview);
}

function turnButtons(total: number, { words, shown }: Preview): Markup | string {
  const { group, from } = shown;
  const size = ROWS_MAX[group];
  if (total <= size) return '';
  const to = Math.min(from + size, total);
  const range = { from: number(from + 1, words), to: number(to, words), count: number(total, words) };
  const button = (text: string, at: number): Markup =>
    html`<button name="show" value="${writeShow({ group, from: at })}">${text}</button>`;
  return html`<p class="soft">${words.range(range)}</p>
<div class="actions">${from > 0 ? button(words.previous, from - size) : ''}${to < total ? button(words.next, to) : ''}</div>`;
}

/** Shows a list that was compared: how many there are of each group, the rows of one, and what can be done. */
export function previewPage(preview: Preview): Promise<ProxyResponse> {
  const { words, path, look, shown, heading, notice } = preview;
  const count = (group: PageGroup): number => look.byGroup.get(group)?.length ?? 0;
  const counted = {
    ...{ rows: look.all.length, patients: look.patientCount },
    professionals: look.professionalIds.length,
  };
  const tabs = PAGE_GROUPS.map((group) => {
    const isShown = group === shown.group;
    return html`<button name="show" value="${writeShow({ group, from: 0 })}"${isShown ? ' aria-current="true"' : ''}>${words.groups[group]}: ${number(count(group), words)}</button>`;
  });
  const content = html`${notice === undefined ? '' : html`<div role="status" class="notice">${notice}</div>`}
<p>${words.counted(counted)}</p>
<form class="sheet" method="post" action="${path}/preview" enctype="multipart/form-data">
${carried(preview)}
<div class="actions">${
    count('certain') > 0
      ? html`<button class="allow" formaction="${path}/write">${words.link({ count: count('certain') })}</button>`
      : ''
  }<button formaction="${path}/report">${words.report}</button><button name="show" value="${writeShow(shown)}">${words.again}</button></div>
${count('certain') > 0 ? '' : html`<p class="soft">${words.nothingCertain}</p>`}
<div class="actions groups" role="group" aria-label="${words.groupList}">${tabs}</div>
<h2>${words.groups[shown.group]}</h2>
<p>${words.meanings[shown.group]}${shown.group === 'missing' && !look.plan ? ` ${words.registerFirst}` : ''}</p>
${groupRows(toShownRows(look, shown), preview)}
${turnButtons(count(shown.group), preview)}
</form>
<form method="get" action="${path}"><button>${words.another}</button></form>
${sessionFoot(preview)}`;
  return htmlPage({ status: 200, lang: words.lang, title: heading, content });
}

/** Asks once more before one row is decided. */
export function confirmPage(
  preview: Omit<Preview, 'heading'>,
  parts: {
    readonly title: string;
    readonly warning: string;
    readonly facts: Markup;
    readonly submit: string;
    readonly address: string;
    readonly choice: string;
    /** Names what is shown: what has changed since is not decided. */
    readonly digest: string;
  },
): Promise<ProxyResponse> {
  const { words, path, shown } = preview;
  const { title, warning, facts, submit, address, choice, digest } = parts;
  const content = html`${facts}<p>${warning}</p>
<form class="sheet" method="post" action="${address}" enctype="multipart/form-data">
${carried(preview)}
<input type="hidden" name="choice" value="${choice}"><input type="hidden" name="facts" value="${digest}">
<div class="actions"><button class="allow">${submit}</button><button formaction="${path}/preview" name="show" value="${writeShow(shown)}">${words.back}</button></div>
</form>`;
  return htmlPage({ status: 200, lang: words.lang, title, content });
}
