import { type Instrument, RECURRENCE_CYCLES } from '@instrument-panel/client/contract';
import { html } from 'hono/html';
import type { ApplyField, ApplyForm } from '../clinic/apply.ts';
import type { Part } from '../clinic/part.ts';
import type { Markup, PageFrame } from './layout.ts';

export interface ApplyState {
  readonly patientId: string;
  readonly patientName: string;
  readonly isInactive: boolean;
  readonly library: Part<readonly Instrument[]>;
  /** Lower-case UUIDs of the instruments in use. */
  readonly inUse: ReadonlySet<string>;
  readonly form: ApplyForm;
  /** Earliest start date, `YYYY-MM-DD`. */
  readonly today: string;
  readonly faults: readonly ApplyField[];
  /** A whole sentence on why the last try did nothing, or null. */
  readonly refused: string | null;
  /** The form's own mark. */
  readonly mark: string;
}

type Attributes = Markup | '';

/** The three fields, each with its fault beside it. */
function fields({ words }: PageFrame, state: ApplyState, library: readonly Instrument[]): Markup {
  const { form } = state;
  const mark = (field: ApplyField): Attributes =>
    state.faults.includes(field) ? html`aria-invalid="true" aria-describedby="fault-${field}"` : '';
  const fault = (field: ApplyField): Attributes =>
    state.faults.includes(field)
      ? html`<p class="fault" id="fault-${field}">${words.fieldErrors[field]}</p>`
      : '';
  const sorted = library.toSorted((a, b) => a.title.localeCompare(b.title, words.lang));
  const name = ({ title, shortTitle }: Instrument) =>
    shortTitle && shortTitle !== title ? `${shortTitle} · ${title}` : title;
  return html`
  <label for="instrument">${words.instrument}</label>
  <select id="instrument" name="instrument" required ${mark('instrument')}>
    <option value="">${words.chooseInstrument}</option>
    ${sorted.map((one) => {
      const label = state.inUse.has(one.id.toLowerCase()) ? words.alreadyActive(name(one)) : name(one);
      return html`<option value="${one.id}" ${one.id === form.formId ? 'selected' : ''}>${label}</option>`;
    })}
  </select>
  ${fault('instrument')}
  <label for="cycle">${words.howOften}</label>
  <select id="cycle" name="cycle" required ${mark('cycle')}>
    ${RECURRENCE_CYCLES.map(
      (cycle) =>
        html`<option value="${cycle}" ${cycle === form.cycle ? 'selected' : ''}>${words.cycles[cycle]}</option>`,
    )}
  </select>
  ${fault('cycle')}
  <label for="startsOn">${words.startsOn}</label>
  <input id="startsOn" name="startsOn" type="date" min="${state.today}" value="${form.startsOn}" ${
    state.faults.includes('startsOn') ? mark('startsOn') : html`aria-describedby="startsOn-hint"`
  }>
  ${fault('startsOn')}
  <p class="quiet-text" id="startsOn-hint">${words.startsOnHint}</p>`;
}

/** The plain form that applies an instrument; the patient is named on its button. */
export function applyForm(frame: PageFrame, state: ApplyState): Markup {
  const { words } = frame;
  const { library, faults, refused } = state;
  if (state.isInactive) return html`<p>${words.cannotApply}</p>`;
  if (!library.ok)
    return html`<p class="notice warning">${words.libraryMissing}</p>
    <p><a class="button quiet" href="${frame.path}">${words.retry}</a></p>`;
  const problem = refused ?? (faults.length > 0 ? words.formErrors(faults.length) : null);
  return html`
  <p class="quiet-text">${words.applyHint}</p>
  ${problem === null ? '' : html`<p class="notice error" role="alert">${problem} ${words.nothingSent}</p>`}
  <form method="post" action="/patients/${state.patientId}/apply" novalidate>
    <input type="hidden" name="mark" value="${state.mark}">
    ${fields(frame, state, library.data)}
    <button type="submit">${words.applyTo(state.patientName)}</button>
  </form>`;
}
