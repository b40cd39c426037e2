import type { SiteHandle, Spot } from '../../site/handle.ts';
import { adoptChanging, type createHost } from './host.ts';
import { mountAt } from './mount.ts';
import { schemeAt, watchScheme } from './scheme.ts';

/** Below these pixels the page shrinks us to our content, of which we say no width ourselves. */
const NARROW_PX = 200;

/** Makes the rules that give a host a width in its parent: a share of a flex row, all columns of a grid. */
function shareOf(element: HTMLElement): string {
  const parent = element.parentElement;
  const { display = '', flexDirection = '' } = parent ? getComputedStyle(parent) : {};
  const rules = ['grid-column:1/-1!important'];
  if (display.includes('flex'))
    rules.push(`flex:${flexDirection.startsWith('row') ? '1 1 360px' : '0 0 auto'}!important`);
  if (display.includes('flex') || display.includes('grid')) rules.push('align-self:stretch!important');
  return rules.join(';');
}

/** Gives a host a width, one of its own if the page's layout gives it none. */
function giveWidth(element: HTMLElement, style: (css: string) => void): void {
  style('');
  const share = shareOf(element);
  style(`:host{${share}}`);
  if (element.getBoundingClientRect().width >= NARROW_PX) return;
  style(`:host{${share};inline-size:min(360px,calc(100vw - 16px))!important;max-inline-size:none!important}`);
}

type InnerRoot = (element: Element) => ShadowRoot | null;

/** The element with the focus within a root, in roots of ours below it too. */
function deepest(root: ShadowRoot, inner: InnerRoot): Element | null {
  const active = root.activeElement;
  const below = active && inner(active);
  return (below && deepest(below, inner)) ?? active;
}

/**
 * Remembers focus and selection, to restore them after the element was taken out of the page and put in again;
 * null where the focus is elsewhere. `inner` gives the root of one of our own elements, closed to everybody else.
 */
export function keepFocus(root: ShadowRoot, inner: InnerRoot): (() => void) | null {
  const element = deepest(root, inner);
  if (!(element instanceof HTMLElement)) return null;
  const field = element as HTMLElement & Partial<HTMLInputElement>;
  const { selectionStart, selectionEnd } = field;
  return () => {
    if (!element.isConnected) return;
    element.focus({ preventScroll: true });
    if (selectionStart != null && selectionEnd != null)
      field.setSelectionRange?.(selectionStart, selectionEnd);
  };
}

const REMOVALS_LIMIT = 20;
const HEARTBEAT_MS = 20_000;

/** Keeps a host at its place in the page, from `put` to `take`, even if the page moves things about. */
export class Placed {
  readonly #handle: SiteHandle;
  readonly #host: ReturnType<typeof createHost>;
  readonly #wrap: HTMLElement;
  readonly #inner: InnerRoot;
  readonly #fit: (css: string) => void;
  readonly #sheets: number;
  #outer: HTMLElement | null = null;
  #spot: Spot | null = null;
  #observer: MutationObserver | null = null;
  #heartbeat: ReturnType<typeof setInterval> | undefined;
  #back: (() => void) | null = null;
  #lost = 0;
  #unwatchScheme = (): void => {};

  /** @param wrap holds everything that is shown; in the host's root only while the host is in the page */
  constructor(handle: SiteHandle, host: ReturnType<typeof createHost>, wrap: HTMLElement, inner: InnerRoot) {
    this.#handle = handle;
    this.#host = host;
    this.#wrap = wrap;
    this.#inner = inner;
    this.#fit = adoptChanging(host.root);
    this.#sheets = host.root.adoptedStyleSheets.length;
    for (const type of ['pointerenter', 'focusin']) host.element.addEventListener(type, () => this.#shade());
  }

  put(spot: Spot): void {
    const { element, root } = this.#host;
    // A page that had us in another document took our style sheets, and could have us look like anything.
    if (root.adoptedStyleSheets.length < this.#sheets) return;
    const isMoved = this.#spot?.anchor !== spot.anchor || this.#spot.at !== spot.at;
    if (!isMoved && element.isConnected) return;
    if (element.isConnected) this.#back = keepFocus(root, this.#inner);
    this.#outer?.remove();
    this.#spot = spot;
    this.#handle.own(element);
    this.#outer = mountAt(spot, element);
    if (this.#outer !== element) this.#handle.own(this.#outer);
    if (this.#wrap.parentNode !== root) root.append(this.#wrap);
    giveWidth(element, this.#fit);
    this.#shade();
    this.#watch();
    this.#back?.();
    this.#back = null;
    this.#unwatchScheme();
    this.#unwatchScheme = watchScheme(() => this.#shade());
    clearInterval(this.#heartbeat);
    this.#handle.here();
    this.#heartbeat = setInterval(() => {
      if (document.visibilityState === 'visible') this.#handle.here();
    }, HEARTBEAT_MS);
  }

  /** Out of the page, with everything that was in the host: a page that kept the host keeps an empty one. */
  take(): void {
    clearInterval(this.#heartbeat);
    this.#unwatchScheme();
    this.#observer?.disconnect();
    if (this.#spot) this.#back = keepFocus(this.#host.root, this.#inner) ?? this.#back;
    this.#spot = null;
    this.#outer?.remove();
    this.#host.element.remove();
    this.#wrap.remove();
    this.#outer = null;
  }

  /** The page's own framework may draw its part again without us. */
  #watch(): void {
    this.#observer?.disconnect();
    const parent = this.#outer?.parentNode;
    if (!parent) return;
    this.#observer = new MutationObserver(() => {
      const { element } = this.#host;
      // Beside whomever another document shows.
      if (element.ownerDocument !== document) this.take();
      // With the frame, since where we go is layout; it is still the one in which the page changed.
      else if (!element.isConnected) requestAnimationFrame(() => this.#restore());
    });
    this.#observer.observe(parent, { childList: true });
  }

  #restore(): void {
    const spot = this.#spot;
    if (!spot || this.#host.element.isConnected || !spot.anchor.isConnected) return;
    if (++this.#lost > REMOVALS_LIMIT) return;
    this.#spot = null;
    this.put(spot);
  }

  /** Light or dark, as what is behind us is; that may have changed. */
  #shade(): void {
    const { parentElement } = this.#host.element;
    if (!parentElement) return;
    this.#wrap.style.colorScheme = schemeAt(parentElement);
  }
}
