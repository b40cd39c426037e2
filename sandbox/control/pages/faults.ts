import { ENDPOINTS } from '@instrument-panel/client/contract';
import { html } from 'hono/html';
import { FAULT_KINDS } from '../../service/faults/fault.ts';
import type { Fault } from '../../service/faults/fault-list.ts';
import type { FaultField } from '../faults-form.ts';
import { field, options, type Problems, problemList } from '../html/form.ts';
import { type Frame, type Markup, PAGES } from '../html/layout.ts';
import { emptyState, table } from '../html/table.ts';

export interface FaultsState {
  readonly faults: readonly Fault[];
  /** What the form holds: what was sent, where it was refused. */
  readonly value: (name: FaultField) => string;
  readonly problems: Problems;
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;
const ENDPOINT_IDS = [...ENDPOINTS].map(({ id }) => id).toSorted();

const matchOf = ({ words }: Frame, { match = {} }: Fault): Markup | string => {
  const stated = [match.method, match.endpoint, match.path].filter((part) => part !== undefined);
  return stated.length === 0 ? words.faults.everything : html`<code class="path">${stated.join(' ')}</code>`;
};

const detailsOf = ({ words }: Frame, { ms, retryAfter, field: place }: Fault): string =>
  [
    ms === undefined ? '' : `${ms} ms`,
    retryAfter === undefined ? '' : `Retry-After: ${retryAfter}`,
    place ?? '',
  ]
    .filter(Boolean)
    .join(' · ') || words.none;

function switchedOn(frame: Frame, faults: readonly Fault[]): Markup {
  const { words } = frame;
  const said = words.faults;
  if (faults.length === 0) return emptyState(said.empty);
  const rows = faults.map((fault) => [
    html`<code>${fault.kind}</code> <small>${said.kinds[fault.kind]}</small>`,
    matchOf(frame, fault),
    detailsOf(frame, fault),
    said.happenedOf(fault.happened, fault.times ?? null),
    html`<button type="submit" class="quiet" name="off" value="${fault.id}" aria-label="${said.offNamed(
      fault.kind,
      fault.id,
    )}">${said.off}</button>`,
  ]);
  return html`<form method="post" action="${PAGES}/faults/off">
${table(
  html`${said.title} <small>${words.shown(faults.length, faults.length)}</small>`,
  [said.kind, said.matches, said.details, said.happened, said.action],
  rows,
)}
<p><button type="submit" name="off" value="all">${said.allOff}</button></p></form>`;
}

/** The faults that are on, and the form that switches one on. */
export function faultsPage(frame: Frame, { faults, value, problems }: FaultsState): Markup {
  const { words } = frame;
  const said = words.faults;
  const entry = (name: FaultField, control: (attributes: Markup) => Markup) =>
    field({ name, label: said.labels[name], problems }, control);
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
