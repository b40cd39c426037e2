import { configured } from './configure.ts';

/** Names of the states that `:state()` selects, and of `status`. */
export const STATUSES = ['loading', 'ready', 'empty', 'error', 'stale'] as const;
export type Status = (typeof STATUSES)[number];

/**
 * What an attribute takes: one of some words (`eager lazy`), of which it means the first where it is absent; a whole
 * number (where absent, the least, the most); else what a function gives back of a text, null for one not accepted.
 */
export type Takes =
  | string
  | readonly [absent: number, least: number, most: number]
  | ((text: string | null) => string | null);

/** What the attributes of an element take, by their names. */
export type Attributes = Readonly<Record<string, Takes>>;

/** What a text means; an empty one counts as absent. */
function read(takes: Takes, given: string | null): string | number | null {
  const text = given || null;
  if (typeof takes === 'function') return takes(text);
  if (typeof takes === 'string') {
    const words = takes.split(' ');
    return words.find((word) => word === text) ?? words[0] ?? null;
  }
  const [absent, least, most] = takes;
  const value = Number(text ?? Number.NaN);
  return Number.isInteger(value) && value >= least && value <= most ? value : absent;
}

/** Name of the first attribute that holds what it does not take. */
export const missetOf = (element: Element, attributes: Attributes): string | undefined =>
  Object.keys(attributes).find((name) => {
    const text = element.getAttribute(name);
    return text && String(read(attributes[name] ?? '', text)) !== text;
  });

// A server that imports the module has no HTMLElement; it only needs the classes to exist.
const Base: typeof HTMLElement = globalThis.HTMLElement ?? (class {} as unknown as typeof HTMLElement);

const sheets = new WeakMap<Document, Map<() => string, CSSStyleSheet>>();

/** One style sheet for all elements of a document: a sheet of its own for each would double their cost. */
function sharedSheet(document: Document, css: () => string): CSSStyleSheet {
  const made = sheets.get(document) ?? new Map<() => string, CSSStyleSheet>();
  sheets.set(document, made);
  let sheet = made.get(css);
  if (!sheet) {
    sheet = new (document.defaultView ?? globalThis).CSSStyleSheet();
    sheet.replaceSync(css());
    made.set(css, sheet);
  }
  return sheet;
}

/**
 * What every element of the kit has: a shadow root with the shared sheet, properties that reflect attributes
 * and keep what was set before the definition, one update for any number of changes, states for `:state()`,
 * and a definition that can be asked for twice.
 *
 * Properties are accessors, made by {@link KitElement.accessors}: a class field would wipe a value that a framework
 * set before the element was defined.
 */
export abstract class KitElement<S extends string = Status> extends Base {
  /** Name that `define()` takes by default. */
  static readonly tag: string;
  /** The text of the shared sheet. */
  protected static css: () => string;
  /** A new copy of what stands in the shadow root. */
  protected static template: () => DocumentFragment;

  /** What its attributes take. */
  protected static takes: Attributes;

  readonly #internals: ElementInternals | undefined;
  #status: S | 'loading' = 'loading';
  #queued = false;
  readonly #styles: (() => string)[] = [];
  readonly #changed = new Set<string>();

  constructor() {
    super();
    this.#internals = this.attachInternals?.();
  }

  /**
   * Registers the class, once: a second call, or a second copy of the script, changes nothing.
   */
  static define(tag?: string, registry: CustomElementRegistry | undefined = globalThis.customElements): void {
    // biome-ignore lint/complexity/noThisInStatic: the class that is told to define itself is the one meant.
    const self = this as typeof KitElement & CustomElementConstructor;
    const name = tag ?? self.tag;
    if (!registry || registry.get(name)) return;
    // A class can have one tag only: under a second one it goes as a subclass.
    registry.define(
      name,
      registry.getName?.(self) == null ? self : class extends (self as CustomElementConstructor) {},
    );
  }

  /**
   * Makes the accessors of a class: for properties that reflect an attribute (`patientId` for `patient-id`; null or
   * undefined takes it away), and for those that only a script can set, which are null until then.
   */
  protected static accessors(scripted: readonly string[]): void {
    // biome-ignore lint/complexity/noThisInStatic: the class that makes its accessors is the one meant.
    const { prototype, takes } = this as typeof KitElement;
    type Self = KitElement<string>;
    const make = (name: string, get: (this: Self) => unknown, set: (this: Self, value: unknown) => void) => {
      // Every element has `lang` and `dir` already.
      if (!(name in prototype)) Object.defineProperty(prototype, name, { get, set });
    };
    for (const [attribute, accepted] of Object.entries(takes)) {
      make(
        attribute.replace(/-./g, (part) => part.charAt(1).toUpperCase()),
        function () {
          return read(accepted, this.getAttribute(attribute));
        },
        function (value) {
          if (value == null) this.removeAttribute(attribute);
          else this.setAttribute(attribute, String(value));
        },
      );
    }
    for (const name of scripted) {
      const values = new WeakMap<Self, unknown>();
      make(
        name,
        function () {
          return values.get(this) ?? null;
        },
        function (value) {
          // An object may have changed inside; anything else that is set again is what it was.
          if (value === values.get(this) && typeof value !== 'object') return;
          values.set(this, value);
          this.requestUpdate(name);
        },
      );
    }
  }

  /** Language in use (BCP 47 tag): the element's `lang`, `configure`'s `locale`, the page's `lang`, or the browser's. */
  get language(): string {
    return this.lang || configured().locale || this.#languageAround || navigator.language;
  }

  /** State of the element, also selectable in CSS: `:state(ready)`. */
  get status(): S | 'loading' {
    return this.#status;
  }

  /** `lang` of what stands around the element, through the shadow roots that it is in; undefined where none says. */
  get #languageAround(): string | undefined {
    for (let inner: Element | undefined = this; inner; inner = (inner.getRootNode() as ShadowRoot).host) {
      const around = inner.closest<HTMLElement>('[lang]');
      if (around) return around.lang;
    }
    return undefined;
  }

  protected setStatus(status: S): void {
    const states = this.#internals?.states;
    states?.delete(this.#status);
    states?.add(status);
    this.#status = status;
  }

  /** The shadow root, made and filled when it is first needed. */
  protected renderRoot(): ShadowRoot {
    if (this.shadowRoot) return this.shadowRoot;
    const { css, template } = this.constructor as typeof KitElement;
    const root = this.attachShadow({ mode: 'open' });
    this.adoptStyles(css);
    root.append(template());
    return root;
  }

  /** Adds the text of another shared sheet. */
  protected adoptStyles(css: () => string): void {
    this.#styles.push(css);
    this.adoptedCallback();
  }

  connectedCallback(): void {
    const self = this as Record<string, unknown>;
    for (const [name, value] of Object.entries(this)) {
      if (!(name in Object.getPrototypeOf(this))) continue;
      delete self[name];
      self[name] = value;
    }
    this.requestUpdate('connected');
  }

  disconnectedCallback(): void {
    // A move disconnects and connects again in one task: only one that stays away is let go.
    queueMicrotask(() => {
      if (!this.isConnected) this.released();
    });
  }

  adoptedCallback(): void {
    // A sheet belongs to its document, and does not come along to another.
    const sheets = this.#styles.map((css) => sharedSheet(this.ownerDocument, css));
    if (this.shadowRoot) this.shadowRoot.adoptedStyleSheets = sheets;
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (before !== now) this.requestUpdate(name);
  }

  /** Asks for one update after the running task, whatever the number of changes. */
  protected requestUpdate(name: string): void {
    this.#changed.add(name);
    this.changing(name);
    if (this.#queued) return;
    this.#queued = true;
    queueMicrotask(() => {
      this.#queued = false;
      if (!this.isConnected) return;
      const changed = new Set(this.#changed);
      this.#changed.clear();
      this.update(changed);
    });
  }

  /** Runs at once when something changes, before the update that follows. */
  protected changing(_name: string): void {}
  /** Brings what is shown in line with what changed: attribute names, property names, `connected`. */
  protected abstract update(changed: ReadonlySet<string>): void;
  /** The element left the document for longer than a move. */
  protected abstract released(): void;
}
