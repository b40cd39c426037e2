import type { Application, Patient } from '@instrument-panel/client/contract';
import { html } from 'hono/html';
import { type ChartInstrument, inOrder, instrumentsOf } from '../clinic/chart.ts';
import { ageOn } from '../clinic/dates.ts';
import type { Part } from '../clinic/part.ts';
import { recordNumber } from '../clinic/record-number.ts';
import { fullName, instrumentName, isActive } from '../clinic/roster.ts';
import { type ApplyState, applyForm } from './apply-form.ts';
import type { Markup, PageFrame } from './layout.ts';
import { outageNotice, unreadableNotice } from './notice.ts';

export interface ChartState {
  readonly patient: Patient;
  readonly professionalId: string;
  readonly applications: Part<readonly Application[]>;
  readonly apply: ApplyState;
  readonly timeZone: string;
}

/** Name, record number and birthday: what tells one patient from another, on every page about one. */
export function patientHeader({ words, dates }: PageFrame, patient: Patient, today: string): Markup {
  const born = patient.birthday;
  const contact = [patient.cellphone, patient.email].filter((text) => text);
  return html`
  <p class="back"><a href="/patients">← ${words.backToPatients}</a></p>
  <header class="patient">
    <h1>${fullName(patient)}</h1>
    <ul class="facts">
      <li class="number">${words.record(recordNumber(patient.serviceId))}</li>
      <li>${born ? words.born(dates.birthday(born), ageOn(born, today)) : words.bornUnknown}</li>
      ${contact.length > 0 ? html`<li><span class="sr-only">${words.contact}: </span>${contact.join(' · ')}</li>` : ''}
      ${patient.relationStatus === 'INACTIVE' ? html`<li class="tag">${words.inactiveRelation}</li>` : ''}
    </ul>
  </header>`;
}

const panel = (frame: PageFrame, state: ChartState, { formId, title }: ChartInstrument): Markup => html`
  <li>
    <instrument-panel patient-id="${state.patient.serviceId}" professional-id="${state.professionalId}" form-id="${formId}"
      lang="${frame.language}" heading-level="3" refresh="5" time-zone="${state.timeZone}"
      aria-label="${frame.words.panelOf(title)}" role="group"></instrument-panel>
  </li>`;

function scores(frame: PageFrame, state: ChartState): Markup {
  const { words } = frame;
  if (!state.applications.ok) return outageNotice(frame, state.applications, words.part.applications);
  const instruments = instrumentsOf(state.applications.data);
  if (instruments.length === 0) {
    return html`<div class="card empty"><p><b>${words.noScores}</b></p><p>${words.noScoresHint}</p></div>`;
  }
  return html`
  <script type="module" src="/assets/panels.js"></script>
  <noscript><p class="notice warning">${words.scriptNeeded}</p></noscript>
  <p class="notice error" role="alert" id="panel-script-failed" hidden>${words.panelScriptFailed}</p>
  <ul class="panels plain">${instruments.map((instrument) => panel(frame, state, instrument))}</ul>`;
}

function applicationLine({ words, dates }: PageFrame, application: Application): Markup {
  const name = instrumentName(application);
  const active = isActive(application);
  const next = active && application.nextAnswerAt ? dates.day(application.nextAnswerAt) : '—';
  const last = application.lastSubmission?.completedFillAt;
  const link = active ? application.urlToAnswer : null;
  return html`<tr role="row" class="${active ? 'active' : 'closed'}">
    <th scope="row" role="rowheader">${name}</th>
    <td role="cell" data-label="${words.howOften}">${words.cycles[application.recurrenceCycle]}</td>
    <td role="cell" data-label="${words.state}">${words.states[application.status]}</td>
    <td role="cell" data-label="${words.nextAnswer}">${next}</td>
    <td role="cell" data-label="${words.lastAnswer}">${last ? dates.day(last) : words.never}</td>
    <td role="cell" data-label="${words.link}">${
      link
        ? html`<a href="${webAddress(link)}" target="_blank" rel="noopener noreferrer">${words.openLink(name)}</a>`
        : '—'
    }</td>
  </tr>`;
}

/** An address that the service sent, where it is one of the web; a `javascript:` one must not become a link. */
export const webAddress = (address: string): string =>
  URL.canParse(address) && /^https?:$/.test(new URL(address).protocol) ? address : '#';

function requests(frame: PageFrame, state: ChartState): Markup | '' {
  const { words } = frame;
  if (!state.applications.ok) return '';
  const rows = inOrder(state.applications.data);
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

/** A patient's chart: the panels, what is applied, and the form that applies an instrument. */
export const chartPage = (frame: PageFrame, state: ChartState): Markup => html`
  ${patientHeader(frame, state.patient, state.apply.today)}
  <div class="chart">
    <section class="scores" aria-labelledby="scores-title">
      <h2 id="scores-title">${frame.words.scores}</h2>
      ${scores(frame, state)}
    </section>
    <section class="card apply" id="apply" aria-labelledby="apply-title">
      <h2 id="apply-title">${frame.words.apply}</h2>
      ${applyForm(frame, state.apply)}
      <p><a href="/patients/${state.patient.serviceId}/apply">${frame.words.applyMore}</a></p>
    </section>
    ${requests(frame, state)}
  </div>`;
