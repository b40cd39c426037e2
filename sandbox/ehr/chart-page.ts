import { randomUUID } from 'node:crypto';
import {
  type Application,
  type Instrument,
  isActiveApplication,
  type Patient,
  RECURRENCE_CYCLES,
  sayListed,
} from '@instrument-panel/client/contract';
import { isSameId } from '@instrument-panel/client/params';
import { html } from 'hono/html';
import type { Markup } from '../pages/document.ts';
import type { ApplyField, ApplyForm } from './apply.ts';
import type { ReadResult } from './clinic.ts';
import { ageOn } from './dates.ts';
import { outageNotice, type PageFrame, unreadableNotice } from './layout.ts';
import { fullName, instrumentName, recordNumber, sortApplications } from './roster.ts';
import { toTreatments } from './treatments.ts';

interface ChartState {
  readonly patient: Patient;
  readonly professionalId: string;
  readonly applications: ReadResult<readonly Application[]>;
  readonly library: ReadResult<readonly Instrument[]>;
  readonly returned: ReturnedForm | null;
}

/** The apply form as it was sent, with the reasons why nothing was applied. */
export interface ReturnedForm {
  readonly form: ApplyForm;
  readonly errors: readonly ApplyField[];
  /** A whole sentence on why it was refused, or null. */
  readonly refused: string | null;
}

/** Renders name, record number and birthday, which tell patients apart on every page about one. */
function patientHeader({ words, dates, today }: PageFrame, patient: Patient): Markup {
  const born = patient.birthday;
  const contact = [patient.cellphone, patient.email].filter((text) => text);
  return html`
  <header class="patient">
    <h1>${fullName(patient)}</h1>
    <ul class="facts">
      <li class="number">${words.record({ number: recordNumber(patient.serviceId) })}</li>
      <li>${born ? words.born({ date: dates.birthday(born), years: ageOn(born, today) }) : words.bornUnknown}</li>
      ${contact.length > 0 ? html`<li><span class="sr-only">${words.contact}: </span>${contact.join(' · ')}</li>` : ''}
      ${patient.relationStatus === 'INACTIVE' ? html`<li class="tag">${words.inactiveRelation}</li>` : ''}
    </ul>
  </header>`;
}

const panelScript = ({ words }: PageFrame): Markup => html`
  <script type="module" src="/assets/panels.js"></script>
  <noscript><p class="notice warning">${words.scriptNeeded}</p></noscript>
  <p class="notice bad" role="alert" id="panel-script-failed" hidden>${words.panelScriptFailed}</p>`;

function scores(frame: PageFrame, state: ChartState): Markup {
  const { words } = frame;
  if (!state.applications.ok) return outageNotice(frame, state.applications, words.part.applications);
  if (state.applications.data.length === 0) {
    return html`<div class="card empty"><p><b>${words.noScores}</b></p><p>${words.noScoresHint}</p></div>`;
  }
  const { patient, professionalId } = state;
  const treatments = toTreatments(fullName(patient), frame.today, words.treatments);
  return html`
  ${panelScript(frame)}
  <instrument-overview patient-id="${patient.serviceId}" professional-id="${professionalId}" lang="${frame.language}"
    heading-level="2" refresh="5" time-zone="${frame.timeZone}" data-treatments="${JSON.stringify(treatments)}">
    <span slot="title">${words.scores}</span></instrument-overview>`;
}

function applicationLine({ words, dates }: PageFrame, application: Application): Markup {
  const name = instrumentName(application);
  const active = isActiveApplication(application);
  const next = active && application.nextAnswerAt ? dates.day(application.nextAnswerAt) : '—';
  const last = application.lastSubmission?.completedFillAt;
  const link = active ? application.urlToAnswer : null;
  return html`<tr role="row" class="${active ? 'active' : 'closed'}">
    <th scope="row" role="rowheader">${name}</th>
    <td role="cell" data-label="${words.howOften}">${sayListed(words.cycles, application.recurrenceCycle)}</td>
    <td role="cell" data-label="${words.state}">${sayListed(words.states, application.status)}</td>
    <td role="cell" data-label="${words.nextAnswer}">${next}</td>
    <td role="cell" data-label="${words.lastAnswer}">${last ? dates.day(last) : words.never}</td>
    <td role="cell" data-label="${words.link}">${
      link
        ? html`<a href="${toSafeLink(link)}" target="_blank" rel="noopener noreferrer">${words.openLink({ instrument: name })}</a>`
        : '—'
    }</td>
  </tr>`;
}

/** Returns an address of the service if it is http or https; a `javascript:` address must not become a link. */
const toSafeLink = (address: string): string =>
  URL.canParse(address) && /^https?:$/.test(new URL(address).protocol) ? address : '#';

function requests(frame: PageFrame, state: ChartState): Markup | '' {
  const { words } = frame;
  if (!state.applications.ok) return '';
  const rows = sortApplications(state.applications.data);
  return html`
  <section class="card" aria-labelledby="requests-title">
    <h2 id="requests-title">${words.requests}</h2>
    ${unreadableNotice(words, state.applications)}
    ${
      rows.length === 0
        ? html`<p>${words.noRequests}</p>`
        : html`<table role="table" aria-labelledby="requests-title">
      <thead role="rowgroup"><tr role="row">
        ${[words.instrument, words.howOften, words.state, words.nextAnswer, words.lastAnswer, words.link].map(
          (label) => html`<th scope="col" role="columnheader">${label}</th>`,
        )}
      </tr></thead>
      <tbody role="rowgroup">${rows.map((row) => applicationLine(frame, row))}</tbody>
    </table>`
    }
  </section>`;
}

/** Renders a patient's chart: the panels, the applications, and the form that applies an instrument. */
export const chartPage = (frame: PageFrame, state: ChartState): Markup => html`
  ${patientHeader(frame, state.patient)}
  <div class="chart">
    <section class="scores" aria-label="${frame.words.scores}">
      ${scores(frame, state)}
    </section>
    <section class="card apply" id="apply" aria-labelledby="apply-title">
      <h2 id="apply-title">${frame.words.apply}</h2>
      ${applyForm(frame, state)}
      <p><a href="/patients/${state.patient.serviceId}/apply">${frame.words.applyMore}</a></p>
    </section>
    ${requests(frame, state)}
  </div>`;

function fields({ words, today }: PageFrame, state: ChartState, library: readonly Instrument[]): Markup {
  const { applications, returned } = state;
  const { form, errors = [] } = returned ?? { form: { formId: '', cycle: 'NOW', startsOn: today } };
  const inUse = applications.ok ? applications.data.filter(isActiveApplication) : [];
  const attributes = (field: ApplyField) =>
    errors.includes(field) ? html`aria-invalid="true" aria-describedby="fault-${field}"` : '';
  const message = (field: ApplyField) =>
    errors.includes(field)
      ? html`<p class="problem" id="fault-${field}">${words.fieldErrors[field]}</p>`
      : '';
  const name = ({ id, title, shortTitle }: Instrument) =>
    [shortTitle, title === shortTitle ? null : title].filter(Boolean).join(' · ') || id;
  const sorted = library.toSorted((a, b) => name(a).localeCompare(name(b), words.lang));
  return html`
  <label for="instrument">${words.instrument}</label>
  <select id="instrument" name="instrument" required ${attributes('instrument')}>
    <option value="">${words.chooseInstrument}</option>
    ${sorted.map((one) => {
      const label = inUse.some(({ formTemplateId }) => isSameId(formTemplateId, one.id))
        ? words.alreadyActive({ instrument: name(one) })
        : name(one);
      return html`<option value="${one.id}" ${one.id === form.formId ? 'selected' : ''}>${label}</option>`;
    })}
  </select>
  ${message('instrument')}
  <label for="cycle">${words.howOften}</label>
  <select id="cycle" name="cycle" required ${attributes('cycle')}>
    ${RECURRENCE_CYCLES.map(
      (cycle) =>
        html`<option value="${cycle}" ${cycle === form.cycle ? 'selected' : ''}>${words.cycles[cycle]}</option>`,
    )}
  </select>
  ${message('cycle')}
  <label for="startsOn">${words.startsOn}</label>
  <input id="startsOn" name="startsOn" type="date" min="${today}" value="${form.startsOn}" ${
    errors.includes('startsOn') ? attributes('startsOn') : html`aria-describedby="startsOn-hint"`
  }>
  ${message('startsOn')}
  <p class="hint" id="startsOn-hint">${words.startsOnHint}</p>`;
}

/**
 * Renders the plain form that applies an instrument; its button names the patient. Its mark identifies it, so that a
 * second click applies nothing.
 */
function applyForm(frame: PageFrame, state: ChartState): Markup {
  const { words } = frame;
  const { patient, library, returned } = state;
  if (patient.relationStatus === 'INACTIVE') return html`<p>${words.cannotApply}</p>`;
  if (!library.ok)
    return html`<p class="notice warning">${words.libraryMissing}</p>
    <p><a class="button quiet" href="${frame.path}">${words.retry}</a></p>`;
  const { errors = [], refused = null } = returned ?? {};
  const problem = refused ?? (errors.length > 0 ? words.formErrors({ count: errors.length }) : null);
  const applyTo = words.applyTo({ patient: fullName(patient) });
  return html`
  <p class="hint">${words.applyHint}</p>
  ${problem === null ? '' : html`<p class="notice bad" role="alert">${problem} ${words.nothingSent}</p>`}
  <form method="post" action="/patients/${patient.serviceId.toLowerCase()}/apply" novalidate>
    <input type="hidden" name="mark" value="${randomUUID()}">
    ${fields(frame, state, library.data)}
    <button type="submit">${applyTo}</button>
  </form>`;
}

const chartLink = ({ words }: PageFrame, patient: Patient): Markup =>
  html`<p><a href="/patients/${patient.serviceId}">${words.backToChart({ patient: fullName(patient) })}</a></p>`;

/** Renders `<instrument-apply>` on a page of its own; the chart's plain form works without a script. */
export const applyPage = (frame: PageFrame, patient: Patient, professionalId: string): Markup => html`
  ${patientHeader(frame, patient)}
  ${chartLink(frame, patient)}
  ${panelScript(frame)}
  <instrument-apply patient-id="${patient.serviceId}" professional-id="${professionalId}" lang="${frame.language}"
    time-zone="${frame.timeZone}"></instrument-apply>`;

const linkToAnswer = ({ words }: PageFrame, address: string): Markup => html`
  <label for="link">${words.patientLink}</label>
  <div class="row">
    <input id="link" class="address" type="text" readonly value="${address}" aria-describedby="link-hint">
    <button class="quiet scripted" type="button" hidden data-copy="link" data-copied="${words.copied}"
      data-copy-failed="${words.copyFailed}">${words.copy}</button>
  </div>
  <p class="hint" role="status" id="copy-status"></p>
  <p class="hint" id="link-hint">${words.patientLinkHint}</p>
  <p><a class="button" href="${toSafeLink(address)}" target="_blank" rel="noopener noreferrer">${words.openAsPatient}</a></p>`;

/** Renders the confirmation of an application, with the link for the patient. */
export function appliedPage(frame: PageFrame, patient: Patient, application: Application): Markup {
  const { words, dates } = frame;
  const starts = application.startedAt ?? application.createdAt;
  const cycle = sayListed(words.cycles, application.recurrenceCycle);
  return html`
  ${patientHeader(frame, patient)}
  <section class="card narrow" aria-labelledby="applied-title">
    <h2 id="applied-title">${words.applied}</h2>
    <p>${words.appliedSentence({ instrument: instrumentName(application), patient: fullName(patient) })}</p>
    <p class="hint">${starts && application.recurrenceCycle !== 'NOW' ? words.appliedStarts({ cycle, date: dates.day(starts) }) : cycle}</p>
    ${application.urlToAnswer ? linkToAnswer(frame, application.urlToAnswer) : html`<p class="notice warning">${words.noLink}</p>`}
    ${chartLink(frame, patient)}
  </section>`;
}

interface CheckState {
  readonly patient: Patient;
  readonly instrument: string;
  /** True if the service has no such application; false if it could not be asked. */
  readonly isAsked: boolean;
  /** Milliseconds. */
  readonly at: number;
  /** Path and query of this page. */
  readonly again: string;
}

/** Renders what is known after a lost answer. The page offers to look again, never to send again. */
export function checkingPage(frame: PageFrame, state: CheckState): Markup {
  const { words, dates } = frame;
  const name = fullName(state.patient);
  return html`
  ${patientHeader(frame, state.patient)}
  <section class="card narrow" aria-labelledby="checking-title">
    <h2 id="checking-title">${words.checking}</h2>
    <p>${words.checkingSentence({ instrument: state.instrument, patient: name })}</p>
    <p class="notice warning" role="status">${
      state.isAsked
        ? words.notThere({ instrument: state.instrument, patient: name, time: dates.time(state.at) })
        : words.checkFailed
    }</p>
    <p class="row"><a class="button" href="${state.again}">${words.checkAgain}</a>
      <a class="button quiet" href="/patients/${state.patient.serviceId}">${words.startOver}</a></p>
  </section>`;
}
