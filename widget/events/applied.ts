/** What was applied, by its identifiers; never a name or a link, since events reach analytics. */
export interface Applied {
  readonly patientId: string;
  readonly formId: string;
  readonly applicationId: number;
}

/** `instrument-applied`: the service has the application. Once for each instrument; bubbles and is composed. */
export class InstrumentAppliedEvent extends Event {
  readonly detail: Applied;

  constructor(detail: Applied) {
    super('instrument-applied', { bubbles: true, composed: true });
    this.detail = detail;
  }
}

declare global {
  interface HTMLElementEventMap {
    'instrument-applied': InstrumentAppliedEvent;
  }
}
