import type { Patient } from '@instrument-panel/client/contract';
import { next } from '@instrument-panel/shared/ui/apply/machine';
import { type Person, personOf } from '@instrument-panel/shared/ui/apply/state';
import { computed, signal } from '@preact/signals';
import type { ChartSnapshot } from '../../intents/outputs.ts';
import type { Problem } from '../../intents/protocol.ts';
import { problemOf, type Trouble, troubleOf } from '../session/problem.ts';
import type { Session } from '../session/session.ts';
import { Analyses } from './analyses.ts';
import { type Course, coursesOf, isOfOne } from './course.ts';
import { PHASES, type Phase, type PhaseEvent } from './machine.ts';

/** What was read of the patient. */
export interface Known {
  readonly patient: Patient;
  readonly person: Person;
  readonly professionalId: string;
  readonly courses: readonly Course[];
  readonly unreadable: number;
  readonly agreed: ChartSnapshot['agreed'];
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Why the last reading failed. */
export interface Failure {
  readonly trouble: Trouble;
  readonly problem: Problem;
}

/** After these nothing of the patient may stay: it is not for who asks, or it may be somebody else. */
const ENDS: ReadonlySet<Trouble> = new Set([
  'signed-out',
  'not-linked',
  'disagrees',
  'unconfirmed',
  'changed',
  'forbidden',
  'not-found',
  'mismatch',
]);

/** A sentence that was said, each time by an object of its own. */
export interface Notice {
  readonly text: string;
  /** It is about a click that was not used, and over with the next that is. */
  readonly isOfClick: boolean;
}

/** What a panel shows of one patient, and how it comes to know it. Views read its signals and fetch nothing. */
export class ChartStore {
  readonly phase = signal<Phase>('loading');
  readonly known = signal<Known | null>(null);
  readonly failure = signal<Failure | null>(null);
  /** The panel is open, rather than a line. */
  readonly isOpen = signal(true);
  /** The instrument that is opened; null for none. */
  readonly opened = signal<string | null>(null);
  /** The series that was chosen, by instrument. */
  readonly series = signal<ReadonlyMap<string, string>>(new Map());
  /** The form for applying is shown. */
  readonly isApplying = signal(false);
  /** A sentence for who looks and who listens; null for none. */
  readonly notice = signal<Notice | null>(null);
  /** Said to who listens only. */
  readonly announcement = signal('');
  readonly isReading = signal(false);
  /** Applying needs something beside the key in which page and record agree. */
  readonly canApply = computed(() => (this.known.value?.agreed.length ?? 0) > 0);
  readonly analyses: Analyses;
  readonly #session: Session;
  #isMissed = false;

  constructor(session: Session) {
    this.#session = session;
    this.analyses = new Analyses(session);
  }

  /**
   * Reads once; what is under way is waited for. A failure keeps the last good reading, unless nothing may stay.
   *
   * @param isAnew somebody asks for it: what the background remembers of the last half minute does not do
   */
  async read(isAnew = false): Promise<void> {
    if (this.isReading.value) {
      this.#isMissed = true;
      return;
    }
    this.#go('retry');
    this.isReading.value = true;
    this.#isMissed = false;
    try {
      const reading = await this.#session.read('chart.read', isAnew ? { isAnew } : {});
      if (!isOfOne(reading)) throw Object.assign(new Error('mismatch'), { code: 'mismatch' });
      this.known.value = knownOf(reading);
      this.failure.value = null;
      this.#go('read');
    } catch (error) {
      // What was given up is not read; it was asked for again where its patient is shown again by now.
      if (!(error instanceof DOMException)) this.#fail(problemOf(error));
    } finally {
      this.isReading.value = false;
    }
    if (this.#isMissed) void this.read();
  }

  /** Says something to who looks and who listens, also where it is what was said last. */
  say(text: string, isOfClick = false): void {
    this.notice.value = { text, isOfClick };
  }

  /** The patient is not there now: nothing is read until they are. */
  pause(): void {
    this.#isMissed = false;
  }

  /** The patient is there again: all is read anew, since nothing was heard of changes meanwhile. */
  resume(): void {
    void this.read();
    this.analyses.resume();
  }

  /** Forgets everything. */
  end(): void {
    this.known.value = null;
    this.failure.value = null;
    this.opened.value = null;
    this.analyses.end();
    this.notice.value = null;
    this.announcement.value = '';
  }

  #fail(problem: Problem): void {
    const isOffline = !navigator.onLine && problem.status === null;
    const trouble = isOffline ? 'offline' : troubleOf(problem);
    this.failure.value = { trouble, problem };
    if (ENDS.has(trouble)) this.known.value = null;
    this.#go(ENDS.has(trouble) ? 'ended' : 'failed');
  }

  #go(event: PhaseEvent): void {
    const phase = next(PHASES, this.phase.value, event);
    if (phase) this.phase.value = phase;
  }
}

function knownOf(reading: ChartSnapshot): Known {
  const { patient, professionalId, unreadable, agreed, at } = reading;
  const courses = coursesOf(reading, Date.now());
  return { patient, person: personOf(patient), professionalId, courses, unreadable, agreed, at };
}
