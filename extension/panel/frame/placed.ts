import type { PlaceFault } from '../../site/facts.ts';
import type { SiteHandle, Spot } from '../../site/handle.ts';
import { findFault, readLayout } from './fault.ts';
import { adoptChanging, createHost } from './host.ts';
import { lowAround, mountAt } from './mount.ts';
import { schemeAt, watchScheme } from './scheme.ts';

/** Below these pixels the page shrinks us to our content, of which we say no width ourselves. */
const NARROW_PX = 200;
/** CSS pixels: about a panel that was just put in. */
const TRIED_HEIGHT_PX = 48;
const OWN_WIDTH = 'inline-size:min(360px,calc(100vw - 16px))!important;max-inline-size:none!important';

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

/** Gives a host a width: that of the page's layout, that below what floats beside it, or one of its own. */
function giveWidth(element: HTMLElement, style: (css: string) => void): void {
  style('');
  const share = shareOf(element);
  const widthWith = (rules: string): number => {
    style(`:host{${share};${rules}}`);
    return element.getBoundingClientRect().width;
  };
  const ways = ['', 'clear:both!important', OWN_WIDTH];
  ways.some((rules) => widthWith(rules) >= NARROW_PX);
}

/** Puts an element at a spot; where it stands badly there in a box without height, after that box if that is better. */
function mountWell(spot: Spot, element: HTMLElement, style: (css: string) => void) {
  const layout = readLayout(spot);
  const mount = (at: Spot) => {
    const outer = mountAt(at, element);
    giveWidth(element, style);
    return { outer, fault: findFault(element, layout) };
  };
  const first = mount(spot);
  const low = first.fault && lowAround(first.outer, false);
  if (!low) return first;
  first.outer.remove();
  const second = mount({ anchor: low, at: 'after' });
  return second.fault ? { ...second, fault: first.fault } : second;
}

/** Says how a panel would stand at a spot, by a box without content that is in the page for that long only. */
export function judgePlace(spot: Spot): PlaceFault | null {
  const { element, root } = createHost('flow-root', `div{block-size:${TRIED_HEIGHT_PX}px}`);
  root.append(document.createElement('div'));
  const { outer, fault } = mountWell(spot, element, adoptChanging(root));
  outer.remove();
  return fault;
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
    // Who is somewhere else in the page by now stays there.
    const { activeElement } = document;
    if (!element.isConnected || (activeElement !== null && activeElement !== document.body)) return;
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
  readonly #mounted: (giveFocus: () => void) => void;
  readonly #fit: (css: string) => void;
  readonly #sheets: number;
  #outer: HTMLElement | null = null;
  #spot: Spot | null = null;
  #observer: MutationObserver | null = null;
  #heartbeat: ReturnType<typeof setInterval> | undefined;
  #back: (() => void) | null = null;
  #lost = 0;
  #unwatchScheme = (): void => {};

  /**
   * @param wrap holds everything that is shown; in the host's root only while the host is in the page
   * @param mounted told that it is in the page, with what gives the focus back
   */
  constructor(
    handle: SiteHandle,
    host: ReturnType<typeof createHost>,
    wrap: HTMLElement,
    inner: InnerRoot,
    mounted: (giveFocus: () => void) => void,
  ) {
    this.#handle = handle;
    this.#host = host;
    this.#wrap = wrap;
    this.#inner = inner;
    this.#mounted = mounted;
    this.#fit = adoptChanging(host.root);
    this.#sheets = host.root.adoptedStyleSheets.length;
    for (const type of ['pointerenter', 'focusin']) host.element.addEventListener(type, () => this.#shade());
  }

  /** Puts the host at a spot; where it would stand badly there, it is taken out again, and what is wrong is returned. */
  put(spot: Spot): PlaceFault | null {
    const { element, root } = this.#host;
    // A page that had us in another document took our style sheets, and could have us look like anything.
    if (root.adoptedStyleSheets.length < this.#sheets) return null;
    const isMoved = this.#spot?.anchor !== spot.anchor || this.#spot.at !== spot.at;
    if (!isMoved && element.isConnected) return null;
    if (element.isConnected) this.#back = keepFocus(root, this.#inner) ?? this.#back;
    this.#outer?.remove();
    if (this.#wrap.parentNode !== root) root.append(this.#wrap);
    this.#spot = spot;
    const { outer, fault } = mountWell(spot, element, this.#fit);
    this.#outer = outer;
    if (fault) {
      this.take();
      return fault;
    }
    // Only now: where one that was told goes out of the page, the script of the site shows the panel again.
    this.#handle.own(element);
    if (outer !== element) this.#handle.own(outer);
    this.#shade();
    this.#watch();
    this.#mounted(this.#back ?? (() => {}));
    this.#back = null;
    this.#unwatchScheme();
    this.#unwatchScheme = watchScheme(() => this.#shade());
    clearInterval(this.#heartbeat);
    this.#handle.here();
    this.#heartbeat = setInterval(() => {
      if (document.visibilityState === 'visible') this.#handle.here();
    }, HEARTBEAT_MS);
    return null;
  }

  /** What is wrong with where the host stands now; null for nothing, and where it is not in the page. */
  get fault(): PlaceFault | null {
    const { element } = this.#host;
    return element.isConnected ? findFault(element, null) : null;
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
