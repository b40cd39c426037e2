/** Series one above the other on one time axis. */
export const AXIS_ROWS = 6;
/** Answers of each. */
export const AXIS_ANSWERS = 300;
/** Size of one of them, CSS pixels. */
export const ROW_SIZE = { width: 640, height: 100 } as const;
/** Events of treatment on it. */
export const AXIS_EVENTS = 60;
