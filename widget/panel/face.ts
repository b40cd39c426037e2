import { drawScoreGraph, type ScoreGraphDrawing } from '../../shared/chart/index.ts';
import { type Speech, sayGraph, sayPoint } from '../../shared/locale/panel/index.ts';
import type { ScoreView } from '../../shared/score/index.ts';
import type { Status } from '../element.ts';
import type { Asked } from './asked.ts';
import { showHeadline, showRisk } from './headline.ts';
import { showNotes } from './notes.ts';
import { place, write } from './place.ts';
import type { Reading } from './read.ts';
import { showSeries } from './series.ts';
import { scoreTable } from './table.ts';
import { h } from './template.ts';
import { createWalk } from './walk.ts';

/** Everything that a panel shows at one moment. */
export interface Shows {
  readonly status: Status;
  /** Null while the words of its language are on their way; the rest then says no more than `loading`. */
  readonly speech: Speech | null;
  readonly timeZone: string | null;
  readonly headingLevel: number;
  readonly title: string;
  /** The reading and its view; null while loading and in the error state. */
  readonly course: { readonly reading: Reading; readonly view: ScoreView } | null;
  readonly asked: Pick<Asked, 'startDate' | 'endDate'> | null;
  /** What went wrong and what to do; empty where the page tells the user itself. */
  readonly problem: string;
  readonly canRetry: boolean;
}

/** What the user does with it. */
export interface Intents {
  select(index: number): void;
  series(seriesId: string): void;
  retry(): void;
}

/** Holds a line open while there is no text for it. */
const BLANK = '\u00a0';
const PLACES = [
  'risk',
  'header',
  'series',
  'stale',
  'headline',
  'graph',
  'notes',
  'table',
  'message',
  'footer',
];
const VISIBLE: Readonly<Record<Status, readonly string[]>> = {
  loading: ['risk', 'header', 'headline', 'graph', 'notes', 'table', 'footer'],
  ready: ['risk', 'header', 'series', 'headline', 'graph', 'notes', 'table', 'footer'],
  stale: ['risk', 'header', 'series', 'stale', 'headline', 'graph', 'notes', 'table', 'footer'],
  empty: ['risk', 'header', 'series', 'notes', 'message', 'footer'],
  error: ['message', 'footer'],
};

/** Shows the states of a panel in its shadow root, and turns what the user does there into intents. */
export class PanelFace {
  readonly #root: ShadowRoot;
  readonly #walked: () => void;
  #drawing: ScoreGraphDrawing | null = null;
  #drawn: { readonly view: ScoreView; readonly months: unknown; readonly timeZone: string | null } | null =
    null;
  #shows: Shows | null = null;
  #isTableCurrent = false;
  #wasOpen = false;

  constructor(root: ShadowRoot, intents: Intents) {
    this.#root = root;
    const lines = (index: number) => {
      const { speech, course } = this.#shows ?? {};
      return speech && course ? sayPoint(speech, course.view, index) : [];
    };
    this.#walked = createWalk(place(root, 'graph'), () => this.#drawing, {
      count: () => this.#shows?.course?.view.points.length ?? 0,
      lines,
      announce: (said) => this.announce(`${said.join('. ')}.`),
      select: intents.select,
    });
    place(root, 'series').addEventListener('change', ({ target }) => {
      intents.series((target as HTMLInputElement).value);
    });
    for (const button of root.querySelectorAll('button')) button.addEventListener('click', intents.retry);
    place(root, 'table').addEventListener('toggle', () => this.#fillTable());
  }

  /** Says a sentence to who listens to the panel, politely. */
  announce(text: string): void {
    const live = place(this.#root, 'live');
    // The same words again, as from a second failure in a row, are not said again.
    if (live.textContent !== text) live.textContent = text;
  }

  show(shows: Shows): void {
    const root = this.#root;
    const { status, speech, course, problem } = shows;
    if (status !== this.#shows?.status) this.announce('');
    this.#shows = shows;
    const panel = place(root, 'panel');
    panel.lang = speech?.words.lang ?? '';
    panel.dataset.status = status;
    place(root, 'graph').inert = status === 'loading';
    panel.ariaBusy = String(status === 'loading');
    const isOwn = status === 'loading' && root.host.querySelector(':scope > [slot=loading]');
    const visible = isOwn ? ['message'] : VISIBLE[status];
    for (const id of PLACES) place(root, id).hidden = !visible.includes(id);
    place(root, 'title').ariaLevel = String(shows.headingLevel);
    write(root, 'title-text', shows.title || speech?.words.loading || BLANK);
    for (const button of root.querySelectorAll('button')) {
      button.textContent = speech?.words.retry ?? '';
      button.hidden = !shows.canRetry;
    }
    for (const slot of place(root, 'message').querySelectorAll('slot')) slot.hidden = slot.name !== status;
    if (speech && status === 'error') {
      const lines = problem ? [h('b', {}, speech.words.errorTitle), problem] : [];
      place(root, 'error-text').replaceChildren(...lines);
    }
    if (speech && course) this.#showCourse(shows, speech, course.reading, course.view);
    else this.#blank();
    if (speech && course && status === 'stale') {
      const since = speech.words.staleSince(speech.format.moment(course.reading.at));
      write(root, 'stale-text', `${since} ${problem}`);
    }
  }

  /** Opens the table for paper, and closes it after where it was closed. */
  print(isPrinting: boolean): void {
    const details = place(this.#root, 'table') as HTMLDetailsElement;
    if (isPrinting) this.#wasOpen = details.open;
    details.open = isPrinting || this.#wasOpen;
    this.#fillTable();
  }

  #showCourse(
    { status, timeZone, title, asked }: Shows,
    speech: Speech,
    reading: Reading,
    view: ScoreView,
  ): void {
    const root = this.#root;
    const { words, format } = speech;
    showRisk(root, speech, view, reading.submissions !== null);
    showSeries(root, speech, reading.graph.data, view.seriesId);
    showNotes(root, speech, view, asked);
    write(root, 'read', words.readAt(format.moment(reading.at)));
    if (status === 'empty') {
      const hasRange = asked?.startDate || asked?.endDate;
      place(root, 'empty-text').replaceChildren(
        h('b', {}, hasRange ? words.emptyRange : words.emptyTitle),
        hasRange ? '' : words.emptyHint,
      );
      return;
    }
    showHeadline(root, speech, view);
    this.#draw(speech, timeZone, view);
    const spoken = sayGraph(speech, view, title);
    place(root, 'graph').ariaLabel = `${spoken} ${words.walk}`;
    write(root, 'summary', words.table(view.points.length));
    this.#isTableCurrent = false;
    this.#fillTable();
  }

  #draw({ words }: Speech, timeZone: string | null, view: ScoreView): void {
    const { months } = words;
    const drawn = this.#drawn;
    const isSameKind = drawn?.months === months && drawn.timeZone === timeZone;
    if (isSameKind && drawn.view === view) return;
    if (this.#drawing && isSameKind) {
      this.#drawing.update(view);
      this.#walked();
    } else {
      this.#drawing?.destroy();
      this.#drawing = drawScoreGraph(view, words, { timeZone });
      place(this.#root, 'graph').append(this.#drawing.element);
    }
    this.#drawn = { view, months, timeZone };
  }

  /** Leaves nothing of a patient behind, shown or hidden. */
  #blank(): void {
    const root = this.#root;
    this.#drawing?.destroy();
    this.#drawing = this.#drawn = null;
    for (const id of ['risk-text', 'value', 'range', 'date', 'changes', 'notes', 'summary', 'read']) {
      write(root, id, BLANK);
    }
    for (const id of ['risk-note', 'score-name', 'max', 'stale-text']) write(root, id, '');
    place(root, 'swatch').hidden = true;
    delete place(root, 'risk').dataset.risk;
    place(root, 'series').replaceChildren();
    delete place(root, 'series').dataset.key;
    place(root, 'graph').ariaLabel = null;
    place(root, 'table').querySelector('table')?.remove();
  }

  /** Builds the table when it is first looked at, and anew when the course has changed since. */
  #fillTable(): void {
    const details = place(this.#root, 'table') as HTMLDetailsElement;
    const { course, speech, title = '' } = this.#shows ?? {};
    if (!details.open || !course || !speech || this.#isTableCurrent) return;
    details.querySelector('table')?.remove();
    details.append(scoreTable(speech, course.view, title));
    this.#isTableCurrent = true;
  }
}
