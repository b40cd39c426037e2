import { type AxisWindow, Explorer, panned, revealing, zoomed } from '@instrument-panel/shared/chart/explore';
import { offsetIn, type ScoreView } from '@instrument-panel/shared/score';
import { selectMessages } from '@instrument-panel/shared/words/all-languages';
import { exploreMessages } from '@instrument-panel/shared/words/compiled/explore/all';
import type { ExploreMessages } from '@instrument-panel/shared/words/compiled/explore/en';
import { type Requests, sayGraph, type WholeSpeech } from '@instrument-panel/shared/words/say-details';
import { createChoice } from './choice.ts';
import type { Explored, ExploredInstrument, ExploreOwner } from './explored.ts';
import { colorReader, exploreControls, exploreFrame } from './frame.ts';
import { listenToGestures, listenToKeys } from './input.ts';
import { joinReadout, type RowText, sayFacts, sayMarks, sayRows, sayRowsAt, showReadout } from './readout.ts';
import { cursorAt, type Drawn, drawnOf, endOfDay, isComparable, nearestPlaced, placeIn } from './scene.ts';
import {
  nameTreatment,
  sayTreatment,
  sayTreatmentMarks,
  sayTreatments,
  treatmentTable,
} from './treatments.ts';

export { Explorer, linesByDate, wholeOf } from '@instrument-panel/shared/chart/explore';
export { exploreStyles } from './frame.ts';
export { sayMarks } from './readout.ts';

const dayText = (at: number): string => {
  const date = new Date(at);
  return new Date(at - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
};

/**
 * The explorer over the page: zoom, move, period, several scores and instruments one above the other, the previous course
 * beside the latest. What it shows follows from what is explored, what its controls say, and window and focus.
 */
export class ExploreDialog {
  #explored: Explored;
  #drawn: Drawn;
  #shown: AxisWindow;
  /** Index of the answer in focus in the walk; -1 for none. */
  #focus = -1;
  /** What the rows say at the cursor, or of their latest answers. */
  #texts: readonly RowText[] = [];
  #isGone = false;
  readonly #tables: ReturnType<ExploreOwner['createTable']>[] = [];
  readonly #words: ExploreMessages;
  readonly #format: WholeSpeech['format'];
  readonly #choice: ReturnType<typeof createChoice>;
  readonly #controls: ReturnType<typeof exploreControls>;
  readonly #frame: ReturnType<typeof exploreFrame>;
  readonly #explorer: Explorer;
  readonly #isDark = matchMedia('(prefers-color-scheme: dark)');
  readonly #owner: ExploreOwner;
  readonly #paint = (): void => {
    const { lines, byCourse, walk } = this.#drawn;
    const one = walk[this.#focus];
    // Beside the name of a row stands what the row holds at the cursor.
    const rows = this.#drawn.rows.map((row, index) =>
      one && row.facts.length > 0 ? { ...row, facts: this.#texts[index]?.facts ?? [] } : row,
    );
    const focus = one ? cursorAt(this.#drawn, one, this.#endOf(one)) : null;
    const treatmentNames = this.#treatments.map((treatment) => nameTreatment(this.#words, treatment));
    const treatments = this.#treatments;
    this.#explorer.draw({ lines, rows, byCourse, shown: this.#shown, focus, treatments, treatmentNames });
    this.#showEvents();
  };

  /** Opens it with the series of that `seriesId`; with all, in the page, for null. */
  constructor(place: ShadowRoot | HTMLElement, first: Explored, series: string | null, owner: ExploreOwner) {
    this.#explored = first;
    this.#owner = owner;
    const { words: panelWords, format } = first.speech;
    const words = selectMessages(exploreMessages, panelWords.lang);
    this.#words = words;
    this.#format = format;
    this.#choice = createChoice(words, panelWords.retry, series, {
      chosen: () => this.#rearrange(true),
      choose: (formId, name, isChosen) => owner.choose(formId, name, isChosen),
      retry: (formId) => owner.retry(formId),
    });
    this.#choice.show(first);
    this.#controls = this.#createControls();
    this.#frame = exploreFrame(words, first.speech, this.#controls.element, series === null, () =>
      this.close(),
    );
    this.#drawn = this.#toDrawn();
    this.#shown = this.#drawn.whole;
    const { dialog, canvas } = this.#frame;
    place.append(dialog);
    this.#explorer = new Explorer(canvas, {
      words: panelWords,
      sayDay: (day) => words.day({ day: format.number(day) }),
      timeZone: first.timeZone,
      colors: colorReader(dialog),
      font: () => `12px ${getComputedStyle(dialog).fontFamily}`,
      resized: this.#showEvents,
    });
    this.#listen();
    this.#tell();
    if (dialog instanceof HTMLDialogElement) dialog.showModal();
    this.#rearrange();
  }

  /** Shows a newer reading of the same patient. */
  show(next: Explored): void {
    const before = new Map(this.#explored.instruments.map((one) => [one.formId, one.state]));
    this.#explored = next;
    this.#choice.show(next);
    this.#tell();
    this.#rearrange(true);
    for (const { formId, name, state, problem } of next.instruments.slice(1)) {
      if (state === before.get(formId) || state === 'off') continue;
      const said = { loading: this.#words.loading, shown: this.#words.added, failed: problem }[state];
      this.#frame.live.textContent = `${name}: ${said}`;
    }
  }

  get #treatments() {
    return this.#explored.whole?.treatments ?? [];
  }

  /** Lists the events of treatment that have numbers in the drawing, and gives their lanes room. */
  readonly #showEvents = (): void => {
    const { lanes, numbered } = this.#explorer.events();
    const listed = numbered.flatMap((index) => {
      const one = this.#treatments[index];
      return one ? { number: index + 1, text: sayTreatment(this.#words, this.#format, one) } : [];
    });
    this.#frame.showEvents(lanes, listed);
  };

  /** Names the patient. */
  name(patient: string): void {
    this.#frame.patient.textContent = patient;
  }

  /** Leaves nothing of the patient behind. */
  close(): void {
    // The event of a dialog that closes comes a task later, until which the former patient would still be shown.
    if (this.#frame.dialog instanceof HTMLDialogElement) this.#frame.dialog.close();
    this.#leave();
  }

  #createControls() {
    return exploreControls(this.#words, this.#choice.elements, {
      chosen: () => this.#rearrange(),
      period: (from, to) => {
        const start = from ? Date.parse(`${from}T00:00:00`) : this.#drawn.whole.from;
        const end = to ? Date.parse(`${to}T23:59:59`) : this.#drawn.whole.to;
        if (start < end) this.#look({ from: start, to: end }, true);
      },
      ...this.#moves,
    });
  }

  /** Zooms and moves from buttons and keys, which are spoken of. */
  readonly #moves = {
    zoom: (factor: number) => this.#look(zoomed(this.#shown, this.#drawn.whole, factor), true),
    pan: (part: number) => this.#look(panned(this.#shown, this.#drawn.whole, part), true),
    whole: () => this.#look(this.#drawn.whole, true),
  };

  #listen(): void {
    const { dialog, plot } = this.#frame;
    const explorer = this.#explorer;
    listenToKeys(plot, {
      walk: (to) => {
        const last = this.#drawn.walk.length - 1;
        const before = this.#focus < 0 ? last : Math.max(0, this.#focus - 1);
        const after = this.#focus < 0 ? last : Math.min(last, this.#focus + 1);
        this.#point({ before, after, first: Math.min(0, last), last }[to], true);
      },
      ...this.#moves,
    });
    listenToGestures(plot, {
      zoom: (factor, left) =>
        this.#look(zoomed(this.#shown, this.#drawn.whole, factor, explorer.axisAt(left))),
      pan: (part) => this.#look(panned(this.#shown, this.#drawn.whole, part)),
      point: (left, top) => this.#point(nearestPlaced(explorer.placed(), this.#drawn.walk, left, top), false),
      leave: () => this.#point(-1, false),
    });
    this.#isDark.addEventListener('change', this.#paint);
    dialog.addEventListener('close', () => this.#leave());
  }

  #leave(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#isDark.removeEventListener('change', this.#paint);
    this.#explorer.destroy();
    this.#frame.dialog.remove();
    this.#owner.closed();
  }

  /** The series that are drawn; the first of the panel's own where none is chosen. */
  #chosenViews(): readonly [ScoreView, ...ScoreView[]] {
    const { instruments } = this.#explored;
    const [head, ...rest] = instruments.flatMap(({ formId, views }) =>
      views.filter(({ seriesId }) => this.#choice.isOn(formId, seriesId)),
    );
    // A panel that shows tools has a series.
    return [head ?? (instruments.flatMap(({ views }) => views)[0] as ScoreView), ...rest];
  }

  /** The instrument of a view, which the same explored things hold. */
  #instrumentOf = (view: ScoreView): ExploredInstrument =>
    this.#explored.instruments.find(({ views }) => views.includes(view)) ?? this.#explored.instruments[0];

  /** The name of a view's row: its series, its instrument where there are others, or both. */
  readonly #nameOf = (view: ScoreView): string => {
    const { name, names, views } = this.#instrumentOf(view);
    const series = names[views.indexOf(view)] ?? '';
    const { instruments, whole } = this.#explored;
    // Nothing above names the only one of all.
    const isAlone = !whole && instruments.filter((one) => one.views.length > 0).length < 2;
    return isAlone ? series : views.length < 2 ? name : `${name}: ${series}`;
  };

  #toDrawn(): Drawn {
    const views = this.#chosenViews();
    this.#controls.setComparable(views.length < 2, isComparable(views[0]));
    const { speech } = this.#explored;
    const toRow = (view: ScoreView): Drawn['rows'][number] => ({
      view,
      name: this.#nameOf(view),
      facts: views.length > 1 ? sayFacts(speech, view) : [],
    });
    return drawnOf(views, this.#controls.isComparing(), toRow, this.#explored.whole?.treatments);
  }

  #lineName({ view, role, points }: Drawn['lines'][number]): string {
    if (!this.#drawn.byCourse) return this.#nameOf(view);
    const from = this.#format.day(points[0]?.point.at ?? view.from);
    return role === 'current' ? this.#words.currentCourse({ from }) : this.#words.earlierCourse({ from });
  }

  /** The end of the day of an answer: what was answered on the same day belongs together. */
  #endOf = (one: Drawn['walk'][number]): number => endOfDay(one.at.x, offsetIn(this.#explored.timeZone));

  /** Points at an answer of the walk, or at none for -1, and tells of it. */
  #point(index: number, isSpoken: boolean): void {
    const { said, live } = this.#frame;
    this.#focus = index;
    const one = this.#drawn.walk[index];
    if (one && isSpoken) this.#shown = revealing(this.#shown, this.#drawn.whole, one.at.x);
    const { speech } = this.#explored;
    const { byCourse, lines } = this.#drawn;
    const texts = one
      ? sayRowsAt(speech, this.#words, this.#drawn, one, this.#endOf(one))
      : byCourse
        ? []
        : sayRows(speech, this.#drawn);
    const named = texts.map((row) => ({
      ...row,
      name:
        byCourse && one ? this.#lineName(one.line) : lines.length > 1 || this.#explored.whole ? row.name : '',
    }));
    this.#texts = texts;
    showReadout(said, named);
    if (isSpoken) live.textContent = joinReadout(named);
    this.#paint();
  }

  /** Shows another part of the axis, and says which. */
  #look(shown: AxisWindow, isSpoken = false): void {
    this.#shown = shown;
    const words = this.#words;
    const format = this.#format;
    const { byCourse, walk } = this.#drawn;
    const inside = walk.filter(({ at }) => at.x >= shown.from && at.x <= shown.to).length;
    const say = (x: number): string =>
      // The axis is a little wider than the course.
      byCourse ? words.day({ day: format.number(Math.max(0, Math.floor(x))) }) : format.day(x);
    const sentence =
      inside === 0
        ? words.nothing
        : words.shown({ from: say(shown.from), to: say(shown.to), answers: inside });
    this.#frame.notes.textContent = sentence;
    if (isSpoken) this.#frame.live.textContent = sentence;
    const [from, to] = byCourse ? ['', ''] : [dayText(shown.from), dayText(shown.to)];
    this.#controls.setPeriod(from, to, !byCourse);
    this.#paint();
  }

  /** Works out anew what is drawn: from its beginning, or with the window and the answer in focus kept. */
  #rearrange(isKept = false): void {
    const held = isKept ? this.#drawn.walk[this.#focus] : undefined;
    const wasWhole = this.#shown === this.#drawn.whole;
    const drawn = this.#toDrawn();
    this.#drawn = drawn;
    this.#focus = held ? placeIn(drawn.walk, held) : -1;
    const { speech } = this.#explored;
    const shown = drawn.rows.map(({ view }) => ({ view, ...this.#instrumentOf(view) }));
    this.#frame.plot.ariaLabel = shown.map(({ view, title }) => sayGraph(speech, view, title)).join(' ');
    this.#frame.showRows(drawn.rows.length);
    this.#frame.said.classList.toggle('of-rows', drawn.rows.length > 1);
    const lines = drawn.byCourse ? drawn.lines : [];
    const views = drawn.rows.map(({ view }) => view);
    this.#frame.setLegend([
      ...lines.map((line) => `${line.role === 'earlier' ? '○' : '●'} ${this.#lineName(line)}`),
      ...sayMarks(speech.words.lang, views, !drawn.byCourse),
      ...(drawn.byCourse ? [] : sayTreatmentMarks(this.#words, this.#treatments)),
    ]);
    this.#look(isKept && !wasWhole && !drawn.byCourse ? this.#shown : drawn.whole);
    this.#point(this.#focus, false);
    this.#showTables(shown.map(({ view, title, requests }) => ({ view, title, requests })));
  }

  /** The same as tables, one for each row. */
  #showTables(
    rows: readonly { readonly view: ScoreView; readonly title: string; readonly requests: Requests }[],
  ): void {
    const { tables } = this.#frame;
    const { speech } = this.#explored;
    while (this.#tables.length < rows.length)
      this.#tables.push(this.#owner.createTable(tables, tables.appendChild(document.createElement('div'))));
    for (const [index, table] of this.#tables.entries()) {
      const row = rows[index];
      table.show(row ? { ...row, speech, isForPatient: false, canOpen: false } : null);
    }
    const treatments = this.#treatments;
    tables.querySelector('.treatments')?.remove();
    if (treatments.length > 0) tables.append(treatmentTable(this.#words, this.#format, treatments));
  }

  #tell(): void {
    const { speech, title, stale: reason, instruments } = this.#explored;
    const { heading, showRisk, stale } = this.#frame;
    const { whole } = this.#explored;
    heading.textContent = whole?.heading ?? this.#words.title({ instrument: title });
    this.#frame.treatments.textContent = sayTreatments(this.#words, this.#format, this.#treatments);
    const known = instruments.flatMap(({ name, risk }) => (risk ? [{ name, ...risk }] : []));
    const isExplained = known.some(({ kind }) => kind === 'flagged');
    showRisk(
      known.map(({ kind, name, text }) => ({ kind, text: known.length > 1 ? `${name}: ${text}` : text })),
      isExplained ? speech.words.riskNote : '',
    );
    stale.textContent = reason ?? '';
    stale.hidden = reason === null;
  }
}
