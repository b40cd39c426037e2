/**
 * A window without a browser: a document, events and custom elements, and no layout. Its globals are those of the test's
 * process, which has one window at a time.
 *
 * @module
 */
import { Window } from 'happy-dom';

const GLOBALS = [
  ...['window', 'document', 'location', 'customElements', 'navigator', 'localStorage', 'matchMedia'],
  ...['addEventListener', 'removeEventListener', 'dispatchEvent', 'getComputedStyle', 'CSSStyleSheet'],
  ...['requestAnimationFrame', 'cancelAnimationFrame', 'ResizeObserver', 'devicePixelRatio'],
  ...[
    'MutationObserver',
    'Node',
    'Element',
    'HTMLElement',
    'SVGElement',
    'HTMLInputElement',
    'HTMLDialogElement',
    'ShadowRoot',
  ],
  ...['DocumentFragment', 'Event', 'CustomEvent', 'MouseEvent', 'KeyboardEvent', 'PointerEvent', 'CSS'],
] as const;

/** Properties that reflect an attribute, which happy-dom does not have: `ariaBusy` is `aria-busy`. */
const REFLECTED = [
  ...[
    'Busy',
    'Checked',
    'Current',
    'Disabled',
    'Expanded',
    'HasPopup',
    'Hidden',
    'Invalid',
    'Label',
    'Level',
  ],
  ...['Live', 'Modal', 'Pressed', 'RoleDescription', 'RowCount', 'RowIndex', 'Selected', 'Sort'],
] as const;
const reflections = Object.fromEntries(
  REFLECTED.map((name): [string, PropertyDescriptor] => {
    const attribute = `aria-${name.toLowerCase()}`;
    const property: PropertyDescriptor & ThisType<Element> = {
      configurable: true,
      get() {
        return this.getAttribute(attribute);
      },
      set(value: string | null) {
        if (value === null) this.removeAttribute(attribute);
        else this.setAttribute(attribute, value);
      },
    };
    return [`aria${name}`, property];
  }),
);

/** Where there is no layout, everything is in view. */
class EverythingInView {
  readonly #seen: (entries: object[]) => void;
  constructor(seen: (entries: object[]) => void) {
    this.#seen = seen;
  }
  observe(target: Element): void {
    queueMicrotask(() => this.#seen([{ target, isIntersecting: true, intersectionRatio: 1 }]));
  }
  unobserve(): void {}
  disconnect(): void {}
}

const internals = new WeakMap<Element, { states: Set<string> }>();

/** States of an element, which happy-dom does not have. */
export const internalsOf = (element: Element) => internals.get(element);

let present: Window | undefined;

/** Ends the window that is there, with all that its elements do. */
export async function closeWindow(): Promise<void> {
  present?.document.body.replaceChildren();
  await present?.happyDOM.close();
  present = undefined;
  // What all copies of the elements in a page share (widget/configure.ts).
  Reflect.deleteProperty(globalThis, 'instrumentKit');
}

/** Opens a window with this markup, in place of the one that is there. */
export async function openWindow(url: string, html: string): Promise<void> {
  await closeWindow();
  const window = new Window({ url, settings: { disableJavaScriptFileLoading: true } });
  present = window;
  Object.assign(window.HTMLElement.prototype, {
    attachInternals(this: HTMLElement) {
      const made = { states: new Set<string>() };
      internals.set(this, made);
      return made;
    },
  });
  Object.defineProperties(window.Element.prototype, reflections);
  for (const name of GLOBALS) {
    const value: unknown = Reflect.get(window, name);
    Object.defineProperty(globalThis, name, {
      value: typeof value === 'function' && /^[a-z]/.test(name) ? value.bind(window) : value,
      configurable: true,
      writable: true,
    });
  }
  Object.assign(globalThis, { IntersectionObserver: EverythingInView });
  window.document.documentElement.lang = 'en';
  window.document.body.innerHTML = html;
}
