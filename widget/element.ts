import { type Attributes, languageTag, readAttribute } from './attribute-values.ts';
import { configured } from './configure.ts';

/** States of an element: values of `status`, and names for `:state()`. */
export type Status = 'loading' | 'ready' | 'empty' | 'error' | 'stale';

/** Returns the status of an element that shows these points, or none, with this error. */
export function toStatus(points: readonly unknown[] | undefined, error: unknown): Status {
  if (!points) return error ? 'error' : 'loading';
  if (error) return 'stale';
  return points.length > 0 ? 'ready' : 'empty';
}

// A server has no HTMLElement; importing the module there must still work.
const Base: typeof HTMLElement = globalThis.HTMLElement ?? (class {} as unknown as typeof HTMLElement);

const sheets = new WeakMap<Document, Map<() => string, CSSStyleSheet>>();

/** Returns the document's one style sheet for this CSS. A sheet for each element would double their cost. */
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
 * Base class of the elements: a shadow root with shared style sheets, properties that reflect attributes and keep
 * values set before registration, batched updates, `:state()`, and a registration that can be repeated.
 *
 * Properties are accessors, made by {@link KitElement.accessors}: a class field would overwrite a value that a framework
 * set before the element was registered.
 */
export abstract class KitElement<S extends string = Status> extends Base {
  /** Default tag name of `define()`. */
  static readonly tag: string;
  /** Returns the CSS of the shared style sheet. */
  protected static css: () => string;
  /** Returns a new copy of the shadow root's content. */
  protected static template: () => Element;

  protected static takes: Attributes;

  readonly #internals: ElementInternals | undefined;
  #status: S | 'loading' = 'loading';
  #queued = false;
  readonly #styles = new Set<() => string>();
  readonly #changed = new Set<string>();

  constructor() {
    super();
    this.#internals = this.attachInternals?.();
  }

  /**
   * Registers the class, unless the tag is registered already, by an earlier call or another copy of the package.
   *
   * @param tag default: the class's own tag
   * @param registry default: `globalThis.customElements`
   */
  static define(tag?: string, registry: CustomElementRegistry | undefined = globalThis.customElements): void {
    // biome-ignore lint/complexity/noThisInStatic: `this` is the subclass that is being registered.
    const self = this as typeof KitElement & CustomElementConstructor;
    const name = tag ?? self.tag;
    if (!registry || registry.get(name)) return;
    // A class can be registered under one tag only; a second tag needs a subclass.
    registry.define(
      name,
      registry.getName?.(self) == null ? self : class extends (self as CustomElementConstructor) {},
    );
  }

  /**
   * Creates the accessors of a class: properties that reflect an attribute (`patientId` for `patient-id`; null or
   * undefined removes it), and those without one, named in `scripted`. Default value of each of these: null.
   */
  protected static accessors(scripted: readonly string[]): void {
    // biome-ignore lint/complexity/noThisInStatic: `this` is the subclass that gets the accessors.
    const { prototype, takes } = this as typeof KitElement;
    type Self = KitElement<string>;
    const make = (name: string, get: (this: Self) => unknown, set: (this: Self, value: unknown) => void) => {
      // HTMLElement has `lang` and `dir` already.
      if (!(name in prototype)) Object.defineProperty(prototype, name, { get, set });
    };
    for (const [attribute, accepted] of Object.entries(takes)) {
      make(
        attribute.replace(/-./g, (part) => part.charAt(1).toUpperCase()),
        function () {
          return readAttribute(accepted, this.getAttribute(attribute));
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
          // The same object may have changed inside; the same primitive value has not changed.
          if (value === values.get(this) && typeof value !== 'object') return;
          values.set(this, value);
          this.requestUpdate(name);
        },
      );
    }
  }

  /** Language in use (BCP 47 tag): the element's `lang`, `configure`'s `locale`, the page's `lang`, or the browser's. */
  get language(): string {
    return languageTag(this.lang) ?? configured().locale ?? this.#languageAround ?? navigator.language;
  }

  /** State of the element, also selectable in CSS: `:state(ready)`. */
  get status(): S | 'loading' {
    return this.#status;
  }

  /** `lang` of the nearest ancestor with a valid one, across shadow roots; null if no ancestor has one. */
  get #languageAround(): string | null {
    let tag: string | null = null;
    let at: Element | null = this;
    for (; at && !tag; at = at.parentElement ?? (at.getRootNode() as ShadowRoot).host)
      tag = languageTag(at.getAttribute('lang'));
    return tag;
  }

  protected setStatus(status: S): void {
    this.#internals?.states.clear();
    this.addState(status);
    this.#status = status;
  }

  /** Adds a state to the present one, until that is set anew. */
  addState(state: string): void {
    this.#internals?.states.add(state);
  }

  /** Returns the shadow root, and creates it with its content on the first call. */
  protected renderRoot(): ShadowRoot {
    if (this.shadowRoot) return this.shadowRoot;
    const { css, template } = this.constructor as typeof KitElement;
    const root = this.attachShadow({ mode: 'open' });
    this.adoptStyles(css);
    root.append(template());
    return root;
  }

  /** Adds another shared style sheet, once. */
  protected adoptStyles(css: () => string): void {
    this.#styles.add(css);
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
    // Moving an element disconnects and reconnects it in one task; only a removal lasts longer.
    queueMicrotask(() => {
      if (!this.isConnected) this.released();
    });
  }

  adoptedCallback(): void {
    // A constructed style sheet belongs to one document.
    const sheets = [...this.#styles].map((css) => sharedSheet(this.ownerDocument, css));
    if (this.shadowRoot) this.shadowRoot.adoptedStyleSheets = sheets;
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (before !== now) this.requestUpdate(name);
  }

  /** Schedules one update after the current task, however many properties change. */
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

  /** Called synchronously on each change, before the scheduled update. */
  protected changing(_name: string): void {}
  /** Renders the changes: names of attributes and properties, or `connected`. */
  protected abstract update(changed: ReadonlySet<string>): void;
  /** Called after the element was removed from the document; a move does not count. */
  protected abstract released(): void;
}
