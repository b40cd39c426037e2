import type { Chart, Plugin } from 'chart.js';
import { readableOnBoth } from '../../score/color.ts';
import type { ScoreView } from '../../score/view.ts';
import { spread } from '../frame.ts';

/** Colours as the page has them now; a canvas does not follow a style sheet by itself. */
export interface ExploreColors {
  readonly ink: string;
  readonly quiet: string;
  readonly surface: string;
  readonly axis: string;
  readonly line: string;
  readonly risk: string;
}

/** What stands behind and on the lines. */
export interface Scenery {
  readonly view: ScoreView;
  readonly colors: ExploreColors;
  readonly font: string;
  /** Bands and missed requests belong to one scale and one calendar: not where subscales or courses are together. */
  readonly hasBands: boolean;
  readonly hasMissed: boolean;
  readonly focus: { readonly x: number; readonly y: number } | null;
}

const LABEL_PIXELS = 15;

function paintBands(chart: Chart, { view, colors, font, hasBands }: Scenery): void {
  const { ctx, chartArea, scales } = chart;
  const y = scales.y;
  if (!y || !hasBands) return;
  const { left, right, width, height, top } = chartArea;
  for (const { color, from, to } of view.bands) {
    const [upper, lower] = [y.getPixelForValue(to), y.getPixelForValue(from)];
    ctx.globalAlpha = color ? 0.15 : 0.05;
    ctx.fillStyle = color ?? colors.axis;
    ctx.fillRect(left, upper, width, lower - upper);
    ctx.globalAlpha = 1;
    ctx.fillStyle = color ? readableOnBoth(color) : colors.axis;
    ctx.fillRect(left, upper, 4, lower - upper);
  }
  ctx.font = font;
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'right';
  const named = view.bands.toReversed();
  const places = spread(
    named.map(({ from, to }) => (y.getPixelForValue((from + to) / 2) - top) / height),
    LABEL_PIXELS / height,
  );
  for (const [index, { title }] of named.entries()) {
    const at = top + (places[index] ?? 0) * height;
    ctx.lineWidth = 3;
    ctx.strokeStyle = colors.surface;
    ctx.strokeText(title, right - 8, at, width - 24);
    ctx.fillStyle = colors.ink;
    ctx.fillText(title, right - 8, at, width - 24);
  }
}

function paintMissed({ ctx, chartArea, scales }: Chart, { view, colors, font }: Scenery): void {
  ctx.font = font.replace(/\d+px/, '15px');
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillStyle = colors.ink;
  for (const { at } of view.missed) {
    const x = scales.x?.getPixelForValue(at) ?? -1;
    if (x >= chartArea.left && x <= chartArea.right) ctx.fillText('×', x, chartArea.bottom);
  }
}

function paintFocus({ ctx, chartArea, scales }: Chart, { focus, colors }: Scenery): void {
  if (!focus) return;
  const [x, y] = [scales.x?.getPixelForValue(focus.x) ?? 0, scales.y?.getPixelForValue(focus.y) ?? 0];
  ctx.strokeStyle = colors.ink;
  ctx.lineWidth = 1.5;
  ctx.setLineDash([3, 3]);
  ctx.beginPath();
  ctx.moveTo(x, chartArea.top);
  ctx.lineTo(x, chartArea.bottom);
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.beginPath();
  ctx.arc(x, y, 8, 0, 2 * Math.PI);
  ctx.stroke();
}

function paintFront(chart: Chart, scenery: Scenery): void {
  if (scenery.hasMissed) paintMissed(chart, scenery);
  paintFocus(chart, scenery);
}

/** Paints the ranges that the service sends behind the lines; missed requests and the cursor over them. */
export function sceneryOf(current: () => Scenery): Plugin<'line'> {
  const painted = (paint: (chart: Chart, scenery: Scenery) => void) => (chart: Chart) => {
    chart.ctx.save();
    paint(chart, current());
    chart.ctx.restore();
  };
  return { id: 'scenery', beforeDatasetsDraw: painted(paintBands), afterDatasetsDraw: painted(paintFront) };
}
