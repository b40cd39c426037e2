// Large as it is, it takes along what others fetch when it is needed.
import '../misuse.ts';
import { sleep } from '@instrument-panel/client';
import {
  ApplyError,
  ApplyFlow,
  type ApplySpeech,
  ApplyView,
  applyStyles,
  applyTemplate,
  createApplyService,
  previewOf,
} from '@instrument-panel/shared/ui/apply';
import {
  type ApplyMessages,
  applyMessagesFor,
  createApplyFormat,
  loadApplyMessages,
} from '@instrument-panel/shared/words/apply';
import { configured, type KitOptions, onKit } from '../configure.ts';
import { KitElement, missetOf } from '../element.ts';
import { askedOf, invalid } from './asked.ts';
import { ASKING, ATTRIBUTES } from './attributes.ts';
import { type ApplyConnection, openConnection } from './connection.ts';
import { type ApplyStatus, statusOf } from './status.ts';
import { tellApplied, tellError } from './tell.ts';

const BLANKS: ReadonlySet<string> = new Set([...Object.keys(ASKING), 'fetchToken']);
const BEGINS: ReadonlySet<string> = new Set([...BLANKS, 'time-zone']);
/** Milliseconds for the page to call `configure` after the elements are there, as scripts do. */
const CONFIGURE_TIMEOUT_MS = 2_000;

/**
 * `<instrument-apply>`: applies instruments to a patient. Finds them in the library by text and topic, says what
 * the patient has in use of them, foretells the dates, names the patient on the button, and gives link and QR code.
 * Each application is sent once: where its answer is lost, it is looked up.
 *
 * @attr {string} patient-id - The patient's `serviceId`, a UUID. A change empties the form at once, and stops what is being applied.
 * @attr {string} professional-id - The professional's `serviceId`, a UUID.
 * @attr {1|2|3|4|5|6} heading-level - Level of the title among the page's headings; 2.
 * @attr {string} lang - Language of the words: `en`, `es` or `pt-BR`; else `configure`'s, else the page's.
 * @attr {ltr|rtl} dir - Direction of the text.
 * @attr {string} time-zone - IANA name in which days begin and dates are told; the browser's own.
 * @attr {string} base-url - Origin (and prefix) of the partner's proxy; else `configure`'s.
 * @attr {comfortable|compact} density - `comfortable`.
 *
 * @prop {FetchToken} fetchToken - Gets a token from the partner's own server, for the actions `read` and `apply`; else `configure`'s.
 * @prop {Partial<ApplyMessages> | null} messages - The partner's own words, in place of single ones.
 * @prop {ApplyStatus} status - Read only: `loading`, `choosing`, `reviewing`, `confirming`, `applying`, `applied`, `unknown` or `error`.
 * @prop {Error | null} error - Read only: why the last thing could not be done.
 *
 * @event {InstrumentAppliedEvent} instrument-applied - The service has the application; once for each instrument.
 * @event {InstrumentErrorEvent} instrument-error - Something could not be read, or was refused.
 *
 * @slot title - In place of the title.
 * @slot loading - In place of the skeleton.
 * @slot error - In place of the words for a failure.
 * @slot footer - Beneath everything.
 *
 * @csspart apply - The whole.
 * @csspart header - Title and patient.
 * @csspart title - The title.
 * @csspart patient - Whom it is for.
 * @csspart notice - What is to be known before going on.
 * @csspart step - What is asked or told now.
 * @csspart form - The form.
 * @csspart instruments - The fields about instruments.
 * @csspart search - The field to search in.
 * @csspart topics - The choice of topics.
 * @csspart topic - One topic.
 * @csspart count - How many instruments were found.
 * @csspart list - The instruments found.
 * @csspart option - One of them.
 * @csspart chosen - The instruments that are chosen.
 * @csspart remove - The buttons that give one up.
 * @csspart recurrence - The fields about dates.
 * @csspart cycle - One recurrence.
 * @csspart start - The field of the first day.
 * @csspart preview - The dates that are foretold.
 * @csspart fault - What is wrong with a field.
 * @csspart confirm - The confirmation.
 * @csspart heading - The heading of confirmation and result.
 * @csspart facts - What is confirmed.
 * @csspart in-use - What the patient has in use of an instrument.
 * @csspart button - The button that goes on.
 * @csspart back - The button that goes back.
 * @csspart result-step - The end.
 * @csspart results - What became of each instrument.
 * @csspart result - What became of one.
 * @csspart link - The patient's link.
 * @csspart copy - The button that copies it.
 * @csspart share - The button that shares it.
 * @csspart open - The link that opens it.
 * @csspart qr - Its QR code.
 * @csspart check - The button that looks once more.
 * @csspart again - The button that tries again.
 * @csspart another - The button that begins anew.
 * @csspart message - The words of the error state.
 * @csspart retry - The button in it.
 * @csspart loading - The skeleton.
 * @csspart footer - The foot.
 *
 * @cssproperty --instrument-ink - Colour of text.
 * @cssproperty --instrument-quiet - Colour of secondary text and of the edges of fields.
 * @cssproperty --instrument-surface - Colour of the ground.
 * @cssproperty --instrument-line - Colour of hairlines.
 * @cssproperty --instrument-accent - Colour of what can be operated, and of focus.
 * @cssproperty --instrument-better - Colour of the edge of what was applied.
 * @cssproperty --instrument-risk - Colour of faults.
 * @cssproperty --instrument-stale - Colour of warnings.
 * @cssproperty --instrument-stale-surface - Ground of warnings.
 * @cssproperty --instrument-padding - Space between edge and content.
 * @cssproperty --instrument-gap - Space between the rows.
 * @cssproperty --instrument-radius - Radius of the corners.
 * @cssproperty --instrument-font-size - Size that all others follow; inherited.
 * @cssproperty --instrument-color-scheme - `light`, `dark` or both; the page's own where absent.
 *
 * @cssstate loading - Patient and library are being read.
 * @cssstate choosing - The form is being filled in.
 * @cssstate reviewing - What the patient has in use is being read.
 * @cssstate confirming - The confirmation is shown.
 * @cssstate applying - Something is being applied or looked up.
 * @cssstate applied - The result is shown.
 * @cssstate unknown - The result is shown, and of something it cannot be told whether it was applied.
 * @cssstate error - Nothing can be applied.
 */
export class InstrumentApply extends KitElement<ApplyStatus> {
  static override readonly tag = 'instrument-apply';
  static readonly observedAttributes: readonly string[] = Object.keys(ATTRIBUTES);
  protected static override takes = ATTRIBUTES;
  protected static override css = applyStyles;
  protected static override template = applyTemplate;

  declare patientId: string | null;
  declare professionalId: string | null;
  declare baseUrl: string | null;
  declare headingLevel: number;
  declare timeZone: string | null;
  declare density: 'comfortable' | 'compact';
  declare fetchToken: KitOptions['fetchToken'] | null;
  declare messages: Partial<ApplyMessages> | null;

  static {
    InstrumentApply.accessors(['fetchToken', 'messages']);
  }

  readonly #flow: ApplyFlow = new ApplyFlow({
    now: () => Date.now(),
    timeZone: () => this.timeZone,
    isOnline: () => navigator.onLine,
    sleep,
    changed: () => this.#show(),
    applied: (attempt) => tellApplied(this, attempt),
    failed: (failure) => tellError(this, failure),
  });
  #view: ApplyView | null = null;
  #connection: ApplyConnection | null = null;
  #endings: (() => void)[] = [];
  #speech: { readonly made: ApplySpeech; readonly of: readonly unknown[] } | null = null;
  /** The attribute that holds what it does not take. */
  #misset: string | undefined;
  /** The words of its language are on their way. */
  #isWordless = false;

  /** Why the last thing could not be done; null where nothing failed. */
  get error(): Error | null {
    const { failure } = this.#flow.state;
    if (failure === null || failure instanceof Error) return failure;
    return new Error('the page threw something that is no Error');
  }

  protected override changing(name: string): void {
    if (!BLANKS.has(name)) return;
    const wasFilled = this.#flow.state.patient !== null;
    this.#end();
    const words = this.#view && this.#words()?.words;
    // What is announced before the form is empty would be emptied with it.
    if (wasFilled && words) this.#view?.announceCleared(words);
  }

  protected override update(changed: ReadonlySet<string>): void {
    const root = this.renderRoot();
    this.#view ??= new ApplyView(root, this.#flow, {
      previewOf: ({ schedule }) => previewOf(schedule, Date.now(), this.timeZone),
      retry: () => {
        if (!this.#flow.retry()) this.#begin();
      },
    });
    const isHeld = this.#endings.length > 0;
    const misset = missetOf(this, ATTRIBUTES);
    const isAnew = misset !== this.#misset || [...changed].some((name) => BEGINS.has(name));
    this.#misset = misset;
    if (!isHeld || isAnew) this.#begin();
    else this.#show();
  }

  protected override released(): void {
    this.#end();
  }

  #begin(): void {
    this.#end();
    this.#endings.push(onKit((event) => this.#kit(event)));
    try {
      const misset = missetOf(this, ATTRIBUTES);
      if (misset) throw invalid(misset);
      const asked = askedOf((name) => this.getAttribute(name));
      const kit = configured();
      const baseUrl = this.baseUrl ?? kit.baseUrl;
      const fetchToken = this.fetchToken ?? kit.fetchToken;
      if (!baseUrl || !fetchToken) {
        const failure = new ApplyError('not-configured', 'set base-url and fetchToken, or call configure().');
        const timer = setTimeout(() => this.#flow.refuse(failure), CONFIGURE_TIMEOUT_MS);
        this.#endings.push(() => clearTimeout(timer));
        this.#show();
        return;
      }
      const options = { baseUrl, fetchToken, fetch: kit.fetch, locale: this.language };
      this.#connection = openConnection(options, asked);
      this.#flow.begin(createApplyService(this.#connection.client, asked));
      this.#show();
    } catch (failure) {
      this.#flow.refuse(failure);
    }
  }

  /** Forgets the patient and everything that was typed, and lets go of the service. */
  #end(): void {
    for (const end of this.#endings.splice(0)) end();
    // The flow first: what the token's end aborts is nobody's any more.
    this.#flow.blank();
    this.#connection?.end();
    this.#connection = null;
  }

  #kit(event: 'configure' | 'logout'): void {
    if (event === 'configure') this.#begin();
    else {
      this.#flow.refuse(new ApplyError('signed-out', 'logged out'));
      this.#connection?.end();
      this.#connection = null;
    }
  }

  /** Null while the words are on their way. */
  #words(): ApplySpeech | null {
    const { language, headingLevel, messages } = this;
    const known = applyMessagesFor(language);
    if (!known) {
      if (!this.#isWordless) {
        void loadApplyMessages(language).then(() => {
          this.#isWordless = false;
          this.#show();
        });
      }
      this.#isWordless = true;
      return null;
    }
    const of = [known, messages, headingLevel, this.timeZone];
    if (!this.#speech || of.some((part, index) => part !== this.#speech?.of[index])) {
      const words = { ...known, ...messages };
      this.#speech = { of, made: { words, format: createApplyFormat(words, this.timeZone), headingLevel } };
    }
    return this.#speech.made;
  }

  #show(): void {
    this.setStatus(statusOf(this.#flow.state));
    this.#view?.show(this.#flow.state, this.#words());
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'instrument-apply': InstrumentApply;
  }
}
