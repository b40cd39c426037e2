import type { Submission } from '@instrument-panel/client/contract';
import { nowBy, toClock } from '@instrument-panel/shared/panel/clock';
import { FlaggedAnswers } from '@instrument-panel/shared/panel/flagged-answers';
import { flagToRead, withFlaggedItem, withItemNumber } from '@instrument-panel/shared/score/flag';
import { keepOrder } from '@instrument-panel/shared/score/overview';
import { personOf } from '@instrument-panel/shared/ui/apply/state';
import { isItemOf } from '@instrument-panel/shared/ui/item/reading';
import { type AnalysisKnown, analysisRefusal } from '@instrument-panel/shared/words/say-details';
import type { ChartSnapshot } from '../background/service/chart.ts';
import type { Problem } from '../intents/protocol.ts';
import { isOfOnePatient, toChartOverview, toPanelCourses } from './course.ts';
import { Observable } from './observable.ts';
import { BLANKING_KINDS, classifyProblem, type ProblemKind, readProblem } from './problem.ts';
import type { PatientSession } from './session.ts';

/** The patient's chart as it was read; `at` is when, milliseconds since the epoch. */
export type KnownChart = ReturnType<typeof toKnown>;

interface ChartState {
  /** `checking`: what was read of the patient a while ago is shown until it is read anew. */
  readonly phase: 'loading' | 'checking' | 'ready' | 'stale' | 'failed';
  readonly known: KnownChart | null;
  readonly failure: { readonly problemKind: ProblemKind; readonly problem: Problem } | null;
  readonly isReading: boolean;
  /** Opened over the page, as long as somebody is at it. */
  readonly isOpen: boolean;
  /** Instruments whose rows are open: UUIDs in lower case. */
  readonly opened: ReadonlySet<string>;
  /** The series that was chosen, by instrument. */
  readonly series: ReadonlyMap<string, string>;
  /** The status of the longitudinal analysis, by instrument (UUID in lower case) whose details were opened. */
  readonly analyses: ReadonlyMap<string, AnalysisKnown>;
  readonly isApplying: boolean;
  /** All scores are drawn on one time axis. */
  readonly isOnAxis: boolean;
  /**
   * A sentence for people who look and people who listen; each time an object of its own. That of a click which was
   * refused goes with the next one that is used.
   */
  readonly notice: { readonly text: string; readonly isOfClick: boolean } | null;
  readonly announcement: string;
}

/** Reads the chart of one patient, and holds what a panel shows of it. Views fetch nothing themselves. */
export class ChartStore extends Observable<ChartState> {
  readonly #session: PatientSession;
  readonly #flagged = new FlaggedAnswers<Submission>();
  readonly #analysesUnderWay = new Set<string>();
  readonly #recalls: boolean;
  #isMissed = false;
  /** Somebody asked for a reading, and expects the rows in order. */
  #isAsked = false;

  /** @param recalls shows the patient's last chart of the tab until it is read anew */
  constructor(session: PatientSession, recalls = false) {
    super({
      phase: 'loading',
      known: null,
      failure: null,
      isReading: false,
      isOpen: false,
      opened: new Set(),
      series: new Map(),
      analyses: new Map(),
      isApplying: false,
      isOnAxis: false,
      notice: null,
      announcement: '',
    });
    this.#session = session;
    this.#recalls = recalls;
  }

  /** Something is shown of the patient. */
  get isShown(): boolean {
    return this.state.phase !== 'loading' && this.state.phase !== 'failed';
  }

  /** Applying needs something beside the key in which page and record agree, and a chart that was read now. */
  get canApply(): boolean {
    return this.state.phase !== 'checking' && (this.state.known?.agreed.length ?? 0) > 0;
  }

  /**
   * Reads the chart once; a reading under way is waited for.
   *
   * @param isAnew the user asks for it, so that the background must not answer from its cache
   */
  async read(isAnew = false): Promise<void> {
    this.#isAsked ||= isAnew;
    if (this.state.isReading) {
      this.#isMissed = true;
      return;
    }
    this.set({ isReading: true, ...(this.state.phase === 'failed' ? { phase: 'loading' } : {}) });
    this.#isMissed = false;
    try {
      const asked = this.#session.read('chart.read', isAnew ? { isAnew } : {});
      // Asked second: where the chart is at hand, it comes first, and nothing else is shown before it.
      if (this.#recalls && !this.state.known) void this.#recall();
      const reading = await asked;
      if (!isOfOnePatient(reading)) throw Object.assign(new Error('mismatch'), { code: 'mismatch' });
      this.set({ phase: 'ready', known: this.#nameFlags(this.#inOrder(toKnown(reading))), failure: null });
      this.#readFlags();
    } catch (error) {
      // An aborted reading is dropped; it was asked for again if its patient is shown again by now.
      if (!(error instanceof DOMException)) this.#fail(readProblem(error));
    } finally {
      this.set({ isReading: false });
    }
    if (this.#isMissed) void this.read();
  }

  /** Shows the last chart of the patient while nothing newer is there. */
  async #recall(): Promise<void> {
    // Without it there is nothing to show yet; the reading says what is wrong.
    const last = await this.#session.read('chart.recall', {}).catch(() => null);
    const isEarly = this.state.isReading && this.state.phase === 'loading' && !this.state.known;
    if (last && isEarly && isOfOnePatient(last)) this.set({ phase: 'checking', known: toKnown(last) });
  }

  /** Reads the status of the analysis of a course, which makes the service generate nothing. */
  async readAnalysis(formId: string): Promise<void> {
    if (this.#analysesUnderWay.has(formId)) return;
    this.#analysesUnderWay.add(formId);
    try {
      this.#keepAnalysis(formId, await this.#session.read('analysis.read', { formId }));
    } catch (error) {
      // An aborted one is read once the patient is there again.
      if (error instanceof DOMException) return;
      this.#keepAnalysis(formId, analysisRefusal(readProblem(error)));
    }
    this.#analysesUnderWay.delete(formId);
  }

  setOpened(formId: string, isOpened: boolean): void {
    const opened = new Set(this.state.opened);
    if (isOpened) opened.add(formId);
    else opened.delete(formId);
    this.set({ opened });
  }

  chooseSeries(formId: string, seriesId: string): void {
    this.set({ series: new Map([...this.state.series, [formId, seriesId]]) });
  }

  /** Says a sentence, also if it is the one said last. */
  say(text: string, isOfClick = false): void {
    this.set({ notice: { text, isOfClick } });
  }

  pause(): void {
    this.#isMissed = false;
  }

  /** The patient is there again: everything is read again, since no changes were heard of meanwhile. */
  resume(): void {
    void this.read();
    const aborted = [...this.#analysesUnderWay];
    this.#analysesUnderWay.clear();
    for (const formId of aborted) void this.readAnalysis(formId);
  }

  end(): void {
    this.#analysesUnderWay.clear();
    this.#flagged.clear();
    this.set({ known: null, failure: null, opened: new Set(), analyses: new Map() });
    this.set({ notice: null, announcement: '' });
  }

  /** Leaves the instruments in their order while their rows are open: none moves away from the pointer. */
  #inOrder(known: KnownChart): KnownChart {
    const shown = this.state.isOpen && !this.#isAsked ? (this.state.known?.overview.rows ?? []) : [];
    this.#isAsked = false;
    const rows = keepOrder(
      known.overview.rows,
      shown.map(({ formId }) => formId),
    );
    return { ...known, overview: { ...known.overview, rows } };
  }

  /** Adds to current flags the answers behind them, as far as they were read. */
  #nameFlags(known: KnownChart): KnownChart {
    const rows = known.overview.rows.map((row) => {
      const submission = this.#flagged.get(flagToRead(row.view));
      const view = submission ? withFlaggedItem(row.view, submission) : row.view;
      const questions = known.courses.find(({ formId }) => formId === row.formId)?.questions ?? [];
      return { ...row, view: withItemNumber(view, questions) };
    });
    return { ...known, overview: { ...known.overview, rows } };
  }

  /** Reads the answers behind current flags: the list of submissions may come without answers. */
  #readFlags(): void {
    for (const { formId, view } of this.state.known?.overview.rows ?? []) {
      const submissionId = flagToRead(view);
      if (submissionId !== null) void this.#readFlag(formId, submissionId);
    }
  }

  async #readFlag(formId: string, submissionId: number): Promise<void> {
    const patientId = this.state.known?.person.id ?? '';
    const isNew = await this.#flagged.read(submissionId, async () => {
      const { submission } = await this.#session.read('item.read', { submissionId, formId });
      return isItemOf(submission, { submissionId, formId, patientId }) ? submission : null;
    });
    const { known } = this.state;
    if (isNew && known) this.set({ known: this.#nameFlags(known) });
  }

  #keepAnalysis(formId: string, known: AnalysisKnown): void {
    this.set({ analyses: new Map([...this.state.analyses, [formId, known]]) });
  }

  #fail(problem: Problem): void {
    const isOffline = !navigator.onLine && problem.status === null;
    const problemKind = isOffline ? 'offline' : classifyProblem(problem);
    const failure = { problemKind, problem };
    // What could not be checked is not shown for longer.
    const isUnchecked = this.state.phase === 'checking';
    if (isUnchecked || BLANKING_KINDS.some((one) => one === problemKind)) {
      this.#flagged.clear();
      this.set({ phase: 'failed', failure, known: null });
    } else this.set({ phase: this.state.known ? 'stale' : 'failed', failure });
  }
}

function toKnown(reading: ChartSnapshot) {
  const { patient, professionalId, unreadable, agreed, origin, at } = reading;
  const clock = toClock(null, reading.serviceAt);
  const now = nowBy(clock);
  const courses = toPanelCourses(reading, now);
  const overview = toChartOverview(reading, courses, now);
  return {
    patient,
    person: personOf(patient),
    professionalId,
    courses,
    overview,
    unreadable,
    agreed,
    origin,
    at,
    clock,
  };
}
