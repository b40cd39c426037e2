/** CSS pixels that stay free at the window's edges. */
const EDGE_PX = 8;
/**
 * CSS pixels. With so many below the line, nothing opens above it, where the page names the patient; where neither side has
 * them, the height of the window is used.
 */
const ROOM_MIN_PX = 160;
const WIDTH_PX = 360;
/** CSS pixels of the page that stay in sight then: a click there closes. */
const PAGE_PX = 48;
/** Milliseconds between two looks at whether the page covers the line, and for how long it may. */
const LOOK_INTERVAL_MS = 100;
const COVERED_MS = 500;

/** What is to be shown: `isWhole` if there is something to open. */
interface Shown {
  readonly isOpen: boolean;
  readonly isWhole: boolean;
}

/** How much the page's `zoom` makes of a CSS pixel of ours; browsers that cannot say it measure in such pixels too. */
const zoomOf = (element: Element): number =>
  (element as Element & { readonly currentCSSZoom?: number }).currentCSSZoom ?? 1;

const isRendered = (element: Element): boolean => element.isConnected && element.checkVisibility();

/**
 * The part of a panel that lies over the page, in the browser's top layer: no box of the page cuts it off, and nothing of
 * the page moves. It follows the line in the page frame by frame, and goes with the focus, with whatever the page lays over
 * the line (a lock screen has no top layer to itself), and for paper, which shows it in the page.
 */
export class OpenedPart {
  readonly #host: HTMLElement;
  readonly #leave: () => void;
  #line: HTMLElement | null = null;
  #body: HTMLElement | null = null;
  #shown: Shown = { isOpen: false, isWhole: false };
  /** What had the focus last, within the panel. */
  #last: Element | null = null;
  #frame = 0;
  #isBelow = true;
  #lookedAt = 0;
  #coveredSince: number | null = null;
  readonly #ended = new AbortController();

  /** @param leave told when nobody is at the panel any more; it closes it */
  constructor(host: HTMLElement, wrap: HTMLElement, leave: () => void) {
    this.#host = host;
    this.#leave = leave;
    const { signal } = this.#ended;
    const keep = (event: Event): void => {
      const [target] = event.composedPath();
      if (target instanceof Element) this.#last = target;
    };
    wrap.addEventListener('focusin', keep);
    // The next element has the focus later than this is told.
    wrap.addEventListener('focusout', () => setTimeout(() => this.#check()));
    addEventListener('beforeprint', () => this.#shown.isOpen && leave(), { signal });
  }

  /** Shows or hides the part. Nothing happens while the panel is out of the page. */
  show(line: HTMLElement, body: HTMLElement, shown: Shown): void {
    this.#line = line;
    this.#body = body;
    this.#shown = shown;
    this.#draw();
  }

  /** Shows it again once the panel is back in the page, unless nobody is at it any more. */
  restore(giveFocus: () => void): void {
    this.#draw();
    giveFocus();
    this.#check();
  }

  #draw(): void {
    const { isOpen, isWhole } = this.#shown;
    const body = this.#body;
    if (!body?.isConnected) return;
    if (body.matches(':popover-open') === (isOpen && isWhole)) return;
    if (!isOpen || !isWhole) {
      body.hidePopover();
      return;
    }
    body.showPopover();
    this.#isBelow = true;
    this.#coveredSince = null;
    this.#place();
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#follow());
  }

  end(): void {
    this.#ended.abort();
    cancelAnimationFrame(this.#frame);
    this.#last = null;
  }

  #follow(): void {
    if (!this.#body?.matches(':popover-open')) return;
    this.#check();
    this.#place();
    if (this.#isCovered()) this.#leave();
    this.#frame = requestAnimationFrame(() => this.#follow());
  }

  /** Whether the focus is in the panel. In a frame it may be in another one, of which this document hears nothing. */
  #hasFocus(): boolean {
    const { activeElement } = this.#host.getRootNode() as Document | ShadowRoot;
    return activeElement === this.#host && (document.hasFocus() || globalThis.self === globalThis.top);
  }

  /** Tells that nobody is at the panel any more. What had the focus and was taken away did not leave. */
  #check(): void {
    if (!this.#shown.isOpen || !this.#host.isConnected || this.#hasFocus()) return;
    const { activeElement } = document;
    const isNowhere = activeElement === null || activeElement === document.body;
    const isTakenAway = isNowhere && this.#last !== null && !isRendered(this.#last);
    if (isTakenAway && this.#body?.matches(':popover-open')) this.#body.focus({ preventScroll: true });
    else this.#leave();
  }

  /** Below the line, or above it where that has more room. The side is kept as long as there is room. */
  #place(): void {
    const [line, body] = [this.#line, this.#body];
    if (!line || !body) return;
    const { left, top, bottom, width } = line.getBoundingClientRect();
    const [above, below] = [top - EDGE_PX, innerHeight - bottom - EDGE_PX];
    const side = this.#isBelow ? below : above;
    if (side < ROOM_MIN_PX) this.#isBelow = below >= Math.min(above, ROOM_MIN_PX);
    const room = this.#isBelow ? below : above;
    const isTight = room < ROOM_MIN_PX;
    const wide = Math.min(Math.max(width, WIDTH_PX), innerWidth - 2 * EDGE_PX);
    const across = Math.max(EDGE_PX, Math.min(left, innerWidth - EDGE_PX - wide));
    const zoom = zoomOf(body);
    const px = (value: number): string => `${value / zoom}px`;
    const rules = {
      insetInlineStart: px(across),
      inlineSize: px(wide),
      maxBlockSize: px(isTight ? innerHeight - EDGE_PX - PAGE_PX : room),
      insetBlockStart: isTight ? px(EDGE_PX) : this.#isBelow ? px(bottom) : 'auto',
      insetBlockEnd: isTight || this.#isBelow ? 'auto' : px(innerHeight - top),
    };
    for (const [name, value] of Object.entries(rules))
      if (body.style[name as keyof typeof rules] !== value) body.style[name as keyof typeof rules] = value;
  }

  /** Whether something of the page has been over the middle of the line for long enough. */
  #isCovered(): boolean {
    const now = performance.now();
    if (now - this.#lookedAt < LOOK_INTERVAL_MS || !this.#line) return false;
    this.#lookedAt = now;
    const { left, top, width, height } = this.#line.getBoundingClientRect();
    const root = this.#host.getRootNode() as Document | ShadowRoot;
    // Null where it is out of the window.
    const hit = root.elementFromPoint(left + width / 2, top + height / 2);
    this.#coveredSince = hit === null || hit === this.#host ? null : (this.#coveredSince ?? now);
    return this.#coveredSince !== null && now - this.#coveredSince >= COVERED_MS;
  }
}
