import { parentOf } from './frame/parent.ts';

/** The least opacity, of an element and all around it together, at which it counts as seen. */
const LEAST_OPACITY = 0.9;
/** The least size, CSS pixels. */
const LEAST_SIZE = 8;

/** The next element outwards, out of shadow roots too; of a form, whatever its fields are called. */
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

/** True where nothing around an element hides it or makes it see-through. */
export function isShown(element: Element): boolean {
  let opacity = 1;
  for (let around: Element | null = element; around; around = outwards(around)) {
    const style = getComputedStyle(around);
    opacity *= Number(style.opacity);
    const isPlain =
      style.filter === 'none' &&
      style.clipPath === 'none' &&
      // The browser's own watch does not tell of it.
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

/**
 * Whether an element is plainly seen: big enough, in the window, on top at its middle and near its corners, and
 * nothing around it hides it. A cover that lets the pointer through is not found.
 */
export function isPlainlySeen(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  if (width < LEAST_SIZE || height < LEAST_SIZE || !isShown(element)) return false;
  const places = [
    [0.5, 0.5],
    [0.15, 0.3],
    [0.85, 0.3],
    [0.15, 0.7],
    [0.85, 0.7],
  ] as const;
  const inWindow = places
    .map(([x, y]) => [left + x * width, top + y * height] as const)
    .filter(([x, y]) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight);
  return inWindow.length > 0 && inWindow.every(([x, y]) => isOnTop(element, x, y));
}
