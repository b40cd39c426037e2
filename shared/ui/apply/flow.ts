import { sleep } from '@instrument-panel/client';
import {
  type ApplyAttempt,
  type AttemptDependencies,
  type AttemptListener,
  checkAgain,
  leave,
  runAttempts,
  sendAttempt,
  type TakeAttempt,
  waitingAttempt,
} from './attempt.ts';
import { next, STEPS, type StepEvent } from './machine.ts';
import { ApplyError } from './problem.ts';
import { isStartRight, type Preview, previewOf, type Schedule, startOf, toDay } from './schedule.ts';
import type { ApplyService } from './service.ts';
import { type Battery, type InstrumentSet, isSetWhole } from './sets.ts';
import {
  type ApplyState,
  blankState,
  changeSince,
  chosenSetOf,
  needsConfirmation,
  readSnapshot,
  toBeginning,
  toggled,
  without,
} from './state.ts';

/** The dependencies of the flow. */
interface ApplyFlowDependencies extends Omit<AttemptListener, 'tell'> {
  /** IANA name; null for the browser's own. */
  readonly timeZone: () => string | null;
  /** Told after each change. */
  readonly changed: () => void;
  /** Checked by who gives them. Default: none. */
  readonly batteries?: () => readonly Battery[];
  /** Day of the patient's next visit, `YYYY-MM-DD`. Default: null, which is not known. */
  readonly nextVisit?: () => string | null;
  /** Milliseconds since the epoch. Default: the clock's. */
  readonly now?: () => number;
  /** Default: `navigator.onLine`. */
  readonly isOnline?: () => boolean;
  /** Default: the client's. */
  readonly sleep?: AttemptDependencies['sleep'];
}

const DEFAULTS = {
  batteries: () => [],
  nextVisit: () => null,
  now: Date.now,
  isOnline: () => navigator.onLine,
  sleep,
};

/** True if something was sent, and its outcome is not known yet. */
export const isOutcomeOpen = (attempts: readonly ApplyAttempt[]): boolean =>
  attempts.some(({ standing }) => ['sending', 'checking', 'unknown'].includes(standing));

/**
 * Applies instruments to one patient, in the order of {@link STEPS}. {@link begin} and {@link blank} forget the
 * one before at once, abort what is under way, and drop what still arrives.
 */
export class ApplyFlow {
  state: ApplyState;
  readonly #dependencies: Required<ApplyFlowDependencies>;
  #service: ApplyService | null = null;
  #controller = new AbortController();
  #turn = 0;

  constructor(dependencies: ApplyFlowDependencies) {
    this.#dependencies = { ...DEFAULTS, ...dependencies };
    this.state = blankState(this.today());
  }

  /** Forgets everything; says so if something was being applied to the patient before. */
  blank(): void {
    const { attempts, step, isInterrupted } = this.state;
    this.#abort();
    this.#service = null;
    this.state = {
      ...blankState(this.today()),
      // It stays until it was seen: the form may be blanked twice in a row.
      isInterrupted: isOutcomeOpen(attempts) || (isInterrupted && step === 'loading'),
    };
    this.#dependencies.changed();
  }

  /** Begins for the patient of `service`. */
  begin(service: ApplyService): void {
    if (this.#service || this.state.step !== 'loading') this.blank();
    this.#service = service;
    this.#read();
  }

  /** Its place is left for a moment: nothing more is sent or read, and what was filled in stays. */
  hold(): void {
    this.#abort();
    const { step, attempts } = this.state;
    const failure = new ApplyError('left', 'the page left the patient.');
    if (step === 'reviewing') this.#go('back', { failure });
    if (step !== 'applying') return;
    const { isBegun, attempts: left } = leave(attempts, this.#turn - 1, failure);
    this.#go(isBegun ? 'ended' : 'changed', { attempts: left, failure: isBegun ? null : failure });
  }

  /** Its place is there again, for the same patient: reads what was not read, looks up what is not known. */
  resume(): void {
    if (this.state.step === 'loading') this.#read();
    else if (this.state.attempts.some(({ standing }) => standing === 'unknown')) this.check();
  }

  /** Shows why nothing can be done here; what it was about is forgotten. */
  refuse(failure: unknown): void {
    this.blank();
    this.#fail('failed', failure);
  }

  /** Reads again after a failure; gives whether there is anything to read with. */
  retry(): boolean {
    if (!this.#service) return false;
    if (this.#go('retry', { failure: null })) this.#read();
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
    const others = chosen.filter((one) => one.id !== id);
    const now = others.length < chosen.length ? others : [...chosen, found];
    this.#edit({ chosen: now, faults: without(faults, 'instrument') });
  }

  /**
   * Chooses everything of a set, with its recurrence, in the place of the set that was clicked before; takes it away
   * where it was chosen. What was chosen by hand stays.
   */
  toggleSet(set: InstrumentSet): void {
    const { chosen, clicked, schedule, faults } = this.state;
    if (set.missing.length > 0) return;
    const chosenBut = (others: typeof chosen) =>
      chosen.filter(({ id }) => !others.some((one) => one.id === id));
    if (chosenSetOf(this.state) === set) {
      this.#edit({ chosen: chosenBut(set.choices), clicked: null });
      return;
    }
    const kept = clicked && isSetWhole(clicked, chosen) ? chosenBut(clicked.choices) : chosen;
    this.#edit({
      chosen: [...kept, ...set.choices.filter(({ id }) => !kept.some((one) => one.id === id))],
      clicked: set,
      schedule: { ...schedule, cycle: set.cycle ?? schedule.cycle },
      faults: without(faults, 'instrument'),
    });
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
    if (this.state.step !== 'choosing') return;
    const faults = new Set<'instrument' | 'startsOn'>();
    if (this.state.chosen.length === 0) faults.add('instrument');
    if (!isStartRight(this.state.schedule, ...this.#clock())) faults.add('startsOn');
    if (faults.size > 0) this.#change({ faults, failure: null });
    else if (!this.#isOffline()) this.#review('review');
  }

  back(): void {
    this.#go('back', { failure: null, change: null, faults: new Set() });
  }

  /** Applies what was confirmed, each instrument once. */
  apply(): void {
    const { step, chosen, found, again } = this.state;
    if (step !== 'confirming') return;
    const isUnsaid = chosen.some(({ id }) => needsConfirmation(found.get(id)) && !again.has(id));
    if (isUnsaid) this.#change({ faults: new Set(['again']) });
    // A day may have ended since the form was filled in.
    else if (!isStartRight(this.state.schedule, ...this.#clock()))
      this.#go('back', { faults: new Set(['startsOn']) });
    else if (!this.#isOffline()) this.#apply();
  }

  /** Looks once more for what is `unknown`. */
  check(): void {
    if (this.#go('check')) void this.#take(checkAgain);
  }

  /** Goes back to the confirmation with what was refused or is not there. */
  again(): void {
    const { attempts, library, step } = this.state;
    const open = attempts.filter(({ standing }) => standing === 'refused' || standing === 'not-created');
    const chosen = library.filter(({ id }) => open.some(({ formId }) => formId === id));
    if (chosen.length === 0 || step !== 'applied') return;
    this.state = { ...this.state, chosen };
    this.#review('again');
  }

  /** Begins anew for the same patient, whose record and applications are read again. */
  another(): void {
    if (this.#service && this.state.step === 'applied') this.begin(this.#service);
  }

  /** `YYYY-MM-DD` in the time zone of the page. */
  today(): string {
    return toDay(...this.#clock());
  }

  /** Milliseconds since the epoch. */
  now(): number {
    return this.#dependencies.now();
  }

  /** The schedule of the patient's next visit, and its instant (ms); null if it is not known, or over. */
  visit(): { readonly schedule: Schedule; readonly at: number } | null {
    const startsOn = this.#dependencies.nextVisit();
    const { cycle } = this.state.schedule;
    if (startsOn === null || !isStartRight({ cycle: 'ONCE', startsOn }, ...this.#clock())) return null;
    const schedule = { cycle: cycle === 'NOW' ? ('ONCE' as const) : cycle, startsOn };
    return { schedule, at: startOf(schedule, ...this.#clock()) };
  }

  /** Foretells the first dates of what is chosen; null without a right start. */
  preview(): Preview | null {
    return previewOf(this.state.schedule, ...this.#clock());
  }

  #clock(): [now: number, timeZone: string | null] {
    const { now, timeZone } = this.#dependencies;
    return [now(), timeZone()];
  }

  #isOffline(): boolean {
    if (this.#dependencies.isOnline()) return false;
    const failure = new ApplyError('offline', 'the device is offline.');
    this.#change({ failure, change: null, faults: new Set() });
    this.#dependencies.failed(failure);
    return true;
  }

  #abort(): void {
    this.#controller.abort();
    this.#controller = new AbortController();
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
    if (step) this.#change({ ...changes, step });
    return step !== null;
  }

  #fail(event: StepEvent, failure: unknown, changes: Partial<ApplyState> = {}): void {
    this.#go(event, { ...changes, failure });
    this.#dependencies.failed(failure);
  }

  /** Waits for what is read, and drops it once the place was left. */
  async #load<T>(
    reading: Promise<T>,
    done: (read: T) => void,
    fail: (failure: unknown) => void,
  ): Promise<void> {
    const { signal } = this.#controller;
    try {
      const read = await reading;
      if (!signal.aborted) done(read);
    } catch (failure) {
      if (!signal.aborted) fail(failure);
    }
  }

  #read(): void {
    const service = this.#service;
    const { signal } = this.#controller;
    if (!service) return;
    void this.#load(
      Promise.all([service.patient(signal), service.library(signal), service.applications(signal)]),
      (read) => {
        this.#go('read', toBeginning(read, this.#dependencies.batteries()));
      },
      (failure) => this.#fail('failed', failure),
    );
  }

  #review(event: 'review' | 'again'): void {
    const none = { failure: null, change: null, faults: new Set<never>(), again: new Set<never>() };
    if (!this.#service || !this.#go(event, none)) return;
    void this.#load(
      readSnapshot(this.#service, this.state.chosen, this.#controller.signal),
      ({ patient, found }) => this.#go('reviewed', { patient, found }),
      // Back to the form, with everything that was typed.
      (failure) => this.#fail('back', failure),
    );
  }

  #apply(): void {
    const { patient: shown, found: seen, attempts: before, chosen } = this.state;
    const turn = this.#turn++;
    const kept = before.filter(({ standing }) => standing === 'created' || standing === 'unknown');
    const attempts = [...kept, ...chosen.map(({ id, name }) => waitingAttempt(id, name, turn))];
    if (!this.#service || !shown || !this.#go('apply', { attempts, failure: null, change: null })) return;
    void this.#load(
      readSnapshot(this.#service, chosen, this.#controller.signal),
      (now) => {
        const change = changeSince(shown, seen, now);
        const { patient, found, known } = now;
        if (change) this.#go('changed', { patient, found, change, attempts: kept, again: new Set() });
        else {
          this.#changeAttempts((one) =>
            one.standing === 'waiting' ? { ...one, known: known.get(one.formId) ?? [] } : one,
          );
          void this.#take(sendAttempt);
        }
      },
      (failure) => this.#fail('changed', failure, { attempts: kept }),
    );
  }

  #changeAttempts(change: (attempt: ApplyAttempt) => ApplyAttempt): void {
    this.#change({ attempts: this.state.attempts.map(change) });
  }

  async #take(take: TakeAttempt): Promise<void> {
    if (!this.#service) return;
    const { schedule, attempts } = this.state;
    const { sleep, isOnline, applied, failed } = this.#dependencies;
    const doing = {
      service: this.#service,
      cycle: schedule.cycle,
      startedAt: new Date(startOf(schedule, ...this.#clock())).toISOString(),
      signal: this.#controller.signal,
      sleep,
      isOnline,
    };
    const tell = (attempt: ApplyAttempt): void =>
      this.#changeAttempts((old) => (old.key === attempt.key ? attempt : old));
    if (await runAttempts(take, attempts, doing, { tell, applied, failed })) this.#go('ended');
  }
}
