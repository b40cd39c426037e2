import { isPlainlySeen, isShown } from './plain-sight.ts';

/** Tells whether a person can really see an element. */
export interface Sight {
  /** True or false where it is known by now; else a promise of it. */
  look(element: Element): boolean | Promise<boolean>;
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
/** Milliseconds after which the browser's silence counts as not seen. */
const PATIENCE = 1_500;

/** What the browser itself says of covers, opacity, filters and transforms; it rather says no where it is not sure. */
function watchingSight(): Sight {
  const known = new Map<Element, boolean | null>();
  const kept = new Set<Element>();
  const waiting = new Map<Element, ((isSeen: boolean) => void)[]>();
  const options: SeeingOptions = { trackVisibility: true, delay: 100 };
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isVisible } of entries as SeenEntry[]) {
      if (!known.has(target)) continue;
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
      // The browser's own word comes a tenth of a second late.
      if (!isShown(element)) return false;
      const isSeen = known.get(element) ?? null;
      if (isSeen !== null) return isSeen;
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, PATIENCE, false);
        const tell = (seen: boolean): void => {
          clearTimeout(timer);
          resolve(seen);
        };
        waiting.set(element, [...(waiting.get(element) ?? []), tell]);
      });
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
const plainSight: Sight = { look: isPlainlySeen, expect() {}, keep() {}, end() {} };

/** The best sight that the browser gives. */
export const createSight = (): Sight =>
  'isVisible' in IntersectionObserverEntry.prototype ? watchingSight() : plainSight;
