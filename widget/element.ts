/** Names of the states that `:state()` selects, and of `status`. */
export const STATUSES = ['loading', 'ready', 'empty', 'error', 'stale'] as const;
export type Status = (typeof STATUSES)[number];

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
 * Properties are accessors, made by {@link reflect} and {@link property}: a class field would wipe a value
 * that a framework set before the element was defined.
 */
export abstract class KitElement<S extends string = Status> extends Base {
  /** Name that `define()` takes by default. */
  static readonly tag: string;
  /** The text of the shared sheet. */
  protected static css: () => string;
  /** A new copy of what stands in the shadow root. */
  protected static template: () => DocumentFragment;

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

  /** What the element shows; selectable as `:state(ready)`. */
  get status(): S | 'loading' {
    return this.#status;
  }

  /** `lang` of what stands around the element, through the shadow roots that it is in; undefined where none says. */
  protected get languageAround(): string | undefined {
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
    for (const name of Object.keys(this)) {
      if (!(name in Object.getPrototypeOf(this))) continue;
      const value: unknown = Reflect.get(this, name);
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, value);
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

/** Makes accessors for properties that reflect an attribute; null or undefined takes the attribute away. */
export function reflect(
  element: { readonly prototype: KitElement<string> },
  properties: Readonly<Record<string, readonly [attribute: string, read: (text: string | null) => unknown]>>,
): void {
  for (const [name, [attribute, read]] of Object.entries(properties)) {
    Object.defineProperty(element.prototype, name, {
      configurable: true,
      enumerable: true,
      get(this: KitElement<string>) {
        return read(this.getAttribute(attribute));
      },
      set(this: KitElement<string>, value: unknown) {
        if (value == null) this.removeAttribute(attribute);
        else this.setAttribute(attribute, String(value));
      },
    });
  }
}
