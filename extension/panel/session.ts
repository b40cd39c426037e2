import { sleep } from '@instrument-panel/client';
import type { ApplyService } from '@instrument-panel/shared/ui/apply/service';
import type { Effect, IntentName } from '../intents/intents.ts';
import { AskError, type AskOptions, type IntentPort } from '../intents/requests.ts';
import type { Lock, SiteHandle } from '../site/handle.ts';
import { readProblem, toApplyError } from './problem.ts';

/** Waits before each retry: a background that was stopped is there again within a second. */
const RETRY_DELAYS_MS = [300, 1_500] as const;
const RETRIED: ReadonlySet<string> = new Set(['lost', 'stale']);

/** Reads, and retries if the background went away before it answered or did not know the page yet. */
export async function readWithRetry<T>(read: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (const wait of RETRY_DELAYS_MS) {
    try {
      return await read();
    } catch (error) {
      signal.throwIfAborted();
      if (!RETRIED.has(readProblem(error).code)) throw error;
      await sleep(wait, signal);
    }
  }
  return read();
}

/** The transport of a session's requests: `SiteHandle`, which needs no effect, or a page of the extension. */
type Ask = (...asked: [...Parameters<SiteHandle['ask']>, effect: Effect]) => Promise<unknown>;

/**
 * What may be asked about one patient, for as long as the epoch lasts. An answer that comes after {@link pause} or
 * {@link end} is dropped: its caller gets an `AbortError`, and no data.
 */
export class PatientSession implements IntentPort<'panel'> {
  readonly lock: Lock;
  readonly read: IntentPort<'panel'>['read'] = (...asked) => this.#ask('read', ...asked);
  readonly write: IntentPort<'panel'>['write'] = (...asked) => this.#ask('write', ...asked);
  readonly act: IntentPort<'panel'>['act'] = (...asked) => this.#ask('act', ...asked);
  readonly #transport: { readonly ask: Ask };
  #controller = new AbortController();
  #isEnded = false;

  constructor(transport: { readonly ask: Ask }, lock: Lock) {
    this.#transport = transport;
    this.lock = lock;
  }

  /** @throws {AskError} with the problem; `AbortError` if the session has ended or paused */
  async #ask<T>(effect: Effect, intent: IntentName, input: unknown, options?: AskOptions): Promise<T> {
    const own = this.#controller.signal;
    const signal = options?.signal ? AbortSignal.any([own, options.signal]) : own;
    signal.throwIfAborted();
    if (this.#isEnded) throw new DOMException('the epoch is over', 'AbortError');
    const once = (): Promise<unknown> => this.#transport.ask(this.lock.epoch, intent, input, signal, effect);
    let answer: unknown;
    try {
      answer = await (effect === 'read' ? readWithRetry(once, signal) : once());
    } catch (error) {
      signal.throwIfAborted();
      const problem = readProblem(error);
      // A read leaves no outcome unknown.
      throw new AskError(intent, effect === 'read' ? { ...problem, isOutcomeUnknown: false } : problem);
    }
    signal.throwIfAborted();
    // The background reads every answer by the contract, and compares whom it is about with the epoch.
    return answer as T;
  }

  pause(): void {
    this.#controller.abort();
    this.#controller = new AbortController();
  }

  end(): void {
    this.#isEnded = true;
    this.#controller.abort();
  }
}

/** Makes the service of the apply flow from intents: the background knows which patient they are about. */
export function createIntentApplyService(
  { read, write }: Pick<PatientSession, 'read' | 'write'>,
  { patientId, professionalId }: { readonly patientId: string; readonly professionalId: string },
): ApplyService {
  async function asApply<T>(intent: IntentName, answer: Promise<T>, signal: AbortSignal): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      signal.throwIfAborted();
      throw toApplyError(intent, error);
    }
  }
  return {
    patientId,
    professionalId,
    patient: (signal) => asApply('apply.patient', read('apply.patient', {}, { signal }), signal),
    library: (signal) => asApply('apply.library', read('apply.library', {}, { signal }), signal),
    applications: (signal) =>
      asApply('apply.applications', read('apply.applications', {}, { signal }), signal),
    applicationsOf: (formId, signal) =>
      asApply('apply.applicationsOf', read('apply.applicationsOf', { formId }, { signal }), signal),
    create: (formId, input, signal) =>
      asApply('apply.create', write('apply.create', { formId, input }, { signal }), signal),
  };
}
