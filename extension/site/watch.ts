import { forget, identifyingElements, onEnter } from './elements.ts';
import type { SiteRules } from './facts.ts';

/** Events that can change what is visible without a change of the document. */
const EVENTS =
  'click change input toggle transitionend animationend readystatechange load resize popstate'.split(' ');
/** Milliseconds until a look where no frame is drawn: hidden tabs, frames out of view. */
const UNDRAWN_DELAY_MS = 100;
/** Milliseconds between two looks at most, where there is time: a field's value changes without any event. */
const IDLE_INTERVAL_MS = 500;

/** Whether the elements that identify the patient are still in the page, with nothing changed in or around them. */
const isFar = (records: readonly MutationRecord[]): boolean =>
  [...identifyingElements].every(
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
  const inFrame = (): void => {
    setTimeout(now, UNDRAWN_DELAY_MS);
    requestAnimationFrame(now);
  };
  return () => {
    if (isDue) return;
    isDue = true;
    const delay = delayMs();
    // In a frame even after a delay: between two, a layout would be made for us alone.
    if (delay) setTimeout(inFrame, delay);
    else inFrame();
  };
}

export type Watch = ReturnType<typeof watch>;

/**
 * Watches a frame: `check` runs before anything is painted, and reads no layout; `look` before the next frame.
 * Both keep to a share of the main thread, but for a change of what says who the patient is.
 */
export function watch({ attributes }: SiteRules, check: () => void, look: () => void) {
  const within = { childList: true, attributeFilter: attributes as string[] };
  const options = { ...within, subtree: true, characterData: true };
  const { navigation } = globalThis as { navigation?: EventTarget };
  const ended = new AbortController();
  const heard = { capture: true, signal: ended.signal };
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
    // The callback itself costs about as much as nine changes.
    noteChanges(records.length + 9);
    try {
      if (delayMs()) {
        if (!isNarrow) narrow();
        // Without time for everything, what says who the patient is still is looked at, and what comes beside or around it.
        if (isFar(records)) return soon();
        isNear = true;
      }
      for (const { type, target } of records) if (type === 'attributes') forget(target);
    } catch {
      // A form's fields take the place of what it could be asked: one is called `contains`.
    }
    changed();
    isNear = false;
  });
  const observe = (root: Node) => isNarrow || observer.observe(root, options);
  /** Observes less on a busy page: only what says who the patient is, and what takes it away or hides it. */
  function narrow(): void {
    // Once narrow, what has been reported and not heard yet would be lost.
    if (!isNarrow) observer.disconnect();
    isNarrow = delayMs() > 0;
    for (const element of identifyingElements) {
      for (let at: Node | null = element; at; at = at.parentNode ?? (at as ShadowRoot).host)
        observer.observe(at, within);
    }
    // Last, since an element may be within another.
    for (const element of identifyingElements) observer.observe(element, options);
    observe(document);
  }
  // `document.open` removes listeners; they are back at the next look, and adding one twice does nothing.
  const listen = (): void => {
    for (const type of EVENTS) addEventListener(type, soon, heard);
    navigation?.addEventListener('currententrychange', changed, heard);
  };
  // Both reserves are full again for another page or profile.
  left = RESERVE_MS;
  leftNear = NEAR_RESERVE_MS;
  onEnter(observe);
  observe(document);
  listen();
  const idle = setInterval(soon, IDLE_INTERVAL_MS);
  return {
    /** Other elements may identify the patient now. */
    found(): void {
      if (isNarrow) narrow();
    },
    /** A row of a list was read: it says who its patient is. */
    read(row: Element): void {
      identifyingElements.add(row);
      if (isNarrow) observer.observe(row, options);
    },
    end(): void {
      ended.abort();
      observer.disconnect();
      clearInterval(idle);
    },
  };
}

/** Share of the main thread that looking may take, once the reserve is used up. */
const SHARE = 0.0035;
/**
 * Milliseconds that may be used at once, which is what a page has to itself that changes now and then. With the share it
 * is below 1 % of two seconds: with less, a dialog about another patient would be seen late in a page that is drawn anew.
 */
const RESERVE_MS = 9;
/**
 * A separate reserve in milliseconds for changes in and around the elements that identify the patient, so that a label
 * with another name is noticed at once, however much the page has changed before.
 */
const NEAR_RESERVE_MS = 25;
/** Changes of one report that count: a route that draws 5,000 nodes at once does not use up the reserve. */
const COUNTED_CHANGES_MAX = 999;
/** Milliseconds that one run counts at most: what is longer waited for other processes. */
const COUNTED_MAX_MS = 1;

const CHANGE_COST_MS = 0.0015;

let left = RESERVE_MS;
let leftNear = NEAR_RESERVE_MS;
let since = 0;
/** True while such a change is handled after the general reserve is used up. */
let isNear = false;
/** How often the page has changed so far: marks the state that a walk has seen. */
export let changes = 0;

const now = (): number => performance.now();

/** Milliseconds until the page may be read again; 0: at once. */
function delayMs(): number {
  const gain = (now() - since) * SHARE;
  left = Math.min(RESERVE_MS, left + gain);
  leftNear = Math.min(NEAR_RESERVE_MS, leftNear + gain);
  since = now();
  return left > 0 ? 0 : -left / SHARE;
}

/** Runs a function, and takes its time from the budget. */
function runWithinBudget(run: () => void): void {
  const start = now();
  run();
  const cost = Math.min(now() - start, COUNTED_MAX_MS);
  if (isNear) leftNear -= cost;
  else left -= cost;
}

/** Notes that the page changed, so that earlier walks are out of date. Each report of a change costs time too. */
const noteChanges = (count: number): void => {
  changes++;
  left -= Math.min(count, COUNTED_CHANGES_MAX) * CHANGE_COST_MS;
};

/** Whether the page changed since a walk, and the budget allows another. */
export const mayWalk = (at: number): boolean => at !== changes && (isNear ? leftNear > 0 : !delayMs());
