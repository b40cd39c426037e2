/** What the panel shows, by its identifiers; never a score or a name, since events reach analytics. */
export interface Shown {
  readonly patientId: string;
  readonly formId: string;
  readonly seriesId: string | null;
  /** The latest answer, or null where there is none. */
  readonly submissionId: number | null;
}

/** `instrument-load`: a graph, or the fact that there are no answers, is shown. Bubbles and is composed. */
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
