import type { Chart, Plugin, Scale } from 'chart.js';
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
/** Below this width only the present band is named. */
const NARROW_PX = 480;

const presentOf = ({ bands, points, isLatestKnown }: ScoreView) =>
  isLatestKnown ? bands[points.at(-1)?.band ?? -1] : undefined;

/** The present band alone where there is little room, and none beside a row that has its facts above it. */
const namedBands = ({ view, facts }: Row, width: number) =>
  view.bands.filter((band) => width >= NARROW_PX || (facts.length === 0 && band === presentOf(view)));

const bold = (font: string): string => `600 ${font}`;

/** Room right of the plot for the latest score and the names of the bands. */
export function roomOf({ ctx, width }: Chart, { rows, font }: Decorations): number {
  ctx.font = bold(font);
  const lines = rows.flatMap((row) => namedBands(row, width).flatMap(nameLines));
  return GUTTER_PX + Math.max(0, ...lines.map((line) => ctx.measureText(line.trim()).width));
}

function paintNames({ ctx, chartArea, width }: Chart, y: Scale, row: Row, decorations: Decorations): void {
  const bands = namedBands(row, width).toReversed();
  const places = spread(
    bands.map(({ from, to }) => (y.getPixelForValue((from + to) / 2) - y.top) / y.height),
    (LINE_PX + 2) / y.height,
  );
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'left';
  for (const [index, band] of bands.entries()) {
    const isPresent = band === presentOf(row.view);
    ctx.font = isPresent ? bold(decorations.font) : decorations.font;
    ctx.fillStyle = isPresent ? decorations.colors.ink : decorations.colors.quiet;
    const lines = nameLines(band);
    const first = y.top + (places[index] ?? 0) * y.height - ((lines.length - 1) * LINE_PX) / 2;
    for (const [line, text] of lines.entries())
      ctx.fillText(text, chartArea.right + GUTTER_PX, first + line * LINE_PX);
  }
}

function paintBands(chart: Chart, decorations: Decorations): void {
  const { ctx, chartArea, scales } = chart;
  const { colors, rows, font } = decorations;
  const { left, right } = chartArea;
  const width = right - left + GUTTER_PX - 8;
  for (const [index, row] of rows.entries()) {
    const { view, name, facts } = row;
    const y = scales[`y${index}`];
    if (!y) continue;
    for (const [band, { from, to }] of view.bands.entries()) {
      const upper = y.getPixelForValue(to);
      if (colors.bands === 'none') continue;
      ctx.fillStyle = bandFill(band, view.bands.length, view.direction)[colors.bands];
      ctx.fillRect(left, upper, width, y.getPixelForValue(from) - upper);
    }
    ctx.fillStyle = colors.axis;
    ctx.globalAlpha = 0.4;
    const edges = new Set([view.yMin, view.yMax, ...view.bands.flatMap(({ from, to }) => [from, to])]);
    for (const score of edges) ctx.fillRect(left, Math.round(y.getPixelForValue(score)), width, 1);
    ctx.globalAlpha = 1;
    paintNames(chart, y, row, decorations);
    if (rows.length === 1) continue;
    const top = y.getPixelForValue(view.yMax) - LINE_PX / 2 - 2;
    ctx.font = bold(font);
    ctx.fillStyle = colors.ink;
    ctx.fillText(name, left, top, width);
    const used = ctx.measureText(name).width + 12;
    ctx.font = font;
    const fact = facts.find((text) => ctx.measureText(text).width <= width - used);
    if (fact) ctx.fillText(fact, left + used, top);
  }
}

function paintMarks({ ctx, chartArea, scales }: Chart, { rows, colors, font }: Decorations): void {
  ctx.font = font.replace(/\d+px/, '15px');
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillStyle = colors.ink;
  for (const [row, { view }] of rows.entries()) {
    const marks = [
      ...view.missed.map(({ at }) => ['×', at] as const),
      ...view.unread.at.map((at) => ['◇', at] as const),
    ];
    const bottom = scales[`y${row}`]?.getPixelForValue(view.yMin) ?? 0;
    for (const [mark, at] of marks) {
      const x = scales.x?.getPixelForValue(at) ?? -1;
      if (x >= chartArea.left && x <= chartArea.right) ctx.fillText(mark, x, bottom);
    }
  }
}

/** The way from the latest answer to today, as far as the plot shows it. */
function paintAhead({ ctx, chartArea }: Chart, from: number, to: number, y: number): void {
  const [left, right] = [Math.max(from, chartArea.left), Math.min(to, chartArea.right)];
  if (left >= right) return;
  ctx.lineWidth = 1.5;
  ctx.setLineDash([4, 5]);
  ctx.beginPath();
  ctx.moveTo(left, y);
  ctx.lineTo(right, y);
  ctx.stroke();
}

/** The latest score beside its point; over or under a line to today. */
function paintLatest(chart: Chart, { rows, colors, font, decimal }: Decorations): void {
  const { ctx, chartArea, scales } = chart;
  ctx.font = bold(font);
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  ctx.strokeStyle = colors.quiet;
  ctx.fillStyle = colors.ink;
  for (const [row, { view }] of rows.entries()) {
    const [scale, last] = [scales[`y${row}`], view.points.at(-1)];
    if (!scale || !scales.x || !last || !view.isLatestKnown) continue;
    const y = scale.getPixelForValue(last.score);
    const x = scales.x.getPixelForValue(last.at);
    const today = scales.x.getPixelForValue((view.isEnded ? null : view.now) ?? last.at);
    paintAhead(chart, x + DOT_PX, today, y);
    const beside = today - x <= DOT_PX ? 0 : y < scale.top + 20 ? 14 : -12;
    if (x >= chartArea.left && x <= chartArea.right)
      ctx.fillText(number(last.score, decimal), x + 9, y + beside);
  }
}

function paintFocus({ ctx, chartArea, scales }: Chart, { focus, colors }: Decorations): void {
  if (!focus || !scales.x) return;
  const x = scales.x.getPixelForValue(focus.x);
  ctx.strokeStyle = colors.ink;
  ctx.lineWidth = 1.5;
  ctx.setLineDash([3, 3]);
  ctx.beginPath();
  ctx.moveTo(x, chartArea.top);
  ctx.lineTo(x, chartArea.bottom);
  ctx.stroke();
  ctx.setLineDash([]);
  for (const ring of focus.rings) {
    const left = scales.x.getPixelForValue(ring.x);
    // What lies before the part that is shown is told beside the plot.
    if (left < chartArea.left) continue;
    ctx.beginPath();
    ctx.arc(left, scales[`y${ring.row}`]?.getPixelForValue(ring.y) ?? 0, 8, 0, 2 * Math.PI);
    ctx.stroke();
  }
}

function paintFront(chart: Chart, decorations: Decorations): void {
  if (decorations.byDate) {
    paintMarks(chart, decorations);
    paintLatest(chart, decorations);
  }
  paintFocus(chart, decorations);
}

/** Paints the ranges that the service sends behind the lines; marks of the time axis and the cursor over them. */
export function createDecorations(current: () => Decorations): Plugin<'line'> {
  const painted = (paint: (chart: Chart, decorations: Decorations) => void) => (chart: Chart) => {
    chart.ctx.save();
    paint(chart, current());
    chart.ctx.restore();
  };
  return {
    id: 'decorations',
    beforeDatasetsDraw: painted(paintBands),
    afterDatasetsDraw: painted(paintFront),
  };
}
