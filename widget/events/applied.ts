/** Identifiers of an application. No name and no link, because events can reach analytics. */
export interface Applied {
  readonly patientId: string;
  readonly formId: string;
  readonly applicationId: number;
}

/** `instrument-applied`: the service has the application. One event for each instrument; bubbles, composed. */
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
