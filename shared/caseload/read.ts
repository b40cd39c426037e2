import {
  backoffMs,
  type Caller,
  type EventHint,
  type Reply,
  sleep,
  toProblemKind,
} from '@instrument-panel/client';
import { CASELOAD_SUBMISSIONS_MAX } from '@instrument-panel/client/contract';
import {
  type CaseloadPatientsReply,
  getCaseloadApplications,
  getCaseloadPatients,
  getCaseloadSubmissions,
} from '@instrument-panel/client/proxy';
import { type ClockReading, nowBy, toClock } from '../panel/clock.ts';
import { Caseload, type PatientFacts } from './caseload.ts';
import type { CaseloadCourse } from './course.ts';
import type { Present } from './facts.ts';
import type { Listed } from './pages.ts';
import type { ApplicationsPage, InstrumentRecord, SentSubmissionsPage, SubmissionsPage } from './records.ts';

const DAY_MS = 86_400_000;
/** Time of the newest part of the window, of which flags are read first. */
const FIRST_MS = 8 * DAY_MS;
/** Requests at a time. */
const REQUESTS_MAX = 4;
/** Time for which facts are made before the page has its turn. */
const TURN_MS = 6;
/** Least time between two turns while lists are read: what a page changes, the next one changes again. */
const TELLING_MS = 500;
/** Least time between two readings of all that may have changed. */
const CATCH_UP_MS = 10_000;
const LIST_RETRY_BACKOFF = { firstMs: 5_000, maxMs: 60_000 };
/** What the list was read before counts as read again from so much earlier. */
const OVERLAP_MS = 600_000;
/** Time until single answers are asked for, so that several events are one request. */
const GATHER_MS = 250;
/** Time after an event until its answer is read once more: the first reading may have been too early. */
const REREAD_DELAY_MS = 3_000;

/** Names the patients that were read, so that they need not come again. */
interface ListedQuery {
  readonly patients?: string | undefined;
}

/** What a page of submissions is asked by. */
export interface SubmissionsQuery extends ListedQuery {
  readonly startDate?: string | undefined;
  /** Default: `packed` */
  readonly layout?: 'courses' | 'flagged' | undefined;
  readonly offset?: number | undefined;
  readonly ids?: readonly number[] | undefined;
}

/** The calls by which a list is read, by a client or by somebody who has one. */
export interface CaseloadCalls {
  patients(signal: AbortSignal): Promise<Reply<CaseloadPatientsReply>>;
  applications(
    query: ListedQuery & { readonly offset: number },
    signal: AbortSignal,
  ): Promise<Reply<ApplicationsPage>>;
  submissions(query: SubmissionsQuery, signal: AbortSignal): Promise<Reply<SentSubmissionsPage>>;
}

/** Returns the calls of a client for the list of a professional. */
export const createCaseloadCalls = (client: Caller, professionalId: string): CaseloadCalls => ({
  patients: (signal) => client(getCaseloadPatients, { query: { professionalId }, signal }),
  applications: (query, signal) =>
    client(getCaseloadApplications, { query: { professionalId, layout: 'packed', ...query }, signal }),
  submissions: (query, signal) =>
    client(getCaseloadSubmissions, {
      query: { professionalId, layout: 'packed' as const, ...query },
      signal,
      // The whole of a long list is read for one answer.
      timeoutMs: 60_000,
    }),
});

/** After these nothing may stay: who asks may not see it, or there is nobody to ask. */
const FATAL = ['forbidden', 'not-found', 'signed-out', 'token', 'address'] as const;
/** Kinds that say of themselves that they are none of these. */
const PASSING = ['busy', 'unreadable', 'network'] as const;

/** True for a failure of a client after which nothing of the list may stay. */
const isFatalToCaseload = (failure: unknown): boolean => {
  const kind = toProblemKind(failure, [...FATAL, ...PASSING]);
  return FATAL.some((one) => one === kind);
};

/** A part of the list that could not be read. */
export interface CaseloadGap {
  readonly kind: 'patients' | 'applications' | 'submissions' | 'ids' | 'stale';
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** One request of a list; what follows from its answer are requests too. */
interface Task {
  readonly gap: CaseloadGap;
  /** True for a page of submissions that follows another. */
  readonly isLater?: boolean;
  run(): Promise<readonly Task[]>;
}

/** What the reader tells the one who shows it. */
export interface CaseloadListener {
  /** Facts of these patients are new. */
  facts(facts: readonly PatientFacts[], isNews: boolean): void;
  /** How far it has come. */
  progress(): void;
}

/** Gives the page a turn: input and frames go first. */
const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port2.onmessage = () => {
      port1.close();
      resolve();
    };
    port1.postMessage(null);
  });

/** What reads the answers of the proxy: fetched beside the first of them. */
const loadPages = () => import('./pages.ts');

/** What those who show a list take of its reader, in this thread or in another. */
export type CaseloadSource = Pick<
  CaseloadReader,
  | 'failure'
  | 'clock'
  | 'seenAt'
  | 'at'
  | 'from'
  | 'isSettled'
  | 'isWhole'
  | 'isEnded'
  | 'readCount'
  | 'total'
  | 'gaps'
  | 'lostCount'
  | 'begin'
  | 'retry'
  | 'catchUp'
  | 'hear'
  | 'refresh'
  | 'end'
  | 'isApplied'
> & {
  /** What the courses of a patient are drawn from by now, milliseconds since the epoch. */
  coursesOf(patientId: string, now: number | null): CaseloadCourses;
};

/** A patient's instruments, or what another thread makes of them: it may have come already. */
export type CaseloadCourses =
  | readonly (InstrumentRecord | CaseloadCourse)[]
  | Promise<readonly CaseloadCourse[]>;

/** Reads all patients of a professional: their names, what is asked of them, their scores; then keeps it current. */
export class CaseloadReader {
  caseload = new Caseload();
  /** Why nothing may be shown; null where it may. */
  failure: unknown = null;
  clock: ClockReading | null = null;
  seenAt: number | null = null;
  /** When the list that is shown was read, by the service's clock. */
  at: number | null = null;
  from: number | null = null;
  isSettled = false;
  /** All that is asked of patients was read. */
  isApplied = false;
  hasPatients = false;
  #listed: Listed | null = null;
  /** Of how many patients everything is known. */
  readCount = 0;
  isEnded = false;
  readonly #calls: CaseloadCalls;
  readonly #isFatal: (failure: unknown) => boolean;
  readonly #windowMs: number;
  readonly #dayOf: (at: number) => string;
  readonly #listener: CaseloadListener;
  #queue: Task[] = [];
  #running = 0;
  readonly #underWay = new Set<Task>();
  /** What could not be read, until it is. */
  readonly #failed = new Set<Task>();
  #failures = 0;
  #isWaiting = false;
  /** Events before the first reading was complete may tell of what it has missed. */
  #isMissed = false;
  #caughtUpAt = Number.NEGATIVE_INFINITY;
  #laterCatchUp: ReturnType<typeof setTimeout> | undefined;
  #isSwept = false;
  #controller = new AbortController();
  #isTurning = false;
  readonly #unread = new Set<string>();
  /** Ids that are asked for, until they are answered. */
  readonly #asked = new Set<number>();
  readonly #hinted = new Set<number>();
  readonly #news = new Set<string>();
  /** Answers that facts rest on, until they are asked for. */
  readonly #wanted = new Set<number>();
  #laterTurn: ReturnType<typeof setTimeout> | undefined;
  #turnedAt = Number.NEGATIVE_INFINITY;
  #laterTelling: ReturnType<typeof setTimeout> | undefined;
  #toldAt = Number.NEGATIVE_INFINITY;

  /** @param isFatal true for a failure after which nothing may stay. Default: refused, gone, signed out */
  constructor(
    calls: CaseloadCalls,
    days: number,
    dayOf: (at: number) => string,
    listener: CaseloadListener,
    isFatal = isFatalToCaseload,
  ) {
    [this.#calls, this.#listener, this.#dayOf, this.#isFatal] = [calls, listener, dayOf, isFatal];
    this.#windowMs = days * DAY_MS;
  }

  /** Everything was read. */
  get isWhole(): boolean {
    return this.isSettled && this.#failed.size === 0 && this.hasPatients;
  }

  get total(): number | null {
    return this.hasPatients || this.isSettled ? this.caseload.size : null;
  }

  /** Rows of which not even the patient could be read, and patients without a readable id. */
  get lostCount(): number {
    return this.caseload.lostCount;
  }

  get gaps(): readonly CaseloadGap[] {
    return [...this.#failed].map(({ gap }) => gap);
  }

  /** Begins to read; resolves once all was read that could be. */
  begin(): void {
    // One that cannot be fetched is asked for again with each answer.
    loadPages().catch(() => {});
    let isFirst = true;
    const run = async (): Promise<readonly Task[]> => {
      try {
        return await this.#readPatients();
      } finally {
        // They name whose they are by the list of patients; if that could not be read, in full.
        if (isFirst) this.#add([this.#applicationsFrom(0)]);
        isFirst = false;
      }
    };
    this.#add([{ gap: { kind: 'patients' }, run }]);
  }

  /** Reads again what could not be read. */
  retry(): void {
    this.#add([...this.#failed].filter((task) => !this.#queue.includes(task) && !this.#underWay.has(task)));
  }

  /** Reads what may have changed since the list was read. */
  catchUp(): void {
    if (!this.isSettled || this.isEnded) return;
    const wait = this.#caughtUpAt + CATCH_UP_MS - performance.now();
    if (this.#running > 0 || wait > 0) {
      // Many events are one reading, and none of them is lost.
      this.#laterCatchUp ??= setTimeout(
        () => {
          this.#laterCatchUp = undefined;
          this.catchUp();
        },
        Math.max(wait, GATHER_MS),
      );
      return;
    }
    this.#caughtUpAt = performance.now();
    const from = (this.at ?? 0) - OVERLAP_MS;
    const gap = { kind: 'stale' } as const;
    // What is answered from now on may be missed.
    this.at = nowBy(this.clock) ?? this.at;
    this.#add([
      { ...this.#applicationsFrom(0, true), gap },
      { ...this.#submissionsFrom({ startDate: new Date(from).toISOString() }, 0, gap), gap },
    ]);
  }

  /** Reads the answer that an event tells of; all that is new where it does not say which. */
  hear(hint: EventHint | null): void {
    const id = hint?.submissionId;
    if (id == null) {
      // What happened before the slices are asked for is in them.
      if (this.isSettled) this.catchUp();
      else this.#isMissed = this.from !== null;
      return;
    }
    if (this.#hinted.size === 0 && this.isSettled) setTimeout(() => this.#readHinted(), GATHER_MS);
    this.#hinted.add(id);
  }

  /** Makes all facts anew: the present day, or what was seen, is another. Resolves once they are told. */
  async refresh(): Promise<void> {
    this.caseload.touch(this.caseload.patientIds());
    await this.#turn();
    while (this.#isTurning && !this.isEnded) await nextTurn();
  }

  end(): void {
    this.isEnded = true;
    clearTimeout(this.#laterCatchUp);
    clearTimeout(this.#laterTurn);
    clearTimeout(this.#laterTelling);
    this.#controller.abort();
    this.#queue = [];
    this.caseload = new Caseload();
    this.#listed = null;
  }

  present(): Present {
    const now = nowBy(this.clock);
    const today = now === null ? '' : this.#dayOf(now);
    const isToday = (at: number): boolean =>
      now !== null && Math.abs(at - now) < DAY_MS && this.#dayOf(at) === today;
    return { now, seenAt: this.seenAt, isToday };
  }

  coursesOf(patientId: string): readonly InstrumentRecord[] {
    return this.caseload.recordsOf(patientId);
  }

  #add(tasks: readonly Task[], isFirst = false): void {
    if (this.isEnded) return;
    if (isFirst) this.#queue.unshift(...tasks);
    else this.#queue.push(...tasks);
    this.#pump();
  }

  #pump(): void {
    for (;;) {
      const at = this.#queue.findIndex((task) => !this.#waits(task));
      const task = this.#queue[at];
      // Single answers do not wait for whole slices: a flag may rest on them.
      const most = task?.gap.kind === 'ids' || task?.gap.kind === 'stale' ? REQUESTS_MAX + 1 : REQUESTS_MAX;
      if (!task || this.#running >= most) break;
      this.#queue.splice(at, 1);
      this.#running++;
      this.#underWay.add(task);
      void this.#perform(task);
    }
    this.#tellProgress();
  }

  /** True while others go before: the first rows rest on the first page with flags, and on all that is asked of patients. */
  #waits({ gap, isLater }: Task): boolean {
    const all = [...this.#underWay, ...this.#queue];
    if (gap.from === this.from) return !all.every((one) => one.gap.from === this.from);
    // What is asked of patients is asked for once their names are known.
    return !!isLater && all.some(({ gap: { kind } }) => kind === 'patients' || kind === 'applications');
  }

  /** Tells how far it has come: while lists are read, not for each of their pages. */
  #tellProgress(): void {
    const now = performance.now();
    if (!this.isSettled && !this.failure && !this.isEnded && now - this.#toldAt < TELLING_MS) {
      this.#laterTelling ??= setTimeout(() => this.#tellProgress(), TELLING_MS);
      return;
    }
    clearTimeout(this.#laterTelling);
    this.#laterTelling = undefined;
    this.#toldAt = now;
    if (!this.isSettled) this.readCount = this.isApplied ? this.caseload.countRead() : 0;
    this.#listener.progress();
  }

  async #perform(task: Task): Promise<void> {
    let more: readonly Task[] = [];
    try {
      more = await task.run();
      this.#isSwept = false;
      this.#failures = 0;
      // Pages that follow one that failed are missing until they are read.
      if (this.#failed.delete(task)) for (const next of more) this.#failed.add(next);
    } catch (failure) {
      if (this.isEnded) return;
      if (this.#isFatal(failure)) {
        this.end();
        this.failure = failure;
        this.#listener.progress();
        return;
      }
      this.#failed.add(task);
      this.#retryLater(failure);
    }
    if (this.isEnded) return;
    this.#underWay.delete(task);
    this.#running--;
    this.#queue.push(...more);
    // What was read by its id is what a flag waits for.
    void this.#turn(this.#isAllDue || task.gap.kind === 'ids');
    this.#pump();
  }

  #retryLater(failure: unknown): void {
    // Nothing was ever shown: it is a failure of the whole, with a sentence of its own.
    if (!this.hasPatients && this.#queue.length === 0 && this.#running === 1 && this.caseload.size === 0)
      this.failure = failure;
    this.#failures++;
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    sleep(backoffMs(Math.min(this.#failures, 8), LIST_RETRY_BACKOFF), this.#controller.signal).then(
      () => {
        this.#isWaiting = false;
        this.retry();
      },
      () => {},
    );
  }

  #take<R extends Pick<Reply<unknown>, 'sentAt'>>(reply: R): R {
    this.failure = null;
    const clock = toClock(null, reply.sentAt);
    this.clock = clock ?? this.clock;
    if (this.from === null) {
      this.at = clock?.at ?? null;
      const end = clock?.at ?? Date.now();
      this.from = end - this.#windowMs;
      const first = Math.max(this.from, end - FIRST_MS);
      // Without an end, so that no clock cuts it. What has flags comes twice.
      this.#add([this.#window(first, 'flagged'), this.#window(this.from, 'courses')]);
    }
    return reply;
  }

  #window(from: number, layout: SubmissionsQuery['layout']): Task {
    const range = { startDate: new Date(from).toISOString(), layout };
    return this.#submissionsFrom(range, 0, { kind: 'submissions', from });
  }

  async #readPatients(): Promise<readonly Task[]> {
    const { signal } = this.#controller;
    const reply = this.#take(await this.#calls.patients(signal));
    if (this.isEnded) return [];
    const { alignPatients, toListed } = await loadPages();
    if (this.isEnded) return [];
    const { lostCount, seenAt } = reply.data;
    const patients = alignPatients(reply);
    this.caseload.addPatients(patients, lostCount);
    this.seenAt = seenAt === null ? null : Date.parse(seenAt);
    this.hasPatients = true;
    // How many they are is told at once.
    this.#toldAt = Number.NEGATIVE_INFINITY;
    this.#listed = await toListed(patients);
    return [];
  }

  #applicationsFrom(offset: number, isAgain = false): Task {
    return {
      gap: { kind: 'applications' },
      run: async () => {
        const { signal } = this.#controller;
        const listed = this.#listed;
        const query = { offset, patients: listed?.digest };
        const reply = this.#take(await this.#calls.applications(query, signal));
        const page = (await loadPages()).alignApplications(reply, listed);
        await nextTurn();
        if (this.isEnded) return [];
        this.caseload.addApplications(isAgain ? withoutNameless(page) : page);
        if (page.next !== null) return [this.#applicationsFrom(page.next, isAgain)];
        this.isApplied = true;
        return [];
      },
    };
  }

  #submissionsFrom(
    range: Pick<SubmissionsQuery, 'startDate' | 'layout'>,
    offset: number,
    gap: CaseloadGap,
  ): Task {
    return {
      gap,
      isLater: offset > 0,
      run: async () => {
        const { signal } = this.#controller;
        // A list that is short names few, and need not wait for the list of patients.
        const listed = range.layout === 'courses' ? this.#listed : null;
        const query = { ...range, offset, patients: listed?.digest };
        const reply = this.#take(await this.#calls.submissions(query, signal));
        const [page, packed, drawn] = (await loadPages()).alignRows(reply, listed);
        // Parses and adds a page in two tasks, to keep each short.
        await nextTurn();
        if (this.isEnded) return [];
        const isAgain = gap.kind === 'stale';
        this.caseload.addSubmissions(isAgain ? withoutNameless(page) : page);
        if (packed) this.caseload.addPacked(packed);
        if (drawn) this.caseload.addPacked(drawn, true);
        if (isAgain) this.#tell(page);
        return page.next === null ? [] : [this.#submissionsFrom(range, page.next, gap)];
      },
    };
  }

  /** The facts of the patients of a page, those of rows that could not be read too, are news. */
  #tell({ patientIds, lost }: Pick<SubmissionsPage, 'patientIds' | 'lost'>): void {
    for (const id of [...patientIds, ...lost.flatMap(({ patientId }) => patientId ?? [])])
      this.#news.add(id.toLowerCase());
  }

  #byIds(ids: readonly number[], isNews: boolean): Task[] {
    const tasks: Task[] = [];
    for (let at = 0; at < ids.length; at += CASELOAD_SUBMISSIONS_MAX) {
      const some = ids.slice(at, at + CASELOAD_SUBMISSIONS_MAX);
      tasks.push({
        gap: { kind: isNews ? 'stale' : 'ids' },
        run: async () => {
          const { signal } = this.#controller;
          const reply = this.#take(await this.#calls.submissions({ ids: some }, signal));
          const [page] = (await loadPages()).alignRows(reply, null);
          if (this.isEnded) return [];
          this.caseload.addSubmissions(page, some);
          for (const id of some) this.#asked.delete(id);
          if (isNews) this.#tell(page);
          return [];
        },
      });
    }
    return tasks;
  }

  #readHinted(): void {
    const ids = [...this.#hinted];
    this.#hinted.clear();
    this.#add(this.#byIds(ids, true), true);
    sleep(REREAD_DELAY_MS, this.#controller.signal).then(
      () => this.#add(this.#byIds(ids, true), true),
      () => {},
    );
  }

  /** Makes facts of what was read, in short turns; then asks for what they are not certain of. */
  async #turn(isDue = this.#isAllDue): Promise<void> {
    if (this.#isTurning) return;
    const waitMs = isDue ? 0 : this.#turnedAt + TELLING_MS - performance.now();
    if (waitMs > 0) {
      // What is known by now is told though no other page comes.
      this.#laterTurn ??= setTimeout(() => {
        this.#laterTurn = undefined;
        void this.#turn();
      }, waitMs);
      return;
    }
    this.#isTurning = true;
    do await nextTurn();
    while (!this.isEnded && this.#makeFacts());
    this.#isTurning = false;
    if (this.isEnded) return;
    const ids = [...this.#wanted].filter((id) => !this.#asked.has(id));
    this.#wanted.clear();
    for (const id of ids) this.#asked.add(id);
    // After the first reading they are answers that came meanwhile.
    this.#add(this.#byIds(ids, this.isSettled), true);
    this.#settle();
  }

  /** Until no list is on its way only flags are told, and nothing else that facts say. */
  get #isAllDue(): boolean {
    return this.isSettled || this.#isComplete;
  }

  /** Makes facts of some patients, for as long as a turn lasts; true if some are left. */
  #makeFacts(): boolean {
    const since = performance.now();
    const present = this.present();
    const made: PatientFacts[] = [];
    const news: PatientFacts[] = [];
    let isLeft = false;
    // Of a list that is still read only those who may be flagged.
    for (const patientId of this.caseload.due(this.#isAllDue)) {
      isLeft = performance.now() - since > TURN_MS;
      if (isLeft) break;
      const facts = this.caseload.factsOf(patientId, present);
      if (!facts) continue;
      (this.#news.delete(patientId) ? news : made).push(facts);
      for (const id of this.#toRead(facts)) this.#wanted.add(id);
    }
    // A turn that told nothing keeps nobody waiting for the next.
    if (made[0] ?? news[0]) this.#turnedAt = since;
    if (made[0]) this.#listener.facts(made, false);
    if (news[0]) this.#listener.facts(news, true);
    return isLeft;
  }

  /** What is to be read by its id: what no list will bring, and of a flag at once all that it rests on. */
  #toRead({ patientId, instruments, reasons }: PatientFacts): readonly number[] {
    const toRead = instruments.flatMap((one) => one.toRead);
    if (toRead.length > 0) this.#unread.add(patientId);
    else this.#unread.delete(patientId);
    return this.#isAllDue || (this.isApplied && reasons[0]?.group === 'flag') ? toRead : [];
  }

  /** True once no page of a list is on its way. */
  get #isComplete(): boolean {
    return this.from !== null && this.#queue.length === 0 && this.#running === 0;
  }

  #settle(): void {
    if (!this.#isComplete || this.isEnded) return;
    // Only now it is certain which answers no list brought, and whose the others are.
    const unsettled = [...this.#unread, ...this.caseload.unsettled];
    if (unsettled.length > 0 && !this.#isSwept) {
      this.#isSwept = true;
      this.caseload.touch(unsettled);
      void this.#turn();
      return;
    }
    const isFirst = !this.isSettled;
    this.isSettled = true;
    this.readCount = this.isApplied ? this.caseload.size - this.#unread.size : 0;
    if (isFirst && this.#hinted.size > 0) this.#readHinted();
    if (isFirst && this.#isMissed) this.catchUp();
    this.#listener.progress();
  }
}

/** A page that is read again without rows of nobody, which were counted the first time. */
const withoutNameless = <P extends ApplicationsPage | SubmissionsPage>(page: P): P => ({
  ...page,
  lost: page.lost.filter(({ id }) => id != null),
});
