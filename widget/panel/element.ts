import { chartStyles } from '@instrument-panel/shared/chart';
import type { ScoreView } from '@instrument-panel/shared/score';
import { createFormat } from '@instrument-panel/shared/words/format';
import { loadMessages, messagesFor, type PanelMessages } from '@instrument-panel/shared/words/panel';
import type { Speech } from '@instrument-panel/shared/words/say';
import type { KitOptions } from '../configure.ts';
import { KitElement, missetOf } from '../element.ts';
import { PANEL_ATTRIBUTES, QUERY_ATTRIBUTES } from './attributes.ts';
import type { PanelData } from './data.ts';
import { dispatchError, dispatchLoad } from './dispatch.ts';
import { invalidAttribute, PanelError } from './problem.ts';
import { createView, toTitle } from './read.ts';
import { PanelReader } from './reader.ts';
import { panelStyles } from './styles.ts';
import { panelTemplate } from './template.ts';
import { PanelView } from './view.ts';

const BLANKS: ReadonlySet<string> = new Set(Object.keys(QUERY_ATTRIBUTES));
/** Changes after which nothing is read again. */
const DISPLAY_ONLY = ['series', 'heading-level', 'dir', 'density', 'messages', 'connected'];
/** Problems that only a developer of the page can solve. */
const MISUSE: ReadonlySet<string> = new Set(['missing', 'invalid', 'not-configured']);

/**
 * `<instrument-panel>`: a patient's score graph on one instrument, with the latest classification, what is known
 * of risk, and the same facts as a table. Reads through the partner's proxy, or shows `data`.
 *
 * @attr {string} patient-id - The patient's `serviceId`, a UUID. A change blanks the panel at once.
 * @attr {string} professional-id - The professional's `serviceId`, a UUID.
 * @attr {string} form-id - The instrument's id, a UUID.
 * @attr {string} start-date - Only answers from then on: a day (in the browser's time zone) or a date-time.
 * @attr {string} end-date - Only answers until then, that day included.
 * @attr {string} series - `seriesId` of the series shown first; the whole instrument's where absent.
 * @attr {1|2|3|4|5|6} heading-level - Level of the title among the page's headings; 2.
 * @attr {eager|lazy} loading - `lazy` reads when the panel comes near the viewport; `eager`.
 * @attr {string} lang - Language of the words: `en`, `es` or `pt-BR`; else `configure`'s, else the page's.
 * @attr {ltr|rtl} dir - Direction of the text; the time axis always runs from left to right.
 * @attr {string} time-zone - IANA name in which dates are told; the browser's own.
 * @attr {string} base-url - Origin (and prefix) of the partner's proxy; else `configure`'s.
 * @attr {comfortable|compact} density - `comfortable`.
 * @attr {professional|patient} audience - Who sees the panel; `professional`. To a `patient` it shows scores, changes and
 *   requests, and neither risk nor interpretation; their page needs a token of role `patient`, with which the proxy
 *   withholds a graph that is not shared.
 * @attr {hidden|shown} interpretation - Whether a patient sees ranges and directions that the service gives; `hidden`.
 * @attr {number} refresh - Seconds between two looks for a new answer while the page is visible; 15, 0 for none.
 *
 * @prop {FetchToken} fetchToken - Gets a token from the partner's own server; else `configure`'s.
 * @prop {PanelData | null} data - What to show, without any network.
 * @prop {Partial<PanelMessages> | null} messages - The partner's own words, in place of single ones.
 * @prop {Status} status - Read only: `loading`, `ready`, `empty`, `error` or `stale`.
 * @prop {Error | null} error - Read only: why the last attempt failed.
 *
 * @event {InstrumentLoadEvent} instrument-load - A graph is shown, or that there are no answers.
 * @event {InstrumentErrorEvent} instrument-error - It could not be read. Cancel it to tell the user yourself.
 * @event {InstrumentSelectEvent} instrument-select - An answer was chosen by click, tap or Enter. Cancel it to show the
 *   answers yourself.
 *
 * @slot title - In place of the instrument's title.
 * @slot loading - In place of the skeleton.
 * @slot empty - In place of the words for a patient without answers.
 * @slot error - In place of the words for a failure.
 * @slot footer - Beneath everything.
 *
 * @csspart panel - The whole.
 * @csspart risk - The sentence on risk.
 * @csspart header - Title and choice of series.
 * @csspart title - The title.
 * @csspart series - The choice of series.
 * @csspart stale - The mark of a graph that could not be read again.
 * @csspart headline - Score, range, date and changes.
 * @csspart score - The latest score.
 * @csspart classification - The range that it is in.
 * @csspart date - The date of the latest answer.
 * @csspart changes - The changes since the previous answer and since the baseline.
 * @csspart graph - The graph.
 * @csspart notes - Scale, period, missed requests, what could not be read.
 * @csspart tools - The buttons for exploring, copying, saving and printing.
 * @csspart explore - The dialog of the explorer.
 * @csspart item - The dialog with the answers of a submission.
 * @csspart analysis - The line on the longitudinal analysis.
 * @csspart table - The table, with its summary.
 * @csspart summary - What opens the table.
 * @csspart message - The words of the empty and the error state.
 * @csspart retry - The buttons that try again.
 * @csspart footer - The foot.
 *
 * @cssproperty --instrument-ink - Colour of text.
 * @cssproperty --instrument-quiet - Colour of secondary text.
 * @cssproperty --instrument-surface - Colour of the ground.
 * @cssproperty --instrument-line - Colour of hairlines.
 * @cssproperty --instrument-axis - Colour of the graph's axes.
 * @cssproperty --instrument-accent - Colour of the course, of what can be operated, and of focus.
 * @cssproperty --instrument-better - Colour of the word for a change to the better.
 * @cssproperty --instrument-worse - Colour of the word for a change to the worse.
 * @cssproperty --instrument-risk - Colour of risk flags and of their sentence.
 * @cssproperty --instrument-risk-surface - Ground of that sentence.
 * @cssproperty --instrument-stale - Colour of what is not current or not known.
 * @cssproperty --instrument-stale-surface - Ground of it.
 * @cssproperty --instrument-height - Height of the plot; 240px, 170px where compact.
 * @cssproperty --instrument-padding - Space between edge and content.
 * @cssproperty --instrument-gap - Space between the rows.
 * @cssproperty --instrument-radius - Radius of the corners.
 * @cssproperty --instrument-font-size - Size that all others follow; inherited.
 * @cssproperty --instrument-color-scheme - `light`, `dark` or both; the page's own where absent.
 *
 * @cssstate loading - Nothing is shown yet.
 * @cssstate ready - The graph is shown.
 * @cssstate empty - The patient has no answers.
 * @cssstate error - Nothing can be shown.
 * @cssstate stale - The last good graph is shown, and could not be read again.
 */
export class InstrumentPanel extends KitElement {
  static override readonly tag = 'instrument-panel';
  static readonly observedAttributes: readonly string[] = Object.keys(PANEL_ATTRIBUTES);
  protected static override takes = PANEL_ATTRIBUTES;
  protected static override css = (): string => chartStyles + panelStyles;
  protected static override template = panelTemplate;

  declare patientId: string | null;
  declare professionalId: string | null;
  declare formId: string | null;
  declare startDate: string | null;
  declare endDate: string | null;
  declare baseUrl: string | null;
  declare series: string | null;
  declare timeZone: string | null;
  declare headingLevel: number;
  declare refresh: number;
  declare loading: 'eager' | 'lazy';
  declare density: 'comfortable' | 'compact';
  declare audience: 'professional' | 'patient';
  declare interpretation: 'shown' | 'hidden';
  declare fetchToken: KitOptions['fetchToken'] | null;
  declare data: PanelData | null;
  declare messages: Partial<PanelMessages> | null;

  static {
    InstrumentPanel.accessors(['fetchToken', 'data', 'messages']);
  }

  readonly #reader = new PanelReader(this, (isNewAnswer) => this.#arrived(isNewAnswer));
  readonly #viewOf = createView();
  #panel: PanelView | null = null;
  /** The series that the user chose; gone with the patient or the instrument. */
  #chosen: string | null = null;
  /** The view of the last `instrument-load`, which is not dispatched again for the same view. */
  #told: ScoreView | null = null;
  /** The page took it upon itself to tell the user of the last failure. */
  #isToldElsewhere = false;
  /** The attribute that holds what it does not take. */
  #misset: string | undefined;
  /** The words of its language are on their way. */
  #isWordless = false;

  /** Why nothing current is shown; null where it is. */
  get error(): Error | null {
    const { failure } = this.#reader.course;
    if (failure === null) return this.#unknownSeries();
    return failure instanceof Error ? failure : new Error('no Error was thrown');
  }

  protected override changing(name: string): void {
    if (!BLANKS.has(name)) return;
    this.#chosen = null;
    this.#reader.course.clear();
    this.#show();
  }

  protected override update(changed: ReadonlySet<string>): void {
    this.#panel ??= new PanelView(this.renderRoot(), (css) => this.adoptStyles(css), {
      series: (seriesId) => {
        this.#chosen = seriesId;
        this.#show();
      },
      retry: () => {
        this.#reader.retry();
        this.#show();
      },
      reader: this.#reader,
    });
    const { course, isHeld } = this.#reader;
    const misset = missetOf(this, PANEL_ATTRIBUTES);
    if (isHeld && misset === this.#misset && [...changed].every((name) => DISPLAY_ONLY.includes(name))) {
      if (changed.has('series') && this.#unknownSeries()) this.#arrived(false);
      else this.#show();
    } else {
      this.#misset = misset;
      this.#reader.begin();
      // What could be told at once has been shown by then.
      if (!course.reading && course.failure === null) this.#show();
    }
  }

  protected override released(): void {
    this.#reader.end();
    this.#panel?.leave();
  }

  /** An attempt has ended: tells the page, then the user. */
  #arrived(isNewAnswer: boolean): void {
    // What cannot be shown yet is told once it is.
    if (!this.#speech()) return;
    const { error } = this;
    this.#isToldElsewhere = error !== null && dispatchError(this, error, PANEL_ATTRIBUTES);
    this.#show();
    const view = this.#view();
    if (error) this.#told = null;
    else if (view && view !== this.#told) {
      this.#told = view;
      dispatchLoad(this, view);
      if (isNewAnswer) this.#panel?.announceNew();
    }
  }

  #view(): ScoreView | null {
    const { reading } = this.#reader.course;
    return reading && this.#viewOf(reading, this.#chosen ?? this.series);
  }

  #unknownSeries(): PanelError | null {
    const { reading } = this.#reader.course;
    if (!reading?.graph.data.series.length || this.#view()?.seriesKnown) return null;
    return invalidAttribute('series');
  }

  /** Null while the words are on their way; what came meanwhile is shown and told when they are there. */
  #speech(): Speech | null {
    const { language, timeZone } = this;
    const known = messagesFor(language);
    if (!known) {
      if (!this.#isWordless) void loadMessages(language).then(() => this.#worded());
      this.#isWordless = true;
      return null;
    }
    const words = { ...known, ...this.#reader.filter?.words(known), ...this.messages };
    return { words, format: createFormat(words, timeZone) };
  }

  #worded(): void {
    this.#isWordless = false;
    const { reading, failure } = this.#reader.course;
    if (reading || failure !== null) this.#arrived(false);
    else this.#show();
  }

  #show(): void {
    if (!this.#panel) return;
    const speech = this.#speech();
    const { course, asked } = this.#reader;
    const reading = speech && course.reading;
    const error = speech && this.error;
    const view = speech && !this.#unknownSeries() ? this.#view() : null;
    const status = view
      ? error
        ? 'stale'
        : view.points.length > 0
          ? 'ready'
          : 'empty'
      : error
        ? 'error'
        : 'loading';
    this.setStatus(status);
    this.#panel.show({
      status,
      speech,
      timeZone: this.timeZone,
      headingLevel: this.headingLevel,
      title: reading ? toTitle(reading) || speech.words.untitled : '',
      course: reading && view && { reading, view },
      asked,
      problem: this.#isToldElsewhere && status === 'error' ? null : error,
      canRetry: error !== null && !(error instanceof PanelError && MISUSE.has(error.code)),
    });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'instrument-panel': InstrumentPanel;
  }
}
