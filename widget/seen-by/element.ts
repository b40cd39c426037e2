import { getViewers } from '@instrument-panel/client/proxy';
import { createTemplate, h, writeText } from '@instrument-panel/shared/ui/dom';
import { colorTokens } from '@instrument-panel/shared/ui/tokens';
import { selectMessages } from '@instrument-panel/shared/words/all-languages';
import { findInvalidAttribute, STOPPING_ATTRIBUTES } from '../attribute-values.ts';
import { type KitOptions, onKit } from '../configure.ts';
import { type Connection, connect, findOptions } from '../connect.ts';
import { KitElement } from '../element.ts';
import { invalidAttribute, PanelError } from '../panel/problem.ts';
import { parseId } from '../parse-id.ts';
import { tellDeveloper } from '../tell-developer.ts';
import { seenByMessages } from '../words/compiled/seen-by/all.js';
import type { SeenByMessages } from '../words/compiled/seen-by/en.js';
import { SEEN_BY_ATTRIBUTES } from './attributes.ts';
import { saySeen, type Viewer } from './say.ts';

const css = `:host{${colorTokens};display:block;color-scheme:var(--instrument-color-scheme,inherit)}
:host([hidden]),[hidden]{display:none!important}
p{margin:0;color:var(--_quiet);font-size:max(.8125em,12px);overflow-wrap:anywhere}`;

/** What was read, with the difference between the proxy's clock and the browser's in milliseconds. */
interface Seen {
  readonly viewer: Viewer | null;
  readonly clockAheadMs: number;
}

interface Asked {
  readonly patientId: string;
  readonly professionalId: string;
}

const DISPLAY_ONLY: ReadonlySet<string> = new Set(['lang', 'messages', 'refresh', 'connected']);
/** Ages are said anew each minute. */
const AGE_INTERVAL_MS = 60_000;

/**
 * `<instrument-seen-by>`: one quiet line that says who else has seen the patient last, such as "Seen by Dr. Lima · 2 h
 * ago". The proxy says it only if its operator turns it on (`seenBy`), for the roles that are named there; otherwise, and
 * if it cannot be read, nothing is shown. It is asked once the page has been drawn.
 *
 * @attr {string} patient-id - UUID of the patient (`serviceId`). A change clears the line immediately.
 * @attr {string} professional-id - UUID of the professional (`serviceId`).
 * @attr {string} lang - Language of the text (BCP 47 tag). A language without texts gives English. Default:
 *   `configure`'s `locale`, then the page's `lang`.
 * @attr {string} base-url - Address of the proxy: origin and optional prefix. Default: `configure`'s.
 * @attr {number} refresh - Polling interval in seconds while the page is visible; `0` turns polling off. Default: `300`.
 *
 * @prop {FetchToken} fetchToken - Gets a token from your server. Default: `configure`'s.
 * @prop {Partial<SeenByMessages> | null} messages - Your own texts, in place of single built-in ones.
 * @prop {Status} status - Read only: `loading`, `ready`, `empty` or `error`.
 * @prop {Error | null} error - Read only: the reason of the last failure.
 *
 * @csspart line - The line.
 *
 * @cssproperty --instrument-quiet - Color of the text.
 * @cssproperty --instrument-color-scheme - `light`, `dark` or `light dark`. Default: the page's.
 *
 * @cssstate loading - Nothing was read yet.
 * @cssstate ready - The line is shown.
 * @cssstate empty - Nobody else has seen the patient lately, or the proxy does not say it.
 * @cssstate error - It could not be read.
 */
export class InstrumentSeenBy extends KitElement {
  static override readonly tag = 'instrument-seen-by';
  static readonly observedAttributes: readonly string[] = Object.keys(SEEN_BY_ATTRIBUTES);
  protected static override takes = SEEN_BY_ATTRIBUTES;
  protected static override css = (): string => css;
  protected static override template = createTemplate(() => h('p', { id: 'line', part: 'line', hidden: '' }));

  declare patientId: string | null;
  declare professionalId: string | null;
  declare baseUrl: string | null;
  declare refresh: number;
  declare fetchToken: KitOptions['fetchToken'] | null;
  declare messages: Partial<SeenByMessages> | null;

  static {
    InstrumentSeenBy.accessors(['fetchToken', 'messages']);
  }

  #seen: Seen | null = null;
  #failure: Error | null = null;
  #connection: Connection | null = null;
  #controller: AbortController | null = null;
  #asked: Asked | null = null;
  #readAt = 0;
  #endings: (() => void)[] = [];

  /** Why nothing is shown; null where that is no failure. */
  get error(): Error | null {
    return this.#failure;
  }

  protected override changing(name: string): void {
    if (!DISPLAY_ONLY.has(name)) this.#clear();
  }

  protected override update(): void {
    if (this.#endings.length === 0) {
      const tick = (): void => this.#tick();
      const timer = setInterval(tick, AGE_INTERVAL_MS);
      document.addEventListener('visibilitychange', tick);
      this.#endings = [
        onKit((event) => (event === 'logout' ? this.#clear() : this.#begin())),
        () => clearInterval(timer),
        () => document.removeEventListener('visibilitychange', tick),
      ];
    }
    this.#render();
    // Once the page was drawn: everything else on it matters more.
    requestAnimationFrame(() => setTimeout(() => this.#begin()));
  }

  protected override released(): void {
    this.#clear();
    for (const end of this.#endings.splice(0)) end();
  }

  /** Leaves nothing of a patient behind. */
  #clear(): void {
    this.#controller?.abort();
    this.#connection?.release();
    this.#controller = this.#connection = this.#seen = this.#failure = null;
    this.#render();
  }

  /** Connects and reads, unless it has, or the page does not say where yet. */
  #begin(): void {
    const options = this.isConnected && !this.#connection && !this.#failure && findOptions(this);
    if (!options) return;
    try {
      const invalid = findInvalidAttribute(this, STOPPING_ATTRIBUTES);
      if (invalid) throw invalidAttribute(invalid);
      const patientId = parseId(this, 'patient-id', PanelError);
      const professionalId = parseId(this, 'professional-id', PanelError);
      this.#connection = connect(options, { patientId, professionalId, actions: ['read'] });
      void this.#read({ patientId, professionalId });
    } catch (failure) {
      this.#failure = failure as PanelError;
      tellDeveloper(this, this.#failure, SEEN_BY_ATTRIBUTES);
      this.#render();
    }
  }

  async #read(query: Asked): Promise<void> {
    const { client } = this.#connection ?? {};
    if (!client) return;
    const controller = new AbortController();
    const { signal } = controller;
    this.#controller = controller;
    this.#asked = query;
    this.#readAt = performance.now();
    try {
      const { data } = await client(getViewers, { query, signal });
      if (signal.aborted) return;
      this.#seen = { viewer: data.viewers?.[0] ?? null, clockAheadMs: Date.parse(data.now) - Date.now() };
      this.#failure = null;
    } catch (failure) {
      if (signal.aborted) return;
      this.#seen = null;
      this.#failure = failure instanceof Error ? failure : new Error('not an Error');
      tellDeveloper(this, this.#failure, SEEN_BY_ATTRIBUTES);
    }
    this.#render();
  }

  #tick(): void {
    if (document.hidden || !this.#asked || !this.#connection) return;
    const isDue = this.refresh > 0 && performance.now() - this.#readAt >= this.refresh * 1_000;
    if (isDue) void this.#read(this.#asked);
    else this.#render();
  }

  #render(): void {
    if (!this.shadowRoot && !this.isConnected) return;
    const { viewer, clockAheadMs } = this.#seen ?? { viewer: null, clockAheadMs: 0 };
    const words = { ...selectMessages(seenByMessages, this.language), ...this.messages };
    const root = this.renderRoot();
    writeText(root, 'line', viewer ? saySeen(viewer, Date.now() + clockAheadMs, words) : '');
    if (viewer) this.setStatus('ready');
    else if (this.#failure) this.setStatus('error');
    else this.setStatus(this.#seen ? 'empty' : 'loading');
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'instrument-seen-by': InstrumentSeenBy;
  }
}
