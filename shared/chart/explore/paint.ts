import type { ScoreView } from '../../score/view.ts';
import { number } from '../axis.ts';
import { bandFill } from '../severity.ts';
import { type PlacedEvents, paintEvents } from './events.ts';
import { LINE_PX, nameLinesOf, placeNames, presentOf } from './names.ts';

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
  readonly placed: PlacedEvents;
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

/** Half of the latest answer's dot, and its distance to what follows. */
const DOT_PX = 8;
/** Between the plot and the names, for the latest score. */
const GUTTER_PX = 34;
/** Between the names and the edge. */
const EDGE_PX = 4;

const bold = (font: string): string => `600 ${font}`;

/** Room right of the plot for the latest score and the names of the bands. */
export function roomOf({ ctx, width }: Pick<Plot, 'ctx' | 'width'>, { rows, font }: Decorations): number {
  ctx.font = bold(font);
  // Rows of one instrument have the same names: each is measured once.
  const lines = new Set(rows.flatMap((row) => nameLinesOf(row, width)));
  const widths = Array.from(lines, (line) => ctx.measureText(line).width);
  return GUTTER_PX + EDGE_PX + Math.max(0, ...widths);
}

function paintNames({ ctx, right, width }: Plot, { y }: RowScale, row: Row, decorations: Decorations): void {
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'left';
  for (const { text, band, at } of placeNames(row, width, y)) {
    const isPresent = band === presentOf(row.view);
    ctx.font = isPresent ? bold(decorations.font) : decorations.font;
    ctx.fillStyle = isPresent ? decorations.colors.ink : decorations.colors.quiet;
    ctx.fillText(text, right + GUTTER_PX, at);
  }
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

/** Events of treatment, behind everything that was answered. */
function paintTreatments({ ctx, left, right, placed, scales }: Plot, decorations: Decorations): void {
  const { colors, font } = decorations;
  const rows = decorations.rows.map(({ view: { yMin, yMax } }, index) => {
    const y = scales[index]?.y ?? (() => 0);
    return [Math.round(y(yMax)), Math.round(y(yMin))] as const;
  });
  paintEvents({ ctx, left, right, placed, rows, color: colors.quiet, font });
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
