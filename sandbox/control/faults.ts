import { ENDPOINTS } from '@instrument-panel/client/contract';
import type { Hono } from 'hono';
import { html } from 'hono/html';
import * as z from 'zod/mini';
import type { Markup } from '../pages/document.ts';
import { FAULT_KINDS, type Fault, FaultInput, METHODS } from '../service/faults/fault.ts';
import {
  addFormPage,
  type ControlDependencies,
  type ControlField,
  type ControlFrame,
  type FormFields,
  list,
  PAGES,
  problemsOf,
  readForm,
} from './page.ts';

/** Fields of the form, each with the name that the fault has for it. */
const FIELDS = ['kind', 'method', 'endpoint', 'path', 'ms', 'retryAfter', 'field', 'times'] as const;

/** Reads a number as it stands, so that `1e3` or `0x10` are refused rather than understood. */
const number = (text: string): number => (/^\d+$/.test(text) ? Number(text) : Number.NaN);

/** The fault that a form asks for, or the fields that are wrong. What is empty is left out. */
function readFault(value: (name: string) => string): FaultInput | readonly ControlField[] {
  const filled = (names: readonly ControlField[], read: (text: string) => unknown = String) =>
    Object.fromEntries(names.filter((name) => value(name) !== '').map((name) => [name, read(value(name))]));
  const { data, error } = z.safeParse(FaultInput, {
    kind: value('kind'),
    match: filled(['method', 'endpoint', 'path']),
    ...filled(['field']),
    ...filled(['ms', 'retryAfter', 'times'], number),
  });
  return data ?? FIELDS.filter((name) => error?.issues.some(({ path }) => path.at(-1) === name));
}

const matchOf = ({ words }: ControlFrame, { match = {} }: Fault): Markup | string => {
  const stated = [match.method, match.endpoint, match.path].filter((part) => part !== undefined);
  return stated.length === 0 ? words.faults.everything : html`<code class="path">${stated.join(' ')}</code>`;
};

function switchedOn(frame: ControlFrame, faults: readonly Fault[]): Markup {
  const { words } = frame;
  const said = words.faults;
  const rows = list(words, said.title, said.empty, { shown: faults, total: faults.length }, [
    [said.kind, ({ kind }) => html`<code>${kind}</code> <small>${said.kinds[kind]}</small>`],
    [said.matches, (fault) => matchOf(frame, fault)],
    [
      said.details,
      ({ ms, retryAfter, field }) =>
        [ms !== undefined && `${ms} ms`, retryAfter !== undefined && `Retry-After: ${retryAfter}`, field]
          .filter(Boolean)
          .join(' · ') || words.none,
    ],
    [said.happened, ({ happened, times = null }) => said.happenedOf({ happened, times })],
    [
      said.action,
      ({ kind, id }) =>
        html`<button type="submit" class="quiet" name="off" value="${id}" aria-label="${said.offNamed({ kind, id })}">${said.off}</button>`,
    ],
  ]);
  if (faults.length === 0) return rows;
  return html`<form method="post" action="${PAGES}/faults/off">
${rows}
<p><button type="submit" name="off" value="all">${said.allOff}</button></p></form>`;
}

const ENDPOINT_IDS = [...ENDPOINTS].map(({ id }) => id).toSorted();

function faultsPage(frame: ControlFrame, faults: readonly Fault[], fields: FormFields): Markup {
  const said = frame.words.faults;
  const any = ['', said.any] as const;
  const text = (name: 'path' | 'ms' | 'retryAfter' | 'field' | 'times', mode = 'text') =>
    fields.input(name, said.labels[name], html`inputmode="${mode}" autocomplete="off"`);
  return html`<p>${said.intro}</p>
<section class="card" aria-label="${said.title}">${switchedOn(frame, faults)}</section>
<section class="card" aria-labelledby="add"><h2 id="add">${said.add}</h2>
${fields.problemList}
<p>${said.optional}</p>
<form method="post" action="${PAGES}/faults" class="grid tall">
${fields.select(
  'kind',
  said.labels.kind,
  FAULT_KINDS.map((kind) => [kind, `${kind}: ${said.kinds[kind]}`] as const),
)}
${fields.select('method', said.labels.method, [any, ...METHODS])}
${fields.select('endpoint', said.labels.endpoint, [any, ...ENDPOINT_IDS])}
${text('path')}${text('ms', 'numeric')}${text('retryAfter', 'numeric')}${text('field')}${text('times', 'numeric')}
<div class="field"><button type="submit">${said.switchOn}</button></div>
</form></section>`;
}

/** `/sandbox/pages/faults`. */
export function addFaults(app: Hono, control: ControlDependencies): void {
  const { faults } = control;
  const path = `${PAGES}/faults`;
  addFormPage(app, control, {
    path,
    action: path,
    page: (frame, fields) => ({
      title: frame.words.faults.title,
      content: faultsPage(frame, faults.all(), fields),
    }),
    act(value, words) {
      const read = readFault(value);
      if (!('kind' in read)) return problemsOf(words, read);
      faults.add(read);
      return path;
    },
  });

  app.post(`${path}/off`, async (c) => {
    const which = (await readForm(c))('off');
    if (which === 'all') faults.replace([]);
    else faults.remove(Number(which));
    return c.redirect(path, 303);
  });
}
