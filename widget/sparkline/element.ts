import { sparklineStyles } from '@instrument-panel/shared/chart/sparkline';
import type { ShortView } from '@instrument-panel/shared/score/short-view';
import { selectMessages } from '@instrument-panel/shared/words/all-languages';
import type { SparklineMessages } from '@instrument-panel/shared/words/compiled/sparkline/en';
import { sparklineFirstMessages } from '@instrument-panel/shared/words/compiled/sparkline-first/all';
import { createFormat } from '@instrument-panel/shared/words/format';
import type { KitOptions } from '../configure.ts';
import { KitElement, toStatus } from '../element.ts';
import { InstrumentLoadEvent } from '../events.ts';
import { SPARKLINE_ATTRIBUTES, SPARKLINE_QUERY_ATTRIBUTES } from './attributes.ts';
import { blank, show, template } from './face.ts';
import type { SparklineData } from './read.ts';
import { drawInFrame, onceNear, undraw, unwatch } from './seen.ts';
import type { CourseSource } from './source.ts';
import { styles } from './styles.ts';

const BLANKS: ReadonlySet<string> = new Set([
  ...Object.keys(SPARKLINE_QUERY_ATTRIBUTES),
  'data',
  'fetchToken',
]);
/** What reads, the contract and the client with it: fetched once for the page, while the first frame is drawn. */
let fetched: Promise<typeof import('./source.ts')> | undefined;
/** The same once it is there: all words and the view come with it. */
let loaded: typeof import('./source.ts') | undefined;
function reading(): Promise<typeof import('./source.ts')> {
  // One promise for all: those of several imports come one task after the other, and would not be read together.
  fetched ??= import('./source.ts').then(
    (source) => {
      loaded = source;
      return source;
    },
    (failure: unknown) => {
      fetched = undefined;
      throw failure;
    },
  );
  return fetched;
}

/**
 * `<instrument-sparkline>`: a word-sized graph of a patient's scores on one instrument, for headers and
 * lists, with the risk status, the latest score and its range as text. All sparklines of a page share one
 * request, and each is drawn when it comes into view.
 *
 * @attr {string} patient-id - UUID of the patient (`serviceId`). A change clears the sparkline immediately.
 * @attr {string} professional-id - UUID of the professional (`serviceId`).
 * @attr {string} form-id - UUID of the instrument. Default: the instrument of the patient's latest answer.
 * @attr {compact|comfortable|line} density - Text beside the line: risk, score and range (`compact`); full
 *   sentences with the date (`comfortable`); a risk mark only, the rest for screen readers (`line`).
 *   Default: `compact`.
 * @attr {lazy|eager} loading - `lazy` loads and draws when the sparkline is near the viewport. Default:
 *   `lazy`.
 * @attr {string} lang - Language of the texts (BCP 47 tag). A language without texts gives English. Default:
 *   `configure`'s `locale`, then the page's `lang`.
 * @attr {string} time-zone - Time zone of dates (IANA name). Default: the browser's.
 * @attr {string} base-url - Address of the proxy: origin and optional prefix. Default: `configure`'s.
 * @attr {number} refresh - Polling interval in seconds while the page is visible; `0` turns polling off.
 *   Lists of several result pages are polled less often. Default: `60`.
 *
 * @prop {FetchToken} fetchToken - Gets a token from your server. Default: `configure`'s.
 * @prop {SparklineData | null} data - Data to show without a network.
 * @prop {Partial<SparklineMessages> | null} messages - Your own texts, in place of single built-in ones.
 * @prop {Status} status - Read only: `loading`, `ready`, `empty`, `error` or `stale`.
 * @prop {Error | null} error - Read only: the reason of the last failure.
 *
 * @event {InstrumentLoadEvent} instrument-load - A sparkline is shown, or there is no score to show.
 * @event {InstrumentErrorEvent} instrument-error - Loading failed, a part could not be read (`code` is `partial`), or
 *   `time-zone` is not valid and the browser's is used. Call `preventDefault()` to show your own message of a failure.
 * @event {InstrumentPartialEvent} instrument-partial - Something that was sent could not be read: counts and paths,
 *   once for each reading.
 *
 * @csspart sparkline - The whole sparkline.
 * @csspart risk - Risk text.
 * @csspart picture - Line graph.
 * @csspart text - Score, range and date.
 * @csspart name - Instrument's name; shown if `form-id` is absent.
 * @csspart score - Latest score.
 * @csspart range - Range of the latest score.
 * @csspart date - Date of the latest answer.
 * @csspart note - Notice about missing or out-of-date data, or a failure.
 * @csspart retry - Retry button.
 *
 * @cssproperty --instrument-ink - Color of text and of the score line.
 * @cssproperty --instrument-quiet - Secondary text color.
 * @cssproperty --instrument-line - Color of the placeholder line.
 * @cssproperty --instrument-risk - Color of risk flags and their text.
 * @cssproperty --instrument-stale - Color of notices about missing or out-of-date data.
 * @cssproperty --instrument-color-scheme - `light`, `dark` or `light dark`. Default: the page's.
 *
 * @cssstate loading - Nothing is shown yet.
 * @cssstate ready - The sparkline is shown.
 * @cssstate empty - There is no score to show.
 * @cssstate error - Nothing can be shown.
 * @cssstate stale - The last sparkline is shown, but updating it failed.
 * @cssstate partial - Beside one of the others: part of what is shown could not be read.
 */
export class InstrumentSparkline extends KitElement {
  static override readonly tag = 'instrument-sparkline';
  static readonly observedAttributes: readonly string[] = Object.keys(SPARKLINE_ATTRIBUTES);
  protected static override takes = SPARKLINE_ATTRIBUTES;
  protected static override css = (): string => sparklineStyles + styles;
  protected static override template = template;

  declare patientId: string | null;
  declare professionalId: string | null;
  declare formId: string | null;
  declare baseUrl: string | null;
  declare timeZone: string | null;
  declare loading: 'lazy' | 'eager';
  declare density: 'compact' | 'comfortable' | 'line';
  declare refresh: number;
  declare fetchToken: KitOptions['fetchToken'] | null;
  declare data: SparklineData | null;
  declare messages: Partial<SparklineMessages> | null;

  static {
    InstrumentSparkline.accessors(['fetchToken', 'data', 'messages']);
  }

  #source: CourseSource | null = null;
  #failure: unknown = null;
  #isBegun = false;
  #isSeen = false;
  /** Counts what was asked for, so that what comes late for an earlier one is dropped. */
  #turn = 0;
  /** What was told last, so that it is told once. */
  #told: unknown = null;
  #isToldElsewhere = false;
  #reason = '';
  readonly #draw = (): void => this.#render();

  /** Why nothing current is shown; null where it is. */
  get error(): Error | null {
    const failure = this.#failure ?? this.#source?.failure() ?? null;
    return failure === null || failure instanceof Error ? failure : new Error('not an Error');
  }

  /** Reads everything anew; what is shown stays meanwhile. Resolves once it is drawn, or why it cannot be. */
  async reload(): Promise<void> {
    await reading().catch(() => {});
    await this.#source?.reload();
  }

  protected override changing(name: string): void {
    if (BLANKS.has(name)) this.#clear();
  }

  protected override update(): void {
    if (this.#isBegun) {
      drawInFrame(this.#draw);
      return;
    }
    this.#isBegun = true;
    // On its way before anybody has scrolled.
    void reading().catch(() => {});
    if (this.#isSeen || this.loading === 'eager') void this.#begin();
    else onceNear(this, () => void this.#begin());
  }

  protected override released(): void {
    this.#clear();
    this.#isSeen = false;
  }

  /** Lets go of everything, and leaves nothing of a patient behind. */
  #clear(): void {
    this.#isBegun = false;
    this.#turn++;
    unwatch(this);
    undraw(this.#draw);
    this.#source?.end();
    this.#source = this.#failure = this.#told = null;
    this.#reason = '';
    if (!this.shadowRoot) return;
    blank(this.shadowRoot);
    this.setStatus('loading');
  }

  async #begin(): Promise<void> {
    this.#isSeen = true;
    const turn = this.#turn;
    const changed = (): void => drawInFrame(this.#draw);
    changed();
    try {
      const { openSource } = await reading();
      // Meanwhile it may have been asked for another patient.
      if (turn !== this.#turn) return;
      this.#source = openSource(this, changed, () => this.requestUpdate('fetchToken'));
    } catch (failure) {
      if (turn !== this.#turn) return;
      this.#failure = failure;
    }
    changed();
  }

  #render(): void {
    loaded?.warnOfFallbacks(this, SPARKLINE_ATTRIBUTES);
    const { language, error, density } = this;
    const words = loaded && { ...selectMessages(loaded.sparklineMessages, language), ...this.messages };
    const speech = words ? { words, format: createFormat(words, this.timeZone) } : null;
    const shown = this.#source?.known();
    const view = shown && loaded?.readView(shown);
    const status = toStatus(view?.points, error);
    const isNew = !this.shadowRoot;
    const root = this.renderRoot();
    const retry = () => (this.#source ? this.#source.again() : this.requestUpdate('fetchToken'));
    if (isNew) root.getElementById('retry')?.addEventListener('click', retry);
    this.setStatus(status);
    // What it could read is told last: a page that hears an error before takes that back.
    if (view && shown)
      loaded?.tellUnread(
        this,
        [shown.at, view.patientId, view.formId],
        loaded.toUnread(view, view, shown.paths),
      );
    this.#tell(error, view ?? null);
    show(root, {
      status,
      words: words ?? { ...selectMessages(sparklineFirstMessages, language), ...this.messages },
      speech,
      view: view ?? null,
      at: shown?.at ?? 0,
      isNamed: !this.formId,
      isLong: density === 'comfortable',
      isQuiet: this.#isToldElsewhere && status === 'error',
      reason: this.#reason,
      isZoneWrong: !this.timeZone && !!this.getAttribute('time-zone'),
      canRetry: this.#source?.canRetry ?? true,
    });
  }

  /** Tells the page what is new: a failure, or another latest answer. */
  #tell(error: Error | null, view: ShortView | null): void {
    const { patientId, formId } = view ?? { patientId: '', formId: '' };
    const submissionId = view?.points.at(-1)?.submissionId ?? null;
    const news = error ?? (view && `${patientId} ${formId} ${submissionId}`);
    if (news === this.#told) return;
    this.#told = news;
    this.#reason = '';
    this.#isToldElsewhere = false;
    if (error) {
      void this.#explain(error);
    } else if (view) {
      const seriesId = null;
      this.dispatchEvent(new InstrumentLoadEvent({ patientId, formId, seriesId, submissionId }));
    }
  }

  /** Tells the page of a failure, and fetches the user's sentence for it; without, it is still said in fewer words. */
  async #explain(error: Error): Promise<void> {
    try {
      const { dispatchError } = await reading();
      if (this.#told !== error) return;
      this.#isToldElsewhere = dispatchError(this, error, SPARKLINE_ATTRIBUTES);
      const { reasonOf } = await import('./reason.ts');
      const reason = await reasonOf(this.language, error);
      if (this.#told === error) this.#reason = reason;
    } catch {}
    drawInFrame(this.#draw);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'instrument-sparkline': InstrumentSparkline;
  }
}
