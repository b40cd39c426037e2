import { sleep } from '@instrument-panel/client';
import type { RecurrenceCycle } from '@instrument-panel/client/contract';
import { LOOKS } from '@instrument-panel/shared/ui/apply/attempt';
import { next } from '@instrument-panel/shared/ui/apply/machine';
import { signal } from '@preact/signals';
import type { ChangeKind } from '../../words/panel/index.ts';
import { problemOf, type Trouble, troubleOf } from '../session/problem.ts';
import type { Session } from '../session/session.ts';
import { lookUp, send } from './change-calls.ts';
import { CHANGE_STEPS, type ChangeEvent, type ChangeStep } from './machine.ts';

/** What is to be changed. */
export interface Target {
  readonly kind: ChangeKind;
  readonly formId: string;
  /** Of the application or the submission that it is about. */
  readonly id: number;
  readonly instrument: string;
  /** The date that tells it from others of its instrument, as it is shown; empty where there is none. */
  readonly about: string;
}

/** A change that somebody was asked about, and how it stands. */
export interface Change extends Target {
  readonly step: ChangeStep;
  readonly cycle: RecurrenceCycle;
  /** Why it was refused; null otherwise. */
  readonly trouble: Trouble | null;
}

/** Changes what was applied, one thing at a time: each is confirmed, sent once, and looked up where its answer is lost. */
export class Changes {
  readonly current = signal<Change | null>(null);
  readonly #session: Session;
  readonly #done: () => void;
  #controller = new AbortController();

  /** @param done called when something may have changed */
  constructor(session: Session, done: () => void) {
    this.#session = session;
    this.#done = done;
  }

  ask(target: Target, cycle: RecurrenceCycle): void {
    const { step } = this.current.value ?? {};
    if (step === 'sending' || step === 'checking') return;
    this.current.value = { ...target, cycle, step: 'asking', trouble: null };
  }

  choose(cycle: RecurrenceCycle): void {
    const change = this.current.value;
    if (change?.step === 'asking') this.current.value = { ...change, cycle };
  }

  /** Closes the question, or its outcome. */
  close(): void {
    const { step } = this.current.value ?? {};
    if (step !== 'sending' && step !== 'checking') this.current.value = null;
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
      const problem = problemOf(error);
      if (!problem.isOutcomeUnknown) this.#go('refused', troubleOf(problem));
      else if (this.#go('lost')) await this.#look();
    }
  }

  /** Looks once more; it is never sent again. */
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

  /** The patient is there again. */
  resume(): void {
    this.check();
  }

  end(): void {
    this.#controller.abort();
    this.current.value = null;
  }

  async #look(): Promise<void> {
    const { signal: left } = this.#controller;
    const change = this.current.value;
    if (!change) return;
    let found: boolean | null = null;
    try {
      for (const wait of LOOKS) {
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

  #go(event: ChangeEvent, trouble: Trouble | null = null): Change | null {
    const change = this.current.value;
    const step = change && next(CHANGE_STEPS, change.step, event);
    if (!change || !step) return null;
    this.current.value = { ...change, step, trouble };
    return this.current.value;
  }
}
