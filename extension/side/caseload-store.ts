import type { Reply } from '@instrument-panel/client';
import { SUBMISSION_ANSWERED } from '@instrument-panel/client/contract';
import { type CaseloadCalls, CaseloadReader } from '@instrument-panel/shared/caseload/read';
import { CaseloadVisit, toCaseloadProgress } from '@instrument-panel/shared/caseload/visit';
import { nowBy } from '@instrument-panel/shared/panel/clock';
import {
  type CaseloadMessage,
  CaseloadView,
  caseloadStyles,
  caseloadTemplate,
} from '@instrument-panel/shared/ui/caseload';
import { selectMessages } from '@instrument-panel/shared/words/all-languages';
import { caseloadMessages } from '@instrument-panel/shared/words/compiled/caseload/all';
import { createFormat } from '@instrument-panel/shared/words/format';
import { adopt, SHADOW } from '../panel/frame/host.ts';
import type { SurfaceClient } from '../surface/client.ts';
import { toRequestProblem, toSurfaceProblem } from '../surface/problem.ts';
import { pagesMessages } from '../words/compiled/pages/all.js';

/** Answers of so many days are read; of each instrument the latest answer, however old. */
const WINDOW_DAYS = 92;
/** Interval at which the list is read again beside the events. */
const REFRESH_INTERVAL_MS = 300_000;
/** After these nothing of the list may stay. */
const FATAL: ReadonlySet<string> = new Set(['forbidden', 'not-found', 'signed-out']);

const kindOf = (failure: unknown): string => {
  const problem = toRequestProblem(failure);
  const isOld = problem.code === 'NOT_FOUND' && problem.status === 404;
  return isOld ? 'not-found' : toSurfaceProblem(problem);
};

/**
 * All patients of the professional who is signed in, as the side panel shows them. They are read at the first look, and
 * kept current while another section, or a patient, is shown in their place.
 */
export class CaseloadStore {
  /** To be put into the page. */
  readonly element: HTMLElement = document.createElement('div');
  readonly #client: SurfaceClient;
  readonly #view: CaseloadView;
  readonly #endings: (() => void)[] = [];
  #reader: CaseloadReader | null = null;
  #visit: CaseloadVisit | null = null;
  /** Whose list it is, by the first answer. */
  #professionalId: string | null = null;
  #lang = '';
  #isShown = false;

  /** @param open called with the patient of a row that was chosen */
  constructor(client: SurfaceClient, open: (patientId: string) => void) {
    this.#client = client;
    this.element.className = 'caseload';
    const root = this.element.attachShadow(SHADOW);
    adopt(root, caseloadStyles());
    root.append(caseloadTemplate());
    this.#view = new CaseloadView(root, {
      open,
      retry: () => (this.#reader?.failure ? this.#begin() : this.#reader?.retry()),
      markSeen: () => void this.#markSeen(),
      coursesOf: (patientId) => this.#reader?.coursesOf(patientId) ?? [],
    });
  }

  /** BCP 47 tag of its texts. */
  set lang(lang: string) {
    if (lang === this.#lang) return;
    this.#lang = lang;
    this.#speak();
  }

  /** The list is in sight from now on. */
  appear(): void {
    this.#isShown = true;
    if (!this.#reader) {
      this.#listen();
      this.#begin();
    }
    this.#speak();
    this.#show();
  }

  /** Something else is shown in its place: the person has left it. */
  disappear(): void {
    this.#visit?.leave();
    this.#isShown = false;
  }

  focus(): void {
    this.#view.focus();
  }

  /** Reads what may have changed, as after a time without the background. */
  catchUp(): void {
    this.#reader?.catchUp();
    void this.#reader?.refresh();
  }

  /** Forgets everybody. */
  end(): void {
    this.disappear();
    for (const end of this.#endings.splice(0)) end();
    this.#forget();
    this.#view.end();
  }

  #forget(): void {
    this.#reader?.end();
    this.#reader = this.#visit = this.#professionalId = null;
    this.#view.clear();
  }

  #begin(): void {
    this.#forget();
    const { day } = createFormat(selectMessages(caseloadMessages, this.#lang));
    const reader: CaseloadReader = new CaseloadReader(
      this.#calls(),
      WINDOW_DAYS,
      day,
      {
        facts: (facts, isNews) => this.#view.set(facts, reader.isApplied, isNews),
        progress: () => this.#show(),
      },
      (failure) => FATAL.has(kindOf(failure)),
    );
    this.#reader = reader;
    this.#visit = new CaseloadVisit(reader, (at) =>
      this.#client.act('caseload.seen', {
        professionalId: this.#professionalId ?? '',
        seenAt: new Date(at).toISOString(),
      }),
    );
    reader.begin();
  }

  #calls(): CaseloadCalls {
    const { read } = this.#client;
    return {
      patients: (signal) => this.#ofOne(read('caseload.patients', {}, { signal })),
      applications: (query, signal) => this.#ofOne(read('caseload.applications', query, { signal })),
      submissions: ({ ids, ...query }, signal) =>
        this.#ofOne(read('caseload.submissions', { ...query, ...(ids && { ids: [...ids] }) }, { signal })),
    };
  }

  /** Takes an answer that is of the same professional as those before; another's list is read from its beginning. */
  async #ofOne<T>(
    asked: Promise<{ readonly professionalId: string; readonly reply: Reply<T> }>,
  ): Promise<Reply<T>> {
    const { professionalId, reply } = await asked;
    this.#professionalId ??= professionalId;
    if (this.#professionalId === professionalId) return reply;
    this.#begin();
    throw new Error('another professional has signed in');
  }

  #listen(): void {
    const ended = new AbortController();
    const { signal } = ended;
    const hear = (submissionId: number | null): void =>
      this.#reader?.hear({ kind: SUBMISSION_ANSWERED, submissionId });
    this.#client.answered.add(hear);
    document.addEventListener('visibilitychange', () => this.#sight(), { signal });
    addEventListener('pagehide', () => this.#visit?.leave(), { signal });
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') this.catchUp();
    }, REFRESH_INTERVAL_MS);
    this.#endings.push(
      () => clearInterval(timer),
      () => ended.abort(),
      () => this.#client.answered.delete(hear),
    );
  }

  /** Notes that the list is in sight, or that the person has left it. */
  #sight(): void {
    if (!this.#isShown || document.visibilityState !== 'visible') this.#visit?.leave();
    else this.#visit?.sight();
  }

  async #markSeen(): Promise<void> {
    const visit = this.#visit;
    const isMarked = await visit?.mark();
    if (visit !== this.#visit) return;
    if (isMarked) this.#view.forgetNews();
    this.#show();
  }

  #speak(): void {
    const words = selectMessages(caseloadMessages, this.#lang);
    this.#view.speak({ words, format: createFormat(words), now: nowBy(this.#reader?.clock) });
  }

  #show(): void {
    const reader = this.#reader;
    if (!reader || !this.#isShown) return;
    if (reader.isEnded) this.#view.clear();
    this.#view.tick(nowBy(reader.clock));
    this.#view.show({ ...toCaseloadProgress(reader, this.#visit), notice: '' }, this.#messageOf(reader));
    if (reader.isSettled) this.#sight();
  }

  #messageOf({ failure, isWhole, total }: CaseloadReader): CaseloadMessage | null {
    const words = selectMessages(caseloadMessages, this.#lang);
    if (failure !== null) {
      const { code, status } = toRequestProblem(failure);
      const isOld = code === 'NOT_FOUND' && status === 404;
      const said = selectMessages(pagesMessages, this.#lang).problems;
      const detail = isOld ? words.problems.tooOld : said[toSurfaceProblem(toRequestProblem(failure))];
      return { title: words.errorTitle, detail, canRetry: true };
    }
    return isWhole && total === 0 ? { title: words.none, detail: words.noneHint, canRetry: false } : null;
  }
}
