import type { IntentInput, IntentName } from '../../intents/intents.ts';
import type { SurfaceAnswers } from '../../intents/surface-answers.ts';
import type { Lock, SiteHandle } from '../../site/handle.ts';
import { patiently } from './patiently.ts';
import { AskError, problemOf } from './problem.ts';

/** What the intents of a chart's panel are answered with. */
export type PanelAnswers = Pick<SurfaceAnswers, Extract<keyof SurfaceAnswers, IntentName>> & {
  'side.open': unknown;
};
export type PanelIntent = keyof PanelAnswers;

/** What writes nothing may be asked again, and leaves no outcome unknown. */
const isRead = (intent: PanelIntent): boolean =>
  intent.endsWith('.read') || (intent.startsWith('apply.') && intent !== 'apply.create');

/**
 * What may be asked about one patient, for as long as the epoch lasts. An answer that comes after {@link pause} or
 * {@link end} is dropped: whoever waits for it is told that it was aborted, and nothing of it is given out.
 */
export class Session {
  readonly lock: Lock;
  readonly #handle: Pick<SiteHandle, 'ask'>;
  #controller = new AbortController();
  #isEnded = false;

  constructor(handle: Pick<SiteHandle, 'ask'>, lock: Lock) {
    this.#handle = handle;
    this.lock = lock;
  }

  /**
   * @throws {AskError} with the problem; `AbortError` where the answer is nobody's any more
   */
  async ask<Name extends PanelIntent>(
    intent: Name,
    input: IntentInput<Name>,
    given?: AbortSignal,
  ): Promise<PanelAnswers[Name]> {
    const own = this.#controller.signal;
    const signal = given ? AbortSignal.any([own, given]) : own;
    signal.throwIfAborted();
    if (this.#isEnded) throw new DOMException('the epoch is over', 'AbortError');
    const once = (): Promise<unknown> => this.#handle.ask(this.lock.epoch, intent, input, signal);
    let answer: unknown;
    try {
      answer = await (isRead(intent) ? patiently(once, signal) : once());
    } catch (error) {
      signal.throwIfAborted();
      const problem = problemOf(error);
      throw new AskError(intent, isRead(intent) ? { ...problem, isOutcomeUnknown: false } : problem);
    }
    signal.throwIfAborted();
    // The background reads every answer by the contract, and compares whom it is about with the epoch.
    return answer as PanelAnswers[Name];
  }

  /** The patient is not on the page now: everything under way is aborted. */
  pause(): void {
    this.#controller.abort();
    this.#controller = new AbortController();
  }

  /** Another patient is: nothing is asked any more. */
  end(): void {
    this.#isEnded = true;
    this.#controller.abort();
  }
}
