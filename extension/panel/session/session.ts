import type { Effect, IntentName, IntentsFrom } from '../../intents/intents.ts';
import { AskError, type IntentPort } from '../../intents/requests.ts';
import type { Lock } from '../../site/handle.ts';
import { patiently } from './patiently.ts';
import { problemOf } from './problem.ts';

export type PanelIntent = IntentsFrom<'panel'>;

/** What a session sends its requests through: `SiteHandle`, which needs no effect, or a page of the extension. */
interface Transport {
  ask(
    epoch: string | null,
    intent: string,
    input: unknown,
    signal: AbortSignal,
    effect: Effect,
  ): Promise<unknown>;
}

/**
 * What may be asked about one patient, for as long as the epoch lasts. An answer that comes after {@link pause} or
 * {@link end} is dropped: whoever waits for it is told that it was aborted, and nothing of it is given out.
 */
export class Session implements IntentPort<'panel'> {
  readonly lock: Lock;
  readonly read: IntentPort<'panel'>['read'] = (name, input, options) =>
    this.#ask('read', name, input, options?.signal);
  readonly write: IntentPort<'panel'>['write'] = (name, input, options) =>
    this.#ask('write', name, input, options?.signal);
  readonly act: IntentPort<'panel'>['act'] = (name, input, options) =>
    this.#ask('act', name, input, options?.signal);
  readonly #transport: Transport;
  #controller = new AbortController();
  #isEnded = false;

  constructor(transport: Transport, lock: Lock) {
    this.#transport = transport;
    this.lock = lock;
  }

  /**
   * @throws {AskError} with the problem; `AbortError` where the answer is nobody's any more
   */
  async #ask<T>(effect: Effect, intent: IntentName, input: unknown, given?: AbortSignal): Promise<T> {
    const own = this.#controller.signal;
    const signal = given ? AbortSignal.any([own, given]) : own;
    signal.throwIfAborted();
    if (this.#isEnded) throw new DOMException('the epoch is over', 'AbortError');
    const once = (): Promise<unknown> => this.#transport.ask(this.lock.epoch, intent, input, signal, effect);
    let answer: unknown;
    try {
      answer = await (effect === 'read' ? patiently(once, signal) : once());
    } catch (error) {
      signal.throwIfAborted();
      const problem = problemOf(error);
      // A read leaves no outcome unknown.
      throw new AskError(intent, effect === 'read' ? { ...problem, isOutcomeUnknown: false } : problem);
    }
    signal.throwIfAborted();
    // The background reads every answer by the contract, and compares whom it is about with the epoch.
    return answer as T;
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
