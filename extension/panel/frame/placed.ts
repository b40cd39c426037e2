import { h } from '@instrument-panel/shared/ui/dom';
import type { PlaceFault } from '../../site/facts.ts';
import type { SiteHandle, Spot } from '../../site/handle.ts';
import { findFault, type Layout, readLayout } from './fault.ts';
import { adoptChanging, createHost } from './host.ts';
import { type Lift, liftAll, lifts } from './lift.ts';
import { lowAround, mountAt } from './mount.ts';
import { schemeAt, watchScheme } from './scheme.ts';

/** Below these pixels the page shrinks us to our content, of which we say no width ourselves. */
const NARROW_PX = 200;
/** As high as a line that says a risk flag and a late request, which is less in more width. */
const TRIED_STYLES = `
div{container-type:inline-size}
i{display:block;block-size:62px}
@container (max-width:800px){i{block-size:94px}}
@container (max-width:440px){i{block-size:110px}}
`;
/** CSS pixels by which the panel's height may change without being judged again. */
const GROWN_PX = 1;
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
    return { outer, layout, fault: findFault(element, layout) };
  };
  const first = mount(spot);
  const low = first.fault && lowAround(first.outer, false);
  if (!low) return first;
  first.outer.remove();
  const second = mount({ anchor: low, at: 'after' });
  return second.fault ? { ...second, fault: first.fault } : second;
}

/**
 * Says how a panel would stand at a spot, by a box without content that is in the page for that long only; a panel that
 * stands somewhere is out of the layout meanwhile, so that it makes no difference.
 */
export function judgePlace(spot: Spot): PlaceFault | null {
  const { element, root } = createHost('flow-root', TRIED_STYLES);
  root.append(h('div', {}, h('i')));
  const lower = liftAll();
  const { outer, fault } = mountWell(spot, element, adoptChanging(root));
  outer.remove();
  lower();
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
  readonly #resized: () => void;
  readonly #fit: (css: string) => void;
  readonly #sizes = new ResizeObserver(() => this.#grow());
  readonly #lift: Lift = () => this.#liftOut();
  readonly #sheets: number;
  #outer: HTMLElement | null = null;
  #spot: Spot | null = null;
  /** What the page looked like without the panel, and the panel's height when both were compared. */
  #layout: Layout | null = null;
  #height = 0;
  #isGrown = false;
  #css = '';
  #observer: MutationObserver | null = null;
  #heartbeat: ReturnType<typeof setInterval> | undefined;
  #back: (() => void) | null = null;
  #lost = 0;
  #unwatchScheme = (): void => {};

  /**
   * @param wrap holds everything that is shown; in the host's root only while the host is in the page
   * @param mounted told that it is in the page, with what gives the focus back
   * @param resized told that its height changed while it stands
   */
  constructor(
    handle: SiteHandle,
    host: ReturnType<typeof createHost>,
    wrap: HTMLElement,
    inner: InnerRoot,
    mounted: (giveFocus: () => void) => void,
    resized: () => void = () => {},
  ) {
    this.#handle = handle;
    this.#host = host;
    this.#wrap = wrap;
    this.#inner = inner;
    this.#mounted = mounted;
    this.#resized = resized;
    const adopt = adoptChanging(host.root);
    this.#fit = (css) => {
      this.#css = css;
      adopt(css);
    };
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
    const { outer, layout, fault } = mountWell(spot, element, this.#fit);
    this.#outer = outer;
    this.#layout = layout;
    this.#height = element.offsetHeight;
    this.#isGrown = false;
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
    lifts().add(this.#lift);
    // Not within a report of sizes: the browser would tell the page of an error.
    requestAnimationFrame(() => {
      if (element.isConnected) this.#sizes.observe(element);
    });
    return null;
  }

  /**
   * What is wrong with where the host stands now; null for nothing, and where it is not in the page. With another height
   * than before, or where more of the page is cut off than before, the page is laid out once without the panel to compare.
   */
  get fault(): PlaceFault | null {
    const { element } = this.#host;
    if (!element.isConnected || !this.#layout) return null;
    if (!this.#isGrown) {
      const fault = findFault(element, { ...this.#layout, boxes: new Map() });
      if (fault?.why !== 'pushes') return fault;
    }
    this.#isGrown = false;
    this.#height = element.offsetHeight;
    this.#layout = this.#readWithout() ?? this.#layout;
    return findFault(element, this.#layout);
  }

  #grow(): void {
    if (Math.abs(this.#host.element.offsetHeight - this.#height) <= GROWN_PX) return;
    this.#isGrown = true;
    this.#resized();
  }

  /** The page's layout as it is now without the panel; the page has changed since the panel was put in. */
  #readWithout(): Layout | null {
    if (!this.#spot?.anchor.isConnected) return null;
    const lower = liftAll();
    const layout = readLayout(this.#spot);
    lower();
    return layout;
  }

  /** Takes the host out of the layout until the returned function is called; nothing is painted in between. */
  #liftOut(): () => void {
    const css = this.#css;
    const outer = this.#outer === this.#host.element ? null : this.#outer;
    this.#fit(`${css}:host{display:none!important}`);
    outer?.style.setProperty('display', 'none', 'important');
    return () => {
      outer?.style.removeProperty('display');
      this.#fit(css);
    };
  }

  /** Out of the page, with everything that was in the host: a page that kept the host keeps an empty one. */
  take(): void {
    clearInterval(this.#heartbeat);
    this.#unwatchScheme();
    this.#observer?.disconnect();
    this.#sizes.disconnect();
    lifts().delete(this.#lift);
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
