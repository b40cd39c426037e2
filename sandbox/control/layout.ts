import { html } from 'hono/html';
import { type Markup, NOINDEX, renderDocument, renderLanguages } from '../pages/document.ts';
import { type ControlMessages, controlMessages, type SandboxLanguage, toDateLocale } from '../words/index.ts';

/** Data of every page. */
export interface ControlFrame {
  readonly language: SandboxLanguage;
  readonly words: ControlMessages;
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

/** Renders a whole page. `title` must name nobody: the browser keeps it in its history. */
export const layout = (frame: ControlFrame, title: string, content: Markup): Markup =>
  renderDocument({
    language: frame.language,
    title: `${title} · ${frame.words.name}`,
    stylesheets: [STYLESHEET_PATH],
    head: NOINDEX,
    body: html`<body>
<a class="skip" href="#content">${frame.words.skip}</a>
<header class="top">
<a class="brand" href="${HOME}">${frame.words.name}</a>
${renderLanguages({
  label: frame.words.switchLanguage,
  path: frame.path,
  current: frame.language,
  names: controlMessages,
})}
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
</body>`,
  });

/** Renders a page of one sentence. */
export const sentence = (text: string): Markup => html`<p class="notice" role="alert">${text}</p>`;

/** Tells instants (milliseconds or RFC 3339) in UTC, as the interface has them. */
export function createMoments(language: SandboxLanguage) {
  const format = new Intl.DateTimeFormat(toDateLocale(language), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  const text = (at: string | number) => `${format.format(new Date(at))} UTC`;
  return {
    text,
    time: (at: string | number) => html`<time datetime="${new Date(at).toISOString()}">${text(at)}</time>`,
  };
}
type Moments = ReturnType<typeof createMoments>;

/** A field that can be wrong. */
export type ControlField = keyof ControlMessages['errors'];

/** What is wrong with a form that was sent, by field, in the reader's words. */
export type Problems = ReadonlyMap<ControlField, string>;

export const NO_PROBLEMS: Problems = new Map();

/** Renders the list of problems above a form. */
export const problemList = (words: ControlMessages, problems: Problems): Markup | '' =>
  problems.size === 0
    ? ''
    : html`<div class="notice bad" role="alert"><p><b>${words.errorTitle}</b></p>
<ul>${[...problems].map(([name, problem]) => html`<li><a href="#${name}">${problem}</a></li>`)}</ul></div>`;

interface FieldOptions {
  readonly name: ControlField;
  readonly label: string;
  readonly hint?: string;
  readonly problems: Problems;
}

/** Renders a label and its control; `control` receives the attributes that tie hint and problem to it. */
export function renderField(
  { name, label, hint, problems }: FieldOptions,
  control: (attributes: Markup) => Markup,
): Markup {
  const problem = problems.get(name);
  const described = [hint === undefined ? '' : `${name}-hint`, problem === undefined ? '' : `${name}-problem`]
    .filter(Boolean)
    .join(' ');
  const attributes = html`id="${name}" name="${name}" ${
    described === '' ? '' : html`aria-describedby="${described}"`
  } ${problem === undefined ? '' : html`aria-invalid="true"`}`;
  return html`<div class="field"><label for="${name}">${label}</label>
${control(attributes)}
${hint === undefined ? '' : html`<p class="hint" id="${name}-hint">${hint}</p>`}
${problem === undefined ? '' : html`<p class="problem" id="${name}-problem">${problem}</p>`}</div>`;
}

/** Options of a list, with the chosen one. */
export const options = (
  entries: readonly (readonly [value: string, text: string])[],
  chosen: string,
): readonly Markup[] =>
  entries.map(
    ([value, text]) =>
      html`<option value="${value}" ${value === chosen ? html`selected` : ''}>${text}</option>`,
  );

type Cell = Markup | string | number;

/**
 * A table with its caption; each row's first cell is its heading. On a narrow screen rows become cards, and the
 * roles keep them a table for screen readers.
 */
export const table = (
  caption: Cell,
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
): Markup => html`<table role="table">
<caption>${caption}</caption>
<thead role="rowgroup"><tr role="row">${columns.map(
  (column) => html`<th scope="col" role="columnheader">${column}</th>`,
)}</tr></thead>
<tbody role="rowgroup">${rows.map(
  (cells) =>
    html`<tr role="row">${cells.map((cell, index) =>
      index === 0
        ? html`<th scope="row" role="rowheader">${cell}</th>`
        : html`<td role="cell" data-label="${columns[index] ?? ''}"><span>${cell}</span></td>`,
    )}</tr>`,
)}</tbody>
</table>`;

/** Renders the text in place of a table without rows. */
export const emptyState = (text: Cell): Markup => html`<p class="empty">${text}</p>`;

/** Renders the caption of a list: its title, and how many rows of how many it has. */
export const listCaption = (words: ControlMessages, title: string, shown: number, all: number): Markup =>
  html`${title} <small>${words.shown({ isAll: shown === all, shown, all })}</small>`;
