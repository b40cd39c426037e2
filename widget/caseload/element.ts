import {
  createCaller,
  createTokenSource,
  type ScopedTokenSource,
  type SendRequest,
} from '@instrument-panel/client';
import { postCaseloadSeen } from '@instrument-panel/client/proxy';
import {
  type CaseloadListener,
  CaseloadReader,
  type CaseloadSource,
  createCaseloadCalls,
} from '@instrument-panel/shared/caseload/read';
import { CaseloadVisit, toCaseloadProgress } from '@instrument-panel/shared/caseload/visit';
import { nowBy } from '@instrument-panel/shared/panel/clock';
import {
  type CaseloadMessage,
  CaseloadView,
  caseloadStyles,
  caseloadTemplate,
} from '@instrument-panel/shared/ui/caseload';
import {
  type CaseloadFirstMessages,
  type CaseloadMessages,
  caseloadMessagesFor,
  loadCaseloadMessages,
} from '@instrument-panel/shared/words/caseload';
import { createFormat } from '@instrument-panel/shared/words/format';
import { findInvalidAttribute, STOPPING_ATTRIBUTES } from '../attribute-values.ts';
import { type KitOptions, onKit } from '../configure.ts';
import { CONFIGURE_TIMEOUT_MS, findOptions } from '../connect.ts';
import { KitElement } from '../element.ts';
import { InstrumentLoadEvent, InstrumentOpenEvent } from '../events.ts';
import { dispatchError } from '../panel/dispatch.ts';
import { invalidAttribute, PanelError } from '../panel/problem.ts';
import { refreshing } from '../panel/refresh.ts';
import { parseId } from '../parse-id.ts';
import { warnOfFallbacks } from '../tell-developer.ts';
import { tellUnread } from '../unread.ts';
import { CASELOAD_ATTRIBUTES, CASELOAD_QUERY_ATTRIBUTES } from './attributes.ts';
import { sayCaseloadProblem } from './problem.ts';
import type { readInWorker } from './thread.ts';

/** Time that a page may take to come; of one that was asked for longer ago, and this page is still here, a file came. */
const LEAVING_MS = 30_000;

const BLANKS: ReadonlySet<string> = new Set([...Object.keys(CASELOAD_QUERY_ATTRIBUTES), 'fetchToken']);
/** The page's way to make a worker, after none could be made by it. */
let refusedWorker: KitOptions['createWorker'];
const BEGINS: ReadonlySet<string> = new Set([...BLANKS, 'time-zone', 'refresh', 'connected']);

/**
 * `<instrument-caseload>`: all patients of a professional, in groups by facts: risk flags first, then what could not be
 * read, new answers, changes of class, requests that were missed or are due. Each patient's instruments stand beside
 * the name with class, score, course and date. The list scrolls within the element, whose height the page sets.
 *
 * @attr {string} professional-id - UUID of the professional (`serviceId`). A change clears the list immediately.
 * @attr {number} days - Answers of so many days are read; of each instrument the latest answer, however old.
 *   Default: `92`.
 * @attr {string} lang - Language of the texts (BCP 47 tag). A language without texts gives English. Default:
 *   `configure`'s `locale`, then the page's `lang`.
 * @attr {ltr|rtl} dir - Text direction.
 * @attr {string} time-zone - Time zone of dates, and in which days begin (IANA name). Default: the browser's.
 * @attr {string} base-url - Address of the proxy: origin and optional prefix. Default: `configure`'s.
 * @attr {number} refresh - Polling interval in seconds while the page is visible, beside the proxy's events; `0`
 *   turns polling and events off. Default: `300`.
 *
 * @prop {FetchToken} fetchToken - Gets a token from your server, for all patients of the professional. Default:
 *   `configure`'s.
 * @prop {Partial<CaseloadMessages> | null} messages - Your own texts, in place of single built-in ones.
 * @prop {Status} status - Read only: `loading`, `ready`, `empty`, `error` or `stale`.
 * @prop {Error | null} error - Read only: the reason of the last failure of the whole list.
 *
 * @event {InstrumentOpenEvent} instrument-open - A patient was chosen, by the name, an instrument or Enter. The page
 *   opens the patient; `formId` is null where no instrument was meant.
 * @event {InstrumentLoadEvent} instrument-load - The list was read; its identifiers are empty.
 * @event {InstrumentErrorEvent} instrument-error - Loading failed, a part could not be read (`code` is `partial`), or
 *   `time-zone` is not valid and the browser's is used. Call `preventDefault()` to show your own message of a failure.
 * @event {InstrumentPartialEvent} instrument-partial - Something that was sent could not be read, or a part of the
 *   list could not: counts, without identifiers.
 *
 * @csspart caseload - The whole list.
 * @csspart head - Counts, search and filters; always in sight.
 * @csspart flags - Number of risk flags; a button that goes to the next.
 * @csspart progress - How many patients were read, or are shown.
 * @csspart updated - When the list was read.
 * @csspart missing - What could not be read.
 * @csspart filters - Search, filters and order.
 * @csspart window - Period of the answers, and when the list was seen last.
 * @csspart list - The part that scrolls.
 * @csspart group - Heading of a group.
 * @csspart legend - What the mark of a risk flag means, beneath the heading of its group.
 * @csspart row - A patient.
 * @csspart mark - Mark of a risk flag.
 * @csspart name - Patient's name.
 * @csspart new - Mark of an answer that came while the list was shown.
 * @csspart reasons - Why the patient is in the group.
 * @csspart instrument - One instrument of a patient.
 * @csspart title - Short title of an instrument.
 * @csspart course - Line graph.
 * @csspart value - Latest score.
 * @csspart class - Class of the latest score.
 * @csspart age - Age of the latest answer.
 * @csspart aside - Next date, and what is not certain.
 * @csspart sort-again - Button that sorts by what has changed.
 * @csspart message - In place of the list: no patients, no match, or a failure.
 * @csspart button - Other buttons.
 * @csspart retry - Retry button.
 *
 * @cssproperty --instrument-block-size - Height of the element. Default: `min(85vh, 70rem)`.
 * @cssproperty --instrument-ink - Text color.
 * @cssproperty --instrument-quiet - Secondary text color.
 * @cssproperty --instrument-surface - Background color.
 * @cssproperty --instrument-line - Color of borders and rules.
 * @cssproperty --instrument-accent - Color of controls and focus.
 * @cssproperty --instrument-risk - Color of risk flags.
 * @cssproperty --instrument-risk-surface - Background of the number of risk flags.
 * @cssproperty --instrument-stale - Color of notices about missing data.
 * @cssproperty --instrument-stale-surface - Background of these notices.
 * @cssproperty --instrument-radius - Corner radius.
 * @cssproperty --instrument-font-size - Base font size. Default: 13/16 of the inherited one, at least 12 px.
 * @cssproperty --instrument-color-scheme - `light`, `dark` or `light dark`. Default: the page's.
 *
 * @cssstate loading - Nothing was read yet, or not everything.
 * @cssstate ready - The list is shown.
 * @cssstate empty - The professional has no patients.
 * @cssstate error - Nothing can be shown.
 * @cssstate stale - The list is shown, but new answers could not be read.
 * @cssstate partial - Beside one of the others: part of the list could not be read.
 */
export class InstrumentCaseload extends KitElement {
  static override readonly tag = 'instrument-caseload';
  static readonly observedAttributes: readonly string[] = Object.keys(CASELOAD_ATTRIBUTES);
  protected static override takes = CASELOAD_ATTRIBUTES;
  protected static override css = caseloadStyles;
  protected static override template = caseloadTemplate;

  declare professionalId: string | null;
  declare days: number;
  declare refresh: number;
  declare baseUrl: string | null;
  declare timeZone: string | null;
  declare fetchToken: KitOptions['fetchToken'] | null;
  declare messages: Partial<CaseloadMessages> | null;

  static {
    InstrumentCaseload.accessors(['fetchToken', 'messages']);
  }

  #view: CaseloadView | null = null;
  #reader: CaseloadSource | null = null;
  #failure: unknown = null;
  #told: unknown = null;
  #isToldElsewhere = false;
  #endings: (() => void)[] = [];
  #isInView = false;
  #visit: CaseloadVisit | null = null;
  #wordless: string | null = null;
  #waiting: (() => void)[] = [];

  /** Why nothing is shown; null where something is. */
  get error(): Error | null {
    const failure = this.#failure ?? this.#reader?.failure ?? null;
    return failure === null || failure instanceof Error ? failure : new Error('not an Error');
  }

  /** Reads everything anew. Resolves once all was read that could be, or the reason is known why nothing could. */
  async reload(): Promise<void> {
    if (!this.isConnected) return;
    this.#begin();
    if (!this.error) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  protected override changing(name: string): void {
    if (BLANKS.has(name)) this.#end();
  }

  protected override update(changed: ReadonlySet<string>): void {
    const root = this.renderRoot();
    this.#view ??= new CaseloadView(root, {
      open: (patientId, formId) => this.dispatchEvent(new InstrumentOpenEvent({ patientId, formId })),
      retry: () => {
        if (this.error) this.#begin();
        else this.#reader?.retry();
      },
      markSeen: () => void this.#markSeen(),
      coursesOf: (patientId, now) => this.#reader?.coursesOf(patientId, now) ?? [],
    });
    this.#speak();
    if (this.#endings.length === 0 || [...changed].some((name) => BEGINS.has(name))) this.#begin();
  }

  protected override released(): void {
    this.#leave();
    this.#end();
  }

  #leave(isLooked = true): void {
    this.#visit?.leave(isLooked);
    this.#view?.keep();
  }

  #begin(): void {
    this.#end();
    this.#endings.push(
      onKit((event) =>
        event === 'configure' ? this.#begin() : this.#refuse(new PanelError('signed-out', 'logged out')),
      ),
    );
    try {
      const invalid = findInvalidAttribute(this, STOPPING_ATTRIBUTES);
      if (invalid) throw invalidAttribute(invalid);
      const professionalId = parseId(this, 'professional-id', PanelError);
      const options = findOptions(this);
      if (options) this.#read(options, professionalId);
      else {
        const failure = new PanelError('not-configured', 'set base-url and fetchToken, or call configure().');
        const timer = setTimeout(() => this.#refuse(failure), CONFIGURE_TIMEOUT_MS);
        this.#endings.push(() => clearTimeout(timer));
      }
      this.#show();
    } catch (failure) {
      this.#refuse(failure);
    }
  }

  #read(options: KitOptions, professionalId: string): void {
    const { createWorker } = options;
    // A function cannot be sent to a worker: the page's own `fetch` is called here.
    if (!createWorker || options.fetch || createWorker === refusedWorker) {
      this.#start(options, professionalId);
      return;
    }
    const refuse = (): void => {
      refusedWorker = createWorker;
      if (this.#endings === endings) this.#begin();
    };
    const endings = this.#endings;
    import('./thread.ts')
      .then(({ readInWorker }) => {
        if (this.#endings === endings) this.#start(options, professionalId, readInWorker, refuse);
      })
      .catch(refuse);
  }

  /**
   * @param create makes the reader in another thread. Default: it reads here
   * @param refuse called if there is none
   */
  #start(
    options: KitOptions,
    professionalId: string,
    create?: typeof readInWorker,
    refuse?: () => void,
  ): void {
    const scope = { professionalId, actions: ['read'] } as const;
    const auth = createTokenSource(options.fetchToken, scope);
    this.#endings.push(() => auth.stop());
    auth.retain();
    const { fetch: send = globalThis.fetch } = options;
    const createWith = (fetch: SendRequest) => createCaller({ ...options, auth, fetch });
    // Sent when the person leaves, so that it has to outlive the page.
    const lasting = createWith((url, init) => send(url, { ...init, keepalive: true }));
    const listener: CaseloadListener = {
      facts: (facts, isNews) => this.#view?.set(facts, reader.isApplied, isNews),
      progress: () => this.#show(),
    };
    const { days, timeZone } = this;
    const { day } = createFormat(caseloadMessagesFor('en') as CaseloadFirstMessages, timeZone);
    const reader: CaseloadSource = create
      ? create(options, { professionalId, days, timeZone }, auth, listener, refuse)
      : new CaseloadReader(createCaseloadCalls(createWith(send), professionalId), days, day, listener);
    this.#reader = reader;
    this.#visit = new CaseloadVisit(reader, (at) =>
      lasting(postCaseloadSeen, { body: { professionalId, seenAt: new Date(at).toISOString() } }),
    );
    this.#listen({ auth, options, scope }, reader);
    this.#endings.push(() => reader.end());
    reader.begin();
  }

  /** Hears of new answers, by the clock too, and of the person who comes, prints and leaves. */
  #listen(
    source: {
      auth: ScopedTokenSource;
      options: KitOptions;
      scope: { professionalId: string; actions: readonly ['read'] };
    },
    reader: CaseloadSource,
  ): void {
    const { refresh } = this;
    if (refresh > 0)
      import('../live.ts').then(
        ({ subscribeToEvents }) => {
          if (reader.isEnded) return;
          const leave = subscribeToEvents(source, (all, hint) => {
            if (hint !== undefined || all) reader.hear(hint ?? null);
          });
          this.#endings.push(leave);
        },
        () => {},
      );
    const ended = new AbortController();
    const { signal } = ended;
    this.#endings.push(
      refreshing(refresh, () => this.#catchUp(), null),
      () => ended.abort(),
    );
    document.addEventListener('visibilitychange', () => this.#sight(), { signal });
    // The browser's own reload tells a page nothing before it, nor does the closing of a tab: neither counts as having looked.
    let leftAt = Number.NaN;
    globalThis.navigation?.addEventListener(
      'navigate',
      ({ navigationType, destination, downloadRequest, timeStamp }) => {
        const stays = navigationType === 'reload' || destination.sameDocument || downloadRequest != null;
        leftAt = stays ? Number.NaN : timeStamp;
      },
      { signal },
    );
    addEventListener('pagehide', ({ timeStamp }) => this.#leave(timeStamp - leftAt < LEAVING_MS), { signal });
    addEventListener('beforeprint', () => this.#view?.print(true), { signal });
    addEventListener('afterprint', () => this.#view?.print(false), { signal });
    const observer = new IntersectionObserver((entries) => {
      this.#isInView = entries.at(-1)?.isIntersecting ?? false;
      this.#sight();
    });
    observer.observe(this);
    this.#endings.push(() => observer.disconnect());
  }

  #catchUp(): void {
    this.#speak();
    this.#reader?.catchUp();
    // What is due today is another after midnight.
    void this.#reader?.refresh();
  }

  /** Notes that the list is in view, or that the person has left it. */
  #sight(): void {
    if (document.visibilityState !== 'visible') this.#visit?.leave();
    else if (this.#isInView) this.#visit?.sight();
  }

  async #markSeen(): Promise<void> {
    const visit = this.#visit;
    const isMarked = await visit?.mark();
    if (visit !== this.#visit) return;
    if (isMarked) this.#view?.forgetNews();
    this.#show();
  }

  #refuse(failure: unknown): void {
    this.#end();
    this.#failure = failure;
    this.#endings.push(onKit((event) => event === 'configure' && this.#begin()));
    this.#show();
  }

  /** Lets go of everything, and leaves nothing of any patient behind. */
  #end(): void {
    const endings = this.#endings;
    this.#endings = [];
    for (const end of endings) end();
    this.#reader = this.#failure = this.#told = this.#visit = null;
    for (const resolve of this.#waiting.splice(0)) resolve();
    this.#view?.clear();
    if (this.shadowRoot) this.setStatus('loading');
  }

  /** Null while the words are on their way. */
  #words(): CaseloadFirstMessages | null {
    const { language } = this;
    const known = caseloadMessagesFor(language);
    if (known) return { ...known, ...this.messages };
    if (this.#wordless !== language) void loadCaseloadMessages(language).then(() => this.#speak());
    this.#wordless = language;
    return null;
  }

  #speak(): void {
    warnOfFallbacks(this, CASELOAD_ATTRIBUTES);
    const words = this.#words();
    const now = nowBy(this.#reader?.clock);
    this.#view?.speak(words && { words, format: createFormat(words, this.timeZone), now });
    this.#show();
  }

  #show(): void {
    const [reader, words, error] = [this.#reader, this.#words(), this.error];
    if (!this.shadowRoot) return;
    if (reader?.isEnded) this.#view?.clear();
    if (reader && words) this.#view?.tick(nowBy(reader.clock));
    this.setStatus(this.#statusOf(error));
    if (reader && !error) this.#tellPartial(reader);
    this.#tell(error);
    const notice = !this.timeZone && this.getAttribute('time-zone') && words?.timeZoneFallback;
    const progress = { ...toCaseloadProgress(reader, this.#visit), notice: notice || '' };
    this.#view?.show(progress, words && this.#messageOf(words, error));
    if (!error && !reader?.isSettled) return;
    this.#sight();
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #messageOf(words: CaseloadFirstMessages, error: Error | null): CaseloadMessage | null {
    if (error) {
      if (this.#isToldElsewhere) return { title: '', detail: '', canRetry: false };
      return { title: words.errorTitle, detail: sayCaseloadProblem(words, error), canRetry: true };
    }
    const isEmpty = this.#reader?.isWhole && this.#reader.total === 0;
    return isEmpty ? { title: words.none, detail: words.noneHint, canRetry: false } : null;
  }

  #statusOf(error: Error | null) {
    const reader = this.#reader;
    if (error) return 'error';
    if (!reader?.isSettled) return 'loading';
    if (reader.gaps.some(({ kind }) => kind === 'stale')) return 'stale';
    return reader.total === 0 && reader.isWhole ? 'empty' : 'ready';
  }

  /** Tells the page once what is new: a failure, or that the list was read. */
  #tell(error: Error | null): void {
    const news = error ?? (this.#reader?.isSettled ? 'read' : null);
    if (news === this.#told) return;
    this.#told = news;
    this.#isToldElsewhere = error !== null && dispatchError(this, error, CASELOAD_ATTRIBUTES);
    if (news === 'read')
      this.dispatchEvent(
        new InstrumentLoadEvent({ patientId: '', formId: '', seriesId: null, submissionId: null }),
      );
  }

  #tellPartial(reader: CaseloadSource): void {
    if (!reader.isSettled) return;
    const parts = reader.gaps.length + reader.lostCount;
    const answers = this.#view?.unreadCount ?? 0;
    const mayHideLatest = parts + answers > 0;
    const unread = { patientId: '', formId: '', answers, mayHideLatest, parts, paths: [] };
    tellUnread(this, [reader, parts, answers], unread);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'instrument-caseload': InstrumentCaseload;
  }
}
