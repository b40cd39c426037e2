import type { Caller } from '@instrument-panel/client';
import { getSubmissionSummary, type SubmissionSummary } from '@instrument-panel/client/contract';
import { nowBy } from '@instrument-panel/shared/panel/clock';
import { flagToRead, withFlaggedItem, withItemNumber } from '@instrument-panel/shared/score/flag';
import {
  keepOrder,
  type Overview,
  type OverviewRow,
  toOverview,
} from '@instrument-panel/shared/score/overview';
import { isItemOf } from '@instrument-panel/shared/ui/item/reading';
import { findInvalidAttribute, STOPPING_ATTRIBUTES } from '../attribute-values.ts';
import { onKit } from '../configure.ts';
import { CONFIGURE_TIMEOUT_MS, type Connection, connect, findOptions, type ReadsFrom } from '../connect.ts';
import { invalidAttribute, PanelError, toPanelProblem } from '../panel/problem.ts';
import { refreshing } from '../panel/refresh.ts';
import { parseId } from '../parse-id.ts';
import { type OverviewAsked, type OverviewReading, readPatient, type Scales } from './read.ts';

/** After these nothing may stay: the user may not see the patient, or it is the wrong patient. */
const BLANKING: ReadonlySet<string> = new Set(['forbidden', 'not-found', 'mismatch']);
const NOT_RETRIED: ReadonlySet<string> = new Set([...BLANKING, 'signed-out', 'token']);
/** How long an overview is used before statements that depend on the time of day are made anew. */
const OVERVIEW_LIFE_MS = 600_000;

type OverviewElement = ReadsFrom & Element & { readonly refresh: number };

/** Reads the instruments of an element's patient, and goes on reading while the element is in the page. */
export class OverviewReader {
  reading: OverviewReading | null = null;
  /** Why the last attempt failed; null once one succeeded. */
  failure: unknown = null;
  asked: OverviewAsked | null = null;
  readonly #element: OverviewElement;
  readonly #changed: () => void;
  #connection: Connection | null = null;
  #controller: AbortController | null = null;
  #endings: (() => void)[] = [];
  /** Answers behind flags, by submission; null while one is read, and where it is not what was asked for. */
  readonly #flagged = new Map<number, SubmissionSummary | null>();
  #made: { readonly key: readonly unknown[]; readonly overview: Overview } | null = null;
  /** The instruments in the order in which they are shown. */
  #order: readonly string[] = [];

  /** @param changed called when something was read, or could not be */
  constructor(element: OverviewElement, changed: () => void) {
    this.#element = element;
    this.#changed = changed;
  }

  get client(): Caller | undefined {
    return this.#connection?.client;
  }

  /** True between `begin` and `end`, whatever came of it. */
  get isHeld(): boolean {
    return this.#endings.length > 0;
  }

  /** What is known by now; null before anything was read. The same until something else is known. */
  get overview(): Overview | null {
    const { reading } = this;
    if (!reading) return null;
    const now = nowBy(reading.clock);
    const key = [reading, now && Math.floor(now / OVERVIEW_LIFE_MS), ...this.#flagged.values()];
    if (this.#made?.key.length !== key.length || !key.every((part, at) => part === this.#made?.key[at])) {
      const { asked, list, plans, scales } = reading;
      const overview = toOverview({
        patientId: asked.patientId,
        submissions: list.items,
        lost: list.lostRows,
        applications: plans?.items ?? null,
        scales,
        now,
      });
      const rows = keepOrder(overview.rows, this.#order);
      this.#order = rows.map(({ formId }) => formId);
      this.#made = { key, overview: { ...overview, rows: rows.map((row) => this.#nameFlag(row)) } };
    }
    return this.#made.overview;
  }

  /** Finds out what is asked, and begins to read it. Resolves once that was read, or why not. */
  async begin(): Promise<void> {
    this.end();
    if (!this.reading) this.failure = null;
    const element = this.#element;
    this.#endings.push(onKit((event) => this.#kit(event)));
    try {
      const invalid = findInvalidAttribute(element, STOPPING_ATTRIBUTES);
      if (invalid) throw invalidAttribute(invalid);
      const asked = {
        patientId: parseId(element, 'patient-id', PanelError),
        professionalId: parseId(element, 'professional-id', PanelError),
      };
      const options = findOptions(element);
      if (options) this.#connection = connect(options, { ...asked, actions: ['read'] });
      else this.#waitForOptions();
      this.asked = options && asked;
    } catch (failure) {
      this.#fail(failure);
      return;
    }
    if (!this.#connection) return;
    this.#endings.push(refreshing(element.refresh, () => void this.again(), this.#connection));
    await this.#read();
  }

  /** Reads once more; a read under way is waited for, and what only a person can mend is not asked for again. */
  async again(): Promise<void> {
    const problem = this.failure === null ? '' : toPanelProblem(this.failure);
    if (!this.#controller && !NOT_RETRIED.has(problem)) await this.#read();
  }

  /** Reads everything anew, also after a failure; what was read stays meanwhile, and is brought in order once it is read. */
  retry(): Promise<void> {
    this.#controller?.abort();
    return this.#connection ? this.#read(true) : this.begin();
  }

  /** Lets go of the connection; what was read stays. */
  end(): void {
    for (const end of this.#endings) end();
    this.#endings = [];
    this.#controller?.abort();
    this.#controller = null;
    this.#connection?.release();
    this.#connection = this.asked = null;
  }

  /** Forgets the patient. */
  clear(): void {
    this.#controller?.abort();
    this.#controller = this.reading = this.failure = this.#made = null;
    this.#order = [];
    this.#flagged.clear();
  }

  /** @param isAsked somebody asks for it, who expects the rows in order */
  async #read(isAsked = false): Promise<void> {
    const { client, asked } = this;
    if (!client || !asked) return;
    const controller = new AbortController();
    this.#controller = controller;
    const known: Scales = this.reading?.scales ?? new Map();
    let reading: OverviewReading | null = null;
    let failure: unknown = null;
    try {
      reading = await readPatient(client, asked, controller.signal, known);
    } catch (error) {
      failure = error;
    }
    if (this.#controller !== controller) return;
    this.#controller = null;
    if (reading) {
      this.reading = reading;
      if (isAsked) this.#order = [];
    } else if (BLANKING.has(toPanelProblem(failure))) this.clear();
    this.failure = failure;
    this.#changed();
  }

  #nameFlag(row: OverviewRow): OverviewRow {
    const submissionId = flagToRead(row.view);
    const known = submissionId === null ? null : this.#flagged.get(submissionId);
    if (known === undefined) void this.#readFlag(submissionId ?? 0, row.formId);
    const flagged = known ? withFlaggedItem(row.view, known) : row.view;
    return { ...row, view: withItemNumber(flagged, this.reading?.scales.get(row.formId)?.questions ?? []) };
  }

  /** Reads the answer behind a flag, once for each flag, since a list of submissions may come without answers. */
  async #readFlag(submissionId: number, formId: string): Promise<void> {
    const { client, asked } = this;
    if (!client || !asked) return;
    this.#flagged.set(submissionId, null);
    try {
      const { professionalId, patientId } = asked;
      const { data } = await client(getSubmissionSummary, { params: { professionalId, submissionId } });
      if (this.asked !== asked || !isItemOf(data, { submissionId, patientId, formId })) return;
      this.#flagged.set(submissionId, data);
      this.#changed();
    } catch {
      // The flag is said without its answer until the next reading.
      if (this.asked === asked) this.#flagged.delete(submissionId);
    }
  }

  #fail(failure: unknown): void {
    this.clear();
    this.failure = failure;
    this.#changed();
  }

  #waitForOptions(): void {
    const failure = new PanelError('not-configured', 'set base-url and fetchToken, or call configure().');
    const timer = setTimeout(() => this.#fail(failure), CONFIGURE_TIMEOUT_MS);
    this.#endings.push(() => clearTimeout(timer));
  }

  #kit(event: 'configure' | 'logout'): void {
    if (event === 'configure') void this.begin();
    else {
      this.#connection?.release();
      this.#connection = this.asked = null;
      this.#fail(new PanelError('signed-out', 'logged out'));
    }
  }
}
