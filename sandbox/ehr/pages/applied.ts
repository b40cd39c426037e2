import type { Application, Patient } from '@instrument-panel/client/contract';
import { html } from 'hono/html';
import { fullName, instrumentName } from '../clinic/roster.ts';
import { patientHeader, webAddress } from './chart.ts';
import type { Markup, PageFrame } from './layout.ts';

const linkToAnswer = ({ words }: PageFrame, address: string): Markup => html`
  <label for="link">${words.patientLink}</label>
  <div class="row">
    <input id="link" class="address" type="text" readonly value="${address}" aria-describedby="link-hint">
    <button class="quiet scripted" type="button" hidden data-copy="link" data-copied="${words.copied}"
      data-copy-failed="${words.copyFailed}">${words.copy}</button>
  </div>
  <p class="quiet-text" role="status" id="copy-status"></p>
  <p class="quiet-text" id="link-hint">${words.patientLinkHint}</p>
  <p><a class="button" href="${webAddress(address)}" target="_blank" rel="noopener noreferrer">${words.openAsPatient}</a></p>`;

/** Confirms an application that the service has, with the link for the patient. */
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
  <section class="card narrow applied" aria-labelledby="applied-title">
    <h2 id="applied-title">${words.applied}</h2>
    <p>${words.appliedSentence(instrumentName(application), name)}</p>
    <p class="quiet-text">${starts && application.recurrenceCycle !== 'NOW' ? words.appliedStarts(cycle, dates.day(starts)) : cycle}</p>
    ${application.urlToAnswer ? linkToAnswer(frame, application.urlToAnswer) : html`<p class="notice warning">${words.noLink}</p>`}
    <p><a href="/patients/${patient.serviceId}">${words.backToChart(name)}</a></p>
  </section>`;
}
