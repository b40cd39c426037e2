import { sparklineStyles } from '@instrument-panel/shared/chart/sparkline';
import { type ShortView, shortView } from '@instrument-panel/shared/score/short-view';
import type { SparklineMessages } from '@instrument-panel/shared/words/compiled/sparkline/en';
import { sparklineFirstMessages } from '@instrument-panel/shared/words/compiled/sparkline-first/all';
import { createFormat } from '@instrument-panel/shared/words/format';
import { selectMessages } from '@instrument-panel/shared/words/languages';
import type { KitOptions } from '../configure.ts';
import { KitElement, missetOf, type Status } from '../element.ts';
import { InstrumentLoadEvent } from '../events/load.ts';
import { ASKING, ATTRIBUTES } from './attributes.ts';
import type { SparklineData } from './data.ts';
import { blank, show, template } from './face.ts';
import { drawInFrame, undraw, unwatch, watch } from './seen.ts';
import type { CourseSource } from './source.ts';
import { styles } from './styles.ts';

const BLANKS: ReadonlySet<string> = new Set([...Object.keys(ASKING), 'data', 'fetchToken']);
/** What reads, the contract and the client with it: fetched once for the page, while the first frame is drawn. */
let fetched: Promise<typeof import('./source.ts')> | undefined;
/** All words, which come with what reads. */
let messages: typeof import('./source.ts')['sparklineMessages'] | undefined;
function reading(): Promise<typeof import('./source.ts')> {
  // One promise for all: those of several imports come one task after the other, and would not be read together.
  fetched ??= import('./source.ts').then(
    (source) => {
      messages = source.sparklineMessages;
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
 * `<instrument-sparkline>`: a patient's course on one instrument in the size of a word, for headers and lists, with
 * the latest score and its range as text, and what is known of risk above both. All sparklines of a page are read
 * with one list, and drawn as they come into view.
 *
 * @attr {string} patient-id - The patient's `serviceId`, a UUID. A change blanks the sparkline at once.
 * @attr {string} professional-id - The professional's `serviceId`, a UUID.
 * @attr {string} form-id - The instrument's id, a UUID; that of the patient's latest answer where absent.
 * @attr {compact|comfortable|line} density - How much stands beside the picture: risk, score and range (`compact`);
 *   the whole sentences and the date (`comfortable`); only a mark for risk (`line`), the rest for who listens.
 * @attr {lazy|eager} loading - `lazy` reads and draws when the sparkline comes near the viewport; `lazy`.
 * @attr {string} lang - Language of the words: `en`, `es` or `pt-BR`; else `configure`'s, else the page's.
 * @attr {string} time-zone - IANA name in which dates are told; the browser's own.
 * @attr {string} base-url - Origin (and prefix) of the partner's proxy; else `configure`'s.
 * @attr {number} refresh - Seconds between two looks for new answers while the page is visible; 60, 0 for none. A
 *   list of many pages is looked at less often.
 *
 * @prop {FetchToken} fetchToken - Gets a token from the partner's own server; else `configure`'s.
 * @prop {SparklineData | null} data - What to show, without any network.
 * @prop {Partial<SparklineMessages> | null} messages - The partner's own words, in place of single ones.
 * @prop {Status} status - Read only: `loading`, `ready`, `empty`, `error` or `stale`.
 * @prop {Error | null} error - Read only: why the last attempt failed.
 *
 * @event {InstrumentLoadEvent} instrument-load - A course is shown, or that there are no answers.
 * @event {InstrumentErrorEvent} instrument-error - It could not be read. Cancel it to tell the user yourself.
 *
 * @csspart sparkline - The whole.
 * @csspart risk - What is known of risk.
 * @csspart picture - The line.
 * @csspart text - Score, range and date.
 * @csspart name - The instrument, where `form-id` does not say it.
 * @csspart score - The latest score.
 * @csspart range - The range that it is in.
 * @csspart date - The date of the latest answer.
 * @csspart note - What is missing, not current, or went wrong.
 * @csspart retry - The button that tries again.
 *
 * @cssproperty --instrument-ink - Colour of text.
 * @cssproperty --instrument-quiet - Colour of secondary text.
 * @cssproperty --instrument-line - Colour of the line that holds the picture's place.
 * @cssproperty --instrument-accent - Colour of the course.
 * @cssproperty --instrument-risk - Colour of risk flags and of their words.
 * @cssproperty --instrument-stale - Colour of what is not current or not known.
 * @cssproperty --instrument-color-scheme - `light`, `dark` or both; the page's own where absent.
 *
 * @cssstate loading - Nothing is shown yet.
 * @cssstate ready - The course is shown.
 * @cssstate empty - There is no score to show.
 * @cssstate error - Nothing can be shown.
 * @cssstate stale - The last good course is shown, and could not be read again.
 */
export class InstrumentSparkline extends KitElement {
  static override readonly tag = 'instrument-sparkline';
  static readonly observedAttributes: readonly string[] = Object.keys(ATTRIBUTES);
  protected static override takes = ATTRIBUTES;
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
  /** What reads could not be fetched. */
  #failure: unknown = null;
  #isBegun = false;
  /** The attribute that holds what it does not take. */
  #misset: string | undefined;
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
    return failure === null || failure instanceof Error ? failure : new Error('something that is no Error');
  }

  protected override changing(name: string): void {
    if (BLANKS.has(name)) this.#clear();
  }

  protected override update(): void {
    const misset = missetOf(this, ATTRIBUTES);
    if (misset !== this.#misset) this.#clear();
    this.#misset = misset;
    if (this.#isBegun) {
      drawInFrame(this.#draw);
      return;
    }
    this.#isBegun = true;
    // On its way before anybody has scrolled.
    void reading().catch(() => {});
    if (this.#isSeen || this.loading === 'eager') void this.#begin();
    else watch(this, () => void this.#begin());
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
      // Meanwhile it may have been asked for somebody else.
      if (turn !== this.#turn) return;
      this.#source = openSource(this, changed, () => this.requestUpdate('fetchToken'));
    } catch (failure) {
      if (turn !== this.#turn) return;
      this.#failure = failure;
    }
    changed();
  }

  #retry(): void {
    if (this.#source) this.#source.again();
    else this.requestUpdate('fetchToken');
  }

  #render(): void {
    const { language, error, density } = this;
    const words = messages && { ...selectMessages(messages, language), ...this.messages };
    const speech = words ? { words, format: createFormat(words, this.timeZone) } : null;
    const shown = this.#source?.known();
    const view = shown && shortView({ ...shown, formId: shown.formId ?? '' });
    const status: Status = view
      ? error
        ? 'stale'
        : view.points.length
          ? 'ready'
          : 'empty'
      : error
        ? 'error'
        : 'loading';
    const isNew = !this.shadowRoot;
    const root = this.renderRoot();
    if (isNew) root.getElementById('retry')?.addEventListener('click', () => this.#retry());
    this.setStatus(status);
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
      canRetry: error !== null && (this.#source?.canRetry ?? true),
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
      this.#isToldElsewhere = dispatchError(this, error, ATTRIBUTES);
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
