import type { ApplyProblem } from '@instrument-panel/shared/words/apply';
import type { Problem } from '@instrument-panel/shared/words/panel';

/** An event that bubbles, composed, with its facts in `detail`. */
class DetailEvent<Detail> extends Event {
  declare readonly detail: Detail;

  constructor(name: string, detail: Detail, cancelable = false) {
    super(name, { bubbles: true, composed: true, cancelable });
    this.detail = detail;
  }
}

/** Identifiers of an application. No name and no link, because events can reach analytics. */
export interface Applied {
  readonly patientId: string;
  readonly formId: string;
  readonly applicationId: number;
}

/** `instrument-applied`: the service has the application. One event for each instrument; bubbles, composed. */
export class InstrumentAppliedEvent extends DetailEvent<Applied> {
  constructor(detail: Applied) {
    super('instrument-applied', detail);
  }
}

/** A failure, without patient data except the identifiers that the page gave. */
export interface Failed {
  readonly patientId: string | null;
  readonly formId: string | null;
  /** `partial`: only a part could not be read, and the rest is shown. */
  readonly problem: Problem | ApplyProblem | 'partial';
  /** Code of the error, else of its cause, such as `INTEGRATION_NOT_FOUND`. */
  readonly code: string;
  /** For the developer. Never the service's message, which may be about the patient. */
  readonly message: string;
  /** The attribute that is missing or invalid; null if it is something else. */
  readonly attribute: string | null;
}

/**
 * `instrument-error`: loading or updating failed, a part could not be read, or an attribute that selects data is
 * invalid. Bubbles, composed. After `preventDefault()` the element shows no message of its own in the error state. The
 * notices of an out-of-date graph and of what could not be read cannot be prevented.
 */
export class InstrumentErrorEvent extends DetailEvent<Failed> {
  constructor(detail: Failed) {
    super('instrument-error', detail, true);
  }
}

/** Identifiers of what the element shows. No score and no name, because events can reach analytics. */
export interface LoadEventDetail {
  readonly patientId: string;
  /** Null for an element that shows all instruments of the patient. */
  readonly formId: string | null;
  readonly seriesId: string | null;
  /** The latest answer; null if there is none. */
  readonly submissionId: number | null;
}

/** `instrument-load`: a graph is shown, or the text for a patient without answers. Bubbles, composed. */
export class InstrumentLoadEvent extends DetailEvent<LoadEventDetail> {
  constructor(detail: LoadEventDetail) {
    super('instrument-load', detail);
  }
}

/** Counts and field paths of what an element could not read; never values, because events can reach analytics. */
export interface Unread {
  readonly patientId: string;
  /** Null for an element that shows all instruments of the patient. */
  readonly formId: string | null;
  /** Answers that are not shown. */
  readonly answers: number;
  /** True if one of them may be newer than the last that is shown. */
  readonly mayHideLatest: boolean;
  /** Other parts that are not shown. */
  readonly parts: number;
  /** Fields that break the contract, such as `graph.series[0].points[3].score`; list items count from their page. */
  readonly paths: readonly string[];
}

/** `instrument-partial`: what the element shows is not all that it was sent. Bubbles, composed. */
export class InstrumentPartialEvent extends DetailEvent<Unread> {
  constructor(detail: Unread) {
    super('instrument-partial', detail);
  }
}

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
export class InstrumentSelectEvent extends DetailEvent<Selected> {
  constructor(detail: Selected) {
    super('instrument-select', detail, true);
  }
}

/** Identifiers of whom to open. */
export interface Opened {
  readonly patientId: string;
  /** The instrument that was meant; null where none was. */
  readonly formId: string | null;
}

/**
 * `instrument-open`: a patient of a list was chosen by click, tap or Enter. Bubbles, composed. The page opens the patient;
 * call `preventDefault()` to tell the element's own surroundings that it did.
 */
export class InstrumentOpenEvent extends DetailEvent<Opened> {
  constructor(detail: Opened) {
    super('instrument-open', detail, true);
  }
}

declare global {
  interface HTMLElementEventMap {
    'instrument-applied': InstrumentAppliedEvent;
    'instrument-error': InstrumentErrorEvent;
    'instrument-load': InstrumentLoadEvent;
    'instrument-open': InstrumentOpenEvent;
    'instrument-partial': InstrumentPartialEvent;
    'instrument-select': InstrumentSelectEvent;
  }
}
