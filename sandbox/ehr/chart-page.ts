import {
  type Application,
  isAnsweredOnce,
  isInUse,
  type Patient,
  sayListed,
} from '@instrument-panel/client/contract';
import { html } from 'hono/html';
import { gad7 } from '../library/instruments/gad-7.ts';
import { phq9 } from '../library/instruments/phq-9.ts';
import { who5 } from '../library/instruments/who-5.ts';
import type { Markup } from '../pages/document.ts';
import type { ReadResult } from './clinic.ts';
import { ageOn } from './dates.ts';
import { outageNotice, type PageFrame, unbroken, unreadableNotice } from './layout.ts';
import { fullName, instrumentName, recordNumber, sortApplications } from './roster.ts';
import { toNextVisit, toTreatments } from './treatments.ts';

interface ChartState {
  readonly patient: Patient;
  readonly professionalId: string;
  readonly applications: ReadResult<readonly Application[]>;
}

const isInactive = ({ relationStatus }: Patient): boolean => relationStatus === 'INACTIVE';

/** Renders name, record number and birthday, which tell patients apart on every page about one. */
function patientHeader({ words, dates, today }: PageFrame, patient: Patient): Markup {
  const born = patient.birthday;
  const visit = toNextVisit(fullName(patient), today);
  const contact = [patient.cellphone, patient.email].filter((text) => text);
  return html`
  <header class="patient">
    <h1>${fullName(patient)}</h1>
    <ul class="facts">
      <li class="number">${words.record({ number: recordNumber(patient.serviceId) })}</li>
      <li>${born ? words.born({ date: dates.birthday(born), years: ageOn(born, today) }) : words.bornUnknown}</li>
      ${contact.length > 0 ? html`<li><span class="sr-only">${words.contact}: </span>${contact.join(' · ')}</li>` : ''}
      ${visit === null ? '' : html`<li>${words.nextVisit({ date: dates.birthday(visit) })}</li>`}
      ${isInactive(patient) ? html`<li class="tag">${words.inactiveRelation}</li>` : ''}
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
  const active = isInUse(application);
  const next = active && application.nextAnswerAt ? dates.day(application.nextAnswerAt) : '—';
  const last = application.lastSubmission?.completedFillAt;
  const state =
    last && isAnsweredOnce(application)
      ? words.answeredOnce({ date: dates.day(last) })
      : sayListed(words.states, application.status);
  const link = active ? application.urlToAnswer : null;
  return html`<tr role="row" class="${active ? 'active' : 'closed'}" data-application="${application.id}">
    <th scope="row" role="rowheader">${unbroken(name)}</th>
    <td role="cell" data-label="${words.howOften}">${sayListed(words.cycles, application.recurrenceCycle)}</td>
    <td role="cell" data-label="${words.state}">${state}</td>
    <td role="cell" data-label="${words.nextAnswer}">${next}</td>
    <td role="cell" data-label="${words.lastAnswer}">${last ? dates.day(last) : words.never}</td>
    <td role="cell" data-label="${words.link}">${
      link
        ? html`<a href="${toSafeLink(link)}" target="_blank" rel="noopener noreferrer">${unbroken(words.openLink({ instrument: name }))}</a>`
        : '—'
    }</td>
  </tr>`;
}

/** Returns an address of the service if it is http or https; a `javascript:` address must not become a link. */
const toSafeLink = (address: string): string =>
  URL.canParse(address) && /^https?:$/.test(new URL(address).protocol) ? address : '#';

/** The way to the form, after the scores: it is the second thing to look at, and never louder than a risk flag. */
function requestsHead({ words }: PageFrame, { patient }: ChartState): Markup {
  const way = html`<a class="button" href="/patients/${patient.serviceId}/apply">${words.applyTo({ patient: fullName(patient) })}</a>`;
  return html`<div class="card-head"><h2 id="requests-title">${words.requests}</h2>${isInactive(patient) ? '' : way}</div>`;
}

function requests(frame: PageFrame, state: ChartState): Markup {
  const { words } = frame;
  if (!state.applications.ok) {
    return html`<section class="card" id="requests" aria-labelledby="requests-title">${requestsHead(frame, state)}</section>`;
  }
  const rows = sortApplications(state.applications.data);
  return html`
  <section class="card" id="requests" aria-labelledby="requests-title">
    ${requestsHead(frame, state)}
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
    <div role="status"><p class="notice warning" id="requests-stale" hidden>${words.requestsStale}</p></div>
  </section>`;
}

/** Renders a field for a note. It has no name and is sent nowhere: what is written is gone with the page. */
const note = ({ words }: PageFrame): Markup => html`
  <section class="card" id="note">
    <label for="note-text">${words.note}</label>
    <textarea id="note-text" rows="8" autocomplete="off" aria-describedby="note-hint"></textarea>
    <p class="hint" id="note-hint">${words.noteHint}</p>
  </section>`;

/** Renders what a records system without the service knows of a patient: the treatment, newest first. */
function treatment({ words, dates, today }: PageFrame, patient: Patient): Markup {
  const rows = toTreatments(fullName(patient), today, words.treatments).toReversed();
  const when = (days: readonly (string | null)[]): string =>
    days.map((day) => (day === null ? '' : dates.birthday(day))).join(' – ');
  return html`
  <section class="card" aria-labelledby="treatment-title"><h2 id="treatment-title">${words.treatment}</h2>
    ${rows.length === 0 ? html`<p>${words.noTreatment}</p>` : ''}
    <table role="table" aria-labelledby="treatment-title"><tbody role="rowgroup">${rows.map(
      ({ at, until, kind, label }) => html`<tr role="row">
      <th scope="row" role="rowheader">${label}</th><td role="cell">${when(kind === 'session' ? [at] : [at, until])}</td></tr>`,
    )}</tbody></table>
  </section>`;
}

/** Renders a patient's chart: the scores, the applications, and the way to the form that applies instruments. */
export const chartPage = (frame: PageFrame, state: ChartState): Markup => html`
  ${patientHeader(frame, state.patient)}
  ${isInactive(state.patient) ? html`<p class="notice warning">${frame.words.cannotApply}</p>` : ''}
 ${frame.hasElements ? ownChart(frame, state) : treatment(frame, state.patient)}`;

const ownChart = (frame: PageFrame, state: ChartState): Markup => html`
  <div class="chart">
    <section class="scores" aria-label="${frame.words.scores}">
      ${scores(frame, state)}
    </section>
    ${requests(frame, state)}
    ${note(frame)}
  </div>`;

/** The clinic's batteries, as `configure` takes them. */
const toBatteries = ({ words: { batteries } }: PageFrame) =>
  [
    { name: batteries.intake, instruments: [phq9, gad7, who5] },
    { name: batteries.followUp, instruments: [phq9, gad7] },
  ].map(({ name, instruments }) => ({ name, instruments: instruments.map(({ id }) => id) }));

/** Renders `<instrument-apply>` on a page of its own, with the day of the next visit if one is known. */
export function applyPage(frame: PageFrame, patient: Patient, professionalId: string): Markup {
  const { words } = frame;
  const visit = toNextVisit(fullName(patient), frame.today);
  const form = html`${panelScript(frame)}
  <instrument-apply patient-id="${patient.serviceId}" professional-id="${professionalId}" lang="${frame.language}"
    time-zone="${frame.timeZone}" next-visit="${visit ?? ''}"
    data-batteries="${JSON.stringify(toBatteries(frame))}"></instrument-apply>`;
  return html`
  ${patientHeader(frame, patient)}
  <p><a href="/patients/${patient.serviceId}">${words.backToChart({ patient: fullName(patient) })}</a></p>
  ${isInactive(patient) ? html`<p class="notice warning">${words.cannotApply}</p>` : form}`;
}
