import { createVisibilityCheck, type VisibilityCheck } from './visibility.ts';

/** What acts when it is clicked: it shows something of the patient, or goes somewhere. */
const ACTS = 'button,a[href]';
/** What writes: the confirmation of a change, and that of the form (shared/ui/apply). */
const WRITES = '[data-writes],[part=confirm] [part=button]';

/** Milliseconds for which an element has to stand still before what is in it is clicked. */
const STILL_MS = 300;
/** CSS pixels that a page may move it within without that being a move. */
const SLACK_PX = 4;

/** Tells whether an element stood still in the page, so that nobody clicks on what was just put under the pointer. */
interface Stillness {
  /** Watched from now on, as long as `isNeeded` says so, by frames. */
  watch(): void;
  isStill(): boolean;
  end(): void;
}

/** Where it is in the window, and how wide: a page that scrolls, or squeezes, moves what is in it too. */
const placeOf = (element: Element): readonly number[] => {
  const { left, top, width } = element.getBoundingClientRect();
  return [left, top, width];
};

/** @param isNeeded whether anything is there that must not be moved under the pointer; the watch ends with it */
function createStillness(element: Element, isNeeded: () => boolean): Stillness {
  let frame = 0;
  let moved = Number.NEGATIVE_INFINITY;
  let place: readonly number[] = [];
  const look = (): void => {
    const now = placeOf(element);
    // Where it stood before stays the measure: a move in small steps is one.
    if (!now.some((value, at) => Math.abs(value - (place[at] ?? value)) > SLACK_PX)) return;
    moved = performance.now();
    place = now;
  };
  const go = (): void => {
    look();
    frame = isNeeded() ? requestAnimationFrame(go) : 0;
  };
  return {
    watch() {
      if (frame !== 0) return;
      place = placeOf(element);
      frame = requestAnimationFrame(go);
    },
    isStill() {
      look();
      return performance.now() - moved >= STILL_MS;
    },
    end: () => cancelAnimationFrame(frame),
  };
}

/** Lets through clicks that a person made on what they saw. */
export interface ClickGuard {
  /** Guards a root, and with it everything that is put into it. */
  watch(root: ShadowRoot): void;
  end(): void;
}

/** Why a person's click was not used. */
export type ClickRefusal = 'covered' | 'moved';

/**
 * The one guard through which every button goes (docs/decisions/0014-extension-permissions.md: "A click counts only
 * when trusted and visible"). What a script of the page made up is dropped without a word. A click on what is covered
 * or see-through is refused, and said to be. Where it is not known yet whether something is seen, the click waits
 * until it is, and is then made anew. What writes is watched from the moment that it is there, and looked at once
 * more after the click: it must not have been moved under the pointer, and the second click of two is none.
 *
 * @param report told why a person's click was not used, and null for each that was
 */
export function createClickGuard(
  report: (why: ClickRefusal | null) => void,
  visibility: VisibilityCheck = createVisibilityCheck(),
): ClickGuard {
  /** Clicks that we made anew ourselves. */
  const ours = new WeakSet<Event>();
  const stills = new Map<ShadowRoot, Stillness>();
  /** How many sheets a root had when it was given to us. */
  const worn = new Map<ShadowRoot, number>();
  const ended = new AbortController();
  const { signal } = ended;

  const acting = (event: Event): HTMLElement | null => {
    const [target] = event.composedPath();
    const found = target instanceof Element ? target.closest(ACTS) : null;
    return found instanceof HTMLElement ? found : null;
  };
  const isMoved = (element: HTMLElement): boolean => {
    const root = element.getRootNode();
    return root instanceof ShadowRoot && stills.get(root)?.isStill() === false;
  };
  /** A page that had us in another document took our style sheets, and with them what keeps its own out. */
  const isBare = (): boolean => [...worn].some(([root, sheets]) => root.adoptedStyleSheets.length < sheets);
  const drop = (event: Event): void => {
    event.stopImmediatePropagation();
    event.preventDefault();
  };
  const again = (element: HTMLElement): void => {
    // Gone meanwhile, as with a change of patient: then it was meant for nothing that is still there.
    if (!element.isConnected) return;
    const click = new MouseEvent('click', { bubbles: true, cancelable: true, composed: true });
    ours.add(click);
    element.dispatchEvent(click);
  };

  const click = (event: MouseEvent): void => {
    if (ours.has(event)) {
      report(null);
      return;
    }
    const element = acting(event);
    const isWrite = element?.matches(WRITES) === true;
    if (!event.isTrusted || (isWrite && event.detail > 1)) {
      drop(event);
      return;
    }
    if (!element) return;
    if (isWrite && isBare()) {
      drop(event);
      report('covered');
      return;
    }
    // A key goes where the focus is, wherever that stands.
    if (isWrite && event.detail > 0 && isMoved(element)) {
      drop(event);
      report('moved');
      return;
    }
    const seen = isWrite ? visibility.anew(element) : visibility.look(element);
    if (seen === true) {
      report(null);
      return;
    }
    drop(event);
    if (seen === false) report('covered');
    else void seen.then((isSeen) => (isSeen ? again(element) : report('covered')));
  };
  /** Who comes near a button is soon to click on it. */
  const near = (event: Event): void => {
    const element = acting(event);
    if (element) visibility.expect(element);
  };

  return {
    watch(root) {
      root.addEventListener('click', (event) => click(event as MouseEvent), { capture: true, signal });
      for (const type of ['pointerover', 'pointerdown', 'focusin'])
        root.addEventListener(type, near, { capture: true, signal });
      const still = createStillness(root.host, () => !signal.aborted && root.querySelector(WRITES) !== null);
      stills.set(root, still);
      worn.set(root, root.adoptedStyleSheets.length);
      const observer = new MutationObserver(() => {
        const writing = root.querySelectorAll(WRITES);
        for (const element of writing) visibility.keep(element);
        if (writing.length > 0) still.watch();
      });
      observer.observe(root, { childList: true, subtree: true });
      signal.addEventListener('abort', () => {
        observer.disconnect();
        still.end();
      });
    },
    end() {
      ended.abort();
      visibility.end();
    },
  };
}
