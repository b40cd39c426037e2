import { delayMs, noteChanges, resetBudget, runWithinBudget } from './budget.ts';
import { forget, near, onEnter } from './elements.ts';
import type { SiteRules } from './facts.ts';

/** Events that can change what is visible without a change of the document. */
const EVENTS = 'click change input toggle transitionend animationend load resize popstate'.split(' ');
/** Milliseconds until a look where no frame is drawn: hidden tabs, frames out of view. */
const UNDRAWN_DELAY_MS = 100;
/** Milliseconds between two looks at most, where there is time: a field's value changes without any event. */
const IDLE_INTERVAL_MS = 500;

/** Whether all that says who the patient is stands in the page still, and nothing changed within or around it. */
const isFar = (records: readonly MutationRecord[]): boolean =>
  [...near].every(
    (element) =>
      element.isConnected &&
      !records.some(({ target }) => element.contains(target) || target.contains(element)),
  );

/** Gives the function that has `run` called once, before the next frame or as soon as there is time for it. */
function schedule(run: () => void): () => void {
  let isDue = false;
  const now = (): void => {
    if (!isDue) return;
    isDue = false;
    run();
  };
  return () => {
    if (isDue) return;
    isDue = true;
    const delay = delayMs();
    setTimeout(now, delay || UNDRAWN_DELAY_MS);
    if (!delay) requestAnimationFrame(now);
  };
}

export interface Watch {
  /** Other elements may identify the patient now. */
  found(): void;
  /** A row of a list was read: it says who its patient is. */
  read(row: Element): void;
  end(): void;
}

/**
 * Watches a frame: `check` runs in the observer's callback, before anything is painted, and reads no layout; `look`
 * runs before the next frame is drawn. On a page that changes without end both keep to their share of the main
 * thread, but for a change of what says who the patient is, which is always checked at once.
 */
export function watch({ attributes }: SiteRules, check: () => void, look: () => void): Watch {
  const within = { childList: true, attributes: true, attributeFilter: attributes as string[] };
  const options = { ...within, subtree: true, characterData: true };
  const { navigation } = globalThis as { navigation?: EventTarget };
  const ended = new AbortController();
  const { signal } = ended;
  let isNarrow = false;

  const soon = schedule(() => {
    // Parts that were not watched may have changed.
    if (isNarrow) noteChanges(0);
    // The frame that is drawn next needs the layout anyhow; what is counted is our own part.
    document.body?.offsetWidth;
    runWithinBudget(look);
    listen();
  });
  const changed = (): void => {
    runWithinBudget(check);
    soon();
  };
  const observer = new MutationObserver((records) => {
    // To be called at all costs as much as a few changes.
    noteChanges(records.length + 3);
    try {
      if (delayMs() > 0) {
        if (!isNarrow) narrow();
        // Without time for everything, what says who the patient is still is looked at, and what comes beside or around it.
        if (isFar(records)) {
          soon();
          return;
        }
      }
      for (const { type, target } of records) if (type === 'attributes') forget(target);
    } catch {
      // A form's fields take the place of what it could be asked: one is called `contains`.
    }
    changed();
  });
  const observe = (root: Node): void => {
    if (!isNarrow) observer.observe(root, options);
  };
  /**
   * Observes less on a busy page, since a report of every change costs more than reading: only the elements that say
   * who the patient is, and what takes them away or hides them.
   */
  function narrow(): void {
    observer.disconnect();
    isNarrow = delayMs() > 0;
    for (const element of near) {
      for (let at: Node | null = element; at; at = at.parentNode ?? (at as ShadowRoot).host)
        observer.observe(at, within);
    }
    // Last, since an element may be within another.
    for (const element of near) observer.observe(element, options);
    observe(document);
  }
  // `document.open` removes listeners; they are back at the next look, and adding one twice does nothing.
  const listen = (): void => {
    for (const type of EVENTS) addEventListener(type, soon, { capture: true, passive: true, signal });
    navigation?.addEventListener('currententrychange', changed, { signal });
  };
  resetBudget();
  onEnter(observe);
  observe(document);
  listen();
  const idle = setInterval(soon, IDLE_INTERVAL_MS);
  return {
    found() {
      if (isNarrow) narrow();
    },
    read(row) {
      near.add(row);
      if (isNarrow) observer.observe(row, options);
    },
    end() {
      ended.abort();
      observer.disconnect();
      clearInterval(idle);
    },
  };
}
