import { getScale, type ScaleSummary, type ScoredSubmission } from '@instrument-panel/client/contract';
import { isSameId } from '@instrument-panel/client/params';
import { latestForm } from '@instrument-panel/shared/score/short-view';
import type { KitOptions } from '../configure.ts';
import { type Connection, connect } from '../connect.ts';
import { PanelError, toPanelProblem } from '../panel/problem.ts';
import { refreshing } from '../panel/refresh.ts';
import {
  type Known,
  type ListAsked,
  PAGE_LIMIT,
  readList,
  type SparklineAsked,
  type SubmissionList,
} from './read.ts';
import { unseen } from './seen.ts';

/** A sparkline, as far as the reading of its page is concerned. */
export interface Member {
  readonly asked: SparklineAsked;
  /** Seconds between two reads; 0 for none by the clock. */
  readonly refresh: number;
  /** Something was read, or could not be. */
  changed(): void;
}

interface Reading extends ListAsked, SubmissionList {
  readonly byPatient: ReadonlyMap<string, readonly ScoredSubmission[]>;
}

/** After these nothing may stay: who asks may not see it, or it is not what was asked for. */
const ENDS: ReadonlySet<string> = new Set(['forbidden', 'not-found', 'mismatch', 'signed-out', 'token']);
/** How long a page of a list that is read over and over is to last. */
const SECONDS_A_PAGE = 15;
const NOBODY: readonly ScoredSubmission[] = [];

/**
 * The courses of one professional's patients, as far as a page shows them: all sparklines that come within one
 * frame are read with one list, and those that come later with what it held. One patient alone is read alone.
 */
export class Courses {
  /** Why the last attempt failed; null once one succeeded. */
  failure: unknown = null;
  /** True after a logout: nothing more will come. */
  isStopped = false;
  readonly #options: KitOptions;
  readonly #professionalId: string;
  readonly #ended: () => void;
  readonly #members = new Set<Member>();
  /** Scales that were read, null for one that could not be; those under way. */
  readonly #scales = new Map<string, ScaleSummary | null>();
  readonly #asking = new Map<string, Promise<void>>();
  #connection: (Connection & { readonly patientId: string | null }) | null = null;
  #reading: Reading | null = null;
  /** What was asked for last; with a controller while it is under way. */
  #asked: ListAsked | null = null;
  #controller: AbortController | null = null;
  #isDue = false;
  #seconds = -1;
  #stopRefreshing = (): void => {};

  /** @param ended called when no sparkline is left to read for */
  constructor(options: KitOptions, professionalId: string, ended: () => void) {
    this.#options = options;
    this.#professionalId = professionalId;
    this.#ended = ended;
  }

  join(member: Member): void {
    this.#members.add(member);
    this.#schedule();
  }

  leave(member: Member): void {
    this.#members.delete(member);
    this.#schedule();
  }

  /** What is known of a member's patient; null before it was read, or where it could not be. */
  of({ asked }: Member): Known | null {
    const reading = this.#reading;
    if (!reading || !covers(reading, asked)) return null;
    const submissions = reading.byPatient.get(asked.patientId) ?? NOBODY;
    const formId = asked.formId ?? latestForm(submissions, reading.clock?.at ?? null);
    const scale = formId === null ? null : this.#scales.get(formId);
    if (scale === undefined) return null;
    const { unreadable, paths, lostRows: lost, at, clock } = reading;
    return { formId, submissions, lost, scale, unreadable, paths, at, clock };
  }

  /** Reads once more, after a failure too. */
  again(): void {
    if (!this.#controller && !this.isStopped) void this.#read();
  }

  /** Reads everything anew, in place of what is under way; resolves once it is told. */
  async reload(): Promise<void> {
    if (!this.isStopped) await this.#read();
  }

  /** Logout: forgets everything and says why; from then on nothing is read. */
  stop(): void {
    this.#forget();
    this.isStopped = true;
    this.failure = new PanelError('signed-out', 'logged out');
    this.#tell();
  }

  /** Waits for the end of the frame, so that all who come or go within it are one. */
  #schedule(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    const run = (): void => {
      this.#isDue = false;
      void this.#settle();
    };
    // A hidden page has no frames.
    if (document.visibilityState === 'visible') requestAnimationFrame(run);
    else setTimeout(run, 50);
  }

  async #settle(): Promise<void> {
    if (this.#members.size === 0) {
      this.#forget();
      this.#ended();
      return;
    }
    if (this.isStopped) return this.#tell();
    this.#keepRefreshing();
    const asked = this.#asked;
    const isAsked = asked && [...this.#members].every((member) => covers(asked, member.asked));
    if (!isAsked) return this.#read();
    // Who came while a list is under way is told with it.
    if (this.#controller) return;
    await this.#readScales();
    this.#tell();
  }

  /** What has to be asked for so that every member is in it; what was wide stays so. */
  #whatToAsk(): ListAsked {
    const all = [...this.#members].map(({ asked }) => asked);
    const wide = this.#reading?.patientId === null ? this.#reading : null;
    const only = (values: readonly (string | null)[]): string | null =>
      new Set(values).size === 1 ? (values[0] ?? null) : null;
    // Rows further down will ask next: a list is read as a list from the start.
    const soon = unseen()
      .filter((element) => element.getAttribute('professional-id')?.toLowerCase() === this.#professionalId)
      .map((element) => element.getAttribute('patient-id')?.toLowerCase() ?? null);
    const patientId = wide ? null : only([...all.map((one) => one.patientId), ...soon]);
    return {
      professionalId: this.#professionalId,
      patientId,
      // The list of one patient cannot be narrowed to an instrument.
      formId: patientId || (wide && !wide.formId) ? null : only(all.map(({ formId }) => formId)),
    };
  }

  async #read(): Promise<void> {
    this.#controller?.abort();
    const controller = new AbortController();
    const asked = this.#whatToAsk();
    this.#asked = asked;
    this.#controller = controller;
    try {
      const client = this.#clientFor(asked.patientId);
      for (const [formId, scale] of this.#scales) if (scale === null) this.#scales.delete(formId);
      for (const member of this.#members) this.#askScale(member.asked.formId);
      const list = await readList(client, asked, controller.signal);
      if (this.#controller !== controller) return;
      const byPatient = Map.groupBy(list.items, (row) => row.patientId.toLowerCase());
      this.#reading = { ...asked, ...list, byPatient };
      this.failure = null;
      await this.#readScales();
    } catch (failure) {
      if (this.#controller !== controller) return;
      this.failure = failure;
      if (ENDS.has(toPanelProblem(failure))) this.#reading = null;
    }
    if (this.#controller !== controller) return;
    this.#controller = null;
    this.#tell();
    this.#keepRefreshing();
  }

  /** Waits for the scales of what is shown: one request for each instrument, however many rows. */
  async #readScales(): Promise<void> {
    const reading = this.#reading;
    if (!reading) return;
    for (const { asked } of this.#members) {
      const submissions = reading.byPatient.get(asked.patientId) ?? NOBODY;
      this.#askScale(asked.formId ?? latestForm(submissions, reading.clock?.at ?? null));
    }
    await Promise.all(this.#asking.values());
  }

  #askScale(formId: string | null): void {
    const client = this.#connection?.client;
    if (!client || !formId || this.#scales.has(formId) || this.#asking.has(formId)) return;
    const read = async (): Promise<void> => {
      const nothing = { data: null };
      const { data: scale } = await client(getScale, { params: { formId } }).catch(() => nothing);
      if (this.#asking.get(formId) !== asking) return;
      this.#asking.delete(formId);
      this.#scales.set(formId, scale && isSameId(scale.id, formId) ? scale : null);
    };
    const asking = read();
    this.#asking.set(formId, asking);
  }

  #clientFor(patientId: string | null): Connection['client'] {
    if (this.#connection && this.#connection.patientId !== patientId) this.#disconnect();
    const whose = { professionalId: this.#professionalId, patientId: patientId ?? undefined };
    const scope = { ...whose, actions: ['read'] } as const;
    this.#connection ??= Object.assign(connect(this.#options, scope), { patientId });
    return this.#connection.client;
  }

  /** Looks again every so often; a long list less often, since all of it is read. */
  #keepRefreshing(): void {
    const wanted = [...this.#members].map(({ refresh }) => refresh).filter((seconds) => seconds > 0);
    const pages = (this.#reading?.items.length ?? 0) / PAGE_LIMIT;
    const seconds = wanted.length ? Math.max(Math.min(...wanted), Math.ceil(pages * SECONDS_A_PAGE)) : 0;
    if (seconds === this.#seconds) return;
    this.#seconds = seconds;
    this.#stopRefreshing();
    const again = (): void => {
      // What only a person can mend is not asked for again by the clock.
      const problem = this.failure === null ? '' : toPanelProblem(this.failure);
      if (problem !== 'token' && !ENDS.has(problem)) this.again();
    };
    const connection = (): Connection | null => this.#connection;
    this.#stopRefreshing = refreshing(seconds, again, { listen: (hear) => connection()?.listen(hear) });
  }

  #tell(): void {
    for (const member of [...this.#members]) member.changed();
  }

  #disconnect(): void {
    this.#asking.clear();
    this.#connection?.release();
    this.#connection = null;
  }

  #forget(): void {
    this.#controller?.abort();
    this.#controller = this.#reading = this.#asked = null;
    this.failure = null;
    this.#scales.clear();
    this.#disconnect();
    this.#stopRefreshing();
    this.#seconds = -1;
  }
}

/** True where a list holds everything of what is asked. */
const covers = (list: ListAsked, asked: SparklineAsked): boolean =>
  (list.patientId === null || list.patientId === asked.patientId) &&
  (list.formId === null || list.formId === asked.formId);
