import type { Caller } from '@instrument-panel/client';
import type { Problem } from '@instrument-panel/shared/words/panel';
import type { CourseQuery } from './attributes.ts';
import type { PatientFilter } from './patient.ts';
import { toPanelProblem } from './problem.ts';
import { type PanelSnapshot, readCourse } from './read.ts';

/** After these nothing may stay: the user may not see the patient, or it is the wrong patient. */
const BLANKING: readonly Problem[] = ['forbidden', 'not-found', 'mismatch'];
const NOT_RETRIED = [...BLANKING, 'signed-out', 'token'];

/**
 * The reading of one patient's course on one instrument, over time. What is asked changes at once and blanks
 * what was read; a reply to an earlier question is dropped; a failure later on keeps the last good reading.
 */
export class CourseStore {
  reading: PanelSnapshot | null = null;
  /** Why the last attempt failed; null once one succeeded. */
  failure: unknown = null;
  #controller: AbortController | null = null;
  readonly #changed: (isNewAnswer: boolean) => void;

  /** @param changed called after each attempt, with whether it brought a newer answer */
  constructor(changed: (isNewAnswer: boolean) => void) {
    this.#changed = changed;
  }

  /** Aborts reads in progress, and forgets a failure if nothing was read before it. */
  leave(): void {
    this.#controller?.abort();
    this.#controller = null;
    if (!this.reading) this.failure = null;
  }

  /** Forgets everything and aborts reads in progress. */
  clear(): void {
    this.reading = null;
    this.leave();
    this.failure = null;
  }

  /** Shows a reading that came from elsewhere (`data`), or why it cannot be read. */
  hold(reading: PanelSnapshot | null, failure: unknown = null): void {
    this.clear();
    this.reading = reading;
    this.failure = failure;
    this.#changed(false);
  }

  /**
   * Reads once more. With `all` false only the graph is asked for, and the rest when it has changed. A read under way
   * is waited for, not doubled. `filter` takes out what a patient does not see.
   */
  async read(
    client: Caller,
    asked: CourseQuery,
    all: boolean,
    filter: PatientFilter | null = null,
  ): Promise<void> {
    // What only a person can mend is not asked for again by the clock.
    const isHopeless = this.failure !== null && NOT_RETRIED.includes(toPanelProblem(this.failure));
    if (this.#controller || (isHopeless && !all)) return;
    const controller = new AbortController();
    this.#controller = controller;
    const before = this.reading;
    let reading = before;
    let failure: unknown = null;
    try {
      const known = all ? null : (before?.unfiltered ?? before);
      reading = await readCourse(client, asked, controller.signal, known);
      if (filter) reading = filter.filter(reading);
    } catch (error) {
      failure = error;
    }
    // If the graph failed, the next read must not join what is still under way.
    controller.abort();
    if (this.#controller !== controller) return;
    this.#controller = null;
    this.reading = failure !== null && BLANKING.includes(toPanelProblem(failure)) ? null : reading;
    this.failure = failure;
    this.#changed(before !== null && latest(reading) > latest(before));
  }
}

/** Instant of the newest answer in any series, milliseconds; 0 where there is none. */
function latest(reading: PanelSnapshot | null): number {
  const points = reading?.graph.data.series.flatMap((series) => series.points) ?? [];
  return Math.max(0, ...points.map(({ completedFillAt }) => Date.parse(completedFillAt)));
}
