import { grow, refill, spend, wait } from './budget.ts';
import type { SiteRules } from './facts.ts';
import { onEnter } from './select.ts';
import { forget, nearest } from './sight.ts';

/** What can change what is seen without a change of the document, or its address. */
const EVENTS = 'click change input toggle transitionend animationend load resize popstate'.split(' ');
/** Milliseconds until a look where no frame is drawn: hidden tabs, frames out of view. */
const UNDRAWN = 100;
/** Milliseconds between two looks at most, where there is time: a field's value changes without any event. */
const IDLE = 500;

/**
 * Watches a frame: `check` runs in the observer's callback, before anything is painted, and reads no layout; `look`
 * runs before the next frame is drawn. On a page that changes without end both keep to their share of the main
 * thread. Gives what ends it.
 */
export function watch({ attributes }: SiteRules, check: () => void, look: () => void): () => void {
  const options = {
    childList: true,
    subtree: true,
    characterData: true,
    attributes: true,
    attributeFilter: attributes,
  } as MutationObserverInit;
  const { navigation } = globalThis as { navigation?: EventTarget };
  const ended = new AbortController();
  const { signal } = ended;
  let isAwaited = false;
  let isNarrow = false;

  const now = (): void => {
    if (!isAwaited) return;
    isAwaited = false;
    // The frame that is drawn next needs the layout anyhow; what is counted is our own part.
    document.body?.offsetWidth;
    spend(look);
    listen();
    if (isNarrow) narrow();
  };
  const soon = (): void => {
    if (isAwaited) return;
    isAwaited = true;
    const delay = wait();
    setTimeout(now, delay || UNDRAWN);
    if (!delay) requestAnimationFrame(now);
  };
  const changed = (): void => {
    spend(check);
    soon();
  };
  const observer = new MutationObserver((records) => {
    const targets = new Set(records.map(({ target }) => target));
    // To be called at all costs as much as a few changes.
    grow(records.length + 3);
    if (wait() > 0) {
      if (!isNarrow) narrow();
      // Without time for everything, what says who the patient is still is looked at.
      const isFar = (element: Element): boolean =>
        element.isConnected && ![...targets].some((target) => element.contains(target));
      if (nearest().every(isFar)) {
        soon();
        return;
      }
    }
    for (const { type, target } of records) if (type === 'attributes') forget(target);
    changed();
  });
  const observe = (root: Node): void => {
    if (!isNarrow) observer.observe(root, options);
  };
  /** To be told of every change costs more than to look: on a busy page only of those that say who the patient is. */
  function narrow(): void {
    observer.disconnect();
    isNarrow = wait() > 0;
    for (const element of nearest()) observer.observe(element, options);
    observe(document);
  }
  // What `document.open` takes away is there again at the next look; to listen twice does nothing.
  const listen = (): void => {
    for (const type of EVENTS) addEventListener(type, soon, { capture: true, passive: true, signal });
    navigation?.addEventListener('currententrychange', changed, { signal });
  };
  refill();
  onEnter(observe);
  observe(document);
  listen();
  const idle = setInterval(soon, IDLE);
  return () => {
    ended.abort();
    observer.disconnect();
    clearInterval(idle);
  };
}
