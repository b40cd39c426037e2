import type { ApplyProblem } from '@instrument-panel/shared/words/apply';
import type { Problem } from '@instrument-panel/shared/words/panel';

/** What failed, by identifiers and codes; never what the service said, which may speak of a patient. */
export interface Failed {
  readonly patientId: string | null;
  readonly formId: string | null;
  readonly problem: Problem | ApplyProblem;
  /** Code of the error, such as `INTEGRATION_NOT_FOUND`. */
  readonly code: string;
}

/**
 * `instrument-error`: the graph could not be read, or not be read again. Bubbles and is composed.
 * `preventDefault()` says that the page tells the user itself: the panel then shows no message of its own in
 * the error state. The mark of a stale graph cannot be prevented.
 */
export class InstrumentErrorEvent extends Event {
  declare readonly detail: Failed;

  constructor(detail: Failed) {
    super('instrument-error', { bubbles: true, composed: true, cancelable: true });
    this.detail = detail;
  }
}

declare global {
  interface HTMLElementEventMap {
    'instrument-error': InstrumentErrorEvent;
  }
}
