import { plainProblem, type Settlement, type ToSite, type ToSurface } from '../intents/protocol.ts';
import type { BackgroundDependencies } from './dependencies.ts';
import type { Port } from './platform.ts';
import { type RefusalReason, Refused, toProblem } from './refusals.ts';
import { postTo } from './tabs/frame.ts';

interface Question {
  readonly id: number;
  /** The epoch that it belongs to; null for none. */
  readonly epoch: string | null;
  readonly isWrite: boolean;
}

/** Limit of concurrent requests of one port, against a compromised page: a person never causes so many. */
const OPEN_QUESTIONS_MAX = 64;

/**
 * One port with its questions, each of which ends once: with an answer, a refusal, or in silence if
 * its caller has gone. A read whose caller has gone is aborted; a write goes on, since it was sent.
 */
export abstract class Session {
  /** The tab that is asked about; null if there is none, or it is not known yet. */
  abstract readonly tabId: number | null;
  readonly port: Port;
  protected isOpen = true;
  readonly #background: BackgroundDependencies;
  readonly #questions = new Map<number, Question & { readonly controller: AbortController }>();

  constructor(background: BackgroundDependencies, port: Port) {
    this.#background = background;
    this.port = port;
    port.onDisconnect.addListener(() => this.end());
    port.onMessage.addListener((message) => this.receive(message));
  }

  protected abstract receive(message: unknown): void;

  send(message: ToSite | ToSurface): void {
    if (this.isOpen) postTo(this, message);
  }

  protected end(): void {
    this.isOpen = false;
    for (const id of [...this.#questions.keys()]) this.drop(id);
  }

  /** Does what was asked, and answers; `act` throws why not. A second question of one id is passed over. */
  protected async run(question: Question, act: (signal: AbortSignal) => unknown): Promise<void> {
    const { id, isWrite } = question;
    if (this.#questions.has(id)) return;
    if (this.#questions.size >= OPEN_QUESTIONS_MAX) {
      this.refuse(id, new Refused('busy'));
      return;
    }
    const controller = new AbortController();
    const open = { ...question, controller };
    this.#questions.set(id, open);
    let settlement: Settlement;
    try {
      const value = await act(controller.signal);
      settlement = { type: 'answer', id, value: value === undefined ? {} : value };
    } catch (error) {
      const problem = toProblem(error, this.#background.environment.isOnline());
      if (!controller.signal.aborted) this.#background.counters.fail(problem.code);
      const isOutcomeUnknown = isWrite && problem.isOutcomeUnknown;
      settlement = { type: 'refusal', id, problem: { ...problem, isOutcomeUnknown } };
    }
    if (this.#questions.get(id) !== open) return;
    this.#questions.delete(id);
    this.send(settlement);
  }

  protected refuse(id: number, error: Refused): void {
    this.#background.counters.fail(error.code);
    this.send({ type: 'refusal', id, problem: plainProblem(error.code, error.isOutcomeUnknown) });
  }

  protected reject(id: number, reason: RefusalReason, code: 'invalid' | 'stale'): void {
    this.#background.counters.refuse(reason);
    this.refuse(id, new Refused(code));
  }

  protected drop(id: number): void {
    const open = this.#questions.get(id);
    this.#questions.delete(id);
    if (!open?.isWrite) open?.controller.abort(new Refused('stale'));
  }

  /** The tab's context is another: ends what belongs to another epoch than the present one; its answers are dropped. */
  endOthers(epoch: string | null): void {
    for (const { id, epoch: of, isWrite, controller } of [...this.#questions.values()]) {
      if (of === null || of === epoch) continue;
      this.#questions.delete(id);
      const stale = new Refused('stale', { isOutcomeUnknown: isWrite });
      this.refuse(id, stale);
      if (!isWrite) controller.abort(stale);
    }
  }
}
