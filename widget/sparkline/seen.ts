/**
 * What all sparklines of a page share so that hundreds cost little: one observer that tells which come into view,
 * and one frame in which all that is due is drawn.
 *
 * @module
 */
const begins = new Map<Element, () => void>();
const due = new Set<() => void>();
let observer: IntersectionObserver | undefined;

function begin(element: Element): void {
  const run = begins.get(element);
  unwatch(element);
  run?.();
}

/** Paper has no viewport: all of it is drawn. */
function beginAll(): void {
  for (const element of unseen()) begin(element);
  drawDue();
}

/** Runs `run` once the element comes near the viewport, or the page is printed. */
export function onceNear(element: Element, run: () => void): void {
  if (!observer) {
    observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) if (isIntersecting) begin(target);
      },
      { rootMargin: '25%' },
    );
    addEventListener('beforeprint', beginAll);
  }
  begins.set(element, run);
  observer.observe(element);
}

/** Those that have not come into view yet. */
export const unseen = (): Element[] => [...begins.keys()];

/** Gives up on an element. */
export function unwatch(element: Element): void {
  if (begins.delete(element)) observer?.unobserve(element);
}

function drawDue(): void {
  const drawings = [...due];
  due.clear();
  for (const draw of drawings) draw();
}

/** Runs `draw` in the next frame, together with all others and once however often it is asked for. */
export function drawInFrame(draw: () => void): void {
  if (due.size === 0) requestAnimationFrame(drawDue);
  due.add(draw);
}

/** Takes back what {@link drawInFrame} was asked for. */
export const undraw = (draw: () => void): boolean => due.delete(draw);
