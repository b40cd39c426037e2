const own = new Set<Element>();

/** Our own elements: nothing in them is read. */
export const isOwn = (node: Node): boolean => own.has(node as Element);
export const addOwn = (element: Element): void => {
  own.add(element);
};

/** Whether any of them went out of the page since it was asked last; those are forgotten. */
export function lostOwn(): boolean {
  let isLost = false;
  for (const element of own) if (!element.isConnected) isLost = own.delete(element);
  return isLost;
}

/** Visibility at the last look, which alone reads layout; between two looks it is remembered or unknown. */
const seen = new Map<Element, boolean>();
/** Elements that say who the patient is, since the last look; rows of a list among them. */
export const identifyingElements = new Set<Element>();
let isLooking = true;
let isStale = false;
/** Whether anything was read since the last look that may be out of sight. */
export let isUnsure = false;

const hasBox = (element: Element): boolean =>
  element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) &&
  [...element.getClientRects()].some(({ width, height }) => width && height);

/** A parent without height can hold what is seen; a hidden field counts by its parent. */
export const isVisible = (element: Element): boolean =>
  element.matches('[type=hidden]')
    ? isVisible(element.parentElement ?? document.body)
    : element.matches('head *') || [element, ...[...element.children].slice(0, 9)].some(hasBox);

/** Null where that is not known now: what may have changed since the last look, unless `lenient`. */
export function readVisibility(element: Element, lenient = false): boolean | null {
  let sight = seen.get(element) ?? null;
  if (isLooking) {
    sight ??= isVisible(element);
    seen.set(element, sight);
  } else if (isStale && !lenient) sight = null;
  if (sight !== false && !lenient) {
    identifyingElements.add(element);
    isUnsure ||= !sight;
  }
  return sight;
}

const wasHidden = (element: Element): boolean => seen.get(element) === false;

/** A look begins: what was seen before counts no longer. */
export function look(): void {
  seen.clear();
  identifyingElements.clear();
  isStale = isUnsure = false;
  // Also where what ran without layout did not come to its end.
  isLooking = true;
}

export function withoutLayout(run: () => void): void {
  isLooking = false;
  run();
  isLooking = true;
}

/** An attribute that can hide or show changed: what lies within it is not known until the next look. */
export function forget(within: Node): void {
  isStale ||= [...seen.keys()].some((element) => within.contains(element));
}

/** Steps into an open shadow root, within a selector. */
const STEP = ' >>> ';

let enter: (root: ShadowRoot) => void = () => {};

export const onEnter = (told: typeof enter): void => {
  enter = told;
};

function within(root: ParentNode, select: string): Element[] {
  const below = [...root.querySelectorAll(select)];
  return (root as Element).matches?.(select) ? [root as Element, ...below] : below;
}

/** Every element of a selector in a root, and the root itself, in order. */
export function all(root: ParentNode, select: string): Element[] {
  let roots = [root];
  let found: Element[] = [];
  for (const [at, part] of select.split(STEP).entries()) {
    if (at > 0) {
      roots = found.flatMap(({ shadowRoot }) => shadowRoot ?? []);
      for (const shadow of roots) enter(shadow as ShadowRoot);
    }
    found = roots.flatMap((one) => within(one, part));
  }
  return found.filter((element) => !isOwn(element));
}

/**
 * The first visible element; between looks all that may be, up to one that is known to be. Throws a
 * DOMException `SyntaxError` if the selector is invalid.
 */
export function candidates(root: ParentNode, select: string, lenient = false): Element[] {
  // The first one is the right one nearly always, and the others cost a walk through the whole page.
  const first = select.includes(STEP) || root.nodeType !== 9 ? null : root.querySelector(select);
  if (first && !isOwn(first) && readVisibility(first, lenient)) return [first];
  const found: Element[] = [];
  for (const element of all(root, select)) {
    const sight = readVisibility(element, lenient);
    if (sight !== false) found.push(element);
    if (sight) break;
  }
  // Elements that were hidden count beside visible ones only, never in place of one that is gone.
  return found.every(wasHidden) ? [] : found;
}
