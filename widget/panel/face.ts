import type { Reader } from '@instrument-panel/client';
import { drawScoreGraph, type ScoreGraphDrawing } from '@instrument-panel/shared/chart';
import { type Speech, sayGraph } from '@instrument-panel/shared/locale/panel';
import type { ScoreView } from '@instrument-panel/shared/score';
import type { Status } from '../element.ts';
import type { Asked } from './asked.ts';
import { showHeadline, showRisk } from './headline.ts';
import type { More } from './more.ts';
import { place, write } from './place.ts';
import type { Reading } from './read.ts';
import { h } from './template.ts';

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
  /** What went wrong; null where the page tells the user itself. */
  readonly problem: Error | null;
  readonly canRetry: boolean;
}

/** A course that is shown, with the words for it. */
export interface Told {
  readonly speech: Speech;
  readonly title: string;
  readonly reading: Reading;
  readonly view: ScoreView;
}

/** What the user does with it. */
export interface Intents {
  series(seriesId: string): void;
  retry(): void;
  /** Where more about it can be read; without a client for `data`. */
  readonly reader: { readonly client: Reader | undefined; readonly asked: Asked | null };
}

const VISIBLE: Readonly<Record<Status, string>> = {
  loading: 'wait',
  ready: 'risk header headline plot notes table footer',
  stale: 'risk header headline plot stale notes table footer',
  empty: 'risk header notes message footer',
  error: 'message footer',
};
const PLACES = `${VISIBLE.stale} message wait`.split(' ');
/** What stands at the first sight. The rest appears with what more there is to say in it, and so never moves. */
const FIRST = 'wait risk header headline plot';
/** Texts about a patient. */
const TEXTS = 'risk-text risk-note score-name value max range date notes summary read stale-text'.split(' ');
/** What a reader may do before the rest has come; it is done again once that has. */
const EARLY = ['keydown', 'pointermove', 'click'] as const;
/** Milliseconds that the first sight waits for what comes after it, where it is not whole without. */
const PATIENCE = 8_000;

/** What comes after the first sight, once it is there. */
let later: typeof import('./more.ts') | undefined;

/** Shows the states of a panel in its shadow root, and turns what the user does there into intents. */
export class PanelFace {
  readonly #root: ShadowRoot;
  readonly #intents: Intents;
  readonly #adopt: (css: () => string) => void;
  #drawing: ScoreGraphDrawing | null = null;
  #drawn: { readonly view: ScoreView; readonly months: unknown; readonly timeZone: string | null } | null =
    null;
  #shows: Shows | null = null;
  #more: More | null = null;
  #moreState: 'none' | 'asked' | 'failed' = 'none';
  #early: Event | null = null;

  /** @param adopt adds a sheet to the root */
  constructor(root: ShadowRoot, adopt: (css: () => string) => void, intents: Intents) {
    this.#root = root;
    this.#intents = intents;
    this.#adopt = adopt;
    for (const button of root.querySelectorAll<HTMLElement>('[part=retry]'))
      button.addEventListener('click', intents.retry);
    for (const type of EARLY) place(root, 'graph').addEventListener(type, this.#keep);
    place(root, 'table').addEventListener('toggle', () => {
      if (this.#moreState === 'failed') void this.#furnish();
    });
    // Without waiting: the next panels of a page are laid out and painted once, whole.
    if (later) void this.#furnish();
  }

  readonly #keep = (event: Event): void => {
    this.#early = event;
  };

  /** Fetches what comes after the first sight. Where it cannot be had, that is said, and the table's summary offers to try again. */
  async #furnish(): Promise<void> {
    const root = this.#root;
    this.#moreState = 'asked';
    const fail = (): void => {
      this.#moreState = 'failed';
      if (this.#shows) this.show(this.#shows);
    };
    const timer = setTimeout(fail, PATIENCE);
    try {
      later ??= await import('./more.ts');
      if (this.#more) return;
      this.#moreState = 'asked';
      this.#adopt(later.moreStyles);
      this.#more = later.furnish(root, this.#intents, (text) => this.announce(text), this.#adopt);
    } catch {
      fail();
      return;
    } finally {
      clearTimeout(timer);
    }
    if (this.#shows) this.show(this.#shows);
    const graph = place(root, 'graph');
    for (const type of EARLY) graph.removeEventListener(type, this.#keep);
    const early = this.#early;
    this.#early = null;
    if (early) graph.dispatchEvent(Reflect.construct(early.constructor, [early.type, early]));
  }

  /** Shows the places of the state; before all is there only those that keep where they are when the rest comes. */
  #reveal({ status, course }: Shows): void {
    const isWhole = this.#more !== null || this.#moreState === 'failed';
    // The choice of series stands above the graph, and a state without one is made of words that come with the rest.
    const isReady = isWhole || (this.#drawn !== null && course?.reading.graph.data.series.length === 1);
    const visible = VISIBLE[isReady ? status : 'loading'].split(' ');
    for (const id of PLACES)
      place(this.#root, id).hidden = !visible.includes(id) || !(isWhole || FIRST.includes(id));
  }

  /** Says a sentence to who listens to the panel, politely. */
  announce(text: string): void {
    const live = place(this.#root, 'live');
    // The same words again, as from a second failure in a row, are not said again.
    if (live.textContent !== text) live.textContent = text;
  }

  show(shows: Shows): void {
    const root = this.#root;
    const { status, speech, course } = shows;
    const missing = this.#moreState === 'failed' && speech ? speech.words.partsMissing : '';
    const problem = speech && shows.problem && (this.#more?.sayProblem(speech, shows.problem) ?? missing);
    write(root, 'notes', missing);
    if (status !== this.#shows?.status) this.announce('');
    this.#shows = shows;
    const panel = place(root, 'panel');
    panel.lang = speech?.words.lang ?? '';
    panel.dataset.status = status;
    panel.ariaBusy = String(status === 'loading');
    place(root, 'title').ariaLevel = String(shows.headingLevel);
    write(root, 'title-text', shows.title);
    write(root, 'loading-text', speech?.words.loading ?? '');
    for (const button of root.querySelectorAll<HTMLElement>('[part=retry]')) {
      button.textContent = speech?.words.retry ?? '';
      button.hidden = !shows.canRetry;
    }
    for (const slot of place(root, 'message').querySelectorAll('slot')) slot.hidden = slot.name !== status;
    if (speech && status === 'error') {
      const lines = problem === null ? [] : [h('b', {}, speech.words.errorTitle), problem];
      place(root, 'error-text').replaceChildren(...lines);
    }
    if (speech && course) this.#showCourse(shows, speech, course.reading, course.view);
    else this.#blank();
    if (speech && course && status === 'stale') {
      const since = speech.words.staleSince(speech.format.moment(course.reading.at));
      write(root, 'stale-text', `${since} ${problem ?? ''}`);
    }
    this.#reveal(shows);
    if (problem) this.announce(problem);
    // After that stands: what it says may need more words.
    if (status !== 'loading' && this.#moreState === 'none') void this.#furnish();
  }

  /** The panel has left the page. */
  leave(): void {
    this.#more?.clear();
  }

  /** Says that the latest answer is new. */
  tellNew(): void {
    this.#more?.tellNew();
  }

  #showCourse(
    { status, timeZone, title, asked }: Shows,
    speech: Speech,
    reading: Reading,
    view: ScoreView,
  ): void {
    const root = this.#root;
    const { words } = speech;
    if (!reading.whole) showRisk(root, speech, view, reading.submissions !== null);
    if (status === 'empty') {
      const hasRange = asked?.startDate || asked?.endDate;
      place(root, 'empty-text').replaceChildren(
        h('b', {}, hasRange ? words.emptyRange : words.emptyTitle),
        hasRange ? '' : words.emptyHint,
      );
    } else {
      showHeadline(root, speech, view);
      this.#draw(speech, timeZone, view);
      const spoken = sayGraph(speech, view, title);
      place(root, 'graph').ariaLabel = spoken;
      const summary = words.table(view.points.length);
      write(root, 'summary', this.#moreState === 'failed' ? `${summary}: ${words.retry}` : summary);
    }
    this.#more?.show({ speech, title, reading, view }, this.#drawing);
  }

  #draw({ words }: Speech, timeZone: string | null, view: ScoreView): void {
    const { months } = words;
    const drawn = this.#drawn;
    const isSameKind = drawn?.months === months && drawn.timeZone === timeZone;
    if (isSameKind && drawn.view === view) return;
    if (this.#drawing && isSameKind) {
      this.#drawing.update(view);
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
    this.#drawing = this.#drawn = this.#early = null;
    this.#more?.clear();
    for (const id of TEXTS) write(root, id, '');
    place(root, 'swatch').hidden = true;
    delete place(root, 'risk').dataset.risk;
    place(root, 'changes').replaceChildren();
    place(root, 'graph').ariaLabel = null;
  }
}
