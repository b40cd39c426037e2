import type { PlaceFault } from '../../site/facts.ts';
import { parentOf } from './mount.ts';

/** Rounding of what the browser computes. */
const EPSILON = 1e-5;

/** What an element is within, out of slots, shadow roots and frames; null at the end, `undefined` where that is not known. */
function around(element: Element): Element | null | undefined {
  if (element.assignedSlot instanceof HTMLSlotElement) return element.assignedSlot;
  const parent = parentOf(element);
  if (parent) return parent;
  const root: Node = Node.prototype.getRootNode.call(element);
  if (root instanceof ShadowRoot) return root.host;
  const view = element.ownerDocument.defaultView;
  if (!view || view === view.parent) return null;
  // Null where the frame around it is of another origin.
  return view.frameElement ?? undefined;
}

/** How an element is drawn by its own transform, without where to; null if that is not known. */
function matrixOf(element: Element): DOMMatrix | null {
  const { transform, rotate, scale } = element.ownerDocument.defaultView?.getComputedStyle(element) ?? {};
  const functions = [
    rotate && rotate !== 'none' ? `rotate(${rotate})` : '',
    scale && scale !== 'none' ? `scale(${scale.split(' ').slice(0, 2).join(',')})` : '',
    transform && transform !== 'none' ? transform : '',
  ];
  try {
    return new DOMMatrix(functions.filter(Boolean).join(' '));
  } catch {
    // A turn about another axis than the one towards whoever looks.
    return null;
  }
}

/**
 * How a page draws an element otherwise than by moving it or making it evenly larger: `scaled` with the percent of its
 * size, or `turned`; null for nothing of that, `unknown` where a frame of another origin is around it and nothing was
 * found within. The browser calls what is drawn so not visible (Intersection Observer, 3.3), so that nothing can be
 * clicked in it safely.
 */
export function findDistortion(element: Element): PlaceFault | 'unknown' | null {
  let drawn = new DOMMatrix();
  let at: Element | null | undefined = element;
  for (; at; at = around(at)) {
    const own = matrixOf(at);
    if (!own) return { why: 'turned', measure: 100 };
    drawn = own.multiply(drawn);
  }
  const { m11, m12, m13, m21, m22, m23, m31, m32 } = drawn;
  const measure = Math.round(Math.max(0, Math.hypot(m11, m12)) * 100);
  const isTilted = [m12, m13, m21, m23, m31, m32].some((part) => Math.abs(part) > EPSILON);
  if (isTilted || Math.abs(m11 - m22) > EPSILON || m11 < 0) return { why: 'turned', measure };
  // Not said as 100 % of its size.
  if (m11 < 1 - EPSILON) return { why: 'scaled', measure: Math.min(99, measure) };
  return at === undefined ? 'unknown' : null;
}
