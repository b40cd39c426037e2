import { isOwn } from './own.ts';
import { readVisibility, wasHidden } from './sight.ts';

/** Steps into an open shadow root, within a selector. */
const STEP = ' >>> ';

let enter: (root: ShadowRoot) => void = () => {};

/** Who is told of shadow roots that selectors step into. */
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
 * What may be the first visible element of a selector: at a look that one alone, or none. Between looks all of which
 * it is not known, up to the first that is known to be visible.
 *
 * @throws DOMException `SyntaxError` where the selector is none
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
  // What was hidden and may be seen by now stands beside what was seen, and for nothing that went.
  return found.every(wasHidden) ? [] : found;
}
