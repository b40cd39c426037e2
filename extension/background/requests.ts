import { isServiceError } from '@instrument-panel/client';
import { ApplyError } from '@instrument-panel/shared/ui/apply/problem';
import type { Problem, ProblemCode, Settlement } from '../intents/protocol.ts';

/** Why the background itself does not do something. Its message is for developers, and holds no data. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly code: ProblemCode;
  /** True where a write was sent and may have been carried out. */
  readonly isOutcomeUnknown: boolean;

  constructor(code: ProblemCode, { isOutcomeUnknown = false } = {}) {
    super(`Not done: ${code}.`);
    this.code = code;
    this.isOutcomeUnknown = isOutcomeUnknown;
  }
}

/** Problem codes for the proxy's own codes (docs/proxy.md). */
const BY_CODE: Readonly<Record<string, ProblemCode>> = {
  NOT_LINKED: 'not-linked',
  PATIENT_GONE: 'not-linked',
  IDENTIFIERS_DISAGREE: 'disagrees',
};
const BY_NAME: Readonly<Record<string, ProblemCode>> = {
  TokenError: 'signed-out',
  AuthenticationError: 'signed-out',
  ContractError: 'unreadable',
  ForbiddenError: 'forbidden',
  NotFoundError: 'not-found',
  RateLimitedError: 'busy',
  InternalError: 'service',
};
const NO_ANSWER: ReadonlySet<string> = new Set(['NetworkError', 'TimeoutError']);
const OF_APPLY: Readonly<Partial<Record<string, ProblemCode>>> = { mismatch: 'mismatch' };

/**
 * Converts a failure to a problem for a page: code, status, trace. The error's message is left out, since it may
 * have been made of what the service says.
 */
export function toProblem(error: unknown, isOnline: boolean): Problem {
  const plain = (code: string, isOutcomeUnknown = false): Problem => ({
    code,
    status: null,
    traceId: null,
    isOutcomeUnknown,
  });
  if (error instanceof Refused) return plain(error.code, error.isOutcomeUnknown);
  if (error instanceof ApplyError) return plain(OF_APPLY[error.code] ?? 'service');
  if (!isServiceError(error)) return plain('service');
  const { name, status, traceId } = error;
  const isOutcomeUnknown = name === 'UnknownOutcomeError' || (name === 'ContractError' && status > 199);
  const code = NO_ANSWER.has(name)
    ? isOnline
      ? 'network'
      : 'offline'
    : (BY_CODE[error.code] ?? BY_NAME[name] ?? error.code);
  return { code, status: status || null, traceId: traceId ?? null, isOutcomeUnknown };
}

/** Why a message was refused before it was heard. */
export type RefusalReason =
  | 'sender'
  | 'malformed'
  | 'origin'
  | 'unknown-intent'
  | 'invalid-input'
  | 'not-yours'
  | 'stale';

/** Counts for the diagnostics: reasons and codes only, nothing of what was said. */
export class Counters {
  readonly refused: Record<string, number> = {};
  readonly failures: Record<string, number> = {};

  refuse(reason: RefusalReason): void {
    this.refused[reason] = (this.refused[reason] ?? 0) + 1;
  }

  /** A code of the service may be anything: anything that is not spelled like a code is counted as `other`. */
  fail(code: string): void {
    const known = /^[A-Za-z][\w-]{0,60}$/.test(code) ? code : 'other';
    this.failures[known] = (this.failures[known] ?? 0) + 1;
  }
}

/** One question that is under way. */
interface QueuedRequest {
  readonly id: number;
  /** The epoch that it belongs to; null for none. */
  readonly epoch: string | null;
  readonly isWrite: boolean;
}

/** More at once is nobody's reading: a page that took over its process asks so. */
const OPEN_REQUESTS_MAX = 64;

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
    if (this.#open.size >= OPEN_REQUESTS_MAX) {
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
