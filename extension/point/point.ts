import type { PointWords } from '../words/point/index.ts';
import type { Pointed } from './draft.ts';
import { overlay } from './overlay.ts';

/** Events of a click and of a key, none of which the page gets while somebody points. */
const SWALLOWED = [
  'pointerdown',
  'pointerup',
  'mousedown',
  'mouseup',
  'click',
  'auxclick',
  'dblclick',
  'contextmenu',
  'touchstart',
  'touchend',
  'keydown',
  'keyup',
  'keypress',
];

/** The innermost element at a point, through open shadow roots, but for one that is ours. */
function elementAt(x: number, y: number, own: Element): Element | null {
  let found = document.elementsFromPoint(x, y).find((element) => element !== own) ?? null;
  for (let inner = found; inner?.shadowRoot; ) {
    inner =
      inner.shadowRoot.elementsFromPoint(x, y).find((element) => element !== own && element !== found) ??
      null;
    if (!inner || inner === found) break;
    found = inner;
  }
  return found;
}

const STEPS: Readonly<Record<string, (element: Element) => Element | null | undefined>> = {
  ArrowUp: (element) => element.parentElement ?? (element.getRootNode() as ShadowRoot).host,
  ArrowDown: (element) => element.firstElementChild ?? element.shadowRoot?.firstElementChild,
  ArrowLeft: (element) => element.previousElementSibling,
  ArrowRight: (element) => element.nextElementSibling,
};

/**
 * Lets a person point at one element of the page, by pointer or keyboard. Gives it, or null where they left with
 * Esc, the page took the overlay away, or the signal ended it. Only trusted events count.
 */
export function pointAt(what: Pointed, words: PointWords, signal: AbortSignal): Promise<Element | null> {
  return new Promise((resolve) => {
    const over = overlay(words, what);
    const done = new AbortController();
    let at: Element | null = null;

    const end = (element: Element | null): void => {
      if (done.signal.aborted) return;
      done.abort();
      gone.disconnect();
      over.remove();
      resolve(element);
    };
    const go = (element: Element | null | undefined): void => {
      if (!element || element === over.host || element === document.documentElement) return;
      at = element;
      over.mark(at);
    };
    function onKey({ key }: KeyboardEvent): void {
      if (key === 'Escape') end(null);
      else if (key === 'Enter' && at) end(at);
      else if (at === null && key in STEPS)
        go(document.querySelector('h1') ?? document.body.firstElementChild);
      else if (at) {
        go(STEPS[key]?.(at));
        at.scrollIntoView({ block: 'nearest' });
        over.mark(at);
      }
    }
    const swallow = (event: Event): void => {
      event.preventDefault();
      event.stopImmediatePropagation();
      if (!event.isTrusted) return;
      if (event instanceof KeyboardEvent && event.type === 'keydown') onKey(event);
      // The click is the last event of a pointer: ended before, the page would get the rest.
      if (event instanceof MouseEvent && event.type === 'click') {
        go(elementAt(event.clientX, event.clientY, over.host));
        end(at);
      }
    };
    const gone = new MutationObserver(() => {
      if (!over.host.isConnected) end(null);
    });
    gone.observe(document, { childList: true, subtree: true });
    const options = { capture: true, passive: false, signal: done.signal };
    for (const type of SWALLOWED) addEventListener(type, swallow, options);
    addEventListener(
      'pointermove',
      ({ clientX, clientY }) => go(elementAt(clientX, clientY, over.host)),
      options,
    );
    addEventListener('scroll', () => over.mark(at), options);
    signal.addEventListener('abort', () => end(null));
  });
}
