import type { PlaceFault } from '../../site/facts.ts';
import type { Spot } from '../../site/handle.ts';
import { findLayers } from './layers.ts';
import { parentOf } from './mount.ts';
import { findDistortion } from './transform.ts';

/** CSS pixels; in less no row of the panel can be read. */
const NARROW_PX = 200;
/** CSS pixels by which the page's own layout may differ without being harmed. */
const SLACK_PX = 64;
/** CSS pixels by which content may move down beyond the panel's own height. */
const PUSH_PX = 160;
const CUT_PX = 8;
/** Shares of the panel, and of the page's own elements. */
const SEEN_MIN = 0.95;
const COVERED_MAX = 0.25;
const SIZE_MIN = 0.6;
const SCALE_MIN = 0.45;
const SKEW_MAX = 0.1;
/** CSS pixels of the panel that have to be in the window, and of a box that scrolls. */
const SAMPLED_MIN_PX = 24;
const SCROLLER_MIN_PX = 60;
/** What is looked at around a place: ancestors, and children of each. */
const LEVELS = 8;
const CHILDREN = 40;
/** Points of the panel that are tested, as fractions of what is in the window of it. */
const COLUMNS = [0.04, 0.27, 0.5, 0.73, 0.96];
const ROWS = [0.1, 0.3, 0.5, 0.7, 0.9];
/** What a page lays over everything for a while. */
const PASSING =
  '[role=dialog],[role=alertdialog],[role=menu],[role=listbox],[role=tooltip],[aria-modal=true],[popover],dialog';

type Edges = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;
type Box = Edges & Pick<DOMRect, 'width' | 'height'>;

function meet(one: Edges, other: Edges): Box {
  const [left, top] = [Math.max(one.left, other.left), Math.max(one.top, other.top)];
  const [right, bottom] = [Math.min(one.right, other.right), Math.min(one.bottom, other.bottom)];
  return { left, top, right, bottom, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

const percent = (share: number): number => Math.round(Math.max(0, Math.min(1, share)) * 100);

/** An element and all around it, out of shadow roots too. */
function pathOf(element: Element): Element[] {
  const path: Element[] = [];
  for (let at: Element | null = element; at; ) {
    path.push(at);
    const root: Node = Node.prototype.getRootNode.call(at);
    at = parentOf(at) ?? (root instanceof ShadowRoot ? root.host : null);
  }
  return path;
}

const cutsOff = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip';

/** How a box treats what does not fit. The window takes over that of the body, unless the root has its own. */
function overflowOf(box: Element): Pick<CSSStyleDeclaration, 'overflowX' | 'overflowY'> {
  const { body, documentElement: page } = document;
  const own = getComputedStyle(page);
  const isOfBody = own.overflowX === 'visible' && own.overflowY === 'visible';
  if (box === body && isOfBody) return own;
  return box === page && isOfBody ? getComputedStyle(body) : getComputedStyle(box);
}

/** CSS pixels of its content that a box cuts off, so that nobody can scroll there. */
function cutBy(box: Element): number {
  const { overflowX, overflowY } = overflowOf(box);
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = box;
  const across = cutsOff(overflowX) ? scrollWidth - clientWidth : 0;
  return Math.max(across, cutsOff(overflowY) ? scrollHeight - clientHeight : 0);
}

/** How the page is laid out around a place before anything of ours stands there. */
export interface Layout {
  readonly cut: ReadonlyMap<Element, number>;
  readonly boxes: ReadonlyMap<Element, Box>;
}

/** Reads the layout around a place. Nothing of ours may be in the page there. */
export function readLayout({ anchor, at }: Spot): Layout {
  const path = pathOf(anchor);
  const inside = new Set(path);
  const around = path.slice(at === 'first' || at === 'last' ? 0 : 1);
  const boxes = new Map<Element, Box>();
  for (const parent of around.slice(0, LEVELS)) {
    for (const child of [...parent.children].slice(0, CHILDREN))
      if (child === anchor || !inside.has(child)) boxes.set(child, child.getBoundingClientRect());
  }
  return { cut: new Map(around.map((box) => [box, cutBy(box)])), boxes };
}

/** What a panel of some height did to an element of the page; null for nothing to speak of. */
function harmTo(element: Element, before: Box, height: number): PlaceFault | null {
  const now = element.getBoundingClientRect();
  const left = now.height === 0 ? 0 : now.width / before.width;
  if (left < SIZE_MIN && before.width * (1 - left) > SLACK_PX)
    return { why: 'squeezes', measure: percent(left) };
  const moved = now.top - before.top;
  if (moved > height + PUSH_PX) return { why: 'pushes', measure: Math.round(moved) };
  // What goes on in a line below the panel is read there; what stays in its line is looked for where it was.
  const aside = Math.abs(now.left - before.left);
  const isBeside = now.top < before.bottom;
  return isBeside && aside > SLACK_PX ? { why: 'pushes', measure: Math.round(aside) } : null;
}

/** How the page's own content has suffered since its layout was read; null for nothing to speak of. */
function findHarm({ cut, boxes }: Layout, { height }: Box): PlaceFault | null {
  for (const [box, before] of cut) {
    const more = cutBy(box) - before;
    if (more > CUT_PX) return { why: 'pushes', measure: Math.round(more) };
  }
  for (const [element, before] of boxes) {
    const isSeen = before.width > CUT_PX && before.height > 0 && element.isConnected;
    const harm = isSeen ? harmTo(element, before, height) : null;
    if (harm) return harm;
  }
  return null;
}

/** Whether scrolling moves what is in a box. */
const scrolls = (box: Element): boolean =>
  box.scrollHeight > box.clientHeight + 1 && !cutsOff(overflowOf(box).overflowY);

/** The panel along one axis: from where to where it lies, and how much of it can be seen, 0 to 1. */
interface Extent {
  readonly from: number;
  readonly to: number;
  readonly share: number;
}

function cutTo({ from, to, share }: Extent, start: number, end: number): Extent {
  const left = Math.max(0, Math.min(to, end) - Math.max(from, start));
  return {
    from: Math.max(from, start),
    to: Math.min(to, end),
    share: share * (left / Math.max(1, to - from)),
  };
}

/** What is left of it within a box around it: cut off there, or brought to its start by scrolling. */
function within(extent: Extent, start: number, end: number, overflow: string, least: number): Extent {
  if (overflow === 'visible') return extent;
  if (cutsOff(overflow) || end - start < least) return cutTo(extent, start, end);
  const size = Math.min(extent.to - extent.from, (end - start) / 2);
  return { from: start, to: start + size, share: extent.share };
}

/** The part of a panel that can be seen at all, by scrolling too, 0 to 1. */
function shareInReach(box: Box, path: readonly Element[]): number {
  const { body, documentElement: page } = document;
  let across: Extent = { from: box.left, to: box.right, share: 1 };
  let down: Extent = { from: box.top, to: box.bottom, share: 1 };
  for (const around of path.slice(1)) {
    const { overflowX, overflowY, display } = getComputedStyle(around);
    if (around === body || around === page || /^(?:inline|contents)$/.test(display)) continue;
    const { left, right, top, bottom } = around.getBoundingClientRect();
    across = within(across, left, right, overflowX, NARROW_PX);
    down = within(down, top, bottom, overflowY, SCROLLER_MIN_PX);
  }
  // A page scrolls down and to its end, never to what is above or before its start.
  const more = Math.max(0, page.scrollWidth - innerWidth);
  const isLeftwards = getComputedStyle(page).direction === 'rtl';
  across = cutTo(
    across,
    -scrollX - (isLeftwards ? more : 0),
    innerWidth - scrollX + (isLeftwards ? 0 : more),
  );
  if (!scrolls(page)) down = cutTo(down, 0, innerHeight);
  return across.share * down.share;
}

/** Whether an element over the panel is there for a while, or leaves room as the page scrolls. */
function isPassing(element: Element, path: readonly Element[]): boolean {
  for (const at of pathOf(element)) {
    if (path.includes(at)) return false;
    if (at.matches(PASSING) || /fixed|sticky/.test(getComputedStyle(at).position)) return true;
  }
  return false;
}

/** Whether an element has text of its own that lies under a box. */
function hasTextUnder(element: Element, box: Box): boolean {
  const range = document.createRange();
  return [...element.childNodes].some((node) => {
    if (node.nodeType !== Node.TEXT_NODE || !node.textContent?.trim()) return false;
    range.selectNodeContents(node);
    return [...range.getClientRects()].some(({ left, top, right, bottom }) => {
      const across = Math.min(right, box.right) - Math.max(left, box.left);
      return across > CUT_PX && Math.min(bottom, box.bottom) - Math.max(top, box.top) > CUT_PX;
    });
  });
}

/** Whether what lies at points is not to be asked: only a dialog that is open can be hit then. */
const isInert = (path: readonly Element[]): boolean =>
  path.some((at) => at.hasAttribute('inert')) || document.querySelector(':modal,:fullscreen') !== null;

interface Sample {
  points: number;
  /** Of them: under the page's own content, under what is there for a while, and with nothing of the panel. */
  covered: number;
  passing: number;
  unseen: number;
  /** Elements of the page whose text lies under the panel. */
  readonly under: Set<Element>;
}

/** Counts what lies at one point, from the top. */
function count(sample: Sample, stack: readonly Element[], host: Element, box: Box, path: readonly Element[]) {
  const at = stack.indexOf(host);
  sample.points++;
  if (at < 0) {
    sample.unseen++;
    return;
  }
  const [over] = stack;
  if (over && over !== host) sample[isPassing(over, path) ? 'passing' : 'covered']++;
  for (const below of stack.slice(at + 1))
    if (!path.includes(below) && hasTextUnder(below, box)) sample.under.add(below);
}

const holds = ({ left, top, right, bottom }: Edges, x: number, y: number): boolean =>
  left <= x && x <= right && top <= y && y <= bottom;

/** Looks at points of what is in the window of a panel; none where too little is, or where nothing can be hit. */
function takeSample(host: Element, box: Box, path: readonly Element[]): Sample {
  const root = host.getRootNode() as Document | ShadowRoot;
  const { left, top, width, height } = meet(box, { left: 0, top: 0, right: innerWidth, bottom: innerHeight });
  const sample: Sample = { points: 0, covered: 0, passing: 0, unseen: 0, under: new Set() };
  if (width < SAMPLED_MIN_PX || height < SAMPLED_MIN_PX || isInert(path)) return sample;
  const layers = findLayers(host, path).map((layer) => [layer, layer.getBoundingClientRect()] as const);
  for (const column of COLUMNS) {
    for (const row of ROWS) {
      const [x, y] = [left + column * width, top + row * height];
      const stack = root.elementsFromPoint(x, y);
      const [layer] = layers.find(([, edges]) => holds(edges, x, y)) ?? [];
      // What the pointer goes through is not in the stack.
      count(sample, layer ? [layer, ...stack] : stack, host, box, path);
    }
  }
  return sample;
}

/** A box that keeps its place as the page scrolls, with the page's content moving under it, as it is meant to. */
const isKept = (path: readonly Element[]): boolean =>
  path.some((at) => /fixed|sticky/.test(getComputedStyle(at).position));

function findCover(host: Element, box: Box, path: readonly Element[]): PlaceFault | null {
  const { points, covered, passing, unseen, under } = takeSample(host, box, path);
  const rest = points - passing;
  if (rest > 0 && covered / rest > COVERED_MAX) return { why: 'covered', measure: percent(covered / rest) };
  if (rest > 0 && unseen / rest > COVERED_MAX) return { why: 'clipped', measure: percent(1 - unseen / rest) };
  // Under what keeps its place, and no scrolling brings it out.
  const isUnder = points > 0 && rest === 0 && !path.some(scrolls) && !document.querySelector(PASSING);
  if (isUnder) return { why: 'covered', measure: 100 };
  const isOver = under.size > 0 && !(isKept(path) && path.some(scrolls));
  return isOver ? { why: 'covers', measure: under.size } : null;
}

/**
 * Judges where a panel stands: its size, what cuts it off or covers it, and what it does to the page's own content.
 * Reads layout. Null if it stands well, and where a page answers for its elements in ways of its own.
 *
 * @param layout of the page before the panel was there; without it the page's content is not compared
 */
export function findFault(host: HTMLElement, layout: Layout | null): PlaceFault | null {
  try {
    const box = host.getBoundingClientRect();
    const path = pathOf(host);
    const [across, along] = [box.width / host.offsetWidth, box.height / host.offsetHeight];
    if (host.offsetWidth < NARROW_PX) return { why: 'narrow', measure: host.offsetWidth };
    if (Math.abs(across / along - 1) > SKEW_MAX) return { why: 'turned', measure: percent(across) };
    if (across < SCALE_MIN) return { why: 'scaled', measure: percent(across) };
    const distortion = findDistortion(host);
    if (distortion && distortion !== 'unknown') return distortion;
    const share = shareInReach(box, path);
    if (share < SEEN_MIN) return { why: 'clipped', measure: percent(share) };
    return (layout && findHarm(layout, box)) ?? findCover(host, box, path);
  } catch {
    return null;
  }
}
