import { chartStyles } from '@instrument-panel/shared/chart';
import type { ScoreView } from '@instrument-panel/shared/score';
import { createFormat } from '@instrument-panel/shared/words/format';
import { loadMessages, messagesFor, type PanelMessages } from '@instrument-panel/shared/words/panel';
import type { Speech } from '@instrument-panel/shared/words/say';
import type { KitOptions } from '../configure.ts';
import { KitElement, toStatus } from '../element.ts';
import { InstrumentLoadEvent } from '../events.ts';
import { PANEL_ATTRIBUTES, QUERY_ATTRIBUTES } from './attributes.ts';
import type { PanelData } from './data.ts';
import { dispatchError } from './dispatch.ts';
import { PanelError } from './problem.ts';
import { createView, toTitle } from './read.ts';
import { PanelReader } from './reader.ts';
import { panelStyles } from './styles.ts';
import { PanelView, panelTree } from './view.ts';

/** Changes after which nothing is read again. */
const DISPLAY_ONLY = ['series', 'heading-level', 'dir', 'density', 'tools', 'messages', 'connected'];
/** Problems that only a developer of the page can solve. */
const MISUSE = ['missing', 'invalid', 'not-configured'];

/**
 * `<instrument-panel>`: a patient's score graph for one instrument, with the latest score and range, the
 * risk status and a table of the same data. Reads through your proxy, or shows `data`.
 *
 * @attr {string} patient-id - UUID of the patient (`serviceId`). A change clears the panel immediately.
 * @attr {string} professional-id - UUID of the professional (`serviceId`).
 * @attr {string} form-id - UUID of the instrument.
 * @attr {string} start-date - Shows answers from this day or date-time on. Days are in the browser's time
 *   zone. If it or `end-date` is not valid, all answers are shown, and a note says so.
 * @attr {string} end-date - Shows answers up to this day (inclusive) or date-time.
 * @attr {string} series - `seriesId` of the series to show first. Default: the whole instrument, which a note
 *   says if the graph has no such series.
 * @attr {1|2|3|4|5|6} heading-level - Heading level of the title. Default: `2`.
 * @attr {eager|lazy} loading - `lazy` starts loading when the panel is near the viewport. Default: `eager`.
 * @attr {string} lang - Language of the texts (BCP 47 tag). A language without texts gives English. Default:
 *   `configure`'s `locale`, then the page's `lang`.
 * @attr {ltr|rtl} dir - Text direction. The time axis always runs from left to right.
 * @attr {string} time-zone - Time zone of dates (IANA name). Default: the browser's.
 * @attr {string} base-url - Address of the proxy: origin and optional prefix. Default: `configure`'s.
 * @attr {comfortable|compact} density - Spacing. Default: `comfortable`.
 * @attr {professional|patient} audience - Who sees the panel. Default: `professional`. A `patient` sees
 *   scores, changes and requests, but neither risk nor interpretation. A patient's page needs a token of
 *   role `patient`: with it the proxy withholds graphs that are not shared.
 * @attr {hidden|shown} interpretation - Whether a patient sees the service's ranges and directions.
 *   Default: `hidden`.
 * @attr {number} refresh - Polling interval in seconds while the page is visible; `0` turns polling off.
 *   Default: `15`.
 * @attr {string} tools - Tools to show, separated by spaces, in this order: `answers`, `explore`, `copy`, `csv`, `png`,
 *   `print`. Empty for none. Default: all.
 *
 * @prop {FetchToken} fetchToken - Gets a token from your server. Default: `configure`'s.
 * @prop {PanelData | null} data - Data to show without a network.
 * @prop {Partial<PanelMessages> | null} messages - Your own texts, in place of single built-in ones.
 * @prop {Status} status - Read only: `loading`, `ready`, `empty`, `error` or `stale`.
 * @prop {Error | null} error - Read only: the reason of the last failure.
 *
 * @event {InstrumentLoadEvent} instrument-load - A graph is shown, or the patient has no answers.
 * @event {InstrumentErrorEvent} instrument-error - Loading failed, a part could not be read (`code` is `partial`), or an
 *   attribute that selects data is not valid and its default is used. Call `preventDefault()` to show your own message of
 *   a failure.
 * @event {InstrumentPartialEvent} instrument-partial - Something that was sent could not be read: counts and paths,
 *   once for each reading.
 * @event {InstrumentSelectEvent} instrument-select - An answer was chosen by click, tap or Enter. Call
 *   `preventDefault()` to show the answers yourself.
 *
 * @slot title - Replaces the instrument's title.
 * @slot loading - Replaces the skeleton.
 * @slot empty - Replaces the text for a patient without answers.
 * @slot error - Replaces the error text.
 * @slot footer - Below everything else.
 *
 * @csspart panel - The whole panel.
 * @csspart risk - Risk text.
 * @csspart header - Title and series selector.
 * @csspart title - Short title of the instrument; the whole one if it has none, and for patients.
 * @csspart series - Series selector.
 * @csspart stale - Notice that the graph is out of date.
 * @csspart headline - Latest score, range, date and changes.
 * @csspart score - Latest score.
 * @csspart classification - Range of the latest score.
 * @csspart date - Date of the latest answer, and missed requests.
 * @csspart changes - The difference to the answer before, and its class if that was another.
 * @csspart graph - Graph.
 * @csspart notes - Scale, period, unreadable data.
 * @csspart tools - Buttons: explore, copy, save, print.
 * @csspart explore - Dialog of the explorer.
 * @csspart item - Dialog with the answers of one submission.
 * @csspart analysis - Line about the longitudinal analysis, in the table's disclosure.
 * @csspart table - Table with its disclosure.
 * @csspart summary - Control that opens the table.
 * @csspart message - Text of the empty and the error state.
 * @csspart retry - Retry buttons.
 * @csspart footer - Footer.
 *
 * @cssproperty --instrument-ink - Color of text and of the score line.
 * @cssproperty --instrument-quiet - Secondary text color.
 * @cssproperty --instrument-surface - Background color.
 * @cssproperty --instrument-line - Color of borders and rules.
 * @cssproperty --instrument-axis - Color of the graph's axes.
 * @cssproperty --instrument-accent - Color of controls and of focus.
 * @cssproperty --instrument-better - Color of a change that is called better, and of what succeeded.
 * @cssproperty --instrument-worse - Color of a change that is called worse.
 * @cssproperty --instrument-risk - Color of risk flags and their text.
 * @cssproperty --instrument-risk-surface - Background of the risk text.
 * @cssproperty --instrument-stale - Color of notices about missing or out-of-date data.
 * @cssproperty --instrument-stale-surface - Background of these notices.
 * @cssproperty --instrument-height - Height of the plot. Default: `240px`, compact `170px`.
 * @cssproperty --instrument-padding - Space between the edge and the content.
 * @cssproperty --instrument-gap - Space between rows.
 * @cssproperty --instrument-radius - Corner radius.
 * @cssproperty --instrument-font-size - Base font size. Default: inherited.
 * @cssproperty --instrument-color-scheme - `light`, `dark` or `light dark`. Default: the page's.
 *
 * @cssstate loading - Nothing is shown yet.
 * @cssstate ready - The graph is shown.
 * @cssstate empty - The patient has no answers.
 * @cssstate error - Nothing can be shown.
 * @cssstate stale - The last graph is shown, but updating it failed.
 * @cssstate partial - Beside one of the others: part of what is shown could not be read.
 * @cssstate flagged - Beside one of the others: a risk flag is said, of the latest answer or an earlier one.
 */
export class InstrumentPanel extends KitElement {
  static override readonly tag = 'instrument-panel';
  static readonly observedAttributes: readonly string[] = Object.keys(PANEL_ATTRIBUTES);
  protected static override takes = PANEL_ATTRIBUTES;
  protected static override css = (): string => chartStyles + panelStyles;
  protected static override template = panelTree;

  declare patientId: string | null;
  declare professionalId: string | null;
  declare formId: string | null;
  declare startDate: string | null;
  declare endDate: string | null;
  declare baseUrl: string | null;
  declare series: string | null;
  declare tools: string | null;
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
  /** The words of its language are on their way. */
  #isWordless = false;

  /** Why nothing current is shown; null where it is. */
  get error(): Error | null {
    const { failure } = this.#reader.course;
    return failure === null || failure instanceof Error ? failure : new Error('not an Error');
  }

  /** Reads everything anew; what is shown stays meanwhile. Resolves once the panel shows it, or why it cannot. */
  async reload(): Promise<void> {
    // After the update that a new element or attribute is waiting for.
    await null;
    if (this.isConnected) await this.#reader.retry();
    await loadMessages(this.language);
  }

  protected override changing(name: string): void {
    if (!(name in QUERY_ATTRIBUTES)) return;
    this.#chosen = null;
    this.#reader.course.clear();
    this.#show();
  }

  protected override update(changed: ReadonlySet<string>): void {
    this.#panel ??= new PanelView({
      root: this.renderRoot(),
      adopt: (css) => this.adoptStyles(css),
      reader: this.#reader,
      choose: (seriesId) => {
        this.#chosen = seriesId;
        this.#show();
      },
      retry: () => {
        void this.#reader.retry();
        this.#show();
      },
    });
    const { course, isHeld } = this.#reader;
    if (isHeld && [...changed].every((name) => DISPLAY_ONLY.includes(name))) this.#show();
    else {
      void this.#reader.begin(changed.size === 1 && changed.has('data'));
      // What could be told at once has been shown by then.
      if (!course.reading && course.failure === null) this.#show();
    }
  }

  protected override released(): void {
    this.#reader.end();
    this.#panel?.details?.clear();
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
      const { patientId, formTemplateId: formId, seriesId, points } = view;
      const submissionId = points.at(-1)?.submissionId ?? null;
      this.dispatchEvent(new InstrumentLoadEvent({ patientId, formId, seriesId, submissionId }));
      if (isNewAnswer) this.#panel?.details?.announceNew();
    }
  }

  /** The view of the chosen series, else of that of the attribute, else of the whole instrument. */
  #view(): ScoreView | null {
    const { reading } = this.#reader.course;
    const ids = reading?.graph.data.series.map(({ seriesId }) => seriesId);
    const shown = [this.#chosen, this.series].find((id) => id && ids?.includes(id));
    return reading && this.#viewOf(reading, shown ?? null);
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
    const { course } = this.#reader;
    const reading = speech && course.reading;
    const error = speech && this.error;
    const view = speech && this.#view();
    const status = toStatus(view?.points, error);
    this.setStatus(status);
    this.#panel.show({
      status,
      speech,
      timeZone: this.timeZone,
      headingLevel: this.headingLevel,
      title: reading ? toTitle(reading) || speech.words.untitled : '',
      course: reading && view && { reading, view },
      problem: this.#isToldElsewhere && status === 'error' ? null : error,
      canRetry: error !== null && !(error instanceof PanelError && MISUSE.includes(error.code)),
    });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'instrument-panel': InstrumentPanel;
  }
}
