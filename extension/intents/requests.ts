import type { HANDLERS } from '../background/handlers/answer.ts';
import type { Effect, IntentInput, IntentName, IntentsFrom } from './intents.ts';
import type { AskMessage, DropMessage } from './messages.ts';
import { type Problem, plainProblem, type Settlement } from './protocol.ts';

/** The background did not do what it was asked. */
export class AskError extends Error {
  override readonly name = 'AskError';
  readonly problem: Problem;

  constructor(intent: string, problem: Problem) {
    super(`${intent}: ${problem.code}`);
    this.problem = problem;
  }
}

export interface AskOptions {
  /** Epoch of the context that the request belongs to; null if it concerns no patient. Default: `null`. */
  readonly epoch?: string | null;
  readonly signal?: AbortSignal;
}

/** Answer of an intent: what its handler returns, or an empty object where that is nothing. */
export type IntentOutput<Name extends IntentName> =
  Awaited<ReturnType<(typeof HANDLERS)[Name]>> extends infer T
    ? T extends void
      ? Record<never, never>
      : T
    : never;

type Ask<Name extends IntentName> = <N extends Name>(
  name: N,
  input: IntentInput<N>,
  options?: AskOptions,
) => Promise<IntentOutput<N>>;

/**
 * The typed way to the background: one method for each effect, so that the compiler knows what may be repeated. Each
 * rejects with an {@link AskError}, or with the reason of the signal.
 */
export interface IntentPort<Caller extends 'panel' | 'own-page'> {
  /** Reads. Asked again if the background stopped before it answered. */
  readonly read: Ask<IntentsFrom<Caller, 'read'>>;
  /** Writes, once. If the background stopped before it answered, the outcome is unknown. */
  readonly write: Ask<IntentsFrom<Caller, 'write'>>;
  /** Does something else, once. */
  readonly act: Ask<IntentsFrom<Caller, 'act'>>;
}

/** A request that waits for its answer. */
interface PendingRequest {
  readonly message: AskMessage;
  readonly effect: Effect | null;
  /** False while the background does not have it. */
  isSent: boolean;
  reject(problem: Problem): void;
}

/** The requests of one end of a port. Each is settled once: by its answer, by a refusal, or by its signal. */
export class PendingRequests {
  readonly #send: (message: AskMessage | DropMessage) => boolean;
  readonly #pending = new Map<number, PendingRequest & { resolve(value: unknown): void }>();
  #lastId = 0;

  /** @param send gives false for a message that could not be sent */
  constructor(send: (message: AskMessage | DropMessage) => boolean) {
    this.#send = send;
  }

  get all(): readonly PendingRequest[] {
    return [...this.#pending.values()];
  }

  /**
   * Sends a request.
   *
   * @param effect for a caller that treats its pending requests by their effects
   * @param unsent told if it could not be sent. Default: it is refused as `lost`
   */
  ask(
    intent: string,
    input: unknown,
    { epoch = null, signal, effect = null }: AskOptions & { readonly effect?: Effect | null } = {},
    unsent = (request: PendingRequest): void => request.reject(plainProblem('lost')),
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const id = ++this.#lastId;
      const drop = (): void => {
        this.#pending.delete(id);
        this.#send({ type: 'drop', id });
        reject(signal?.reason);
      };
      const settle = (): void => {
        this.#pending.delete(id);
        // The signal may live all day, and would keep every answer.
        signal?.removeEventListener('abort', drop);
      };
      const request = {
        message: { type: 'ask' as const, id, epoch, intent, input },
        effect,
        isSent: false,
        resolve(value: unknown) {
          settle();
          resolve(value);
        },
        reject(problem: Problem) {
          settle();
          reject(new AskError(intent, problem));
        },
      };
      this.#pending.set(id, request);
      signal?.addEventListener('abort', drop, { once: true });
      if (!this.send(request)) unsent(request);
    });
  }

  /** Sends a request, also once more. */
  send(request: PendingRequest): boolean {
    request.isSent = this.#send(request.message);
    return request.isSent;
  }

  /** Settles the request of an answer or a refusal. */
  settle(message: Settlement): void {
    const request = this.#pending.get(message.id);
    if (message.type === 'answer') request?.resolve(message.value);
    else request?.reject(message.problem);
  }
}
