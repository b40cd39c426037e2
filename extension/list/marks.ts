import type { ListSnapshot } from '../background/service/list.ts';
import { watchScheme } from '../panel/frame/scheme.ts';
import { classifyProblem, readProblem } from '../panel/problem.ts';
import type { IdentifierSource } from '../profile/profile.ts';
import type { Panels, SiteHandle, Spot } from '../site/handle.ts';
import { alignMarks, ensureTabStop, Mark, type MarkModel, walkByArrows } from './mark.ts';
import { Batch, findSpot, type RowIdentity, readIdentity } from './row.ts';
import { createListSpeech, toSummary } from './summary.ts';

type Rows = Exclude<Parameters<Panels['list']>[0], false>;

const READING: MarkModel = { state: 'reading' };
const CACHE_LIMIT = 2_000;
/** How long until a failed row is read again, with the next change of the list. */
const RETRY_AFTER_MS = 10_000;
/** Interval of the check for marks that the page took out, or had no visible place for. */
const PLACE_CHECK_INTERVAL_MS = 1_000;

interface Row {
  readonly element: Element;
  /** The patient of the mark; null if the row names none. */
  who: RowIdentity | null;
  mark: Mark | null;
}

export class ListMarks {
  readonly #handle: SiteHandle;
  readonly #speech: ReturnType<typeof createListSpeech>;
  readonly #near = new Map<Element, Row>();
  readonly #known = new Map<string, MarkModel>();
  readonly #batch: Batch;
  readonly #unread: MarkModel;
  readonly #observed = new Set<Element>();
  readonly #observer: IntersectionObserver;
  #rows: Rows | false = false;
  #frame = 0;
  /** What marks say, or the room that they have, is other than when they were aligned. */
  #isLoose = false;
  readonly #resized = (): void => {
    this.#isLoose = true;
    this.#soon();
  };
  #tending: ReturnType<typeof setInterval> | undefined;
  #unwatchScheme: (() => void) | null = null;
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor(handle: SiteHandle, tag: string) {
    this.#handle = handle;
    this.#speech = createListSpeech(tag);
    this.#unread = { state: 'unread', said: this.#speech.list.unread };
    this.#batch = new Batch(
      handle,
      (keys, reading) => this.#learn(keys, reading),
      (keys, error) => this.#fail(keys, error),
    );
    this.#observer = new IntersectionObserver((entries) => this.#moved(entries), { rootMargin: '200px' });
  }

  /** The page is a list, in which something may have changed; false: it is not a list. */
  show(rows: Rows | false): void {
    const was = this.#rows;
    this.#rows = rows;
    if (!rows) {
      if (was) this.#clear();
      return;
    }
    // First of all: remove marks from rows that now show another patient.
    this.check();
    const present = new Set(document.querySelectorAll(rows.select));
    for (const element of this.#observed) {
      if (present.has(element)) continue;
      this.#observer.unobserve(element);
      this.#observed.delete(element);
      this.#leave(element);
    }
    for (const element of present) {
      if (this.#observed.has(element)) continue;
      this.#observed.add(element);
      this.#observer.observe(element);
    }
    this.#soon();
    addEventListener('resize', this.#resized);
    this.#unwatchScheme ??= watchScheme(() => {
      for (const mark of this.#marks()) mark.shade();
    });
    this.#tending ??= setInterval(() => {
      if (document.visibilityState !== 'visible') return;
      this.check();
      this.#soon();
    }, PLACE_CHECK_INTERVAL_MS);
  }

  check(): void {
    if (!this.#rows) return;
    const { patient } = this.#rows;
    for (const row of this.#near.values()) {
      const now = this.#read(row.element, patient);
      if (now?.key === row.who?.key && row.mark?.element.isConnected) continue;
      row.mark?.remove();
      row.mark = null;
      row.who = now;
    }
  }

  /** Draws what has no mark, with the frame: where that goes is layout, which is not read while the page changes. */
  #soon(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      const bare = [...this.#near.values()].filter(({ mark }) => !mark);
      for (const row of bare) this.#draw(row);
      ensureTabStop(this.#marks());
      if (bare.length > 0 || this.#isLoose) alignMarks(this.#marks());
      this.#isLoose = false;
    });
  }

  changed(): void {
    this.#known.clear();
    this.#batch.clear();
    this.#failedAt = Number.NEGATIVE_INFINITY;
    for (const { who } of this.#near.values()) if (who) this.#batch.want(who);
  }

  #read(element: Element, sources: readonly IdentifierSource[]): RowIdentity | null {
    return readIdentity(this.#handle, sources, element);
  }

  #moved(entries: readonly IntersectionObserverEntry[]): void {
    const rows = this.#rows;
    if (!rows) return;
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) this.#leave(target);
      else if (!this.#near.has(target)) {
        const row: Row = { element: target, who: this.#read(target, rows.patient), mark: null };
        this.#near.set(target, row);
        this.#draw(row);
      }
    }
    alignMarks(this.#marks());
  }

  #leave(element: Element): void {
    this.#near.get(element)?.mark?.remove();
    this.#near.delete(element);
  }

  #draw(row: Row): void {
    const rows = this.#rows;
    if (!rows || !row.element.isConnected) return;
    const now = this.#read(row.element, rows.patient);
    if (now?.key !== row.who?.key) {
      row.mark?.remove();
      row.mark = null;
      row.who = now;
    }
    const shown = this.#findModel(now);
    if (!row.mark) {
      const spot = findSpot(row.element, rows.place);
      if (spot) this.#put(row, spot);
    }
    row.mark?.show(shown);
  }

  #findModel(who: RowIdentity | null): MarkModel {
    if (!who) return this.#unread;
    const known = this.#known.get(who.key);
    const isOld =
      (known?.state === 'failed' || known?.state === 'signedOut') &&
      performance.now() - this.#failedAt > RETRY_AFTER_MS;
    if (!known || isOld) this.#batch.want(who);
    return known ?? READING;
  }

  #put(row: Row, spot: Spot): void {
    const mark = new Mark(this.#speech, () => this.#signIn());
    row.mark = mark;
    this.#handle.own(mark.element);
    const outer = mark.put(spot);
    if (outer !== mark.element) this.#handle.own(outer);
    walkByArrows(mark.button, () => this.#marks());
  }

  /** In the side panel; where the browser opens none, the mark says what else there is. */
  #signIn(): void {
    const asked = this.#handle.ask(null, 'side.open', { at: 'sign-in' }, new AbortController().signal);
    asked.catch(() => {});
  }

  #marks(): readonly Mark[] {
    return [...this.#near.values()].flatMap(({ mark }) => mark ?? []);
  }

  #learn(keys: readonly string[], reading: ListSnapshot): void {
    const { list } = this.#speech;
    for (const [index, key] of keys.entries()) {
      const row = reading.rows[index];
      if (!row) this.#know(key, { state: 'failed', said: list.failed });
      else if (row.state === 'course') this.#know(key, { state: 'course', summary: toSummary(row, reading) });
      else this.#know(key, { state: row.state, said: list[row.state] });
    }
    this.#redraw(new Set(keys));
  }

  #fail(keys: readonly string[], error: unknown): void {
    const { list } = this.#speech;
    this.#failedAt = performance.now();
    const state = classifyProblem(readProblem(error)) === 'signed-out' ? 'signedOut' : 'failed';
    for (const key of keys) this.#know(key, { state, said: list[state] });
    this.#redraw(new Set(keys));
  }

  #know(key: string, shown: MarkModel): void {
    this.#known.set(key, shown);
    for (const [oldest] of this.#known) {
      if (this.#known.size <= CACHE_LIMIT) break;
      this.#known.delete(oldest);
    }
  }

  #redraw(keys: ReadonlySet<string>): void {
    for (const row of this.#near.values()) if (row.who && keys.has(row.who.key)) this.#draw(row);
    this.#isLoose = true;
    this.#soon();
  }

  #clear(): void {
    for (const element of [...this.#near.keys()]) this.#leave(element);
    removeEventListener('resize', this.#resized);
    cancelAnimationFrame(this.#frame);
    clearInterval(this.#tending);
    this.#tending = undefined;
    this.#unwatchScheme?.();
    this.#unwatchScheme = null;
    this.#frame = 0;
    this.#observer.disconnect();
    this.#observed.clear();
    this.#known.clear();
    this.#batch.clear();
  }
}
