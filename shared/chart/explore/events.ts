import { lacksEnd, type Treatment } from '../../score/treatments.ts';

/** Where events have their room, CSS pixels from the canvas' left edge. */
export interface EventArea {
  /** The plot, which the marks stay in. */
  readonly left: number;
  readonly right: number;
  /** The canvas, which the names may take. */
  readonly width: number;
  readonly x: (at: number) => number;
  /** The instant up to which an ongoing event is drawn; null where it is not known. */
  readonly now: number | null;
}

/** An event of treatment in its lane above the rows, with a name or a number of its own. */
interface PlacedEvent {
  /** Index in the events that were given. */
  readonly index: number;
  readonly from: number;
  /** Where its bar ends; null for a tick. */
  readonly to: number | null;
  /** How it ends: at a mark, with an arrow, in dashes since no end is given, or not in the plot at all. */
  readonly end: 'mark' | 'arrow' | 'dashes' | 'none';
  readonly lane: number;
  readonly text: string;
}

/** All events in the window: with their names, or with numbers, whose names have to stand elsewhere. */
export interface PlacedEvents {
  readonly events: readonly PlacedEvent[];
  readonly lanes: number;
  readonly isNumbered: boolean;
}

export const NO_EVENTS: PlacedEvents = { events: [], lanes: 0, isNumbered: false };

/** Height of a lane: a text, its bar close below, and a gap to the text of the next. */
export const LANE_PX = 20;
const TICK_HEIGHT_PX = 15;
const BAR_PX = 14;
/** Between the mark of an event and its text, and from there to the next event. */
const INSET_PX = 4;
const GAP_PX = 8;
/** Between a text and the edge of the canvas. */
const EDGE_PX = 4;
/** Length of an arrow, and of the dashes of an event without an end. */
const ARROW_PX = 8;
const DASHES = [
  [1, 5],
  [9, 4],
  [16, 3],
] as const;
const DASHES_PX = 20;
/** As many lanes of names as there may be in any case; more only where numbers would take as many. */
const NAME_LANES_MAX = 5;
/** Width of a digit of the labels. */
const DIGIT_PX = 8;

type Mark = Omit<PlacedEvent, 'lane' | 'text'>;

/** The mark of an event, as far as it is in the plot. */
function markOf(one: Treatment, index: number, { left, right, x, now }: EventArea): Mark | null {
  const from = x(one.at);
  const last = one.ongoing
    ? now === null
      ? right
      : Math.max(x(now), from + ARROW_PX)
    : x(one.until ?? one.at);
  if (last < left || from > right) return null;
  if (lacksEnd(one)) return { index, from, to: null, end: 'dashes' };
  if (one.until === null && !one.ongoing) return { index, from, to: null, end: 'none' };
  // An end beyond the plot has no mark in it.
  const end = last > right + ARROW_PX ? 'none' : one.ongoing ? 'arrow' : 'mark';
  return { index, from, to: Math.max(Math.min(last, right), from + 2), end };
}

/** Puts each mark with its text into the first lane that is free there; null where a text has no room, or lanes run out. */
function inLanes(
  marks: readonly Mark[],
  { left, width }: EventArea,
  textWidth: (mark: Mark) => number,
  most = Number.POSITIVE_INFINITY,
): readonly number[] | null {
  const ends: number[] = [];
  const lanes: number[] = [];
  for (const mark of marks) {
    const start = Math.max(mark.from, left);
    const textEnd = start + INSET_PX + textWidth(mark);
    const free = ends.findIndex((taken) => taken <= start);
    const lane = free < 0 ? ends.length : free;
    if (textEnd > width - EDGE_PX || lane >= most) return null;
    ends[lane] = Math.max(textEnd, mark.to ?? start + (mark.end === 'dashes' ? DASHES_PX : 0)) + GAP_PX;
    lanes.push(lane);
  }
  return lanes;
}

const numberOf = ({ index }: Pick<Mark, 'index'>): string => `${index + 1}`;

/**
 * Places events of treatment in lanes. Each has its name right of its beginning, in a lane where nothing else is at that
 * place; where one of the names has no room, all have numbers, in the order of the events.
 *
 * @param names of the events, as they are to be shown
 */
export function placeEvents(
  treatments: readonly Treatment[],
  names: readonly string[],
  area: EventArea,
  measure: (text: string) => number,
): PlacedEvents {
  const marks = treatments.flatMap((one, index) => markOf(one, index, area) ?? []);
  if (marks.length === 0) return NO_EVENTS;
  const nameOf = ({ index }: Mark): string => names[index] ?? '';
  // Numbers are as high as wanted: the chart grows by their lanes.
  const byNumber = inLanes(marks, { ...area, width: Number.POSITIVE_INFINITY }, (mark) => {
    return numberOf(mark).length * DIGIT_PX;
  });
  const most = Math.max(NAME_LANES_MAX, ...(byNumber ?? []).map((lane) => lane + 1));
  const byName = marks.every((mark) => nameOf(mark))
    ? inLanes(marks, area, (mark) => measure(nameOf(mark)), most)
    : null;
  const lanes = byName ?? byNumber ?? [];
  const text = byName ? nameOf : numberOf;
  const events = marks.map((mark, index) => ({ ...mark, lane: lanes[index] ?? 0, text: text(mark) }));
  return { events, lanes: Math.max(...lanes) + 1, isNumbered: !byName };
}

/** Adds the marks of an event to the path: all of them are filled at once. */
function addMark(ctx: CanvasRenderingContext2D, { from, to, end, lane }: PlacedEvent, left: number): void {
  const upper = lane * LANE_PX + 2;
  const y = upper + BAR_PX;
  const start = Math.round(from);
  if (from >= left) ctx.rect(start, upper, 1, TICK_HEIGHT_PX);
  if (end === 'dashes') for (const [at, width] of DASHES) ctx.rect(start + at, y - 1, width, 2);
  if (to === null) return;
  const begin = Math.max(from, left);
  const until = end === 'arrow' ? to - ARROW_PX / 2 : to;
  ctx.rect(begin, y - 1, Math.max(1, until - begin), 2);
  if (end === 'mark') ctx.rect(Math.round(to) - 1, y - 5, 1, 6);
  if (end !== 'arrow') return;
  ctx.moveTo(to - ARROW_PX, y - 4);
  ctx.lineTo(to, y);
  ctx.lineTo(to - ARROW_PX, y + 4);
  ctx.closePath();
}

interface EventPaint {
  readonly ctx: CanvasRenderingContext2D;
  readonly left: number;
  readonly right: number;
  readonly placed: PlacedEvents;
  /** From above: where the plot of each row begins and ends. */
  readonly rows: readonly (readonly [top: number, bottom: number])[];
  readonly color: string;
  readonly font: string;
}

/** Paints bars, ticks and texts in their lanes, and lines through the plots of all rows, none through a row's title. */
export function paintEvents({ ctx, left, right, placed, rows, color, font }: EventPaint): void {
  const { events } = placed;
  if (events.length === 0) return;
  ctx.fillStyle = color;
  // Faint and whole: dashes through all rows would be about a tenth of the cost of the whole axis.
  ctx.globalAlpha = 0.25;
  const [first = [0, 0], last = first] = [rows[0], rows.at(-1)];
  const ends = events.flatMap(({ from, to, end }) => (to !== null && end === 'mark' ? [from, to] : [from]));
  for (const at of ends)
    if (at >= left && at <= right) ctx.fillRect(Math.round(at), first[0], 1, last[1] - first[0]);
  ctx.globalAlpha = 1;
  // Cheaper than a line for each event in each row.
  for (const [index, [top]] of rows.entries()) {
    const above = rows[index - 1]?.[1];
    if (above !== undefined) ctx.clearRect(left, above + 1, right - left + 1, top - above - 1);
  }
  ctx.beginPath();
  for (const one of events) addMark(ctx, one, left);
  ctx.fill();
  ctx.font = font;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  for (const { from, lane, text } of events)
    ctx.fillText(text, Math.max(from, left) + INSET_PX, lane * LANE_PX + BAR_PX / 2 + 1);
}
