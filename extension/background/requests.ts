import type { Settlement } from '../intents/protocol.ts';
import type { Counters } from './counters.ts';
import { Refused, toProblem } from './problem.ts';

/** One question that is under way. */
export interface QueuedRequest {
  readonly id: number;
  /** The epoch that it belongs to; null for none. */
  readonly epoch: string | null;
  readonly isWrite: boolean;
}

/** More at once is nobody's reading: a page that took over its process asks so. */
const MOST_OPEN = 64;

/**
 * The questions of one port. A question ends once: with its answer, with a refusal, or in silence where nobody waits
 * for it any more. A read that nobody waits for is aborted; a write goes on, since it was sent.
 */
export class RequestQueue {
  readonly #send: (settlement: Settlement) => void;
  readonly #counters: Counters;
  readonly #isOnline: () => boolean;
  readonly #open = new Map<number, QueuedRequest & { readonly controller: AbortController }>();

  constructor(send: (settlement: Settlement) => void, counters: Counters, isOnline: () => boolean) {
    this.#send = send;
    this.#counters = counters;
    this.#isOnline = isOnline;
  }

  /** Does what was asked, and answers; `act` throws why not. A second question of one id is passed over. */
  async run(question: QueuedRequest, act: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
    const { id, isWrite } = question;
    if (this.#open.has(id)) return;
    if (this.#open.size >= MOST_OPEN) {
      this.refuse(id, new Refused('busy'));
      return;
    }
    const controller = new AbortController();
    const open = { ...question, controller };
    this.#open.set(id, open);
    // A write is waited for to its end, whoever goes away.
    const signal = isWrite ? new AbortController().signal : controller.signal;
    try {
      const value = await act(signal);
      if (this.#open.get(id) === open) this.#send({ type: 'answer', id, value });
    } catch (error) {
      const problem = toProblem(error, this.#isOnline());
      if (!controller.signal.aborted) this.#counters.fail(problem.code);
      if (this.#open.get(id) !== open) return;
      const isOutcomeUnknown = isWrite && problem.isOutcomeUnknown;
      this.#send({ type: 'refusal', id, problem: { ...problem, isOutcomeUnknown } });
    } finally {
      if (this.#open.get(id) === open) this.#open.delete(id);
    }
  }

  refuse(id: number, error: Refused): void {
    this.#counters.fail(error.code);
    this.#send({ type: 'refusal', id, problem: toProblem(error, this.#isOnline()) });
  }

  /** Nobody waits for it any more. */
  drop(id: number): void {
    const open = this.#open.get(id);
    if (!open) return;
    this.#open.delete(id);
    if (!open.isWrite) open.controller.abort(new Refused('stale'));
  }

  /** Ends what belongs to another epoch than the present one: its answers are dropped. */
  endOthers(epoch: string | null): void {
    for (const { id, epoch: of, isWrite, controller } of [...this.#open.values()]) {
      if (of === null || of === epoch) continue;
      this.#open.delete(id);
      const stale = new Refused('stale', { isOutcomeUnknown: isWrite });
      this.refuse(id, stale);
      if (!isWrite) controller.abort(stale);
    }
  }

  /** The port is closed. */
  end(): void {
    for (const id of [...this.#open.keys()]) this.drop(id);
  }
}
