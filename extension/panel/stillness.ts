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

/** Where it is in the window, and how wide: a page that scrolls, or squeezes, moves what is in it too. */
const placeOf = (element: Element): readonly number[] => {
  const { left, top, width } = element.getBoundingClientRect();
  return [left, top, width];
};

/** @param isNeeded whether anything is there that must not be moved under the pointer; the watch ends with it */
export function createStillness(element: Element, isNeeded: () => boolean): Stillness {
  let frame = 0;
  let moved = Number.NEGATIVE_INFINITY;
  let place: readonly number[] = [];
  const look = (): void => {
    const now = placeOf(element);
    // Where it stood before stays the measure: a move in small steps is one.
    if (!now.some((value, at) => Math.abs(value - (place[at] ?? value)) > SLACK)) return;
    moved = performance.now();
    place = now;
  };
  const go = (): void => {
    look();
    frame = isNeeded() ? requestAnimationFrame(go) : 0;
  };
  return {
    watch() {
      if (frame !== 0) return;
      place = placeOf(element);
      frame = requestAnimationFrame(go);
    },
    isStill() {
      look();
      return performance.now() - moved >= STILL;
    },
    end: () => cancelAnimationFrame(frame),
  };
}
