import type { Application, Patient } from '@instrument-panel/client/contract';
import { html } from 'hono/html';
import type { Markup } from '../pages/document.ts';
import { patientHeader, toSafeLink } from './chart-page.ts';
import type { PageFrame } from './layout.ts';
import { fullName, instrumentName } from './roster.ts';

interface ApplyPageState {
  readonly patient: Patient;
  readonly professionalId: string;
  readonly timeZone: string;
  /** `YYYY-MM-DD` */
  readonly today: string;
}

/** Renders `<instrument-apply>` on a page of its own; the chart's plain form works without a script. */
export const applyPage = (frame: PageFrame, state: ApplyPageState): Markup => {
  const { words, language } = frame;
  const { serviceId } = state.patient;
  return html`
  ${patientHeader(frame, state.patient, state.today)}
  <p><a href="/patients/${serviceId}">${words.backToChart({ patient: fullName(state.patient) })}</a></p>
  <script type="module" src="/assets/panels.js"></script>
  <noscript><p class="notice warning">${words.scriptNeeded}</p></noscript>
  <p class="notice bad" role="alert" id="panel-script-failed" hidden>${words.panelScriptFailed}</p>
  <instrument-apply patient-id="${serviceId}" professional-id="${state.professionalId}" lang="${language}"
    time-zone="${state.timeZone}"></instrument-apply>`;
};

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
export function appliedPage(
  frame: PageFrame,
  { patient, application, today }: { patient: Patient; application: Application; today: string },
): Markup {
  const { words, dates } = frame;
  const name = fullName(patient);
  const starts = application.startedAt ?? application.createdAt;
  const cycle = words.cycles[application.recurrenceCycle];
  return html`
  ${patientHeader(frame, patient, today)}
  <section class="card narrow" aria-labelledby="applied-title">
    <h2 id="applied-title">${words.applied}</h2>
    <p>${words.appliedSentence({ instrument: instrumentName(application), patient: name })}</p>
    <p class="hint">${starts && application.recurrenceCycle !== 'NOW' ? words.appliedStarts({ cycle, date: dates.day(starts) }) : cycle}</p>
    ${application.urlToAnswer ? linkToAnswer(frame, application.urlToAnswer) : html`<p class="notice warning">${words.noLink}</p>`}
    <p><a href="/patients/${patient.serviceId}">${words.backToChart({ patient: name })}</a></p>
  </section>`;
}

interface CheckState {
  readonly patient: Patient;
  readonly instrument: string;
  /** True if the service has no such application; false if it could not be asked. */
  readonly isAsked: boolean;
  /** Milliseconds. */
  readonly at: number;
  readonly today: string;
  /** Path and query of this page. */
  readonly again: string;
}

/** Renders what is known after a lost answer. The page offers to look again, never to send again. */
export function checkingPage(frame: PageFrame, state: CheckState): Markup {
  const { words, dates } = frame;
  const name = fullName(state.patient);
  return html`
  ${patientHeader(frame, state.patient, state.today)}
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
