/** Children of each ancestor that are looked at, the last ones first: a page puts what covers it at the end. */
const CHILDREN_MAX = 40;
/** Levels below such a child, and elements in all. */
const DEPTH_MAX = 3;
const ELEMENTS_MAX = 300;
/** From this opacity on, what lies under a background cannot be read. */
const OPAQUE_MIN = 0.5;

/** Whether an element is a stacking context of its own, as far as pages make them in practice (CSS 2.2, appendix E). */
const isContext = ({
  position,
  zIndex,
  opacity,
  transform,
  filter,
  isolation,
}: CSSStyleDeclaration): boolean =>
  /fixed|sticky/.test(position) ||
  (position !== 'static' && zIndex !== 'auto') ||
  Number(opacity) < 1 ||
  transform !== 'none' ||
  filter !== 'none' ||
  isolation === 'isolate';

/** Of a computed colour, whose last number is its alpha where there are four. */
function alphaOf(color: string): number {
  const alpha = /[,/]\s*([\d.]+%?)\)$/.exec(color.replace(/^rgb\(.*/, ''))?.[1];
  if (alpha === undefined) return color === 'transparent' ? 0 : 1;
  return alpha.endsWith('%') ? Number.parseFloat(alpha) / 100 : Number(alpha);
}

/** From an element up to what is a child of `around`. */
function chainTo(element: Element, path: readonly Element[]): Element[] {
  const chain: Element[] = [];
  for (let at: Element | null = element; at && !path.includes(at); at = at.parentElement) chain.push(at);
  return chain;
}

/** Where a branch of the page is painted among the others: its z-index; null where it is in the flow, under all that is not. */
function levelOf(chain: readonly Element[]): number | null {
  let level: number | null = null;
  for (const element of chain) {
    const style = getComputedStyle(element);
    if (isContext(style)) level = style.position === 'static' ? 0 : Number(style.zIndex) || 0;
    else if (style.position !== 'static') level ??= 0;
  }
  return level;
}

/** Whether a layer hides what is under it: nothing is hidden by an empty box for messages, or by a faint watermark. */
function hides(chain: readonly Element[]): boolean {
  const [layer] = chain;
  if (!layer) return false;
  const opacity = chain.reduce((all, element) => all * Number(getComputedStyle(element).opacity), 1);
  return opacity * alphaOf(getComputedStyle(layer).backgroundColor) >= OPAQUE_MIN;
}

/** Whether a layer is painted over an element of whose path to the root it is no part. */
function isOver(chain: readonly Element[], host: Element, path: readonly Element[]): boolean {
  const [layer] = chain;
  const parent = chain.at(-1)?.parentElement;
  if (!layer || !parent) return false;
  const level = levelOf(chain);
  if (level === null) return false;
  const own = levelOf(path.slice(0, path.indexOf(parent))) ?? 0;
  const isLater = host.compareDocumentPosition(layer) & Node.DOCUMENT_POSITION_FOLLOWING;
  return level > own || (level === own && isLater !== 0);
}

/** Elements around a path, and a few levels below them. */
function* around(path: readonly Element[]): Generator<Element> {
  let left = ELEMENTS_MAX;
  for (const parent of path.slice(1)) {
    let level = [...parent.children].slice(-CHILDREN_MAX).filter((child) => !path.includes(child));
    for (let depth = 0; depth < DEPTH_MAX && level.length > 0 && left > 0; depth++) {
      for (const element of level.slice(0, left)) yield element;
      left -= level.length;
      level = level.flatMap((element) => [...element.children].slice(-CHILDREN_MAX));
    }
  }
}

/**
 * The page's own layers over an element that the pointer goes through: no search by points finds them. They hide what is
 * under them by a background; pictures and pseudo-elements are not looked at, which may be faint or transparent.
 *
 * @param path the element and all around it
 */
export function findLayers(host: Element, path: readonly Element[]): readonly Element[] {
  const layers: Element[] = [];
  for (const element of around(path)) {
    const { pointerEvents, visibility } = getComputedStyle(element);
    if (pointerEvents !== 'none' || visibility !== 'visible') continue;
    const chain = chainTo(element, path);
    if (hides(chain) && isOver(chain, host, path)) layers.push(element);
  }
  return layers;
}
