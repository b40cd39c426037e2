import type { SiteHandle, Spot } from '../../site/handle.ts';
import { adoptChanging } from './adopt.ts';
import { giveWidth } from './fit.ts';
import { keepFocus } from './focus.ts';
import type { Host } from './host.ts';
import { mountAt } from './mount.ts';
import { schemeAt, watchScheme } from './scheme.ts';

/** How often the page may take us out before we stop to put us in again. */
const PATIENCE = 20;
/** Milliseconds between two signs of life to the background. */
const PULSE = 20_000;

/** Where a host stands in the page, from `put` to `take`, however the page moves things about. */
export class Placed {
  readonly #handle: SiteHandle;
  readonly #host: Host;
  readonly #wrap: HTMLElement;
  readonly #inner: (element: Element) => ShadowRoot | null;
  readonly #fit: (css: string) => void;
  readonly #sheets: number;
  #outer: HTMLElement | null = null;
  #spot: Spot | null = null;
  #observer: MutationObserver | null = null;
  #pulse: ReturnType<typeof setInterval> | undefined;
  #back: (() => void) | null = null;
  #lost = 0;
  #unwatchScheme = (): void => {};

  /**
   * @param wrap holds everything that is shown; in the host's root only while it stands in the page
   * @param inner gives the root of an element of ours within the wrap
   */
  constructor(
    handle: SiteHandle,
    host: Host,
    wrap: HTMLElement,
    inner: (element: Element) => ShadowRoot | null,
  ) {
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
    clearInterval(this.#pulse);
    this.#handle.here();
    this.#pulse = setInterval(() => {
      if (document.visibilityState === 'visible') this.#handle.here();
    }, PULSE);
  }

  /** Out of the page, with everything that was in the host: whoever kept the host keeps an empty one. */
  take(): void {
    clearInterval(this.#pulse);
    this.#unwatchScheme();
    this.#observer?.disconnect();
    if (this.#spot) this.#back = keepFocus(this.#host.root, this.#inner) ?? this.#back;
    this.#spot = null;
    this.#outer?.remove();
    this.#host.element.remove();
    this.#wrap.remove();
    this.#outer = null;
  }

  /** The page's own framework may draw its part anew without us. */
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
    if (++this.#lost > PATIENCE) return;
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
