/** Identifiers of the chosen answer. */
export interface Selected {
  readonly patientId: string;
  readonly formId: string;
  readonly seriesId: string;
  readonly submissionId: number;
  /** Null if the service sent none with the point. */
  readonly applicationId: number | null;
}

/**
 * `instrument-select`: an answer was chosen by click, tap or Enter. Bubbles, composed. Call `preventDefault()` to show
 * the answers yourself; otherwise the panel shows them.
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
