import { createCaller, createTokenSource, type ScopedTokenSource } from '@instrument-panel/client';
import {
  ApplyError,
  ApplyFlow,
  type ApplySpeech,
  applyStyles,
  applyTemplate,
  createApplyService,
  createApplyView,
} from '@instrument-panel/shared/ui/apply';
import {
  type ApplyMessages,
  applyMessagesFor,
  createApplyFormat,
  loadApplyMessages,
} from '@instrument-panel/shared/words/apply';
import { findInvalidAttribute, STOPPING_ATTRIBUTES, timeZone } from '../attribute-values.ts';
import { configured, type KitOptions, onKit } from '../configure.ts';
import { CONFIGURE_TIMEOUT_MS, findOptions } from '../connect.ts';
import { KitElement } from '../element.ts';
import { parseId } from '../parse-id.ts';
import { tellDeveloper, warnOfFallbacks } from '../tell-developer.ts';
import { APPLY_ATTRIBUTES, APPLY_QUERY_ATTRIBUTES } from './attributes.ts';
import { readBatteries } from './batteries.ts';
import { type ApplyStatus, statusOf, tellApplied, tellError } from './status.ts';

const BLANKS: ReadonlySet<string> = new Set([...Object.keys(APPLY_QUERY_ATTRIBUTES), 'fetchToken']);
const BEGINS: ReadonlySet<string> = new Set([...BLANKS, 'time-zone']);
/**
 * `<instrument-apply>`: a form that applies instruments to a patient. Offers the batteries of `configure` and what the
 * patient had last time, searches the library by text and topic, lists the patient's active instruments, previews the dates, names the patient on the button, and
 * shows link and QR code. Each application is sent once; if its response is lost, the form looks it up
 * instead of sending it again.
 *
 * @attr {string} patient-id - UUID of the patient (`serviceId`). A change empties the form and stops an
 *   application in progress.
 * @attr {string} professional-id - UUID of the professional (`serviceId`).
 * @attr {1|2|3|4|5|6} heading-level - Heading level of the title. Default: `2`.
 * @attr {string} lang - Language of the texts (BCP 47 tag). A language without texts gives English. Default:
 *   `configure`'s `locale`, then the page's `lang`.
 * @attr {ltr|rtl} dir - Text direction.
 * @attr {string} time-zone - Time zone in which days begin and dates are shown (IANA name). Default: the
 *   browser's.
 * @attr {string} next-visit - Day of this patient's next visit (`YYYY-MM-DD`), offered as the start. A day before today is
 *   not offered. A change of `patient-id` removes a value that was set before it.
 * @attr {string} base-url - Address of the proxy: origin and optional prefix. Default: `configure`'s.
 * @attr {comfortable|compact} density - Spacing. Default: `comfortable`.
 *
 * @prop {FetchToken} fetchToken - Gets a token from your server, for the actions `read` and `apply`.
 *   Default: `configure`'s.
 * @prop {Partial<ApplyMessages> | null} messages - Your own texts, in place of single built-in ones.
 * @prop {ApplyStatus} status - Read only: `loading`, `choosing`, `reviewing`, `confirming`, `applying`,
 *   `applied`, `unknown` or `error`.
 * @prop {Error | null} error - Read only: the reason of the last failure.
 *
 * @event {InstrumentAppliedEvent} instrument-applied - The service has the application; one event for each
 *   instrument.
 * @event {InstrumentErrorEvent} instrument-error - A read failed, the service refused a request, or `time-zone` is not
 *   valid and the browser's is used.
 *
 * @slot title - Replaces the title.
 * @slot loading - Replaces the skeleton.
 * @slot error - Replaces the error text.
 * @slot footer - Below everything else.
 *
 * @csspart apply - The whole form.
 * @csspart header - Title and patient.
 * @csspart title - Title.
 * @csspart patient - Patient's name.
 * @csspart notice - Notice above the form.
 * @csspart step - Current step.
 * @csspart form - Form.
 * @csspart instruments - Fields for choosing instruments.
 * @csspart sets - Batteries, and what the patient had last time.
 * @csspart set - Button that chooses all instruments of one.
 * @csspart search - Search field.
 * @csspart topics - Topic selector.
 * @csspart topic - One topic.
 * @csspart count - Number of instruments found.
 * @csspart list - Instruments found.
 * @csspart option - One instrument found.
 * @csspart chosen - Chosen instruments.
 * @csspart remove - Buttons that remove a chosen instrument.
 * @csspart recurrence - Recurrence and dates.
 * @csspart cycle - One recurrence.
 * @csspart next-visit - Button that starts on the day of the next visit.
 * @csspart start - First day.
 * @csspart preview - Preview of the dates.
 * @csspart fault - Validation message of a field.
 * @csspart confirm - Confirmation.
 * @csspart heading - Heading of confirmation and result.
 * @csspart facts - Summary to confirm.
 * @csspart in-use - The patient's active applications of an instrument.
 * @csspart button - Continue button.
 * @csspart back - Back button.
 * @csspart result-step - Result step.
 * @csspart results - Results of all instruments.
 * @csspart result - Result of one instrument.
 * @csspart link - The patient's link.
 * @csspart copy - Button that copies the link.
 * @csspart share - Button that shares the link.
 * @csspart open - Control that opens the link.
 * @csspart qr - QR code of the link.
 * @csspart check - Button that looks an application up again.
 * @csspart again - Button that tries again.
 * @csspart another - Button that starts a new application.
 * @csspart message - Error text.
 * @csspart retry - Retry button.
 * @csspart loading - Skeleton.
 * @csspart footer - Footer.
 *
 * @cssproperty --instrument-ink - Text color.
 * @cssproperty --instrument-quiet - Color of secondary text and field borders.
 * @cssproperty --instrument-surface - Background color.
 * @cssproperty --instrument-line - Color of borders and rules.
 * @cssproperty --instrument-accent - Color of controls and focus.
 * @cssproperty --instrument-better - Border color of a successful application.
 * @cssproperty --instrument-risk - Color of validation messages.
 * @cssproperty --instrument-stale - Color of warnings.
 * @cssproperty --instrument-stale-surface - Background of warnings.
 * @cssproperty --instrument-padding - Space between the edge and the content.
 * @cssproperty --instrument-gap - Space between rows.
 * @cssproperty --instrument-radius - Corner radius.
 * @cssproperty --instrument-font-size - Base font size. Default: inherited.
 * @cssproperty --instrument-color-scheme - `light`, `dark` or `light dark`. Default: the page's.
 *
 * @cssstate loading - Patient and library are loading.
 * @cssstate choosing - The form is being filled in.
 * @cssstate reviewing - The patient's active instruments are loading.
 * @cssstate confirming - The confirmation is shown.
 * @cssstate applying - An application is being sent or looked up.
 * @cssstate applied - The result is shown.
 * @cssstate unknown - The result is shown, and the outcome of an application could not be confirmed.
 * @cssstate error - Nothing can be applied.
 */
export class InstrumentApply extends KitElement<ApplyStatus> {
  static override readonly tag = 'instrument-apply';
  static readonly observedAttributes: readonly string[] = Object.keys(APPLY_ATTRIBUTES);
  protected static override takes = APPLY_ATTRIBUTES;
  protected static override css = applyStyles;
  protected static override template = applyTemplate;

  declare patientId: string | null;
  declare professionalId: string | null;
  declare baseUrl: string | null;
  declare headingLevel: number;
  declare timeZone: string | null;
  declare nextVisit: string | null;
  declare density: 'comfortable' | 'compact';
  declare fetchToken: KitOptions['fetchToken'] | null;
  declare messages: Partial<ApplyMessages> | null;

  static {
    InstrumentApply.accessors(['fetchToken', 'messages']);
  }

  readonly #flow: ApplyFlow = new ApplyFlow({
    timeZone: () => this.timeZone,
    batteries: () => this.#given.batteries,
    nextVisit: () => this.nextVisit,
    changed: () => this.#show(),
    applied: (attempt) => tellApplied(this, attempt),
    failed: (failure) => tellError(this, failure),
  });
  #view: ReturnType<typeof createApplyView> | null = null;
  #auth: ScopedTokenSource | null = null;
  #endings: (() => void)[] = [];
  #given: ReturnType<typeof readBatteries> = readBatteries(null);
  /** The next visit with the patient whom it was set for. */
  #visit: Pick<InstrumentApply, 'patientId' | 'nextVisit'> = { patientId: null, nextVisit: null };
  #speech: { readonly made: ApplySpeech; readonly of: readonly unknown[] } | null = null;
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
    this.#dropVisitOfAnother();
    const root = this.renderRoot();
    this.#view ??= createApplyView(root, this.#flow, {
      retry: () => {
        if (!this.#flow.retry()) this.#begin();
      },
    });
    const isHeld = this.#endings.length > 0;
    const isAnew = [...changed].some((name) => BEGINS.has(name));
    if (!isHeld || isAnew) this.#begin();
    else this.#show();
  }

  protected override released(): void {
    this.#end();
  }

  /**
   * Begins the form anew: reads patient and library, and forgets what was chosen. Does nothing while an application is
   * being sent, or its outcome is unknown.
   */
  reload(): void {
    if (this.isConnected && this.status !== 'applying' && this.status !== 'unknown') this.#begin();
  }

  /** A next visit is of one patient: when another one comes, what was set before is not theirs. */
  #dropVisitOfAnother(): void {
    const before = this.#visit;
    const isOther = before.patientId !== null && before.patientId !== this.patientId;
    if (isOther && before.nextVisit === this.nextVisit) this.nextVisit = null;
    this.#visit = { patientId: this.patientId, nextVisit: this.nextVisit };
  }

  #begin(): void {
    this.#end();
    this.#given = readBatteries(configured().batteries);
    const { faults } = this.#given;
    if (faults.length > 0) {
      const wrong = new ApplyError('invalid', `configure(): ${faults.join('; ')}.`);
      tellDeveloper(this, wrong, APPLY_ATTRIBUTES);
    }
    this.#endings.push(onKit((event) => this.#kit(event)));
    try {
      const invalid = findInvalidAttribute(this, STOPPING_ATTRIBUTES);
      if (invalid) throw new ApplyError('invalid', `${invalid} is invalid`, invalid);
      const patientId = parseId(this, 'patient-id', ApplyError);
      const asked = { patientId, professionalId: parseId(this, 'professional-id', ApplyError) };
      const options = findOptions(this);
      if (options) {
        // Its token says `apply`, so it is not the one that the panels read with.
        this.#auth = createTokenSource(options.fetchToken, { ...asked, actions: ['read', 'apply'] });
        this.#auth.retain();
        this.#flow.begin(createApplyService(createCaller({ ...options, auth: this.#auth }), asked));
      } else {
        const failure = new ApplyError('not-configured', 'set base-url and fetchToken, or call configure().');
        const timer = setTimeout(() => this.#flow.refuse(failure), CONFIGURE_TIMEOUT_MS);
        this.#endings.push(() => clearTimeout(timer));
      }
      this.#show();
    } catch (failure) {
      this.#flow.refuse(failure);
    }
  }

  /** Forgets the patient and everything that was typed, and lets go of the service. */
  #end(): void {
    for (const end of this.#endings.splice(0)) end();
    // Reset the flow first, so that it ignores requests aborted by stopping the sign-in.
    this.#flow.blank();
    this.#stopAuth();
  }

  #stopAuth(): void {
    this.#auth?.stop();
    this.#auth = null;
  }

  #kit(event: 'configure' | 'logout'): void {
    if (event === 'configure') this.#begin();
    else {
      this.#flow.refuse(new ApplyError('signed-out', 'logged out'));
      this.#stopAuth();
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
    const { faults } = this.#given;
    const of = [known, messages, headingLevel, this.getAttribute('time-zone'), faults.length];
    if (!this.#speech || of.some((part, index) => part !== this.#speech?.of[index])) {
      const words = { ...known, ...messages };
      const notice = [
        findInvalidAttribute(this, { 'time-zone': timeZone }) && words.timeZoneFallback,
        faults.length > 0 && words.batteriesInvalid({ count: faults.length }),
      ];
      this.#speech = {
        of,
        made: {
          words,
          format: createApplyFormat(words, this.timeZone),
          headingLevel,
          notice: notice.filter(Boolean).join(' '),
        },
      };
    }
    return this.#speech.made;
  }

  #show(): void {
    warnOfFallbacks(this, APPLY_ATTRIBUTES);
    this.setStatus(statusOf(this.#flow.state));
    this.#view?.show(this.#flow.state, this.#words());
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'instrument-apply': InstrumentApply;
  }
}
