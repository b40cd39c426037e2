import type { Reader } from '@instrument-panel/client';
import type { PanelMessages, Problem } from '@instrument-panel/shared/locale/panel';
import type { Asked } from './asked.ts';
import { problemOf } from './problem.ts';
import { type Reading, readCourse } from './read.ts';

/** After these nothing may stay: who asks may not see the patient, or the patient is not the one. */
const ENDS: ReadonlySet<Problem> = new Set(['forbidden', 'not-found', 'mismatch']);
const MENDED_BY_HAND: ReadonlySet<Problem> = new Set([...ENDS, 'signed-out']);

/** What an audience sees that does not see all. */
export interface Sight {
  /** What may be seen of a reading. */
  see(reading: Reading): Reading;
  /** What is said in other words, or not at all, in the language of `known`. */
  words(known: Partial<PanelMessages>): Partial<PanelMessages>;
}

/**
 * The reading of one patient's course on one instrument, over time. What is asked changes at once and blanks
 * what was read; a reply to an earlier question is dropped; a failure later on keeps the last good reading.
 */
export class Course {
  reading: Reading | null = null;
  /** Why the last attempt failed; null once one succeeded. */
  failure: unknown = null;
  #controller: AbortController | null = null;
  readonly #changed: (isNewAnswer: boolean) => void;

  /** @param changed called after each attempt, with whether it brought a newer answer */
  constructor(changed: (isNewAnswer: boolean) => void) {
    this.#changed = changed;
  }

  /** Forgets everything and aborts what is under way. */
  clear(): void {
    this.#controller?.abort();
    this.#controller = null;
    this.reading = this.failure = null;
  }

  /** Shows a reading that came from elsewhere (`data`), or why it cannot be read. */
  hold(reading: Reading | null, failure: unknown = null): void {
    this.clear();
    this.reading = reading;
    this.failure = failure;
    this.#changed(false);
  }

  /**
   * Reads once more. With `all` false only the graph is asked for, and the rest when it has changed. A read
   * under way is waited for, not doubled.
   *
   * @param sightOf gives what may be seen of a reading, null for all; nothing is read before it is known
   */
  async read(
    client: Reader,
    asked: Asked,
    all: boolean,
    sightOf?: () => Promise<Sight | null>,
  ): Promise<void> {
    // What only a person can mend is not asked for again by the clock.
    const isHopeless = this.failure !== null && MENDED_BY_HAND.has(problemOf(this.failure));
    if (this.#controller || (isHopeless && !all)) return;
    const controller = new AbortController();
    this.#controller = controller;
    const before = this.reading;
    let reading = before;
    let failure: unknown = null;
    try {
      const sight = sightOf && (await sightOf());
      reading = await readCourse(client, asked, controller.signal, all ? null : (before?.whole ?? before));
      if (sight) reading = sight.see(reading);
    } catch (error) {
      failure = error;
    }
    if (this.#controller !== controller) return;
    this.#controller = null;
    this.reading = failure !== null && ENDS.has(problemOf(failure)) ? null : reading;
    this.failure = failure;
    this.#changed(before !== null && latest(reading) > latest(before));
  }
}

/** Instant of the newest answer in any series, milliseconds; 0 where there is none. */
const latest = (reading: Reading | null): number =>
  Math.max(
    0,
    ...(reading?.graph.data.series.flatMap(({ points }) =>
      points.map(({ completedFillAt }) => Date.parse(completedFillAt)),
    ) ?? []),
  );
