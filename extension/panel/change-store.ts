import { LOOKUP_DELAYS_MS, sleep } from '@instrument-panel/client';
import type { RecurrenceCycle } from '@instrument-panel/client/contract';
import { isActiveApplication } from '@instrument-panel/client/contract';
import { next } from '@instrument-panel/shared/ui/apply/machine';
import type { ChartMessages } from '../words/compiled/chart/en.js';
import { Observable } from './observable.ts';
import { classifyProblem, type ProblemKind, readProblem } from './problem.ts';
import type { PatientSession } from './session.ts';

type ChangeStep = 'asking' | 'sending' | 'checking' | 'done' | 'refused' | 'not-done' | 'unknown';
type ChangeEvent = 'send' | 'done' | 'refused' | 'lost' | 'found' | 'absent' | 'blind' | 'check';

/** The steps of a change. None leads back to where it is sent from: if an answer is lost, the outcome is looked up. */
const CHANGE_STEPS: Readonly<Record<ChangeStep, Readonly<Partial<Record<ChangeEvent, ChangeStep>>>>> = {
  asking: { send: 'sending', refused: 'refused' },
  sending: { done: 'done', refused: 'refused', lost: 'checking' },
  checking: { found: 'done', absent: 'not-done', blind: 'unknown' },
  unknown: { check: 'checking' },
  done: {},
  refused: {},
  'not-done': {},
};

/** A change of an application or a request that the user was asked to confirm, and its state. */
export interface ApplicationChange {
  readonly kind: keyof ChartMessages['changes'];
  readonly formId: string;
  /** Id of the application or the submission. */
  readonly id: number;
  readonly instrument: string;
  /** The date, as it is shown, that tells it from others of its instrument; empty if it has none. */
  readonly about: string;
  readonly step: ChangeStep;
  readonly cycle: RecurrenceCycle;
  readonly problemKind: ProblemKind | null;
}

/**
 * Changes applications and requests, one at a time: each change is confirmed and sent once, and its outcome is looked
 * up if the answer is lost.
 */
export class ChangeStore extends Observable<{ readonly current: ApplicationChange | null }> {
  readonly #session: PatientSession;
  readonly #done: () => void;
  #controller = new AbortController();

  /** @param done called when something may have changed at the service */
  constructor(session: PatientSession, done: () => void) {
    super({ current: null });
    this.#session = session;
    this.#done = done;
  }

  ask(target: Omit<ApplicationChange, 'step' | 'cycle' | 'problemKind'>, cycle: RecurrenceCycle): void {
    const { step } = this.state.current ?? {};
    if (step === 'sending' || step === 'checking') return;
    this.set({ current: { ...target, cycle, step: 'asking', problemKind: null } });
  }

  choose(cycle: RecurrenceCycle): void {
    const change = this.state.current;
    if (change?.step === 'asking') this.set({ current: { ...change, cycle } });
  }

  close(): void {
    const { step } = this.state.current ?? {};
    if (step !== 'sending' && step !== 'checking') this.set({ current: null });
  }

  async confirm(): Promise<void> {
    const change = this.#go('send');
    if (!change) return;
    const { signal: left } = this.#controller;
    try {
      await send(this.#session, change, left);
      if (this.#go('done')) this.#done();
    } catch (error) {
      if (left.aborted) return;
      const problem = readProblem(error);
      if (!problem.isOutcomeUnknown) this.#go('refused', classifyProblem(problem));
      else if (this.#go('lost')) await this.#look();
    }
  }

  /** Looks once more, also once the patient is there again; it is never sent again. */
  check(): void {
    if (this.#go('check')) void this.#look();
  }

  /** The patient is not on the page now: of what was sent it is not known what became of it. */
  hold(): void {
    this.#controller.abort();
    this.#controller = new AbortController();
    this.#go('lost');
    this.#go('blind');
  }

  end(): void {
    this.#controller.abort();
    this.set({ current: null });
  }

  async #look(): Promise<void> {
    const { signal: left } = this.#controller;
    const change = this.state.current;
    if (!change) return;
    let found: boolean | null = null;
    try {
      for (const wait of LOOKUP_DELAYS_MS) {
        await sleep(wait, left);
        found = await lookUp(this.#session, change, left).catch(() => null);
        left.throwIfAborted();
        if (found) break;
      }
    } catch {
      return;
    }
    this.#go(found === null ? 'blind' : found ? 'found' : 'absent');
    this.#done();
  }

  #go(event: ChangeEvent, problemKind: ProblemKind | null = null): ApplicationChange | null {
    const change = this.state.current;
    const step = change && next(CHANGE_STEPS, change.step, event);
    if (!change || !step) return null;
    this.set({ current: { ...change, step, problemKind } });
    return this.state.current;
  }
}

type SentChange = Pick<ApplicationChange, 'kind' | 'formId' | 'id' | 'cycle'>;

async function send({ write }: PatientSession, change: SentChange, signal: AbortSignal): Promise<void> {
  const { kind, formId, id, cycle } = change;
  const application = { applicationId: id, formId };
  const submission = { submissionId: id, formId };
  if (kind === 'recur') await write('application.recur', { ...application, cycle }, { signal });
  else if (kind === 'finish') await write('application.finish', application, { signal });
  else if (kind === 'cancel') await write('application.cancel', application, { signal });
  else if (kind === 'cancel-request') await write('submission.cancel', submission, { signal });
  else await write('submission.delete', submission, { signal });
}

/** Whether a change is there by now; null where it cannot be told. Throws as the question does. */
async function lookUp({ read }: PatientSession, change: SentChange, signal: AbortSignal) {
  const { kind, formId, id, cycle } = change;
  if (kind === 'cancel-request' || kind === 'delete-request') {
    try {
      const { submission } = await read('item.read', { submissionId: id, formId }, { signal });
      return kind === 'cancel-request' && submission.status === 'CANCELED';
    } catch (error) {
      const { status, code } = readProblem(error);
      if (kind === 'delete-request' && (status === 404 || code === 'not-found')) return true;
      throw error;
    }
  }
  const { items, unreadable } = await read('apply.applicationsOf', { formId }, { signal });
  if (kind === 'cancel') return items.some(isActiveApplication) ? false : unreadable > 0 ? null : true;
  const one = items.find((application) => application.id === id);
  if (!one) return null;
  return kind === 'recur' ? one.recurrenceCycle === cycle : one.status === 'FINISHED';
}
