import { type AnalysisKnown, analysisRefusal } from '@instrument-panel/shared/locale/panel/say-analysis';
import { signal } from '@preact/signals';
import { problemOf } from '../session/problem.ts';
import type { Session } from '../session/session.ts';

/** What is known of the longitudinal analysis of each course that was opened. Only its status is read, which makes the service generate nothing. */
export class Analyses {
  /** By instrument, UUID in lower case. */
  readonly known = signal<ReadonlyMap<string, AnalysisKnown>>(new Map());
  readonly #session: Session;
  readonly #underWay = new Set<string>();

  constructor(session: Session) {
    this.#session = session;
  }

  /** Reads it, or reads it anew; what was known stays until the answer comes. */
  async read(formId: string): Promise<void> {
    if (this.#underWay.has(formId)) return;
    this.#underWay.add(formId);
    try {
      this.#keep(formId, await this.#session.read('analysis.read', { formId }));
    } catch (error) {
      // What was aborted is read once the patient is there again.
      if (error instanceof DOMException) return;
      this.#keep(formId, analysisRefusal(problemOf(error)));
    }
    this.#underWay.delete(formId);
  }

  /** The patient is there again: what was not read to its end is read now. */
  resume(): void {
    const cut = [...this.#underWay];
    this.#underWay.clear();
    for (const formId of cut) void this.read(formId);
  }

  /** Forgets the patient. */
  end(): void {
    this.#underWay.clear();
    this.known.value = new Map();
  }

  #keep(formId: string, known: AnalysisKnown): void {
    this.known.value = new Map([...this.known.value, [formId, known]]);
  }
}
