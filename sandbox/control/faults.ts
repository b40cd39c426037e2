import { ENDPOINTS } from '@instrument-panel/client/contract';
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import * as z from 'zod/mini';
import type { Markup } from '../pages/document.ts';
import { FAULT_KINDS, type Fault, FaultInput, METHODS } from '../service/faults/fault.ts';
import {
  type ControlField,
  type ControlFrame,
  emptyState,
  listCaption,
  NO_PROBLEMS,
  options,
  PAGES,
  type Problems,
  problemList,
  renderField,
  table,
} from './layout.ts';
import { type ControlDependencies, createControlFrame, readForm, sendControlPage } from './request.ts';

/** Fields of the form, each with the name that the fault has for it. */
const FAULT_FIELDS = [
  'kind',
  'method',
  'endpoint',
  'path',
  'ms',
  'retryAfter',
  'field',
  'times',
] as const satisfies readonly ControlField[];
type FaultField = (typeof FAULT_FIELDS)[number];

/** Reads a number as it stands, so that `1e3` or `0x10` are refused rather than understood. */
const number = (text: string): number => (/^\d+$/.test(text) ? Number(text) : Number.NaN);

/** The fault that a form asks for, or the fields that are wrong. What is empty is left out. */
function readFault(
  value: (name: FaultField) => string,
): { readonly fault: FaultInput } | { readonly wrong: readonly FaultField[] } {
  const filled = (names: readonly FaultField[], read: (text: string) => unknown) =>
    Object.fromEntries(names.flatMap((name) => (value(name) === '' ? [] : [[name, read(value(name))]])));
  const result = z.safeParse(FaultInput, {
    kind: value('kind'),
    match: filled(['method', 'endpoint', 'path'], (text) => text),
    ...filled(['field'], (text) => text),
    ...filled(['ms', 'retryAfter', 'times'], number),
  });
  if (result.success) return { fault: result.data };
  const names = new Set(result.error.issues.map(({ path }) => path.at(-1)));
  return { wrong: FAULT_FIELDS.filter((name) => names.has(name)) };
}

interface FaultsState {
  readonly faults: readonly Fault[];
  /** Returns the value of a field: what was sent, if the form was refused. */
  readonly value: (name: FaultField) => string;
  readonly problems: Problems;
}

const ENDPOINT_IDS = [...ENDPOINTS].map(({ id }) => id).toSorted();

const matchOf = ({ words }: ControlFrame, { match = {} }: Fault): Markup | string => {
  const stated = [match.method, match.endpoint, match.path].filter((part) => part !== undefined);
  return stated.length === 0 ? words.faults.everything : html`<code class="path">${stated.join(' ')}</code>`;
};

const detailsOf = ({ words }: ControlFrame, { ms, retryAfter, field: place }: Fault): string =>
  [
    ms === undefined ? '' : `${ms} ms`,
    retryAfter === undefined ? '' : `Retry-After: ${retryAfter}`,
    place ?? '',
  ]
    .filter(Boolean)
    .join(' · ') || words.none;

function switchedOn(frame: ControlFrame, faults: readonly Fault[]): Markup {
  const { words } = frame;
  const said = words.faults;
  if (faults.length === 0) return emptyState(said.empty);
  const rows = faults.map((fault) => [
    html`<code>${fault.kind}</code> <small>${said.kinds[fault.kind]}</small>`,
    matchOf(frame, fault),
    detailsOf(frame, fault),
    said.happenedOf({ happened: fault.happened, times: fault.times ?? null }),
    html`<button type="submit" class="quiet" name="off" value="${fault.id}" aria-label="${said.offNamed({ kind: fault.kind, id: fault.id })}">${said.off}</button>`,
  ]);
  return html`<form method="post" action="${PAGES}/faults/off">
${table(
  listCaption(words, said.title, faults.length, faults.length),
  [said.kind, said.matches, said.details, said.happened, said.action],
  rows,
)}
<p><button type="submit" name="off" value="all">${said.allOff}</button></p></form>`;
}

/** Renders the faults that are on, and the form that adds one. */
function faultsPage(frame: ControlFrame, { faults, value, problems }: FaultsState): Markup {
  const { words } = frame;
  const said = words.faults;
  const entry = (name: FaultField, control: (attributes: Markup) => Markup) =>
    renderField({ name, label: said.labels[name], problems }, control);
  const choice = (name: FaultField, entries: readonly (readonly [string, string])[]) =>
    entry(name, (attributes) => html`<select ${attributes}>${options(entries, value(name))}</select>`);
  const text = (name: FaultField, mode = 'text') =>
    entry(
      name,
      (attributes) =>
        html`<input ${attributes} inputmode="${mode}" autocomplete="off" value="${value(name)}">`,
    );
  const any = ['', said.any] as const;
  return html`<p>${said.intro}</p>
<section class="card" aria-label="${said.title}">${switchedOn(frame, faults)}</section>
<section class="card" aria-labelledby="add"><h2 id="add">${said.add}</h2>
${problemList(words, problems)}
<p>${said.optional}</p>
<form method="post" action="${PAGES}/faults" class="grid tall">
${choice(
  'kind',
  FAULT_KINDS.map((kind) => [kind, `${kind}: ${said.kinds[kind] ?? ''}`] as const),
)}
${choice('method', [any, ...METHODS.map((method) => [method, method] as const)])}
${choice('endpoint', [any, ...ENDPOINT_IDS.map((id) => [id, id] as const)])}
${text('path')}${text('ms', 'numeric')}${text('retryAfter', 'numeric')}${text('field')}${text('times', 'numeric')}
<div class="field"><button type="submit">${said.switchOn}</button></div>
</form></section>`;
}

/** `/sandbox/pages/faults`. */
export function faultPages(control: ControlDependencies): Hono {
  const { faults } = control;
  const app = new Hono({ strict: false });

  const answer = (c: Context, value: (name: FaultField) => string, problems: Problems) => {
    const frame = createControlFrame(c, control, `${PAGES}/faults`);
    const content = faultsPage(frame, { faults: faults.all(), value, problems });
    return sendControlPage(c, frame, frame.words.faults.title, content, problems.size === 0 ? 200 : 422);
  };

  app.get('/faults', (c) => answer(c, () => '', NO_PROBLEMS));

  app.post('/faults', async (c) => {
    const form = await readForm(c);
    const read = readFault(form);
    if ('wrong' in read) {
      const { errors } = createControlFrame(c, control).words;
      return answer(c, form, new Map(read.wrong.map((name) => [name, errors[name]])));
    }
    faults.add(read.fault);
    return c.redirect(`${PAGES}/faults`, 303);
  });

  app.post('/faults/off', async (c) => {
    const which = (await readForm(c))('off');
    if (which === 'all') faults.replace([]);
    else faults.remove(Number(which));
    return c.redirect(`${PAGES}/faults`, 303);
  });

  return app;
}
