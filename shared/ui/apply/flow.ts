import {
  type ApplyAttempt,
  type Attempting,
  type AttemptListener,
  checkAgain,
  leave,
  sendAttempt,
  takeAll,
  waitingAttempt,
} from './attempt.ts';
import { choicesOf } from './library.ts';
import { next, STEPS, type StepEvent } from './machine.ts';
import { ApplyError } from './problem.ts';
import { isStartRight, type Schedule, startOf, toDay } from './schedule.ts';
import type { ApplyService } from './service.ts';
import {
  type ApplyState,
  blankState,
  changeSince,
  needsWord,
  personOf,
  readSnapshot,
  toggled,
  usesOf,
  without,
} from './state.ts';

/** The dependencies of the flow. */
export interface ApplyFlowDependencies extends Omit<AttemptListener, 'tell'> {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** IANA name; null for the browser's own. */
  readonly timeZone: () => string | null;
  readonly isOnline: () => boolean;
  readonly sleep: Attempting['sleep'];
  /** Told after each change. */
  readonly changed: () => void;
}

/**
 * Applies instruments to one patient: what is asked of the user, what is read, what is sent, in the order of
 * {@link STEPS}. Bound to one patient: {@link begin} and {@link blank} forget everything about the one before at
 * once, abort what is under way, and drop what still arrives.
 */
export class ApplyFlow {
  state: ApplyState;
  readonly #dependencies: ApplyFlowDependencies;
  #service: ApplyService | null = null;
  #controller = new AbortController();
  #turn = 0;

  constructor(dependencies: ApplyFlowDependencies) {
    this.#dependencies = dependencies;
    this.state = blankState(this.today());
  }

  /** Forgets everything. With `wasCut`, says that something was being applied to the patient before. */
  blank(): void {
    const wasCut = this.state.attempts.some(({ standing }) =>
      ['sending', 'checking', 'unknown'].includes(standing),
    );
    this.#controller.abort();
    this.#controller = new AbortController();
    this.#service = null;
    // Until somebody has seen it, it stays: the form may be blanked twice in a row.
    const isInterrupted = wasCut || (this.state.isInterrupted && this.state.step === 'loading');
    this.state = { ...blankState(this.today()), isInterrupted };
    this.#dependencies.changed();
  }

  /** Begins for the patient of `service`. */
  begin(service: ApplyService): void {
    if (this.#service || this.state.step !== 'loading') this.blank();
    this.#service = service;
    void this.#read();
  }

  /** Its place is left for a moment: nothing more is sent or read, and what was filled in stays. */
  hold(): void {
    this.#controller.abort();
    this.#controller = new AbortController();
    const { step, attempts } = this.state;
    const failure = new ApplyError('left', 'the page left the patient.');
    if (step === 'reviewing') this.#go('back', { failure });
    if (step !== 'applying') return;
    const { isBegun, attempts: left } = leave(attempts, this.#turn - 1, failure);
    this.#go(isBegun ? 'ended' : 'changed', { attempts: left, failure: isBegun ? null : failure });
  }

  /** Its place is there again, for the same patient: reads what was not read, looks up what is not known. */
  resume(): void {
    if (this.state.step === 'loading') void this.#read();
    else if (this.state.attempts.some(({ standing }) => standing === 'unknown')) this.check();
  }

  /** Shows why nothing can be done here; what it was about is forgotten. */
  refuse(failure: unknown): void {
    this.blank();
    this.#go('failed', { failure });
    this.#dependencies.failed(failure);
  }

  /** Reads again after a failure; gives whether there is anything to read with. */
  retry(): boolean {
    if (!this.#service) return false;
    if (this.#go('retry', { failure: null })) void this.#read();
    return true;
  }

  search(query: string): void {
    this.#edit({ query });
  }

  toggleTopic(id: number): void {
    this.#edit({ topics: toggled(this.state.topics, id) });
  }

  toggleChoice(id: string): void {
    const { chosen, library, faults } = this.state;
    const found = library.find((one) => one.id === id);
    if (!found) return;
    const isChosen = chosen.some((one) => one.id === id);
    const now = isChosen ? chosen.filter((one) => one.id !== id) : [...chosen, found];
    this.#edit({ chosen: now, faults: without(faults, 'instrument') });
  }

  schedule(changes: Partial<Schedule>): void {
    const { schedule, faults } = this.state;
    this.#edit({ schedule: { ...schedule, ...changes }, faults: without(faults, 'startsOn') });
  }

  toggleAgain(id: string): void {
    this.#change({ again: toggled(this.state.again, id), faults: without(this.state.faults, 'again') });
  }

  /** Goes on to the confirmation, with what the patient has of each chosen instrument read anew. */
  review(): void {
    const { chosen, schedule, step } = this.state;
    if (step !== 'choosing') return;
    const faults = new Set<'instrument' | 'startsOn'>();
    if (chosen.length === 0) faults.add('instrument');
    if (!this.#isStartRight(schedule)) faults.add('startsOn');
    if (faults.size > 0) this.#change({ faults, failure: null });
    else if (!this.#isOffline()) void this.#review('review');
  }

  back(): void {
    this.#go('back', { failure: null, change: null, faults: new Set() });
  }

  /** Applies what was confirmed, each instrument once. */
  apply(): void {
    const { step, chosen, found, again } = this.state;
    if (step !== 'confirming') return;
    const unsaid = chosen.filter(({ id }) => needsWord(found.get(id)) && !again.has(id));
    if (unsaid.length > 0) this.#change({ faults: new Set(['again']) });
    // A day may have ended since the form was filled in.
    else if (!this.#isStartRight(this.state.schedule)) this.#go('back', { faults: new Set(['startsOn']) });
    else if (!this.#isOffline()) void this.#apply();
  }

  /** Looks once more for what is `unknown`. */
  check(): void {
    if (this.#go('check')) void this.#take(checkAgain, this.#controller.signal);
  }

  /** Goes back to the confirmation with what was refused or is not there. */
  again(): void {
    const open = new Set(
      this.state.attempts
        .filter(({ standing }) => standing === 'refused' || standing === 'not-created')
        .map(({ formId }) => formId),
    );
    const chosen = this.state.library.filter(({ id }) => open.has(id));
    if (chosen.length === 0 || this.state.step !== 'applied') return;
    this.state = { ...this.state, chosen };
    void this.#review('again');
  }

  /** Begins anew for the same patient, whose record and applications are read again. */
  another(): void {
    const service = this.#service;
    if (service && this.state.step === 'applied') this.begin(service);
  }

  /** `YYYY-MM-DD` in the time zone of the page. */
  today(): string {
    const { now, timeZone } = this.#dependencies;
    return toDay(now(), timeZone());
  }

  #isStartRight(schedule: Schedule): boolean {
    return isStartRight(schedule, this.#dependencies.now(), this.#dependencies.timeZone());
  }

  /** Says so where the device is offline, in place of waiting for what cannot come. */
  #isOffline(): boolean {
    if (this.#dependencies.isOnline()) return false;
    const failure = new ApplyError('offline', 'the device is offline.');
    this.#change({ failure, change: null, faults: new Set() });
    this.#dependencies.failed(failure);
    return true;
  }

  /** Changes the form, unless something is being read with its content. */
  #edit(changes: Partial<ApplyState>): void {
    if (this.state.step === 'choosing') this.#change(changes);
  }

  #change(changes: Partial<ApplyState>): void {
    this.state = { ...this.state, ...changes };
    this.#dependencies.changed();
  }

  /** Takes the step that the table has for the event; without one nothing happens. */
  #go(event: StepEvent, changes: Partial<ApplyState> = {}): boolean {
    const step = next(STEPS, this.state.step, event);
    if (!step) return false;
    this.#change({ ...changes, step });
    return true;
  }

  async #read(): Promise<void> {
    const service = this.#service;
    const { signal } = this.#controller;
    if (!service) return;
    try {
      const [patient, library, applications] = await Promise.all([
        service.patient(signal),
        service.library(signal),
        service.applications(signal),
      ]);
      if (signal.aborted) return;
      this.#go('read', {
        patient: personOf(patient),
        library: choicesOf(library.items),
        unreadable: library.unreadable,
        ...usesOf(applications),
      });
    } catch (failure) {
      if (signal.aborted) return;
      this.#go('failed', { failure });
      this.#dependencies.failed(failure);
    }
  }

  async #review(event: 'review' | 'again'): Promise<void> {
    const service = this.#service;
    const { signal } = this.#controller;
    const none = { failure: null, change: null, faults: new Set<never>(), again: new Set<never>() };
    if (!service || !this.#go(event, none)) return;
    try {
      const { patient, found } = await readSnapshot(service, this.state.chosen, signal);
      if (signal.aborted) return;
      this.#go('reviewed', { patient, found });
    } catch (failure) {
      if (signal.aborted) return;
      // Back to the form, with everything that was typed.
      this.#go('back', { failure });
      this.#dependencies.failed(failure);
    }
  }

  async #apply(): Promise<void> {
    const service = this.#service;
    const { signal } = this.#controller;
    const { patient: shown, found: seen, attempts: before, chosen } = this.state;
    const turn = this.#turn++;
    const kept = before.filter(({ standing }) => standing === 'created' || standing === 'unknown');
    const attempts = [...kept, ...chosen.map(({ id, name }) => waitingAttempt(id, name, turn))];
    if (!service || !shown || !this.#go('apply', { attempts, failure: null, change: null })) return;
    let known: ReadonlyMap<string, readonly number[]>;
    try {
      const now = await readSnapshot(service, this.state.chosen, signal);
      if (signal.aborted) return;
      const change = changeSince(shown, seen, now);
      if (change) {
        const { patient, found } = now;
        this.#go('changed', { patient, found, change, attempts: kept, again: new Set() });
        return;
      }
      known = now.known;
    } catch (failure) {
      if (signal.aborted) return;
      this.#go('changed', { failure, attempts: kept });
      this.#dependencies.failed(failure);
      return;
    }
    const ready = this.state.attempts.map((one) =>
      one.standing === 'waiting' ? { ...one, known: known.get(one.formId) ?? [] } : one,
    );
    this.#change({ attempts: ready });
    await this.#take(sendAttempt, signal);
  }

  async #take(one: typeof sendAttempt | typeof checkAgain, signal: AbortSignal): Promise<void> {
    const service = this.#service;
    if (!service) return;
    const { schedule, attempts } = this.state;
    const { now, timeZone, sleep, isOnline, applied, failed } = this.#dependencies;
    const startedAt = new Date(startOf(schedule, now(), timeZone())).toISOString();
    const doing = { service, cycle: schedule.cycle, startedAt, signal, sleep, isOnline };
    const tell = (attempt: ApplyAttempt): void =>
      this.#change({
        attempts: this.state.attempts.map((old) => (old.key === attempt.key ? attempt : old)),
      });
    if (await takeAll(one, attempts, doing, { tell, applied, failed })) this.#go('ended');
  }
}
