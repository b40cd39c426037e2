import { type AxisWindow, Explorer, panned, revealing, zoomed } from '@instrument-panel/shared/chart/explore';
import type { ScoreView } from '@instrument-panel/shared/score';
import { exploreMessages } from '@instrument-panel/shared/words/compiled/explore/all';
import type { ExploreMessages } from '@instrument-panel/shared/words/compiled/explore/en';
import { selectMessages } from '@instrument-panel/shared/words/languages';
import { sayRisk } from '@instrument-panel/shared/words/say';
import { sayGraph, sayPoint, type WholeSpeech } from '@instrument-panel/shared/words/say-details';
import { colorReader, exploreControls, exploreFrame } from './frame.ts';
import { listenToGestures, listenToKeys } from './input.ts';
import { type Drawn, drawnOf, isComparable, nearestPlaced, placeIn } from './scene.ts';

export { Explorer, linesByDate, wholeOf } from '@instrument-panel/shared/chart/explore';
export { exploreStyles } from './frame.ts';

/** What is explored: the series of one patient's course, all read at one time. */
interface Explored {
  readonly speech: WholeSpeech;
  readonly title: string;
  readonly views: readonly [ScoreView, ...ScoreView[]];
  readonly names: readonly string[];
  readonly timeZone: string | null;
  /** The sentence of a graph that is not current; null where it is. */
  readonly stale: string | null;
}

const dayText = (at: number): string => {
  const date = new Date(at);
  return new Date(at - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
};

/**
 * The explorer over the page: zoom, move, period, several scores together, the previous course beside the latest. What
 * it shows follows from what is explored, what its controls say, and window and focus.
 */
export class ExploreDialog {
  #explored: Explored;
  #drawn: Drawn;
  #shown: AxisWindow;
  /** Index of the answer in focus in the walk; -1 for none. */
  #focus = -1;
  #isGone = false;
  readonly #words: ExploreMessages;
  readonly #format: WholeSpeech['format'];
  readonly #controls: ReturnType<typeof exploreControls>;
  readonly #frame: ReturnType<typeof exploreFrame>;
  readonly #explorer: Explorer;
  readonly #isDark = matchMedia('(prefers-color-scheme: dark)');
  readonly #closed: () => void;
  readonly #paint = (): void => {
    const { lines, rows, byCourse, walk } = this.#drawn;
    this.#explorer.draw({ lines, rows, byCourse, shown: this.#shown, focus: walk[this.#focus] ?? null });
  };

  /** Opens it with the series of that `seriesId`; `closed` is called once it is gone. */
  constructor(root: ShadowRoot, first: Explored, series: string, closed: () => void) {
    this.#explored = first;
    this.#drawn = drawnOf(first.views, false, this.#nameOf);
    this.#shown = this.#drawn.whole;
    this.#closed = closed;
    const { words: panelWords, format } = first.speech;
    const words = selectMessages(exploreMessages, panelWords.lang);
    this.#words = words;
    this.#format = format;
    this.#controls = this.#createControls(series);
    this.#frame = exploreFrame(words, panelWords.lang, this.#controls.element);
    const { dialog, canvas } = this.#frame;
    root.append(dialog);
    this.#explorer = new Explorer(canvas, {
      words: panelWords,
      sayDay: (day) => words.day({ day: format.number(day) }),
      timeZone: first.timeZone,
      colors: colorReader(dialog),
      font: () => `12px ${getComputedStyle(dialog).fontFamily}`,
    });
    this.#listen();
    this.#tell();
    dialog.showModal();
    this.#rearrange();
  }

  /** Shows a newer reading of the same patient and instrument. */
  show(next: Explored): void {
    this.#explored = next;
    this.#tell();
    this.#rearrange(true);
  }

  /** Leaves nothing of the patient behind. */
  close(): void {
    // The event of a dialog that closes comes a task later, in which the former patient would still stand there.
    this.#frame.dialog.close();
    this.#leave();
  }

  #createControls(series: string) {
    const { views, names } = this.#explored;
    const named = views.map((view, index) => [view.seriesId, names[index] ?? ''] as const);
    return exploreControls(this.#words, named, series, {
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
    this.#closed();
  }

  #chosenViews(): readonly [ScoreView, ...ScoreView[]] {
    const ids = this.#controls.chosen();
    const [head, ...rest] = this.#explored.views.filter(({ seriesId }) => ids.includes(seriesId));
    return [head ?? this.#explored.views[0], ...rest];
  }

  readonly #nameOf = (view: ScoreView): string =>
    this.#explored.names[this.#explored.views.indexOf(view)] ?? '';

  #lineName({ view, role, points }: Drawn['lines'][number]): string {
    if (!this.#drawn.byCourse) return this.#nameOf(view);
    const from = this.#format.day(points[0]?.point.at ?? view.from);
    return role === 'current' ? this.#words.currentCourse({ from }) : this.#words.earlierCourse({ from });
  }

  /** Points at an answer of the walk, or at none for -1, and tells of it. */
  #point(index: number, isSpoken: boolean): void {
    const { said, live } = this.#frame;
    this.#focus = index;
    const one = this.#drawn.walk[index];
    if (one && isSpoken) this.#shown = revealing(this.#shown, this.#drawn.whole, one.at.x);
    const lines = one ? sayPoint(this.#explored.speech, one.line.view, one.at.index) : [];
    const text = [...(one && this.#drawn.lines.length > 1 ? [this.#lineName(one.line)] : []), ...lines];
    said.textContent = text.join(' · ');
    if (isSpoken) live.textContent = text.join('. ');
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
    const { said, plot } = this.#frame;
    const held = isKept ? this.#drawn.walk[this.#focus] : undefined;
    const wasWhole = this.#shown === this.#drawn.whole;
    const views = this.#chosenViews();
    this.#controls.setComparable(isComparable(views[0]));
    const drawn = drawnOf(views, this.#controls.isComparing(), this.#nameOf);
    this.#drawn = drawn;
    this.#focus = held ? placeIn(drawn.walk, held) : -1;
    plot.ariaLabel = sayGraph(this.#explored.speech, drawn.view, this.#explored.title);
    this.#frame.showRows(drawn.rows.length);
    this.#frame.setLegend(
      drawn.lines.map((line) => `${line.role === 'earlier' ? '○' : '●'} ${this.#lineName(line)}`),
      !drawn.byCourse,
    );
    this.#look(isKept && !wasWhole && !drawn.byCourse ? this.#shown : drawn.whole);
    if (this.#focus >= 0) this.#point(this.#focus, false);
    else said.textContent = this.#controls.chosen().length === 0 ? this.#words.chooseSeries : '';
  }

  #tell(): void {
    const { speech, title, views, stale: reason } = this.#explored;
    const { heading, risk, stale } = this.#frame;
    heading.textContent = this.#words.title({ instrument: title });
    risk.textContent = `${sayRisk(speech, views[0])}. ${speech.words.riskNote}`;
    risk.dataset.risk = views[0].risk.kind;
    stale.textContent = reason ?? '';
    stale.hidden = reason === null;
  }
}
