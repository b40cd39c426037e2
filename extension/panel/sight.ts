import { isPlainlySeen, isShown } from './plain-sight.ts';

/** Tells whether a person can really see an element. */
export interface Sight {
  /** True or false where it is known by now; else a promise of it. */
  look(element: Element): boolean | Promise<boolean>;
  /**
   * Looks anew, for what writes: what was known by now may be a tenth of a second old, and a cover put there since.
   * What was not seen a moment ago is not seen.
   */
  anew(element: Element): Promise<boolean>;
  /** It is soon to be looked at. */
  expect(element: Element): void;
  /** It is looked at from now on until it is gone, whatever else is. */
  keep(element: Element): void;
  end(): void;
}

/** IntersectionObserver v2 (W3C, Intersection Observer, 3.2 and 3.3), which the platform's own types do not have. */
interface SeeingOptions extends IntersectionObserverInit {
  readonly trackVisibility: true;
  /** Milliseconds; at least 100. */
  readonly delay: number;
}
interface SeenEntry extends IntersectionObserverEntry {
  readonly isVisible?: boolean;
}

/** How many elements are watched at once: the last that somebody came near. */
const WATCHED = 6;
/** Milliseconds for which it has to have been seen, so that no cover is taken away as the click comes. */
const SEEN_FOR = 300;
/** Milliseconds after which the browser's silence counts as not seen. */
const PATIENCE = 1_500;

/** What the browser itself says of covers, opacity, filters and transforms; it rather says no where it is not sure. */
function watchingSight(): Sight {
  const known = new Map<Element, boolean | null>();
  const kept = new Set<Element>();
  const waiting = new Map<Element, ((isSeen: boolean) => void)[]>();
  /** Until when an element was not seen, milliseconds of the monotonic clock. */
  const unseen = new WeakMap<Element, number>();
  const options: SeeingOptions = { trackVisibility: true, delay: 100 };
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isVisible } of entries as SeenEntry[]) {
      if (!known.has(target)) continue;
      const before = known.get(target);
      // Nothing is told while a cover stays: what counts is when it was found to be gone.
      if (before === false || (before && !isVisible)) unseen.set(target, performance.now());
      known.set(target, isVisible === true);
      for (const tell of waiting.get(target) ?? []) tell(isVisible === true);
      waiting.delete(target);
    }
  }, options);

  function expect(element: Element): void {
    const before = known.get(element) ?? null;
    known.delete(element);
    known.set(element, before);
    if (before === null) observer.observe(element);
    for (const [oldest] of known) {
      if (known.size <= WATCHED + kept.size) break;
      if (kept.has(oldest)) continue;
      observer.unobserve(oldest);
      known.delete(oldest);
    }
  }
  /** Begins to observe: what that finds is told with the next frame, whatever was told before. */
  function fresh(element: Element): Promise<boolean> {
    return new Promise((resolve) => {
      const once = new IntersectionObserver((entries) => {
        done((entries as SeenEntry[]).at(-1)?.isVisible === true);
      }, options);
      const timer = setTimeout(() => done(false), PATIENCE);
      const done = (isSeen: boolean): void => {
        clearTimeout(timer);
        once.disconnect();
        resolve(isSeen);
      };
      once.observe(element);
    });
  }
  return {
    expect,
    keep(element) {
      for (const one of kept) if (!one.isConnected) kept.delete(one);
      if (kept.has(element)) return;
      kept.add(element);
      expect(element);
    },
    look(element) {
      expect(element);
      // The browser's own word comes a tenth of a second late, also of what has come into sight since.
      if (!isShown(element)) return false;
      const isSeen = known.get(element) ?? null;
      if (isSeen !== null) return isSeen || fresh(element);
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, PATIENCE, false);
        const tell = (seen: boolean): void => {
          clearTimeout(timer);
          resolve(seen);
        };
        waiting.set(element, [...(waiting.get(element) ?? []), tell]);
      });
    },
    anew(element) {
      const since = performance.now() - (unseen.get(element) ?? Number.NEGATIVE_INFINITY);
      if (known.get(element) === false || since < SEEN_FOR || !isShown(element))
        return Promise.resolve(false);
      return fresh(element);
    },
    end() {
      observer.disconnect();
      known.clear();
      kept.clear();
      waiting.clear();
    },
  };
}

/** Looks at the moment of the click, where the browser keeps no watch itself. */
const plainSight: Sight = {
  look: isPlainlySeen,
  anew: async (element) => isPlainlySeen(element),
  expect() {},
  keep() {},
  end() {},
};

/** The best sight that the browser gives. */
export const createSight = (): Sight =>
  'isVisible' in IntersectionObserverEntry.prototype ? watchingSight() : plainSight;
