import { drawScoreGraph, type ScoreGraphDrawing } from '@instrument-panel/shared/chart';
import type { ScoreView } from '@instrument-panel/shared/score';
import { changeText, fillElement, findPart, h, writeText } from '@instrument-panel/shared/ui/dom';
import { type Speech, sayUnread } from '@instrument-panel/shared/words/say';
import type { Status } from '../element.ts';
import { renderHeadline, renderRisk } from './headline.ts';
import type { CourseViewModel, PanelContext, PanelViewModel } from './model.ts';
import { panelTemplate } from './template.ts';

const VISIBLE: Readonly<Record<Status, string>> = {
  loading: 'wait',
  ready: 'risk header headline plot notes table footer',
  stale: 'risk header headline plot stale notes table footer',
  empty: 'risk header notes message footer',
  error: 'message footer',
};
const PLACES = `${VISIBLE.stale} message wait`.split(' ');
/** Places of the first paint. The others appear once the details have filled them, and so never move. */
const FIRST_PLACES = 'wait risk header headline plot';
/** Texts about a patient. */
const TEXTS = 'risk-text unread value max range date notes summary read stale-text'.split(' ');
/** Events on the graph that are repeated once the details are there. */
const REPEATED_EVENTS = ['keydown', 'pointermove', 'click'] as const;
/** How long a first paint that is not whole without the details waits for them. */
const DETAILS_TIMEOUT_MS = 8_000;

/** The code of the details, once a panel of the page has fetched it. */
let detailsModule: typeof import('./details.ts') | undefined;

/** A panel's tree, empty: with the places of the details once their code is there. */
export const panelTree = (): Element => (detailsModule?.wholeTemplate ?? panelTemplate)();

/** Shows the states of a panel in its shadow root, and turns what the user does there into actions. */
export class PanelView {
  readonly #root: ShadowRoot;
  readonly #context: PanelContext;
  #drawing: ScoreGraphDrawing | null = null;
  #drawn: { readonly view: ScoreView; readonly months: unknown; readonly timeZone: string | null } | null =
    null;
  #model: PanelViewModel | null = null;
  /** Null until their code is there. */
  details: ReturnType<typeof import('./details.ts').createDetails> | null = null;
  #detailsState: 'none' | 'loading' | 'failed' = 'none';
  #early: Event | null = null;

  constructor(context: PanelContext) {
    const { root, retry } = context;
    this.#root = root;
    this.#context = context;
    for (const button of root.querySelectorAll<HTMLElement>('[part=retry]'))
      button.addEventListener('click', retry);
    for (const type of REPEATED_EVENTS)
      findPart(root, 'graph').addEventListener(type, (event) => {
        if (!this.details) this.#early = event;
      });
    findPart(root, 'table').addEventListener('toggle', () => {
      if (this.#detailsState === 'failed') void this.#loadDetails();
    });
    // Without waiting: the next panels of a page are laid out and painted once, whole.
    if (detailsModule) this.#addDetails(detailsModule);
  }

  #addDetails({ createDetails, detailsStyles }: NonNullable<typeof detailsModule>): void {
    this.#detailsState = 'loading';
    this.#context.adopt(detailsStyles);
    this.details = createDetails(this.#context, (text) => this.announce(text));
  }

  /** Fetches the details. If they cannot be fetched, that is said, and the table's summary offers to try again. */
  async #loadDetails(): Promise<void> {
    const root = this.#root;
    this.#detailsState = 'loading';
    const fail = (): void => {
      this.#detailsState = 'failed';
      if (this.#model) this.show(this.#model);
    };
    const timer = setTimeout(fail, DETAILS_TIMEOUT_MS);
    try {
      detailsModule ??= await import('./details.ts');
      if (this.details) return;
      this.#addDetails(detailsModule);
    } catch {
      fail();
      return;
    } finally {
      clearTimeout(timer);
    }
    if (this.#model) this.show(this.#model);
    const early = this.#early;
    this.#early = null;
    if (early)
      findPart(root, 'graph').dispatchEvent(Reflect.construct(early.constructor, [early.type, early]));
  }

  /** Shows the places of the state; before the details are there, only those that do not move when they come. */
  #reveal({ status, course }: PanelViewModel): void {
    const isWhole = this.details !== null || this.#detailsState === 'failed';
    // The choice of series is above the graph, and a state without one is made of words that come with the rest.
    const isReady = isWhole || (this.#drawn !== null && course?.reading.graph.data.series.length === 1);
    const visible = VISIBLE[isReady ? status : 'loading'].split(' ');
    for (const id of PLACES)
      findPart(this.#root, id).hidden = !visible.includes(id) || !(isWhole || FIRST_PLACES.includes(id));
  }

  /** Announces a sentence politely to people who listen to the panel. */
  announce(text: string): void {
    // The same words again, as from a second failure in a row, are not said again.
    changeText(findPart(this.#root, 'live'), text);
  }

  show(model: PanelViewModel): void {
    const root = this.#root;
    const { status, speech, course } = model;
    const missing = this.#detailsState === 'failed' && speech ? speech.words.partsMissing : '';
    const problem = speech && model.problem && (this.details?.sayProblem(speech, model.problem) ?? missing);
    // The details write the notes.
    if (!this.details) writeText(root, 'notes', missing);
    if (status !== this.#model?.status) this.announce('');
    this.#model = model;
    // A browser computes all styles anew for a language that is set, though it is the same.
    fillElement(findPart(root, 'panel'), {
      lang: speech?.words.lang ?? '',
      'data-status': status,
      'aria-busy': String(status === 'loading'),
    });
    findPart(root, 'title').ariaLevel = String(model.headingLevel);
    // Patients may not know what the short title stands for.
    const { instrument, unfiltered } = course?.reading ?? {};
    writeText(root, 'title-text', (!unfiltered && instrument?.data.shortTitle) || model.title);
    writeText(root, 'loading-text', speech?.words.loading ?? '');
    for (const button of root.querySelectorAll<HTMLElement>('[part=retry]')) {
      button.textContent = speech?.words.retry ?? '';
      button.hidden = !model.canRetry;
    }
    for (const slot of findPart(root, 'message').querySelectorAll('slot')) slot.hidden = slot.name !== status;
    if (speech && status === 'error') {
      const lines = problem === null ? [] : [h('b', {}, speech.words.errorTitle), problem];
      findPart(root, 'error-text').replaceChildren(...lines);
    }
    if (speech && course) this.#showCourse(model, { ...course, speech, title: model.title });
    else this.#blank();
    if (speech && course && status === 'stale') {
      const since = speech.words.staleSince({ date: speech.format.moment(course.reading.at) });
      writeText(root, 'stale-text', `${since} ${problem ?? ''}`);
    }
    this.#reveal(model);
    if (problem) this.announce(problem);
    // After the state is shown: the details may need words that come later.
    if (status !== 'loading' && this.#detailsState === 'none') void this.#loadDetails();
  }

  #showCourse({ status, timeZone }: PanelViewModel, course: CourseViewModel): void {
    const root = this.#root;
    const { speech, view } = course;
    const { words } = speech;
    if (!course.reading.unfiltered) renderRisk(root, course);
    if (status === 'empty') {
      // All that can be said without the details.
      const none = (view.since ?? view.until) ? '' : words.riskUnanswered;
      findPart(root, 'empty-text').textContent = sayUnread(speech, view)[0] ?? none;
    } else {
      renderHeadline(root, speech, view);
      this.#draw(speech, timeZone, view);
      findPart(root, 'graph').ariaLabel = course.title;
      writeText(
        root,
        'summary',
        this.#detailsState === 'failed' ? `${words.table}: ${words.retry}` : words.table,
      );
    }
    this.details?.show(course, this.#drawing);
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
      findPart(this.#root, 'graph').append(this.#drawing.element);
    }
    this.#drawn = { view, months, timeZone };
  }

  /** Removes everything about a patient, shown or hidden. */
  #blank(): void {
    const root = this.#root;
    this.#drawing?.destroy();
    this.#drawing = this.#drawn = this.#early = null;
    this.details?.clear();
    for (const id of TEXTS) writeText(root, id, '');
    findPart(root, 'swatch').hidden = true;
    findPart(root, 'risk').dataset.risk = '';
    findPart(root, 'changes').replaceChildren();
    findPart(root, 'graph').ariaLabel = null;
  }
}
