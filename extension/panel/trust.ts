import { createVisibilityCheck } from './visibility.ts';

/** What acts when it is clicked: it shows something of the patient, or leads elsewhere. */
const ACTS = 'button,a[href],tr.row';
/** Elements that write: the confirmation of a change, and that of the form (shared/ui/apply). */
const WRITES = '[data-writes],[part=confirm] [part=button]';

/** Milliseconds for which an element has to stay in place before a click in it counts. */
const STILL_MS = 300;
/** CSS pixels that a page may move it within without that being a move. */
const SLACK_PX = 4;

/** Reads position and width in the window: a page that scrolls or squeezes moves its content too. */
function placeOf(element: Element): readonly number[] {
  const { left, top, width } = element.getBoundingClientRect();
  return [left, top, width];
}

/**
 * Tells whether an element stayed in place, so that no click hits what was just put under the pointer. The watch ends
 * with `isNeeded`: whether anything is there that must not be moved.
 */
function createStillness(element: Element, isNeeded: () => boolean) {
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
    /** Watched from now on, frame by frame. */
    watch(): void {
      if (frame !== 0) return;
      place = placeOf(element);
      frame = requestAnimationFrame(go);
    },
    isStill(): boolean {
      look();
      return performance.now() - moved >= STILL_MS;
    },
    end: () => cancelAnimationFrame(frame),
  };
}

export type ClickRefusal = 'covered' | 'moved';

function findActing(event: Event): HTMLElement | null {
  const [target] = event.composedPath();
  const found = target instanceof Element ? target.closest(ACTS) : null;
  return found instanceof HTMLElement ? found : null;
}

function drop(event: Event): void {
  event.stopImmediatePropagation();
  event.preventDefault();
}

/**
 * The one guard through which every button goes (docs/decisions/0014-extension-permissions.md: "A click counts only
 * when trusted and visible"). What a script of the page made up is dropped without a word. A click on what is covered
 * or see-through is refused, and said to be. Where it is not known yet whether something is seen, the click waits
 * until it is, and is then repeated. What writes is watched from the moment that it is there, and looked at once
 * more after the click: it must not have been moved under the pointer, and the second click of two does not count.
 */
export class ClickGuard {
  readonly #report: (why: ClickRefusal | null) => void;
  readonly #visibility = createVisibilityCheck();
  readonly #repeated = new WeakSet<Event>();
  readonly #stillness = new Map<ShadowRoot, ReturnType<typeof createStillness>>();
  /** How many style sheets a root had when it was given to the guard. */
  readonly #sheets = new Map<ShadowRoot, number>();
  readonly #ended = new AbortController();

  /** @param report told why a person's click was not used, and null for each that was */
  constructor(report: (why: ClickRefusal | null) => void) {
    this.#report = report;
  }

  /** Guards a root, and with it everything that is put into it. */
  watch(root: ShadowRoot): void {
    const { signal } = this.#ended;
    root.addEventListener('click', (event) => this.#check(event as MouseEvent), { capture: true, signal });
    // A pointer near a button may soon click on it.
    const near = (event: Event): void => {
      const element = findActing(event);
      if (element) this.#visibility.prepare(element);
    };
    for (const type of ['pointerover', 'pointerdown', 'focusin'])
      root.addEventListener(type, near, { capture: true, signal });
    const still = createStillness(root.host, () => !signal.aborted && root.querySelector(WRITES) !== null);
    this.#stillness.set(root, still);
    this.#sheets.set(root, root.adoptedStyleSheets.length);
    const observer = new MutationObserver(() => {
      const writing = root.querySelectorAll(WRITES);
      for (const element of writing) this.#visibility.keep(element);
      if (writing.length > 0) still.watch();
    });
    observer.observe(root, { childList: true, subtree: true });
    signal.addEventListener('abort', () => {
      observer.disconnect();
      still.end();
    });
  }

  end(): void {
    this.#ended.abort();
    this.#visibility.end();
  }

  #check(event: MouseEvent): void {
    if (this.#repeated.has(event)) {
      this.#report(null);
      return;
    }
    const element = findActing(event);
    const isWrite = element?.matches(WRITES) === true;
    if (!event.isTrusted || (isWrite && event.detail > 1)) {
      drop(event);
      return;
    }
    if (!element) return;
    const refusal = isWrite ? this.#refuseWrite(event, element) : null;
    if (refusal) {
      drop(event);
      this.#report(refusal);
      return;
    }
    const seen = isWrite ? this.#visibility.recheck(element) : this.#visibility.look(element);
    if (seen === true) {
      this.#report(null);
      return;
    }
    drop(event);
    if (seen === false) this.#report('covered');
    else void seen.then((isSeen) => (isSeen ? this.#repeat(element) : this.#report('covered')));
  }

  /** Says why a click on what writes is refused at once; null if it is not. */
  #refuseWrite(event: MouseEvent, element: HTMLElement): ClickRefusal | null {
    // A page that had the panel in another document took its style sheets, and with them what keeps its own out.
    if ([...this.#sheets].some(([root, sheets]) => root.adoptedStyleSheets.length < sheets)) return 'covered';
    // A key goes to the focused element, wherever that is on the page.
    const isMoved = this.#stillness.get(element.getRootNode() as ShadowRoot)?.isStill() === false;
    return event.detail > 0 && isMoved ? 'moved' : null;
  }

  #repeat(element: HTMLElement): void {
    // Gone meanwhile, as with a change of patient: then it was meant for nothing that is still there.
    if (!element.isConnected) return;
    const click = new MouseEvent('click', { bubbles: true, cancelable: true, composed: true });
    this.#repeated.add(click);
    element.dispatchEvent(click);
  }
}
