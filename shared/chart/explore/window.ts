/** A part of the horizontal axis, in its units (milliseconds, or days of a course). */
export interface AxisWindow {
  readonly from: number;
  readonly to: number;
}

/** Least part of the whole that can be zoomed to. */
const CLOSEST = 1 / 400;

/** The nearest window of the same length that lies within the whole. */
function within({ from, to }: AxisWindow, whole: AxisWindow): AxisWindow {
  const length = Math.min(to - from, whole.to - whole.from);
  const begin = Math.min(Math.max(from, whole.from), whole.to - length);
  return { from: begin, to: begin + length };
}

/**
 * Zooms about a place that stays where it is.
 *
 * @param factor below 1 comes nearer, above 1 goes away; never nearer than a four-hundredth of the whole
 * @param at place on the axis; the middle where absent
 */
export function zoomed(
  shown: AxisWindow,
  whole: AxisWindow,
  factor: number,
  at: number = (shown.from + shown.to) / 2,
): AxisWindow {
  const all = whole.to - whole.from;
  const before = shown.to - shown.from;
  const length = Math.min(Math.max(before * factor, all * CLOSEST), all);
  const part = before > 0 ? (at - shown.from) / before : 0.5;
  const from = at - part * length;
  return within({ from, to: from + length }, whole);
}

/** Moves the window by a part of its own length: 0.25 is a quarter to the right. */
export function panned(shown: AxisWindow, whole: AxisWindow, part: number): AxisWindow {
  const by = (shown.to - shown.from) * part;
  return within({ from: shown.from + by, to: shown.to + by }, whole);
}

/** The smallest move that brings a place into the window. */
export function revealing(shown: AxisWindow, whole: AxisWindow, at: number): AxisWindow {
  const length = shown.to - shown.from;
  if (at < shown.from) return within({ from: at, to: at + length }, whole);
  if (at > shown.to) return within({ from: at - length, to: at }, whole);
  return shown;
}
