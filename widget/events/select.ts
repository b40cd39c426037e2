/** Which answer was chosen, by its identifiers. */
export interface Selected {
  readonly patientId: string;
  readonly formId: string;
  readonly seriesId: string;
  readonly submissionId: number;
  /** Null where the service sent none with the point. */
  readonly applicationId: number | null;
}

/**
 * `instrument-select`: an answer was chosen by click, tap or Enter. Bubbles and is composed. A page that shows the
 * answers itself cancels it; else the panel does.
 */
export class InstrumentSelectEvent extends Event {
  readonly detail: Selected;

  constructor(detail: Selected) {
    super('instrument-select', { bubbles: true, composed: true, cancelable: true });
    this.detail = detail;
  }
}

declare global {
  interface HTMLElementEventMap {
    'instrument-select': InstrumentSelectEvent;
  }
}
