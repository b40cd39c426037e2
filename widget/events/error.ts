import type { ApplyProblem } from '@instrument-panel/shared/words/apply';
import type { Problem } from '@instrument-panel/shared/words/panel';

/** Identifiers and codes of a failure. Never the service's message, which may be about a patient. */
export interface Failed {
  readonly patientId: string | null;
  readonly formId: string | null;
  readonly problem: Problem | ApplyProblem;
  /** Code of the error, such as `INTEGRATION_NOT_FOUND`. */
  readonly code: string;
}

/**
 * `instrument-error`: loading or updating failed. Bubbles, composed. After `preventDefault()` the element shows no
 * message of its own in the error state. The notice of an out-of-date graph cannot be prevented.
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
