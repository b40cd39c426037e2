import type { Patient } from '@instrument-panel/client/contract';
import { html } from 'hono/html';
import { fullName } from '../clinic/roster.ts';
import { patientHeader } from './chart.ts';
import type { Markup, PageFrame } from './layout.ts';

export interface ApplyPageState {
  readonly patient: Patient;
  readonly professionalId: string;
  readonly timeZone: string;
  /** `YYYY-MM-DD` */
  readonly today: string;
}

/** `<instrument-apply>` on a page of its own; the chart's plain form does without a script. */
export const applyPage = (frame: PageFrame, state: ApplyPageState): Markup => {
  const { words, language } = frame;
  const { serviceId } = state.patient;
  return html`
  ${patientHeader(frame, state.patient, state.today)}
  <p><a href="/patients/${serviceId}">${words.backToChart(fullName(state.patient))}</a></p>
  <script type="module" src="/assets/panels.js"></script>
  <noscript><p class="notice warning">${words.scriptNeeded}</p></noscript>
  <p class="notice error" role="alert" id="panel-script-failed" hidden>${words.panelScriptFailed}</p>
  <instrument-apply patient-id="${serviceId}" professional-id="${state.professionalId}" lang="${language}"
    time-zone="${state.timeZone}"></instrument-apply>`;
};
