import { parentOf } from './frame/mount.ts';
import { findDistortion } from './frame/transform.ts';

/** Below this opacity, multiplied over an element and its ancestors, the element counts as hidden. */
const LEAST_OPACITY = 0.9;
const LEAST_SIZE_PX = 8;

/** The parent element, also across slots and shadow roots. Uses prototypes, since a form's fields can shadow its methods. */
const outwards = (element: Element): Element | null => {
  const root = Node.prototype.getRootNode.call(element);
  if (element.assignedSlot instanceof HTMLSlotElement) return element.assignedSlot;
  return parentOf(element) ?? (root instanceof ShadowRoot ? root.host : null);
};

/** True for a transform that only moves or scales evenly, to no less than half the size. */
function isHarmless(transform: string): boolean {
  if (transform === 'none') return true;
  const [a = 0, b = 0, c = 0, d = 0] = (/^matrix\(([^)]*)\)$/.exec(transform)?.[1] ?? '')
    .split(',')
    .map(Number);
  return b === 0 && c === 0 && a === d && a >= 0.5;
}

/** @param isLenient however it is scaled or turned */
function isShown(element: Element, isLenient = false): boolean {
  let opacity = 1;
  for (let around: Element | null = element; around; around = outwards(around)) {
    const style = getComputedStyle(around);
    opacity *= Number(style.opacity);
    const isPlain =
      style.filter === 'none' &&
      style.clipPath === 'none' &&
      // IntersectionObserver does not report masks.
      style.maskImage === 'none' &&
      style.getPropertyValue('-webkit-mask-box-image-source').replace('none', '') === '' &&
      style.mixBlendMode === 'normal' &&
      (isLenient || isHarmless(style.transform));
    if (!isPlain || opacity < LEAST_OPACITY) return false;
  }
  return getComputedStyle(element).visibility === 'visible';
}

/** Tells whether the element is the topmost one at a point of the viewport, in its document or shadow root. */
function isOnTop(element: Element, x: number, y: number): boolean {
  const path: Element[] = [];
  for (let around: Element | null = element; around; around = outwards(around)) path.push(around);
  const top = document.elementFromPoint(x, y);
  const root = element.getRootNode();
  const within = root instanceof ShadowRoot ? root.elementFromPoint(x, y) : top;
  return top !== null && path.includes(top) && (within === element || element.contains(within));
}

/** Points of an element that are tested: its middle and near its corners, as fractions of width and height. */
const PLACES = [
  [0.5, 0.5],
  [0.15, 0.3],
  [0.85, 0.3],
  [0.15, 0.7],
  [0.85, 0.7],
] as const;

/**
 * Tells whether an element is visible, in browsers without IntersectionObserver v2: big enough, in the viewport, on top
 * at its middle and near its corners, and hidden by no ancestor. An overlay with `pointer-events: none` is not found.
 */
function isPlainlySeen(element: Element, isLenient = false): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  if (width < LEAST_SIZE_PX || height < LEAST_SIZE_PX || !isShown(element, isLenient)) return false;
  const inWindow = PLACES.map(([x, y]) => [left + x * width, top + y * height] as const).filter(
    ([x, y]) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight,
  );
  return inWindow.length > 0 && inWindow.every(([x, y]) => isOnTop(element, x, y));
}

/** Checks whether a person can really see an element. */
interface VisibilityCheck {
  /**
   * Returns the result, or a promise if the browser has to be asked first; for what only reads or opens. Where a page
   * scales or turns it, or may by a frame of another origin, the browser's word is the same whether it is covered or
   * not: what can be found out without it counts.
   */
  look(element: Element): boolean | Promise<boolean>;
  /**
   * Checks again, before a write: the last result may be 100 ms old, and something may cover the element since.
   * An element that was not visible a moment ago counts as not visible.
   */
  recheck(element: Element): Promise<boolean>;
  prepare(element: Element): void;
  /** Observes the element until it leaves the page; it does not count towards `WATCHED_LIMIT`. */
  keep(element: Element): void;
  end(): void;
}

/** Number of elements that are observed at once: the last ones that the pointer or the focus came near. */
const WATCHED_LIMIT = 6;
/** How long an element must have been visible, so that a cover removed just before the click does not count. */
const VISIBLE_FOR_MS = 300;
/** If the browser has not reported by then, the element counts as not visible. */
const OBSERVER_TIMEOUT_MS = 1_500;

/**
 * IntersectionObserver v2 (W3C, Intersection Observer, 3.2 and 3.3), which the platform's own types do not have: the
 * least `delay` is 100 ms, and each entry has `isVisible`.
 */
const OBSERVER_OPTIONS = { threshold: 0, trackVisibility: true, delay: 100 };
const isSeen = (entry: IntersectionObserverEntry | undefined): boolean =>
  (entry as { readonly isVisible?: boolean } | undefined)?.isVisible === true;

/** Observes an element anew, since a new observer reports with the next frame. Resolves with its visibility. */
function observeOnce(element: Element): Promise<boolean> {
  return new Promise((resolve) => {
    const once = new IntersectionObserver((entries) => done(isSeen(entries.at(-1))), OBSERVER_OPTIONS);
    const timer = setTimeout(() => done(false), OBSERVER_TIMEOUT_MS);
    const done = (wasSeen: boolean): void => {
      clearTimeout(timer);
      once.disconnect();
      resolve(wasSeen);
    };
    once.observe(element);
  });
}

/** Uses IntersectionObserver v2, which checks covers, opacity, filters and transforms; in doubt it reports `false`. */
function createObservedCheck(): VisibilityCheck {
  const known = new Map<Element, boolean | null>();
  const kept = new Set<Element>();
  /** When it last stopped being covered (`performance.now()`). */
  const unseen = new WeakMap<Element, number>();
  const observer = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      const { target } = entry;
      if (!known.has(target)) continue;
      const before = known.get(target);
      const now = isSeen(entry);
      // There is no report while a cover stays, so the time of the first report after it counts.
      if (before === false || (before && !now)) unseen.set(target, performance.now());
      known.set(target, now);
    }
  }, OBSERVER_OPTIONS);

  function prepare(element: Element): void {
    const before = known.get(element) ?? null;
    known.delete(element);
    known.set(element, before);
    if (before === null) observer.observe(element);
    for (const [oldest] of known) {
      if (known.size <= WATCHED_LIMIT + kept.size) break;
      if (kept.has(oldest)) continue;
      observer.unobserve(oldest);
      known.delete(oldest);
    }
  }
  return {
    prepare,
    keep(element) {
      for (const one of kept) if (!one.isConnected) kept.delete(one);
      if (kept.has(element)) return;
      kept.add(element);
      prepare(element);
    },
    look(element) {
      prepare(element);
      const isDistorted = findDistortion(element) !== null;
      // The observer's report is up to 100 ms late, so the styles are checked now.
      if (!isShown(element, isDistorted)) return false;
      if (known.get(element) === true) return true;
      return isDistorted ? isPlainlySeen(element, true) : observeOnce(element);
    },
    recheck(element) {
      const since = performance.now() - (unseen.get(element) ?? Number.NEGATIVE_INFINITY);
      if (known.get(element) === false || since < VISIBLE_FOR_MS || !isShown(element))
        return Promise.resolve(false);
      return observeOnce(element);
    },
    end() {
      observer.disconnect();
      known.clear();
      kept.clear();
    },
  };
}

const plainCheck: VisibilityCheck = {
  look: (element) => isPlainlySeen(element, findDistortion(element) !== null),
  recheck: async (element) => isPlainlySeen(element),
  prepare() {},
  keep() {},
  end() {},
};

export const createVisibilityCheck = (): VisibilityCheck =>
  'isVisible' in IntersectionObserverEntry.prototype ? createObservedCheck() : plainCheck;
