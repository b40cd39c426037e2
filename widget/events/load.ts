/** Identifiers of what the element shows. No score and no name, because events can reach analytics. */
export interface Shown {
  readonly patientId: string;
  readonly formId: string;
  readonly seriesId: string | null;
  /** The latest answer; null if there is none. */
  readonly submissionId: number | null;
}

/** `instrument-load`: a graph is shown, or the text for a patient without answers. Bubbles, composed. */
export class InstrumentLoadEvent extends Event {
  declare readonly detail: Shown;

  constructor(detail: Shown) {
    super('instrument-load', { bubbles: true, composed: true });
    this.detail = detail;
  }
}

declare global {
  interface HTMLElementEventMap {
    'instrument-load': InstrumentLoadEvent;
  }
}
