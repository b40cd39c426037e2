import { type CaseloadLine, type CaseloadMetrics, heightOf, type Ruler, toMetrics } from './geometry.ts';
import { createHeading, createRow, fillHeading, fillRow, type RowSource } from './row.ts';
import { LineWindow } from './window.ts';

let courses: typeof import('./courses.ts') | undefined;
let fetching: Promise<void> | undefined;

/** Fetches what draws courses, which nobody sees before all is read; after a failure it can be asked for again. */
function fetchCourses(): Promise<void> {
  fetching ??= import('./courses.ts').then(
    (module) => {
      courses = module;
    },
    () => {
      fetching = undefined;
    },
  );
  return fetching;
}

/** Lines beyond the edge that are there before they are scrolled to. */
const LINES_MORE = 1;
/** Time after a jump until these are made: while somebody drags the bar, each jump would make others. */
const MORE_LINES_DELAY_MS = 100;
/** Rows that stay in the page while there are fewer in view: as many as their number differs by from place to place. */
const ROWS_KEPT = 2;
const MINUTE_MS = 60_000;
const FALLBACK_FONT_PX = 13;
/** A character of the widest font in use, for where no word can be measured. */
const GENEROUS_CHARACTER_PX = 9;

/** Measures words in the font of an element. */
function createRuler({ fontFamily, fontSize, letterSpacing, wordSpacing }: CSSStyleDeclaration): Ruler {
  const known = new Map<string, number>();
  const canvas = document.createElement('canvas');
  return (word, isBold) => {
    const key = word + isBold;
    let px = known.get(key);
    if (px === undefined) {
      const context = canvas.getContext('2d');
      const font = `${isBold ? 600 : 400} ${fontSize} ${fontFamily}`;
      if (context) Object.assign(context, { font, letterSpacing, wordSpacing });
      px = context?.measureText(word).width ?? word.length * GENEROUS_CHARACTER_PX;
      known.set(key, px);
    }
    return px;
  };
}

/** The rows in view of a list of any length: only these exist, at heights that are computed. */
export class CaseloadRows {
  /** None before {@link measure} has read a size. */
  declare metrics: CaseloadMetrics;
  readonly #scroller: HTMLElement;
  readonly #canvas: HTMLElement;
  readonly #source: RowSource;
  readonly #window = new LineWindow();
  #lines: readonly CaseloadLine[] = [];
  #indices = new Map<string | null, number>();
  readonly #shown = new Map<string, HTMLElement>();
  /** What each element was filled from. */
  readonly #filled = new WeakMap<HTMLElement, readonly unknown[]>();
  /** Rows whose courses are to be drawn: those that they have may be another patient's. */
  readonly #undrawn = new Set<HTMLElement>();
  readonly #spare: { row: HTMLElement[]; heading: HTMLElement[] } = { row: [], heading: [] };
  /** The row that the keyboard is at. */
  #active: string | null = null;
  #heightPx = 0;
  /** Where the list is scrolled to: to read that from the page would lay it out. */
  #topPx = 0;
  #frame = 0;
  #laterLines: ReturnType<typeof setTimeout> | undefined;
  #isPrinting = false;
  /** It was looked for the place where the list was left. */
  #isPlaced = false;

  constructor(scroller: HTMLElement, canvas: HTMLElement, source: RowSource) {
    [this.#scroller, this.#canvas, this.#source] = [scroller, canvas, source];
    const follow = (): void => {
      const jumpPx = Math.abs(this.#topPx - scroller.scrollTop);
      this.#topPx = scroller.scrollTop;
      clearTimeout(this.#laterLines);
      if (jumpPx > this.#heightPx) this.#laterLines = setTimeout(() => this.render(), MORE_LINES_DELAY_MS);
      this.render(jumpPx > this.#heightPx ? 0 : LINES_MORE);
    };
    scroller.addEventListener('scroll', follow, { passive: true });
    this.#fetchCourses();
  }

  /** Reads the size of the scroller once it has changed; true if lines have other heights now. */
  measure(): boolean {
    const { clientWidth, clientHeight, scrollTop } = this.#scroller;
    [this.#heightPx, this.#topPx] = [clientHeight, scrollTop];
    const style = getComputedStyle(this.#canvas);
    const fontPx = Number.parseFloat(style.fontSize) || FALLBACK_FONT_PX;
    const metrics = toMetrics(clientWidth, fontPx, createRuler(style));
    if (JSON.stringify(this.metrics) === JSON.stringify(metrics)) return false;
    this.metrics = metrics;
    this.#scroller.toggleAttribute('data-narrow', metrics.isNarrow);
    this.#scroller.toggleAttribute('data-small', metrics.isSmall);
    return true;
  }

  /** Scrolls to a height of the list, at most to its end. */
  scrollTo(topPx: number): void {
    this.#scroller.scrollTop = topPx;
    this.#topPx = this.#scroller.scrollTop;
  }

  /** Takes other lines; the row at the upper edge stays where it is. */
  setLines(lines: readonly CaseloadLine[]): void {
    // Reading the position forces a layout, and without lines there is none to keep.
    const top = this.#lines.length && this.#scroller.scrollTop;
    const edge = this.#lines[this.#window.at(top)];
    const offset = edge && top > 0 ? top - this.#window.topOf(this.#indices.get(edge.key) ?? 0) : null;
    this.#lines = lines;
    this.#indices = new Map(lines.map(({ key }, index) => [key, index]));
    this.#window.set(lines.map((line) => heightOf(line, this.metrics)));
    this.#canvas.style.blockSize = `${this.#window.total}px`;
    this.#topPx = Math.min(top, Math.max(0, this.#window.total - this.#heightPx));
    const now = edge && this.#indices.get(edge.key);
    if (offset !== null && now !== undefined) {
      const wanted = this.#window.topOf(now) + offset;
      if (wanted !== top) this.scrollTo(wanted);
    }
    this.refill();
  }

  /** Fills every row in view anew: words, facts or the present have changed. */
  refill(): void {
    for (const key of [...this.#shown.keys()])
      if (this.#indices.has(key)) this.#put(key);
      else this.#drop(key);
    this.render();
  }

  /** Fills one patient's row anew, in its place. */
  update(patientId: string): void {
    const element = this.#shown.get(patientId);
    const index = this.#indices.get(patientId);
    if (element && index !== undefined) {
      this.#fill(element, index);
      this.#draw();
    }
  }

  /** Makes what is in view exist, and gives back what is not. */
  render(more = LINES_MORE): void {
    const { speech } = this.#source;
    const [from, to] =
      speech === null
        ? [0, 0]
        : this.#isPrinting
          ? [0, this.#lines.length]
          : this.#window.range(this.#topPx, this.#heightPx, more);
    const wanted = new Set(this.#lines.slice(from, to).map(({ key }) => key));
    const active = this.#active;
    // What has the focus stays, though it is scrolled away.
    if (active !== null && this.#shown.has(active)) wanted.add(active);
    const missing = [...wanted].filter((key) => !this.#shown.has(key));
    for (const key of this.#leaving(wanted, missing)) this.#drop(key);
    for (const key of missing) this.#put(key);
    for (const element of [...this.#spare.row, ...this.#spare.heading]) element.remove();
    this.#order();
    this.#draw();
  }

  /**
   * Lines that are no more in view, without a few rows in whose place no other comes: these stay where they are, as to take a
   * row from the page and to put it back costs more than all that is written into it.
   */
  #leaving(wanted: ReadonlySet<string>, missing: readonly string[]): readonly string[] {
    // In the order of the page, so that the elements are used again where they are: to move one costs its styles.
    const leaving = [...this.#shown.keys()]
      .filter((key) => !wanted.has(key))
      .sort((a, b) => this.indexOf(a) - this.indexOf(b));
    const kept = Math.min(ROWS_KEPT, Math.max(0, leaving.length - missing.length));
    const isBelow = this.indexOf(missing[0] as string) > this.indexOf(leaving[0] as string);
    return isBelow ? leaving.slice(kept) : leaving.slice(0, leaving.length - kept);
  }

  /** Gives the text at the pointer a title, which nobody misses before all is read. */
  showTitle(target: Element): void {
    courses?.showTitle(target, this.#source);
  }

  /** Draws everything for paper, until called with false. */
  print(isPrinting: boolean): void {
    this.#isPrinting = isPrinting;
    this.render();
  }

  /** The index of a patient's line; -1 for none. */
  indexOf = (patientId: string | null): number => this.#indices.get(patientId) ?? -1;

  /** The patient whose row the keyboard is at. */
  get active(): string | null {
    return this.#active;
  }

  /** The patient at a step from a line, at most at the ends; a heading on the way is passed. */
  step(from: number, by: number): string | null {
    const last = this.#lines.length - 1;
    const start = Math.min(Math.max(from + by, 0), last);
    for (const direction of by < 0 ? [-1, 1] : [1, -1]) {
      for (let index = start; index >= 0 && index <= last; index += direction) {
        const line = this.#lines[index];
        if (line?.heading === null) return line.key;
      }
    }
    return null;
  }

  /** How many lines a page has from a line on. */
  pageFrom(index: number, direction: 1 | -1): number {
    const top = this.#window.topOf(Math.max(index, 0));
    return Math.max(1, Math.abs(this.#window.at(Math.max(0, top + direction * this.#heightPx)) - index));
  }

  /** Moves the keyboard to a patient's row, scrolled to if need be. */
  activate(patientId: string | null, hasFocus = true): void {
    const index = this.indexOf(patientId);
    if (patientId === null || index < 0) return;
    const before = this.#active === null ? undefined : this.#shown.get(this.#active);
    if (before) before.tabIndex = -1;
    this.#active = patientId;
    const isFirst = this.#lines[index - 1]?.heading != null;
    const top = this.#window.topOf(isFirst ? index - 1 : index);
    const bottom = this.#window.bottomOf(index);
    if (hasFocus && top < this.#topPx) this.scrollTo(top);
    else if (hasFocus && bottom > this.#topPx + this.#heightPx) this.scrollTo(bottom - this.#heightPx);
    if (!this.#shown.has(patientId)) this.#put(patientId);
    this.#order();
    const element = this.#shown.get(patientId);
    if (!element) return;
    element.tabIndex = 0;
    courses?.describe(element);
    if (hasFocus) element.focus({ preventScroll: true });
    this.render();
  }

  /** Keeps where a list that was read is scrolled to, for who comes back to it. */
  keep(): void {
    if (this.#isPlaced) courses?.keepPlace(this.#canvas, this.#topPx, this.#heightPx);
  }

  /** Leaves nothing of any patient behind. */
  clear(): void {
    this.#active = null;
    this.#isPlaced = false;
    this.#lines = [];
    this.#indices.clear();
    this.#window.set([]);
    this.#shown.clear();
    this.#undrawn.clear();
    this.#spare.row.length = this.#spare.heading.length = 0;
    this.#canvas.replaceChildren();
    this.#canvas.style.blockSize = '';
  }

  /** Makes the line of a key, or takes the one that is there, and puts it where it belongs. */
  #put(key: string): void {
    const index = this.#indices.get(key);
    const line = index === undefined ? undefined : this.#lines[index];
    if (index === undefined || !line) return;
    const kind = line.heading === null ? 'row' : 'heading';
    const element =
      this.#shown.get(key) ?? this.#spare[kind].shift() ?? (kind === 'row' ? createRow() : createHeading());
    element.style.insetBlockStart = `${this.#window.topOf(index)}px`;
    element.style.blockSize = `${this.#window.bottomOf(index) - this.#window.topOf(index)}px`;
    element.ariaRowIndex = String(index + 1);
    element.dataset.key = key;
    const tabIndex = key === this.#active ? 0 : -1;
    if (kind === 'row' && element.tabIndex !== tabIndex) element.tabIndex = tabIndex;
    this.#fill(element, index);
    this.#shown.set(key, element);
  }

  /** Puts the lines into the order in which they are seen; what has the focus is not moved, or it would lose it. */
  #order(): void {
    const sorted = [...this.#shown]
      .sort((a, b) => this.indexOf(a[0]) - this.indexOf(b[0]))
      .map(([, element]) => element);
    const pivot = Math.max(
      0,
      sorted.findIndex((element) => element.isConnected && element.matches(':focus-within')),
    );
    const first = sorted[pivot];
    if (first && !first.isConnected) this.#canvas.prepend(first);
    for (let at = pivot + 1; at < sorted.length; at++) {
      const element = sorted[at];
      if (element && sorted[at - 1]?.nextElementSibling !== element) sorted[at - 1]?.after(element);
    }
    for (let at = pivot - 1; at >= 0; at--) {
      const element = sorted[at];
      if (element && sorted[at + 1]?.previousElementSibling !== element) sorted[at + 1]?.before(element);
    }
  }

  #fill(element: HTMLElement, index: number): void {
    const { speech, isWhole } = this.#source;
    const line = this.#lines[index];
    if (!speech || !line) return;
    if (line.heading !== null) {
      fillHeading(element, line, speech, isWhole);
      return;
    }
    const row = this.#source.rowOf(line.key);
    if (!row) return;
    const { words, format, now } = speech;
    const size = [line.reasonLines, line.instruments, line.asideLines].join();
    const minute = Math.floor((now ?? 0) / MINUTE_MS);
    const from = [row.facts, row.isNew, row.formId, words, format, minute, this.metrics, size];
    // What was written from the same is there, with its courses.
    const known = this.#filled.get(element);
    if (known?.every((one, at) => one === from[at])) return;
    this.#filled.set(element, from);
    this.#undrawn.add(element);
    courses?.forget(element);
    fillRow(element, row, line, speech, this.metrics);
  }

  #drop(key: string): void {
    const element = this.#shown.get(key);
    if (!element) return;
    this.#shown.delete(key);
    (element.matches('.heading') ? this.#spare.heading : this.#spare.row).push(element);
  }

  #fetchCourses(): void {
    void fetchCourses().then(() => courses && this.#draw());
  }

  /** Draws courses for a part of a frame; what has no time in it is empty until the next one. */
  #draw(): void {
    // Rows have no courses until everything is read.
    if (!this.#source.isSettled) return;
    if (!courses) {
      this.#fetchCourses();
      return;
    }
    if (!this.#isPlaced) {
      this.#isPlaced = true;
      const place = courses.recallPlace(this.#lines);
      // Who has begun to read stays there.
      if (place && this.#topPx === 0 && !this.#canvas.matches(':focus-within')) {
        this.scrollTo(this.#window.topOf(this.indexOf(place.key)) - place.offsetPx);
        this.activate(place.key, place.hasFocus);
      }
    }
    if (!courses.drawRows(this.#undrawn, this.#source, this.#shown, this.#isPrinting)) return;
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#draw());
  }
}
