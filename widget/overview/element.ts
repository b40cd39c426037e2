import { offsetIn } from '@instrument-panel/shared/score/bands';
import type { Overview, OverviewRow } from '@instrument-panel/shared/score/overview';
import { asksNoRisk } from '@instrument-panel/shared/score/published';
import { readTreatments, type TreatmentEvent } from '@instrument-panel/shared/score/treatments';
import { createButton } from '@instrument-panel/shared/ui/button';
import { createTemplate, findPart, h, writeText } from '@instrument-panel/shared/ui/dom';
import {
  type OverviewSpeech,
  sayKeys,
  sayNewAnswer,
  sayRisks,
} from '@instrument-panel/shared/ui/overview/say';
import { overviewStyles } from '@instrument-panel/shared/ui/overview/styles';
import { createOverviewRows, writeRisks } from '@instrument-panel/shared/ui/overview/view';
import { createFormat } from '@instrument-panel/shared/words/format';
import {
  loadOverviewMessages,
  type OverviewMessages,
  overviewMessagesFor,
} from '@instrument-panel/shared/words/overview';
import { configured, type KitOptions } from '../configure.ts';
import { KitElement, type Status, toStatus } from '../element.ts';
import { InstrumentLoadEvent, type Unread } from '../events.ts';
import { dispatchError } from '../panel/dispatch.ts';
import type { InstrumentPanel } from '../panel/element.ts';
import { PanelError } from '../panel/problem.ts';
import { sayProblem } from '../panel/say-problem.ts';
import { warnOfFallbacks } from '../tell-developer.ts';
import { dispatchPartial } from '../unread.ts';
import { OVERVIEW_ATTRIBUTES, OVERVIEW_QUERY_ATTRIBUTES } from './attributes.ts';
import type { TimeAxis } from './axis.ts';
import { OverviewReader } from './reader.ts';
import { frameStyles } from './styles.ts';

/** Changes after which nothing is read again. */
const DISPLAY_ONLY: ReadonlySet<string> = new Set(
  'heading-level dir time-zone treatments messages connected'.split(' '),
);
/** Problems that only a developer of the page can solve. */
const MISUSE: ReadonlySet<string> = new Set(['missing', 'invalid', 'not-configured']);
const VISIBLE: Readonly<Record<Status, string>> = {
  loading: 'wait',
  ready: 'header risks axis rows notes footer',
  stale: 'header stale risks axis rows notes footer',
  empty: 'header message notes footer',
  error: 'message',
};
const PLACES = `${VISIBLE.stale} message wait`.split(' ');
const TEXTS = 'risks stale-text message-text notes risk-note read live'.split(' ');

const template = createTemplate(() =>
  h(
    'div',
    { id: 'overview', part: 'overview' },
    h(
      'div',
      { id: 'header', part: 'header' },
      h(
        'div',
        { id: 'title', part: 'title', role: 'heading' },
        h('slot', { name: 'title' }, h('span', { id: 'title-text' })),
      ),
      h('button', {
        id: 'time-axis',
        part: 'time-axis',
        type: 'button',
        'aria-expanded': 'false',
        'aria-controls': 'axis',
      }),
    ),
    h('div', { id: 'stale', part: 'stale' }, h('span', { id: 'stale-text' })),
    h('p', { id: 'risks', part: 'risks' }),
    h('div', { id: 'axis', part: 'axis' }),
    h('p', { id: 'notes', part: 'notes' }),
    h('div', { id: 'message', part: 'message' }, h('span', { id: 'message-text' })),
    h('div', { id: 'wait' }, h('span', { id: 'wait-text' })),
    h(
      'div',
      { id: 'footer', part: 'footer' },
      h('span', { id: 'risk-note' }),
      h('span', { id: 'read' }),
      h('slot', { name: 'footer' }),
    ),
    h('p', { id: 'live', class: 'visually-hidden', role: 'status' }),
  ),
);

/**
 * `<instrument-overview>`: all instruments of a patient, one row each with the latest score, its range, the change, the
 * course, the next and the missed requests and what is known of risk. A row opens into the instrument's panel. On demand
 * all scores are drawn on one time axis, with events of treatment that the page gives.
 *
 * @attr {string} patient-id - UUID of the patient (`serviceId`). A change clears the overview immediately, with the
 *   `treatments` that were set before it.
 * @attr {string} professional-id - UUID of the professional (`serviceId`).
 * @attr {1|2|3|4|5} heading-level - Heading level of the title; panels in rows have the next. Default: `2`.
 * @attr {string} lang - Language of the texts (BCP 47 tag). A language without texts gives English. Default:
 *   `configure`'s `locale`, then the page's `lang`.
 * @attr {ltr|rtl} dir - Text direction. The time axis always runs from left to right.
 * @attr {string} time-zone - Time zone of dates (IANA name). Default: the browser's.
 * @attr {string} base-url - Address of the proxy: origin and optional prefix. Default: `configure`'s.
 * @attr {number} refresh - Polling interval in seconds while the page is visible; `0` turns polling off.
 *   Default: `30`.
 *
 * @prop {FetchToken} fetchToken - Gets a token from your server. Default: `configure`'s.
 * @prop {readonly TreatmentEvent[] | null} treatments - Events of treatment of this patient, drawn on
 *   the time axis: with `until`, with `ongoing: true` for what goes on now, or with neither.
 * @prop {Partial<OverviewMessages> | null} messages - Your own texts, in place of single built-in ones.
 * @prop {Status} status - Read only: `loading`, `ready`, `empty`, `error` or `stale`.
 * @prop {Error | null} error - Read only: the reason of the last failure.
 *
 * @event {InstrumentLoadEvent} instrument-load - The rows are shown, or there is no instrument; its `formId` is null.
 * @event {InstrumentErrorEvent} instrument-error - Loading failed, a part could not be read (`code` is `partial`), or
 *   `time-zone` is not valid and the browser's is used. Call `preventDefault()` to show your own message of a failure.
 * @event {InstrumentPartialEvent} instrument-partial - Something that was sent could not be read: counts and paths,
 *   once for each reading; its `formId` is null.
 *
 * @slot title - Replaces the title.
 * @slot footer - Below everything else.
 *
 * @csspart overview - The whole overview.
 * @csspart header - Title and the button of the time axis.
 * @csspart title - Title.
 * @csspart time-axis - Button that shows the time axis.
 * @csspart axis - Time axis of all instruments.
 * @csspart stale - Notice that the rows are out of date.
 * @csspart risks - What is known of the risk of all instruments.
 * @csspart rows - Table of the instruments.
 * @csspart row - One instrument.
 * @csspart open - Button that opens an instrument.
 * @csspart notes - What could not be read.
 * @csspart message - Text of the empty and the error state.
 * @csspart retry - Retry buttons.
 * @csspart footer - Footer.
 *
 * @cssproperty --instrument-ink - Color of text and of the score line.
 * @cssproperty --instrument-quiet - Secondary text color.
 * @cssproperty --instrument-surface - Background color.
 * @cssproperty --instrument-line - Color of borders and rules.
 * @cssproperty --instrument-accent - Color of controls and of focus.
 * @cssproperty --instrument-risk - Color of risk flags and their text.
 * @cssproperty --instrument-risk-surface - Background of a row with a risk flag.
 * @cssproperty --instrument-stale - Color of notices about missing or out-of-date data.
 * @cssproperty --instrument-stale-surface - Background of these notices.
 * @cssproperty --instrument-padding - Space between the edge and the content.
 * @cssproperty --instrument-radius - Corner radius.
 * @cssproperty --instrument-font-size - Base font size. Default: inherited.
 * @cssproperty --instrument-color-scheme - `light`, `dark` or `light dark`. Default: the page's.
 *
 * @cssstate loading - Nothing is shown yet.
 * @cssstate ready - The rows are shown.
 * @cssstate empty - The patient has no instruments.
 * @cssstate error - Nothing can be shown.
 * @cssstate stale - The last rows are shown, but updating them failed.
 * @cssstate partial - Beside one of the others: part of what is shown could not be read.
 */
export class InstrumentOverview extends KitElement {
  static override readonly tag = 'instrument-overview';
  static readonly observedAttributes: readonly string[] = Object.keys(OVERVIEW_ATTRIBUTES);
  protected static override takes = OVERVIEW_ATTRIBUTES;
  protected static override css = (): string => overviewStyles + frameStyles;
  protected static override template = template;

  declare patientId: string | null;
  declare professionalId: string | null;
  declare baseUrl: string | null;
  declare timeZone: string | null;
  declare headingLevel: number;
  declare refresh: number;
  declare fetchToken: KitOptions['fetchToken'] | null;
  declare treatments: readonly TreatmentEvent[] | null;
  declare messages: Partial<OverviewMessages> | null;

  static {
    InstrumentOverview.accessors(['fetchToken', 'treatments', 'messages']);
  }

  readonly #reader = new OverviewReader(this, () => this.#arrived());
  #rows: ReturnType<typeof createOverviewRows> | null = null;
  #axis: TimeAxis | null = null;
  /** Panels of opened rows, by instrument. */
  readonly #panels = new Map<string, InstrumentPanel>();
  /** Counts the patients, so that what comes late for an earlier one is dropped. */
  #turn = 0;
  /** Events of treatment with the patient whom they were set for. */
  #treated: { readonly patientId: string | null; readonly given: unknown } = { patientId: null, given: null };
  /** The overview of the last `instrument-load`. */
  #told: Overview | null = null;
  #isToldElsewhere = false;
  #isWordless = false;

  /** Why nothing current is shown; null where it is. */
  get error(): Error | null {
    const { failure } = this.#reader;
    return failure === null || failure instanceof Error ? failure : new Error('not an Error');
  }

  /** Reads everything anew; what is shown stays meanwhile. Resolves once the rows are shown, or why they cannot be. */
  async reload(): Promise<void> {
    // After the update that a new element or attribute is waiting for.
    await null;
    if (this.isConnected) await this.#reader.retry();
    await loadOverviewMessages(this.language);
  }

  protected override changing(name: string): void {
    if (!(name in OVERVIEW_QUERY_ATTRIBUTES) && name !== 'fetchToken') return;
    this.#clear();
    this.#show();
  }

  protected override update(changed: ReadonlySet<string>): void {
    this.#build();
    this.#checkTreatments();
    if (this.#reader.isHeld && [...changed].every((name) => DISPLAY_ONLY.has(name))) this.#show();
    else {
      void this.#reader.begin();
      this.#show();
    }
    for (const panel of this.#panels.values()) this.#surround(panel);
  }

  protected override released(): void {
    this.#reader.end();
    this.#clear();
  }

  /** Creates what is shown in, once. */
  #build(): void {
    if (this.#rows) return;
    const root = this.renderRoot();
    this.#rows = createOverviewRows({
      open: (formId, place) => void this.#open(formId, place),
      close: (formId) => {
        this.#panels.delete(formId);
        this.#sayRiskNote();
      },
    });
    findPart(root, 'axis').after(this.#rows.element);
    findPart(root, 'time-axis').addEventListener('click', () => void this.#toggleAxis());
    for (const id of ['stale', 'message'])
      findPart(root, id).append(
        createButton('', () => void this.#reader.retry(), { class: 'retry', part: 'retry' }),
      );
    const again = createButton('', () => void this.#reader.retry(), { id: 'again', part: 'retry' });
    findPart(root, 'read').after(again);
  }

  /** Drops events that were set for another patient, unless the page has set others since. */
  #checkTreatments(): void {
    const patientId = this.patientId?.toLowerCase() ?? null;
    const before = this.#treated;
    const isOther = before.patientId !== null && before.patientId !== patientId;
    if (isOther && before.given !== null && before.given === this.treatments) this.treatments = null;
    this.#treated = { patientId, given: this.treatments };
  }

  /** Leaves nothing of the patient behind. */
  #clear(): void {
    this.#turn++;
    this.#reader.clear();
    this.#told = null;
    this.#rows?.clear();
    this.#closeAxis();
    if (this.shadowRoot) for (const id of TEXTS) writeText(this.shadowRoot, id, '');
  }

  /** Shows an instrument below its row, in a panel of its own. */
  async #open(formId: string, place: HTMLElement): Promise<void> {
    const turn = this.#turn;
    try {
      if (!customElements.get('instrument-panel')) await import('../panel/define.ts');
    } catch {
      place.textContent = this.#speech()?.words.panelFailed ?? '';
      return;
    }
    if (turn !== this.#turn || !place.isConnected) return;
    const panel = document.createElement('instrument-panel') as InstrumentPanel;
    panel.fetchToken = this.fetchToken;
    panel.setAttribute('form-id', formId);
    for (const name of ['patient-id', 'professional-id', 'base-url']) {
      const value = this.getAttribute(name);
      if (value !== null) panel.setAttribute(name, value);
    }
    this.#surround(panel);
    this.#panels.set(formId, panel);
    place.replaceChildren(panel);
    this.#sayRiskNote();
  }

  /** Gives a panel what it shows as this element does. */
  #surround(panel: InstrumentPanel): void {
    panel.lang = this.language;
    panel.headingLevel = this.headingLevel + 1;
    panel.timeZone = this.timeZone;
    panel.refresh = this.refresh;
  }

  async #toggleAxis(): Promise<void> {
    if (this.#axis) return this.#closeAxis();
    const turn = this.#turn;
    const root = this.renderRoot();
    try {
      const { TimeAxis } = await import('./axis.ts');
      if (turn !== this.#turn || this.#axis) return;
      this.#axis = new TimeAxis({
        root,
        place: findPart(root, 'axis'),
        adopt: (css) => this.adoptStyles(css),
        reader: this.#reader,
        close: () => {
          this.#closeAxis();
          findPart(root, 'time-axis').focus();
        },
      });
    } catch {
      if (turn === this.#turn) writeText(root, 'notes', this.#speech()?.words.timeAxisFailed ?? '');
      return;
    }
    findPart(root, 'time-axis').ariaExpanded = 'true';
    this.#show();
  }

  #closeAxis(): void {
    this.#axis?.close();
    this.#axis = null;
    if (this.shadowRoot) findPart(this.shadowRoot, 'time-axis').ariaExpanded = 'false';
  }

  /** An attempt has ended: tells the page, then the user. */
  #arrived(): void {
    const speech = this.#speech();
    // What cannot be shown yet is told once it is.
    if (!speech) return;
    warnOfFallbacks(this, OVERVIEW_ATTRIBUTES);
    const { error } = this;
    const { overview } = this.#reader;
    const before = this.#told;
    this.#isToldElsewhere = error !== null && dispatchError(this, error, OVERVIEW_ATTRIBUTES);
    this.#show();
    if (error) this.#told = null;
    else if (overview && overview !== before) {
      this.#told = overview;
      const { patientId, rows } = overview;
      const newest = rows.toSorted((a, b) => (b.answeredAt ?? 0) - (a.answeredAt ?? 0))[0];
      const submissionId = newest?.view.points.at(-1)?.submissionId ?? null;
      const unread = this.#readUnread();
      if (unread) dispatchPartial(this, unread);
      this.dispatchEvent(new InstrumentLoadEvent({ patientId, formId: null, seriesId: null, submissionId }));
      this.#announce(speech, before, overview);
    }
  }

  /** Says which answers are new since the last reading of the same patient. */
  #announce(speech: OverviewSpeech, before: Overview | null, { rows }: Overview): void {
    if (!before) return;
    const latest = new Map(before.rows.map(({ formId, view }) => [formId, view.points.at(-1)?.at ?? 0]));
    const isNew = ({ formId, view }: OverviewRow) =>
      (view.points.at(-1)?.at ?? 0) > (latest.get(formId) ?? 0);
    const said = rows.filter(isNew).map((row) => sayNewAnswer(speech, row));
    if (said.length > 0) writeText(this.renderRoot(), 'live', said.join(' '));
  }

  /** Counts what could not be read; null if all could. */
  #readUnread(): Unread | null {
    const { reading, overview } = this.#reader;
    if (!reading || !overview) return null;
    const { patientId, rows, unlisted } = overview;
    const { list, plans } = reading;
    const paths = [
      ...list.paths.map((path) => `submissions${path}`),
      ...(plans?.paths ?? []).map((path) => `applications${path}`),
      ...(plans ? [] : ['applications']),
    ];
    // An answer of which the instrument is not known may be of any, and is counted once.
    const own = rows.map(({ view: { unread } }) => unread.at.length + unread.undated - unlisted);
    const answers = own.reduce((sum, one) => sum + Math.max(0, one), unlisted);
    if (answers + paths.length === 0) return null;
    const mayHideLatest = rows.some(({ view }) => !view.isLatestKnown);
    const parts = list.unreadable + (plans?.unreadable ?? 1);
    return { patientId, formId: null, answers, mayHideLatest, parts, paths };
  }

  /** Null while the words are on their way; what came meanwhile is shown and told when they are there. */
  #speech(): OverviewSpeech | null {
    const { language, timeZone } = this;
    const known = overviewMessagesFor(language);
    if (!known) {
      if (!this.#isWordless) void loadOverviewMessages(language).then(() => this.#worded());
      this.#isWordless = true;
      return null;
    }
    const words = { ...known, ...this.messages };
    return { words, format: createFormat(words, timeZone) };
  }

  #worded(): void {
    this.#isWordless = false;
    if (this.#reader.reading || this.#reader.failure !== null) this.#arrived();
    else this.#show();
  }

  readonly #asksNothing = ({ formId, view }: OverviewRow): boolean =>
    asksNoRisk(view, this.#reader.reading?.scales.get(formId), configured().instruments?.[formId]);

  #show(): void {
    const root = this.shadowRoot;
    if (!root || !this.#rows) return;
    const speech = this.#speech();
    const overview = speech && this.#reader.overview;
    const error = speech && this.error;
    const status = toStatus(overview?.rows, error);
    this.setStatus(status);
    const isPartial = speech !== null && this.#readUnread() !== null;
    if (isPartial) this.addState('partial');
    const box = findPart(root, 'overview');
    box.ariaBusy = String(status === 'loading');
    findPart(root, 'title').ariaLevel = String(this.headingLevel);
    const visible = VISIBLE[status].split(' ');
    for (const id of PLACES) findPart(root, id).hidden = !visible.includes(id);
    if (!speech) return;
    const { words, format } = speech;
    box.lang = words.lang;
    writeText(root, 'title-text', words.title);
    writeText(root, 'wait-text', words.loading);
    const button = findPart(root, 'time-axis');
    button.textContent = words.timeAxis;
    button.hidden = !overview?.rows.some(({ isUnanswered }) => !isUnanswered);
    this.#showRetry(speech, error, isPartial);
    if (error) this.#showProblem(speech, error, status);
    if (!overview) {
      this.#rows.clear();
      return;
    }
    if (status === 'empty') this.#showEmpty(speech, overview);
    this.#showRisks(speech, overview);
    this.#rows.show({ speech, rows: overview.rows, asksNothing: this.#asksNothing });
    this.#showNotes(speech, overview);
    const { reading } = this.#reader;
    writeText(
      root,
      'read',
      reading ? words.readAt({ date: format.moment(reading.at, reading.clock?.at ?? null) }) : '',
    );
    this.#axis?.show({ speech, rows: overview.rows, timeZone: this.timeZone, ...this.#readTreatments() });
  }

  #readTreatments(): ReturnType<typeof readTreatments> {
    return readTreatments(this.treatments, offsetIn(this.timeZone));
  }

  /** Offers to read again after a failure, or beside what could not be read. */
  #showRetry({ words }: OverviewSpeech, error: Error | null, isPartial: boolean): void {
    const canRetry = error !== null && !(error instanceof PanelError && MISUSE.has(error.code));
    for (const retry of this.renderRoot().querySelectorAll<HTMLElement>('.retry, #again')) {
      retry.textContent = words.retry;
      retry.hidden = retry.id === 'again' ? !isPartial || error !== null : !canRetry;
    }
  }

  #showProblem({ words, format }: OverviewSpeech, error: Error, status: Status): void {
    const root = this.renderRoot();
    const said = sayProblem(words, error);
    const { reading } = this.#reader;
    if (status === 'stale' && reading)
      writeText(root, 'stale-text', `${words.staleSince({ date: format.moment(reading.at) })} ${said}`);
    const message = findPart(root, 'message-text');
    message.hidden = false;
    message.replaceChildren(...(this.#isToldElsewhere ? [] : [h('b', {}, words.errorTitle), said]));
  }

  /** Says of all instruments what is known of risk, before each says its own; of a single one its row says it. */
  #showRisks(speech: OverviewSpeech, { rows }: Overview): void {
    const said = rows.length > 1 ? sayRisks(speech, rows, this.#asksNothing) : [];
    writeRisks(findPart(this.renderRoot(), 'risks'), said);
  }

  #showEmpty({ words }: OverviewSpeech, { unlisted }: Overview): void {
    const message = findPart(this.renderRoot(), 'message-text');
    message.hidden = false;
    message.replaceChildren(
      ...(unlisted > 0 ? [] : [h('b', {}, words.noInstruments), words.noInstrumentsHint]),
    );
  }

  /** Says what a flag means, unless an opened panel says it, and what the band behind a course is. */
  #sayRiskNote(): void {
    const speech = this.#speech();
    if (!this.shadowRoot || !speech) return;
    const rows = this.#reader.overview?.rows ?? [];
    writeText(this.shadowRoot, 'risk-note', sayKeys(speech, rows, this.#panels.size > 0));
  }

  /** Says of the whole what could not be read. */
  #showNotes({ words }: OverviewSpeech, { unlisted }: Overview): void {
    const root = this.renderRoot();
    const { reading } = this.#reader;
    const unreadable = (reading?.list.unreadable ?? 0) + (reading?.plans?.unreadable ?? 0);
    const { invalid } = this.#readTreatments();
    const isZoneWrong = !this.timeZone && !!this.getAttribute('time-zone');
    const said = [
      reading?.plans ? '' : words.plansMissing,
      unlisted > 0 ? words.unlisted({ count: unlisted }) : '',
      unreadable > 0 ? `${words.unreadable({ count: unreadable })}.` : '',
      invalid > 0 ? words.treatmentsInvalid({ count: invalid }) : '',
      isZoneWrong ? words.timeZoneFallback : '',
    ];
    writeText(root, 'notes', said.filter(Boolean).join(' '));
    this.#sayRiskNote();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'instrument-overview': InstrumentOverview;
  }
}
