/**
 * What was seen of the page at the last look, which alone reads layout. Between two looks, in the observer's
 * callback, an element's visibility is remembered or unknown.
 */
const seen = new Map<Element, boolean>();
/** Elements that say who the patient is, since the last look; rows of a list among them. */
export const near = new Set<Element>();
let isLooking = true;
let isStale = false;

const hasBox = (element: Element): boolean =>
  element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) &&
  [...element.getClientRects()].some(({ width, height }) => width && height);

/** A parent without height can hold what is seen; a hidden field stands for where it is. */
export const isVisible = (element: Element): boolean =>
  element.matches('[type=hidden]')
    ? isVisible(element.parentElement ?? document.body)
    : element.matches('head *') || [element, ...[...element.children].slice(0, 9)].some(hasBox);

/**
 * Whether an element is visible; null where that is not known now. What may have changed since the last look counts
 * as not known, unless what was remembered will do (`lenient`).
 */
export function readVisibility(element: Element, lenient = false): boolean | null {
  let sight = seen.get(element) ?? null;
  if (isLooking) {
    sight ??= isVisible(element);
    seen.set(element, sight);
  } else if (isStale && !lenient) sight = null;
  if (sight !== false && !lenient) near.add(element);
  return sight;
}

/** Whether it was not visible at the last look. */
export const wasHidden = (element: Element): boolean => seen.get(element) === false;

/** A look begins: what was seen before counts no longer. */
export function look(): void {
  seen.clear();
  near.clear();
  isStale = false;
  // Also where what ran without layout did not come to its end.
  isLooking = true;
}

/** Runs without reading layout. */
export function withoutLayout(run: () => void): void {
  isLooking = false;
  run();
  isLooking = true;
}

/** An attribute that can hide or show changed: what lies within it is not known until the next look. */
export function forget(within: Node): void {
  isStale ||= [...seen.keys()].some((element) => within.contains(element));
}
