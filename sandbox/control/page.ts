import type { Context, Hono } from 'hono';
import { html } from 'hono/html';
import { type Markup, NOINDEX, renderDocument, renderLanguages } from '../pages/document.ts';
import { readerLanguage, readField } from '../pages/requests.ts';
import { CLINIC_TIME_ZONE } from '../seed/clinic.ts';
import type { Store } from '../service/database.ts';
import type { FaultList } from '../service/faults/fault.ts';
import type { RequestLog } from '../service/http/request-log.ts';
import type { ServiceContext } from '../service/service.ts';
import { type ControlMessages, controlMessages, toDateLocale } from '../words/index.ts';
import type { ClockMover } from './clock.ts';

/** What the control pages show and change. */
export interface ControlDependencies {
  readonly service: ServiceContext;
  readonly faults: FaultList;
  readonly log: RequestLog;
  readonly mover: ClockMover;
}

export const HOME = '/sandbox';
export const PAGES = '/sandbox/pages';
export const STYLESHEET_PATH = `${PAGES}/assets/control.css`;
export const LANGUAGE_COOKIE = 'sandbox_language';

/**
 * Creates the data of a page. `path` is for the language switch and the navigation; `when` tells instants (milliseconds
 * or RFC 3339) in UTC, as the interface has them, and `when.inClinic` in the clinic's own time.
 */
function createFrame(c: Context, { service }: ControlDependencies, path: string) {
  const language = readerLanguage(c, LANGUAGE_COOKIE, service.language);
  const sayIn = (at: string | number, timeZone: string) =>
    new Intl.DateTimeFormat(toDateLocale(language), {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone,
    }).format(new Date(at));
  const inClinic = (at: string | number) => sayIn(at, CLINIC_TIME_ZONE);
  const text = (at: string | number) => `${sayIn(at, 'UTC')} UTC`;
  const time = (at: string | number) =>
    html`<time datetime="${new Date(at).toISOString()}">${text(at)}</time>`;
  return { language, words: controlMessages[language], when: { text, time, inClinic }, path };
}
export type ControlFrame = ReturnType<typeof createFrame>;

const PARTS = ['overview', 'people', 'stories', 'outbox', 'deliveries', 'faults', 'requests'] as const;
type Part = (typeof PARTS)[number];

const pathOf = (part: Part): string => (part === 'overview' ? HOME : `${PAGES}/${part}`);

/** A patient lies under the people without its address saying so. */
const isHere = (part: Part, path: string): boolean =>
  path === pathOf(part) ||
  path.startsWith(`${PAGES}/${part}/`) ||
  (part === 'people' && path.startsWith(`${PAGES}/patients/`));

/** A page's content, under its heading. `title` must name nobody: the browser keeps it in its history. */
interface ControlPage {
  readonly title: string;
  readonly content: Markup;
  readonly status?: 200 | 403 | 404 | 409 | 413 | 422;
}

const layout = (frame: ControlFrame, { title, content }: ControlPage): Markup => {
  const { language, words, path } = frame;
  return renderDocument({
    language,
    title: `${title} · ${words.name}`,
    stylesheets: [STYLESHEET_PATH],
    head: NOINDEX,
    body: html`<body>
<a class="skip" href="#content">${words.skip}</a>
<header class="top">
<a class="brand" href="${HOME}">${words.name}</a>
${renderLanguages(words.switchLanguage, frame, controlMessages)}
<nav class="parts" aria-label="${words.navigation}"><ul>${PARTS.map(
      (part) =>
        html`<li><a href="${pathOf(part)}" ${isHere(part, path) ? html`aria-current="page"` : ''}>${
          words.nav[part]
        }</a></li>`,
    )}</ul></nav>
</header>
<main id="content" tabindex="-1">
<h1>${title}</h1>
${content}
</main>
<footer class="bottom"><p>${words.note}</p></footer>
</body>`,
  });
};

/** Answers with a whole page; `path` is that of the page, if it is not the request's own. */
export async function sendControlPage(
  c: Context,
  control: ControlDependencies,
  render: (frame: ControlFrame) => ControlPage,
  path = c.req.path,
): Promise<Response> {
  const frame = createFrame(c, control, path);
  const page = render(frame);
  return c.html(await layout(frame, page), page.status ?? 200);
}

/** Renders a page of one sentence. */
export const sentence = (text: string): Markup => html`<p class="notice" role="alert">${text}</p>`;

type FormValue = (name: string) => string;

/** Reads the text fields of a form, as {@link readField} does. */
export async function readForm(c: Context): Promise<FormValue> {
  const body = await c.req.parseBody();
  return (name) => readField(body, name).trim();
}

/** The number of rows of a table: all, or those that have `value` in `column`. */
export const countRows = (
  store: Store,
  table: string,
  column = 'NULL',
  value: string | null = null,
): number =>
  store.one<{ total: number }>(
    `SELECT count(*) AS total FROM ${table} WHERE ?1 IS NULL OR ${column} = ?1`,
    value,
  )?.total ?? 0;

/** What is wrong with a form that was sent, by field, in the reader's words. */
type Problems = ReadonlyMap<string, string>;

export type ControlField = keyof ControlMessages['errors'];

/** What is wrong with fields that have one problem each. */
export const problemsOf = ({ errors }: ControlMessages, names: readonly ControlField[]): Problems =>
  new Map(names.map((name) => [name, errors[name]]));

/** Creates the fields of a form, with what was sent before and what is wrong with it. */
export function createFields(words: ControlMessages, value: FormValue, problems: Problems = new Map()) {
  /** A label and its control; `control` receives the attributes that tie hint and problem to it. */
  function field(
    name: string,
    label: string,
    control: (attributes: Markup) => Markup,
    hint: string | undefined,
  ) {
    const problem = problems.get(name);
    const described = [hint && `${name}-hint`, problem && `${name}-problem`].filter(Boolean).join(' ');
    const attributes = html`id="${name}" name="${name}" ${
      described === '' ? '' : html`aria-describedby="${described}"`
    } ${problem === undefined ? '' : html`aria-invalid="true"`}`;
    return html`<div class="field"><label for="${name}">${label}</label>
${control(attributes)}
${hint === undefined ? '' : html`<p class="hint" id="${name}-hint">${hint}</p>`}
${problem === undefined ? '' : html`<p class="problem" id="${name}-problem">${problem}</p>`}</div>`;
  }

  return {
    value,
    /** The list of problems above the form. */
    problemList:
      problems.size === 0
        ? ''
        : html`<div class="notice bad" role="alert"><p><b>${words.errorTitle}</b></p>
<ul>${[...problems].map(([name, problem]) => html`<li><a href="#${name}">${problem}</a></li>`)}</ul></div>`,
    /** A list to choose from: values with their texts, or values that are their texts. */
    select: (
      name: string,
      label: string,
      entries: readonly (string | readonly [value: string, text: string])[],
      hint?: string,
    ) =>
      field(
        name,
        label,
        (attributes) =>
          html`<select ${attributes}>${entries.map((entry) => {
            const [one, text] = typeof entry === 'string' ? [entry, entry] : entry;
            return html`<option value="${one}" ${one === value(name) ? html`selected` : ''}>${text}</option>`;
          })}</select>`,
        hint,
      ),
    /** A field to type into; `kind` are the attributes that say what, `shown` stands in it for nothing. */
    input: (name: string, label: string, kind: Markup, hint?: string, shown = '') =>
      field(
        name,
        label,
        (attributes) => html`<input ${kind} ${attributes} value="${value(name) || shown}">`,
        hint,
      ),
  };
}
export type FormFields = ReturnType<typeof createFields>;

interface FormPage {
  readonly path: string;
  readonly action: string;
  /** Values that the form begins with, by field. */
  readonly begin?: (c: Context) => Readonly<Record<string, string>>;
  readonly page: (frame: ControlFrame, fields: FormFields) => ControlPage;
  /** Does what the form asks for; gives the address to go on to, or what is wrong. */
  readonly act: (value: FormValue, words: ControlMessages) => Promise<string | Problems> | string | Problems;
}

/** Adds the routes of a page with a form: a form that is refused is shown again, with what is wrong. */
export function addFormPage(
  app: Hono,
  control: ControlDependencies,
  { path, action, begin, page, act }: FormPage,
): void {
  app.get(path, (c) => {
    const values = begin?.(c) ?? {};
    const render = (frame: ControlFrame) =>
      page(
        frame,
        createFields(frame.words, (name) => values[name] ?? ''),
      );
    return sendControlPage(c, control, render, path);
  });
  app.post(action, async (c) => {
    const value = await readForm(c);
    const done = await act(value, createFrame(c, control, path).words);
    if (typeof done === 'string') return c.redirect(done, 303);
    const render = (frame: ControlFrame): ControlPage => ({
      ...page(frame, createFields(frame.words, value, done)),
      status: 422,
    });
    return sendControlPage(c, control, render, path);
  });
}

/**
 * Adds the routes of a page that can be searched by a field. A search is a POST, although it changes nothing, to keep
 * names and e-mail addresses out of URLs.
 */
export function addSearchPage(
  app: Hono,
  control: ControlDependencies,
  path: string,
  field: string,
  page: (frame: ControlFrame, wanted: string, c: Context) => ControlPage,
): void {
  const send = (c: Context, wanted: string) =>
    sendControlPage(c, control, (frame) => page(frame, wanted, c), path);
  app.get(path, (c) => send(c, ''));
  app.post(`${path}/find`, async (c) => send(c, (await readForm(c))(field)));
  app.get(`${path}/find`, (c) => c.redirect(path, 303));
}

type Cell = Markup | string | number;

/**
 * A table with its caption; each row's first cell is its heading. On a narrow screen rows become cards, and the
 * roles keep them a table for screen readers.
 */
export const table = <Row>(
  caption: Cell,
  rows: readonly Row[],
  columns: readonly (readonly [heading: string, cell: (row: Row) => Cell])[],
): Markup => html`<table role="table">
<caption>${caption}</caption>
<thead role="rowgroup"><tr role="row">${columns.map(
  ([heading]) => html`<th scope="col" role="columnheader">${heading}</th>`,
)}</tr></thead>
<tbody role="rowgroup">${rows.map(
  (row) =>
    html`<tr role="row">${columns.map(([heading, cell], index) =>
      index === 0
        ? html`<th scope="row" role="rowheader">${cell(row)}</th>`
        : html`<td role="cell" data-label="${heading}"><span>${cell(row)}</span></td>`,
    )}</tr>`,
)}</tbody>
</table>`;

/** Rows that are shown, and how many there are. */
export interface RowSlice<Row> {
  readonly shown: readonly Row[];
  readonly total: number;
}

/** A list under its title with how many rows of how many it has; without a row the text `empty`. */
export const list = <Row>(
  words: ControlMessages,
  title: string,
  empty: string,
  { shown, total }: RowSlice<Row>,
  columns: Parameters<typeof table<Row>>[2],
): Markup =>
  total === 0
    ? html`<p class="empty">${empty}</p>`
    : table(
        html`${title} <small>${words.shown({ isAll: shown.length === total, shown: shown.length, all: total })}</small>`,
        shown,
        columns,
      );
