import { h } from '@instrument-panel/shared/ui/dom';
import type { Spot } from '../../site/handle.ts';

const getter = Object.getOwnPropertyDescriptor(Node.prototype, 'parentElement')?.get;

/**
 * The parent element of an element. A form's fields take the place of its own properties (HTML, 4.10.3: named
 * properties of a form), so that it is not asked itself: a field called `parentElement` would lead past what hides us.
 */
export const parentOf = (element: Element): Element | null => getter?.call(element) ?? null;

function columnsOf(near: Element): number {
  const row = near.matches('tr') ? near : (near.closest('table') ?? near).querySelector('tr');
  const cells = row instanceof HTMLTableRowElement ? [...row.cells] : [];
  const columns = cells.reduce((sum, cell) => sum + cell.colSpan, 0);
  return Math.max(1, columns);
}

/** Makes an element around ours. The page's own padding and lines are for its own rows and items. */
function plain<K extends keyof HTMLElementTagNameMap>(tag: K, child: Node): HTMLElementTagNameMap[K] {
  const element = h(tag, {}, child);
  element.style.setProperty('padding', '0', 'important');
  element.style.setProperty('list-style', 'none', 'important');
  return element;
}

/**
 * Wraps an element so that the page's markup stays valid in `parent`: gives the element itself, or a row, a cell or an
 * item around it. Rows, tables and lists allow no other children.
 */
function wrapFor(parent: Element, element: HTMLElement): HTMLElement {
  const { localName } = parent;
  if (/^(?:ul|ol|menu)$/.test(localName)) return plain('li', element);
  if (localName === 'dl') return plain('dd', element);
  if (!/^(?:table|tbody|thead|tfoot|tr)$/.test(localName)) return element;
  const cell = plain('td', element);
  if (localName === 'tr') return cell;
  const columns = columnsOf(parent);
  if (columns > 1) cell.colSpan = columns;
  const row = plain('tr', cell);
  return localName === 'table' ? plain('tbody', row) : row;
}

const EMPTY =
  'area,br,canvas,col,embed,hr,iframe,img,input,object,meter,progress,select,svg,textarea,video,audio';
/** Elements that act when anything inside them is pressed. */
const PRESSED = 'a[href],button,label,summary';
/** Below these pixels a box has no room for anything of us. */
const LOW = 24;
const CLIMBS = 4;

/** Puts an element at a spot, with what has to be around it there. Gives the outermost element that was put in. */
export function putAt({ anchor, at }: Spot, element: HTMLElement): HTMLElement {
  const isInside = (at === 'first' || at === 'last') && !anchor.matches(EMPTY);
  const parent = isInside ? anchor : anchor.parentElement;
  if (!parent) throw new Error('the anchor is not in the page');
  const outer = wrapFor(parent, element);
  if (isInside) parent.insertBefore(outer, at === 'first' ? parent.firstChild : null);
  else parent.insertBefore(outer, at === 'before' || at === 'first' ? anchor : anchor.nextSibling);
  return outer;
}

/**
 * The box around an element that is too low for it; null for none.
 *
 * @param isCut only one that cuts off what does not fit; others let it lie over what follows them
 */
export function lowAround(element: Element, isCut: boolean): Element | null {
  let around = parentOf(element);
  for (let level = 0; around && level < CLIMBS; level++, around = parentOf(around)) {
    if (around === document.body) return null;
    const { display, overflowX, overflowY, position, cssFloat } = getComputedStyle(around);
    const isBox = display !== 'inline' && display !== 'contents' && !/auto|scroll/.test(overflowY);
    const cutsOff = overflowX !== 'visible' || overflowY !== 'visible';
    if (isBox && (cutsOff || !isCut) && around.clientHeight < LOW) return around;
    // The boxes around what is out of the flow are as low as they like.
    if (/absolute|fixed/.test(position) || cssFloat !== 'none') return null;
  }
  return null;
}

/** The outermost link or button that a spot is in: what is pressed there would press it too; null for none. */
function pressedAround({ anchor, at }: Spot): Element | null {
  let found: Element | null = null;
  let around = at === 'first' || at === 'last' ? anchor : anchor.parentElement;
  for (; around; around = parentOf(around)) if (around.matches(PRESSED)) found = around;
  return found;
}

/**
 * Puts an element at a spot; after the link that the spot is in, and after the box that would cut it off. The
 * element has its content already. Reads layout: not for an observer's callback.
 */
export function mountAt(given: Spot, element: HTMLElement): HTMLElement {
  const pressed = pressedAround(given);
  const spot: Spot = pressed ? { anchor: pressed, at: 'after' } : given;
  let outer = putAt(spot, element);
  for (let climb = 0; climb < CLIMBS; climb++) {
    const box = lowAround(outer, true);
    if (!box) break;
    if (outer !== element) outer.remove();
    outer = putAt({ anchor: box, at: 'after' }, element);
  }
  return outer;
}
