import { html } from 'hono/html';
import type { ControlField, ControlWords } from '../../words/control/index.ts';
import type { Markup } from './layout.ts';

/** What is wrong with a form that was sent, by field, in the reader's words. */
export type Problems = ReadonlyMap<ControlField, string>;

export const NO_PROBLEMS: Problems = new Map();

/** All that is wrong, above a form. */
export const problemList = (words: ControlWords, problems: Problems): Markup | '' =>
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

/** A label, its control with hint and problem tied to it; `control` gets the attributes that tie them. */
export function field(
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
