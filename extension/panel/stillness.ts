/** Milliseconds for which an element has to stand still before what is in it is clicked. */
const STILL = 300;
/** CSS pixels that a page may move it within without that being a move. */
const SLACK = 4;

/** Tells whether an element stood still in the page, so that nobody clicks on what was just put under the pointer. */
export interface Stillness {
  /** Watched from now on, as long as `isNeeded` says so, by frames. */
  watch(): void;
  isStill(): boolean;
  end(): void;
}

/** Scrolling of the window is none of the page's moves. */
const placeOf = (element: Element): readonly [number, number] => {
  const { left, top } = element.getBoundingClientRect();
  return [left + scrollX, top + scrollY];
};

/** @param isNeeded whether anything is there that must not be moved under the pointer; the watch ends with it */
export function createStillness(element: Element, isNeeded: () => boolean): Stillness {
  let frame = 0;
  let moved = Number.NEGATIVE_INFINITY;
  let [left, top] = [0, 0];
  const look = (): void => {
    const [x, y] = placeOf(element);
    if (Math.abs(x - left) > SLACK || Math.abs(y - top) > SLACK) moved = performance.now();
    [left, top] = [x, y];
  };
  const go = (): void => {
    look();
    frame = isNeeded() ? requestAnimationFrame(go) : 0;
  };
  return {
    watch() {
      if (frame !== 0) return;
      [left, top] = placeOf(element);
      frame = requestAnimationFrame(go);
    },
    isStill() {
      look();
      return performance.now() - moved >= STILL;
    },
    end: () => cancelAnimationFrame(frame),
  };
}
