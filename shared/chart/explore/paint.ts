import type { Treatment } from '../../score/treatments.ts';
import type { ScoreView } from '../../score/view.ts';
import { nameLines, number } from '../axis.ts';
import { spread } from '../frame.ts';
import { bandFill } from '../severity.ts';

/** Colours as the page has them now; a canvas does not follow a style sheet by itself. */
export interface ExploreColors {
  readonly ink: string;
  readonly quiet: string;
  readonly surface: string;
  readonly axis: string;
  readonly risk: string;
  /** Fills of the bands; `none` in forced colors, where their edges and names part them. */
  readonly bands: 'light' | 'dark' | 'none';
}

/** One plot of several, one above the other on one time axis. */
export interface Row {
  readonly view: ScoreView;
  /** Shown above the plot, if there are several. */
  readonly name: string;
  /** Texts to show beside the name, longest first: the first that fits is used. */
  readonly facts: readonly string[];
}

/** A cursor over all rows, and the answer of each that it shows. */
export interface Cursor {
  readonly x: number;
  readonly rings: readonly { readonly x: number; readonly y: number; readonly row: number }[];
}

/** The vertical scale of a row, CSS pixels from the canvas' upper edge. */
interface RowScale {
  readonly top: number;
  readonly height: number;
  readonly y: (score: number) => number;
}

/** An event of treatment in its lane above the rows; its label is empty where there is no room for it. */
interface PlacedTreatment {
  readonly from: number;
  readonly to: number | null;
  readonly lane: number;
  readonly label: string;
  /** Where the label begins. */
  readonly labelAt: number;
}

/** Where everything lies, CSS pixels from the canvas' upper left corner. */
export interface Plot {
  readonly ctx: CanvasRenderingContext2D;
  readonly width: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly x: (at: number) => number;
  /** The scales of the rows, from the top one down. */
  readonly scales: readonly RowScale[];
  readonly treatments: readonly PlacedTreatment[];
}

/** What is painted behind and on the lines. */
export interface Decorations {
  readonly rows: readonly Row[];
  readonly colors: ExploreColors;
  readonly font: string;
  readonly decimal: string;
  /** The axis tells dates: what has an instant of its own is drawn too. */
  readonly byDate: boolean;
  readonly focus: Cursor | null;
}

const LINE_PX = 14;
/** Half of the latest answer's dot, and its distance to what follows. */
const DOT_PX = 8;
/** Between the plot and the names, for the latest score. */
const GUTTER_PX = 34;
/** Between the names and the edge. */
const EDGE_PX = 4;
/** Below this width only the present band is named. */
const NARROW_PX = 480;

const presentOf = ({ bands, points, isLatestKnown }: ScoreView) =>
  isLatestKnown ? bands[points.at(-1)?.band ?? -1] : undefined;

/**
 * Bands that are named: the present one alone where not all names have their lines, and none beside a row in little width
 * that has its facts above it.
 */
function namedBands({ view, facts }: Row, width: number, height: number) {
  const isLow = view.bands.flatMap(nameLines).length * LINE_PX > height;
  const isWide = width >= NARROW_PX;
  const isNamed = isWide || facts.length === 0;
  return view.bands.filter((band) => (isWide && !isLow) || (isNamed && band === presentOf(view)));
}

const bold = (font: string): string => `600 ${font}`;

/** Room right of the plot for the latest score and the names of the bands. */
export function roomOf({ ctx, width }: Pick<Plot, 'ctx' | 'width'>, { rows, font }: Decorations): number {
  ctx.font = bold(font);
  // Rows of one instrument have the same names: each is measured once.
  const lines = new Set(
    rows.flatMap((row) => namedBands(row, width, Number.POSITIVE_INFINITY).flatMap(nameLines)),
  );
  const widths = Array.from(lines, (line) => ctx.measureText(line.trim()).width);
  return GUTTER_PX + EDGE_PX + Math.max(0, ...widths);
}

/** Height of a lane of events, and the most lanes that there are. */
export const LANE_PX = 16;
const LANES_MAX = 4;
const TREATMENT_GAP_PX = 8;
/** Between the mark of an event and its label. */
const LABEL_INSET_PX = 4;
/** Height of the mark of an event without its label, at the upper edge of the plot. */
const TICK_PX = 5;

/** The first lane that is free from a place on; a new one, or where there is no more, the one that is free first. */
function laneFor(ends: readonly number[], from: number): number {
  const free = ends.findIndex((taken) => taken <= from);
  if (free >= 0) return free;
  return ends.length < LANES_MAX ? ends.length : ends.indexOf(Math.min(...ends));
}

/**
 * Places events of treatment in lanes, so that no label lies on another. One for whose label there is no room has its mark
 * all the same.
 */
export function placeTreatments(
  treatments: readonly Treatment[],
  { left, right, x }: Pick<Plot, 'left' | 'right' | 'x'>,
  measure: (label: string) => number,
): PlacedTreatment[] {
  const ends: number[] = [];
  return treatments.flatMap(({ at, until, label }) => {
    const [begin, end] = [x(at), until === null ? x(at) : x(until)];
    if (end < left || begin > right) return [];
    const from = Math.max(begin, left);
    const to = Math.max(Math.min(end, right), from);
    const labelPx = measure(label);
    const labelled = from + TREATMENT_GAP_PX + labelPx;
    // Near the right edge it stands before its mark.
    const isBefore = labelled > right;
    const start = isBefore ? from - TREATMENT_GAP_PX - labelPx : from;
    const lane = laneFor(ends, start);
    const fits = (ends[lane] ?? 0) <= start && start >= left;
    ends[lane] = Math.max(ends[lane] ?? 0, to, fits && !isBefore ? labelled : from) + TREATMENT_GAP_PX;
    const labelAt = isBefore ? start : from + LABEL_INSET_PX;
    return { from: begin, to: until === null ? null : end, lane, label: fits ? label : '', labelAt };
  });
}

/** Lines of events through all rows, behind everything that was answered; a bar in its lane for one that lasted. */
function paintTreatments(
  { ctx, left, right, top, bottom, treatments }: Plot,
  { colors, font }: Decorations,
): void {
  if (treatments.length === 0) return;
  ctx.font = font;
  ctx.fillStyle = colors.quiet;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  // Faint and whole: dashes through all rows would be about a tenth of the cost of the whole axis.
  ctx.globalAlpha = 0.25;
  const ends = treatments.flatMap(({ from, to }) => (to === null ? [from] : [from, to]));
  for (const at of ends) if (at >= left && at <= right) ctx.fillRect(Math.round(at), top, 1, bottom - top);
  ctx.globalAlpha = 1;
  for (const { from, to, lane, label, labelAt } of treatments) {
    const upper = lane * LANE_PX + 2;
    const begin = Math.max(from, left);
    if (to !== null) ctx.fillRect(begin, upper + LANE_PX - 4, Math.max(2, Math.min(to, right) - begin), 2);
    // The mark of one without its label crosses no other label.
    if (from >= left && label) ctx.fillRect(Math.round(from), upper, 1, LANE_PX - 2);
    else if (from >= left) ctx.fillRect(Math.round(from), top - TICK_PX, 1, TICK_PX);
    if (label) ctx.fillText(label, labelAt, upper + LANE_PX / 2 - 2);
  }
}

function paintNames({ ctx, right, width }: Plot, y: RowScale, row: Row, decorations: Decorations): void {
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'left';
  for (const { text, band, at } of placeNames(row, width, y)) {
    const isPresent = band === presentOf(row.view);
    ctx.font = isPresent ? bold(decorations.font) : decorations.font;
    ctx.fillStyle = isPresent ? decorations.colors.ink : decorations.colors.quiet;
    ctx.fillText(text, right + GUTTER_PX, at);
  }
}

/** The middle of each line of the bands' names, from above: as far from each other as a line is high, beside the scale. */
export function placeNames(row: Row, width: number, { y }: Pick<RowScale, 'y'>) {
  // By the lower edge of a line, so that the last ends with the scale and the first has room above.
  const upper = y(row.view.yMax) - LINE_PX / 2;
  const height = y(row.view.yMin) - y(row.view.yMax);
  const lines = namedBands(row, width, height)
    .toReversed()
    .flatMap((band) =>
      nameLines(band).map((text, line, { length }) => ({
        text,
        band,
        at: y((band.from + band.to) / 2) + (line - (length - 1) / 2) * LINE_PX,
      })),
    );
  const places = spread(
    lines.map(({ at }) => Math.max(LINE_PX, at - upper) / height),
    LINE_PX / height,
  );
  return lines.map((line, index) => ({ ...line, at: upper + (places[index] ?? 0) * height }));
}

/** Width of a band, which goes on to its name. */
const bandWidth = ({ left, right }: Plot): number => right - left + GUTTER_PX - 8;

function paintBands(plot: Plot, { colors, rows }: Decorations): void {
  const { ctx, left } = plot;
  const width = bandWidth(plot);
  for (const [index, { view }] of rows.entries()) {
    const scale = plot.scales[index];
    if (!scale) continue;
    for (const [band, { from, to }] of view.bands.entries()) {
      const upper = scale.y(to);
      if (colors.bands === 'none') continue;
      ctx.fillStyle = bandFill(band, view.bands.length, view.direction)[colors.bands === 'dark' ? 1 : 0];
      ctx.fillRect(left, upper, width, scale.y(from) - upper);
    }
    ctx.fillStyle = colors.axis;
    ctx.globalAlpha = 0.4;
    const edges = new Set([view.yMin, view.yMax, ...view.bands.flatMap(({ from, to }) => [from, to])]);
    for (const score of edges) ctx.fillRect(left, Math.round(scale.y(score)), width, 1);
    ctx.globalAlpha = 1;
  }
}

/** Paints the ranges that the service sends and events of treatment behind the lines, then names of bands and rows. */
export function paintBack(plot: Plot, decorations: Decorations): void {
  const { ctx, left, scales } = plot;
  const { colors, rows, font } = decorations;
  const width = bandWidth(plot);
  paintBands(plot, decorations);
  if (decorations.byDate) paintTreatments(plot, decorations);
  for (const [index, row] of rows.entries()) {
    const { view, name, facts } = row;
    const scale = scales[index];
    if (!scale) continue;
    paintNames(plot, scale, row, decorations);
    if (rows.length === 1) continue;
    const top = scale.y(view.yMax) - LINE_PX / 2 - 2;
    ctx.font = bold(font);
    ctx.fillStyle = colors.ink;
    ctx.fillText(name, left, top, width);
    const used = ctx.measureText(name).width + 12;
    ctx.font = font;
    const fact = facts.find((text) => ctx.measureText(text).width <= width - used);
    if (fact) ctx.fillText(fact, left + used, top);
  }
}

function paintMarks({ ctx, left, right, x, scales }: Plot, { rows, colors, font }: Decorations): void {
  ctx.font = font.replace(/\d+px/, '15px');
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillStyle = colors.ink;
  for (const [row, { view }] of rows.entries()) {
    const marks = [
      ...view.missed.map(({ at }) => ['×', at] as const),
      ...view.unread.at.map((at) => ['◇', at] as const),
    ];
    const bottom = scales[row]?.y(view.yMin) ?? 0;
    for (const [mark, at] of marks) if (x(at) >= left && x(at) <= right) ctx.fillText(mark, x(at), bottom);
  }
}

/** The way from the latest answer to today, as far as the plot shows it. */
function paintAhead({ ctx, ...area }: Plot, from: number, to: number, y: number): void {
  const [left, right] = [Math.max(from, area.left), Math.min(to, area.right)];
  if (left >= right) return;
  ctx.lineWidth = 1.5;
  ctx.setLineDash([4, 5]);
  ctx.beginPath();
  ctx.moveTo(left, y);
  ctx.lineTo(right, y);
  ctx.stroke();
}

/** The latest score beside its point; over or under a line to today. */
function paintLatest(plot: Plot, { rows, colors, font, decimal }: Decorations): void {
  const { ctx, left, right } = plot;
  ctx.font = bold(font);
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  ctx.strokeStyle = colors.quiet;
  ctx.fillStyle = colors.ink;
  for (const [row, { view }] of rows.entries()) {
    const [scale, last] = [plot.scales[row], view.points.at(-1)];
    if (!scale || !last || !view.isLatestKnown) continue;
    const y = scale.y(last.score);
    const x = plot.x(last.at);
    const today = plot.x((view.isEnded ? null : view.now) ?? last.at);
    paintAhead(plot, x + DOT_PX, today, y);
    const beside = today - x <= DOT_PX ? 0 : y < scale.top + 20 ? 14 : -12;
    if (x >= left && x <= right) ctx.fillText(number(last.score, decimal), x + 9, y + beside);
  }
}

function paintFocus({ ctx, ...plot }: Plot, { focus, colors }: Decorations): void {
  if (!focus) return;
  const x = plot.x(focus.x);
  ctx.strokeStyle = colors.ink;
  ctx.lineWidth = 1.5;
  ctx.setLineDash([3, 3]);
  ctx.beginPath();
  ctx.moveTo(x, plot.top);
  ctx.lineTo(x, plot.bottom);
  ctx.stroke();
  ctx.setLineDash([]);
  for (const ring of focus.rings) {
    const left = plot.x(ring.x);
    // What lies before the part that is shown is told beside the plot.
    if (left < plot.left) continue;
    ctx.beginPath();
    ctx.arc(left, plot.scales[ring.row]?.y(ring.y) ?? 0, 8, 0, 2 * Math.PI);
    ctx.stroke();
  }
}

/** Paints the marks of the time axis, the latest scores and the cursor over the lines. */
export function paintFront(plot: Plot, decorations: Decorations): void {
  if (decorations.byDate) {
    paintMarks(plot, decorations);
    paintLatest(plot, decorations);
  }
  paintFocus(plot, decorations);
}
