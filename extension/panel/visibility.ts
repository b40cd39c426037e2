import { parentOf } from './frame/mount.ts';

/** The least opacity, of an element and all around it together, at which it counts as seen. */
const LEAST_OPACITY = 0.9;
const LEAST_SIZE_PX = 8;

/** The next element outwards, out of shadow roots too. Uses prototypes, since a form's fields can shadow its methods. */
const outwards = (element: Element): Element | null => {
  const root = Node.prototype.getRootNode.call(element);
  if (element.assignedSlot instanceof HTMLSlotElement) return element.assignedSlot;
  return parentOf(element) ?? (root instanceof ShadowRoot ? root.host : null);
};

/** True for a transform that moves or leaves things as they are, and hides or bends nothing. */
function isHarmless(transform: string): boolean {
  if (transform === 'none') return true;
  const [a = 0, b = 0, c = 0, d = 0] = (/^matrix\(([^)]*)\)$/.exec(transform)?.[1] ?? '')
    .split(',')
    .map(Number);
  return b === 0 && c === 0 && a === d && a >= 0.5;
}

function isShown(element: Element): boolean {
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
      isHarmless(style.transform);
    if (!isPlain || opacity < LEAST_OPACITY) return false;
  }
  return getComputedStyle(element).visibility === 'visible';
}

/** True where a place of the screen shows the element, by asking root after root what is on top there. */
function isOnTop(element: Element, x: number, y: number): boolean {
  const path: Element[] = [];
  for (let around: Element | null = element; around; around = outwards(around)) path.push(around);
  const top = document.elementFromPoint(x, y);
  const root = element.getRootNode();
  const within = root instanceof ShadowRoot ? root.elementFromPoint(x, y) : top;
  return top !== null && path.includes(top) && (within === element || element.contains(within));
}

/** Where an element is looked at: its middle and near its corners, as shares of width and height. */
const PLACES = [
  [0.5, 0.5],
  [0.15, 0.3],
  [0.85, 0.3],
  [0.15, 0.7],
  [0.85, 0.7],
] as const;

/**
 * Whether an element is plainly seen: big enough, in the window, on top at its middle and near its corners, and
 * nothing around it hides it. A cover that lets the pointer through is not found.
 */
function isPlainlySeen(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  if (width < LEAST_SIZE_PX || height < LEAST_SIZE_PX || !isShown(element)) return false;
  const inWindow = PLACES.map(([x, y]) => [left + x * width, top + y * height] as const).filter(
    ([x, y]) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight,
  );
  return inWindow.length > 0 && inWindow.every(([x, y]) => isOnTop(element, x, y));
}

/** Checks whether a person can really see an element. */
interface VisibilityCheck {
  /** True or false where it is known by now; else a promise of it. */
  look(element: Element): boolean | Promise<boolean>;
  /**
   * Checks again, before a write: the last result may be a tenth of a second old, and a cover put there since.
   * An element that was not visible a moment ago counts as not visible.
   */
  recheck(element: Element): Promise<boolean>;
  prepare(element: Element): void;
  /** Watches the element until it is gone, however many others are watched. */
  keep(element: Element): void;
  end(): void;
}

/** How many elements are watched at once: those that the pointer or the focus came near last. */
const WATCHED_LIMIT = 6;
/** Milliseconds for which it has to have been seen, so that no cover is taken away as the click comes. */
const VISIBLE_FOR_MS = 300;
/** Milliseconds after which the browser's silence counts as not seen. */
const OBSERVER_TIMEOUT_MS = 1_500;

/**
 * IntersectionObserver v2 (W3C, Intersection Observer, 3.2 and 3.3), which the platform's own types do not have: the
 * least `delay` is 100 ms, and each entry has `isVisible`.
 */
const OBSERVER_OPTIONS = { threshold: 0, trackVisibility: true, delay: 100 };
const isSeen = (entry: IntersectionObserverEntry | undefined): boolean =>
  (entry as { readonly isVisible?: boolean } | undefined)?.isVisible === true;

/** Begins to observe an element: what that finds is told with the next frame, whatever was told before. */
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

/** Asks the browser itself about covers, opacity, filters and transforms; it says no if it is not sure. */
function createObservedCheck(): VisibilityCheck {
  const known = new Map<Element, boolean | null>();
  const kept = new Set<Element>();
  /** When it was last seen covered: milliseconds of the monotonic clock. */
  const unseen = new WeakMap<Element, number>();
  const observer = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      const { target } = entry;
      if (!known.has(target)) continue;
      const before = known.get(target);
      const now = isSeen(entry);
      // Nothing is told while a cover stays: what counts is when it was found to be gone.
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
      // The browser's own word comes a tenth of a second late, also of what has come into sight since.
      if (!isShown(element)) return false;
      return known.get(element) === true || observeOnce(element);
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
  look: isPlainlySeen,
  recheck: async (element) => isPlainlySeen(element),
  prepare() {},
  keep() {},
  end() {},
};

export const createVisibilityCheck = (): VisibilityCheck =>
  'isVisible' in IntersectionObserverEntry.prototype ? createObservedCheck() : plainCheck;
