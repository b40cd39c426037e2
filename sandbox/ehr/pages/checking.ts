import type { Patient } from '@instrument-panel/client/contract';
import { html } from 'hono/html';
import { fullName } from '../clinic/roster.ts';
import { patientHeader } from './chart.ts';
import type { Markup, PageFrame } from './layout.ts';

export interface CheckState {
  readonly patient: Patient;
  readonly instrument: string;
  /** True where the service was asked and has no such application; false where it could not be asked. */
  readonly isAsked: boolean;
  /** Milliseconds. */
  readonly at: number;
  readonly today: string;
  /** Path and query of this page. */
  readonly again: string;
}

/** After a lost answer: what was looked up and what is known. It offers to look again, never to send again. */
export function checkingPage(frame: PageFrame, state: CheckState): Markup {
  const { words, dates } = frame;
  const name = fullName(state.patient);
  return html`
  ${patientHeader(frame, state.patient, state.today)}
  <section class="card narrow" aria-labelledby="checking-title">
    <h2 id="checking-title">${words.checking}</h2>
    <p>${words.checkingSentence(state.instrument, name)}</p>
    <p class="notice warning" role="status">${
      state.isAsked ? words.notThere(state.instrument, name, dates.time(state.at)) : words.checkFailed
    }</p>
    <p class="row"><a class="button" href="${state.again}">${words.checkAgain}</a>
      <a class="button quiet" href="/patients/${state.patient.serviceId}">${words.startOver}</a></p>
  </section>`;
}
