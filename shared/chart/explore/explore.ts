import {
  Chart,
  type ChartDataset,
  type ChartOptions,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  type ScriptableLineSegmentContext,
} from 'chart.js';
import { type OffsetAt, offsetIn } from '../../score/bands.ts';
import type { ScoreView } from '../../score/view.ts';
import { number, timeTicks } from '../axis.ts';
import type { ChartWords } from '../score-graph.ts';
import { type AxisWindow, type ExploreLine, type ExplorePoint, wholeOf } from './lines.ts';
import { type ExploreColors, type Scenery, sceneryOf } from './paint.ts';

Chart.register(LineController, LineElement, PointElement, LinearScale);

interface ExploreScene {
  readonly lines: readonly ExploreLine[];
  /** Whose scale, ranges and missed requests are drawn. */
  readonly view: ScoreView;
  /** The horizontal axis tells days of a course, and not dates. */
  readonly byCourse: boolean;
  readonly shown: AxisWindow;
  readonly focus: ExplorePoint | null;
}

interface ExploreOptions {
  readonly words: ChartWords;
  /** A tick of the axis where courses are compared: `Day 14`. */
  readonly sayDay: (day: number) => string;
  readonly timeZone: string | null;
  readonly colors: () => ExploreColors;
  /** Of the labels, such as `12px system-ui`. */
  readonly font: () => string;
  /** Device pixels for a CSS pixel of a canvas that stands in no page and keeps its size. */
  readonly fixedRatio?: number;
}

type ExploreScales = NonNullable<ChartOptions<'line'>['scales']>;

/** Shapes that tell lines apart without colour. */
const SHAPES = ['circle', 'rect', 'triangle', 'rectRot', 'star'] as const;
/** Above this number single answers are no longer marked, but for flagged ones. */
const MARKED_POINTS_MAX = 125;

function datasetOf(
  line: ExploreLine,
  index: number,
  colors: ExploreColors,
): ChartDataset<'line', ExplorePoint[]> {
  const isEarlier = line.role === 'earlier';
  const color = isEarlier ? colors.quiet : colors.line;
  const isFlagged = ({ point }: ExplorePoint) => point.risk === 'flagged';
  const plain = line.points.length > MARKED_POINTS_MAX ? 1.5 : 4;
  const shape = SHAPES[index % SHAPES.length] ?? 'circle';
  return {
    data: [...line.points],
    borderColor: color,
    borderWidth: 2,
    borderDash: isEarlier ? [8, 4] : index === 0 ? [] : [1 + index * 3, 3],
    // A missed request is not bridged silently.
    segment: {
      borderDash: ({ p1DataIndex }: ScriptableLineSegmentContext) =>
        line.gaps.has(p1DataIndex) ? [2, 6] : undefined,
    },
    tension: 0,
    pointStyle: line.points.map((one) => (isFlagged(one) ? 'rect' : shape)),
    pointRadius: line.points.map((one) => (isFlagged(one) ? 7 : plain)),
    pointBorderColor: line.points.map((one) => (isFlagged(one) ? colors.risk : color)),
    pointBackgroundColor: line.points.map((one) => (isFlagged(one) ? colors.surface : color)),
    pointBorderWidth: line.points.map((one) => (isFlagged(one) ? 3 : 1)),
  };
}

const DAY_STEPS = [1, 2, 7, 14, 28, 56, 91, 182, 364, 728];

function dayTicks({ from, to }: AxisWindow): number[] {
  const step = DAY_STEPS.find((size) => (to - from) / size <= 6) ?? 1456;
  const first = Math.ceil(from / step) * step;
  const length = Math.max(0, Math.floor((to - first) / step) + 1);
  return Array.from({ length }, (_, index) => first + index * step);
}

/**
 * Draws courses on a canvas with Chart.js, from the views, ranges and words of the SVG graph. What it shows has to be
 * said beside it; zoom, pan and keys are its owner's. Places are CSS pixels from the canvas' upper left corner.
 */
export class Explorer {
  readonly #canvas: HTMLCanvasElement;
  readonly #options: ExploreOptions;
  readonly #offsetAt: OffsetAt;
  #scene: ExploreScene | null = null;
  #scenery: Scenery | null = null;
  #chart: Chart<'line', ExplorePoint[]> | null = null;

  constructor(canvas: HTMLCanvasElement, options: ExploreOptions) {
    this.#canvas = canvas;
    this.#options = options;
    this.#offsetAt = offsetIn(options.timeZone);
  }

  /** The whole axis of what is drawn. */
  get whole(): AxisWindow {
    return wholeOf(this.#scene?.lines ?? []);
  }

  /** Draws a scene; the chart itself is made with the first one. */
  draw(next: ExploreScene): void {
    const before = this.#scene;
    this.#scene = next;
    const colors = this.#options.colors();
    const isOneScale = next.lines.every(({ view }) => view.seriesId === next.view.seriesId);
    this.#scenery = {
      view: next.view,
      colors,
      font: this.#options.font(),
      hasBands: isOneScale,
      hasMissed: isOneScale && !next.byCourse,
      focus: next.focus,
    };
    this.#chart ??= this.#createChart(next, this.#scenery);
    const chart = this.#chart;
    const { x, y } = chart.options.scales ?? {};
    for (const axis of [x, y]) if (axis) axis.border = { color: colors.axis };
    if (x) Object.assign(x, { min: next.shown.from, max: next.shown.to });
    const views = next.lines.map(({ view }) => view);
    if (y) {
      y.min = Math.min(next.view.yMin, ...views.map(({ yMin }) => yMin));
      y.max = Math.max(next.view.yMax, ...views.map(({ yMax }) => yMax));
    }
    if (before?.lines !== next.lines || colors.line !== chart.data.datasets[0]?.borderColor) {
      chart.data.datasets = next.lines.map((line, index) => datasetOf(line, index, colors));
    }
    chart.update('none');
  }

  /** Every answer that is drawn within the window, and where. */
  placed() {
    const { x, y } = this.#chart?.scales ?? {};
    if (!this.#scene || !x || !y) return [];
    const { from, to } = this.#scene.shown;
    return this.#scene.lines.flatMap((line) =>
      line.points
        .filter((at) => at.x >= from && at.x <= to)
        .map((at) => ({ line, at, left: x.getPixelForValue(at.x), top: y.getPixelForValue(at.y) })),
    );
  }

  /** Bands from the top: title, upper and lower edge. */
  bands() {
    const y = this.#chart?.scales.y;
    if (!y || !this.#scenery?.hasBands) return [];
    return this.#scenery.view.bands.toReversed().map(({ title, from, to }) => ({
      title,
      top: y.getPixelForValue(to),
      bottom: y.getPixelForValue(from),
    }));
  }

  /** The plot within the canvas. */
  area() {
    const { left = 0, top = 0, width = 0, height = 0 } = this.#chart?.chartArea ?? {};
    return { left, top, width, height };
  }

  /** The words of the axes, from the left and from below. */
  ticks() {
    const read = (axis: 'x' | 'y'): string[] =>
      (this.#chart?.scales[axis]?.ticks ?? []).map(({ label }) => String(label));
    return { x: read('x'), y: read('y') };
  }

  /** Place on the axis under a pixel from the canvas' left edge. */
  axisAt(left: number): number {
    return this.#chart?.scales.x?.getValueForPixel(left) ?? 0;
  }

  destroy(): void {
    this.#chart?.destroy();
  }

  #createChart(first: ExploreScene, scenery: Scenery): Chart<'line', ExplorePoint[]> {
    const { fixedRatio } = this.#options;
    return new Chart(this.#canvas, {
      type: 'line',
      data: { datasets: [] },
      plugins: [sceneryOf(() => this.#scenery ?? scenery)],
      options: {
        animation: false,
        parsing: false,
        normalized: true,
        maintainAspectRatio: false,
        responsive: fixedRatio === undefined,
        ...(fixedRatio !== undefined && { devicePixelRatio: fixedRatio }),
        // The owner looks answers up by itself: cheaper, and the same for pointer and keys.
        events: [],
        layout: { padding: { top: 8, right: 12 } },
        scales: this.#scales(first, scenery),
      },
    });
  }

  #scales(first: ExploreScene, { colors, font }: Scenery): ExploreScales {
    const { words } = this.#options;
    const size = Number.parseFloat(font);
    const color = () => this.#scenery?.colors.quiet ?? colors.quiet;
    const ticks = { color, font: { size }, maxRotation: 0, autoSkip: false };
    const now = (): ExploreScene => this.#scene ?? first;
    return {
      x: {
        type: 'linear',
        grid: { display: false },
        border: { color: colors.axis },
        ticks: {
          ...ticks,
          callback: (value) => this.#xTicks(now()).find((tick) => tick.value === value)?.label ?? '',
        },
        afterBuildTicks: (axis) => {
          axis.ticks = this.#xTicks(now());
        },
      },
      y: {
        type: 'linear',
        grid: { color: () => this.#scenery?.colors.axis ?? colors.axis, lineWidth: 0.5 },
        border: { color: colors.axis },
        ticks: { ...ticks, callback: (value) => number(Number(value), words.decimal) },
        afterBuildTicks: (axis) => {
          axis.ticks = now().view.yTicks.map((value) => ({ value }));
        },
      },
    };
  }

  #xTicks({ byCourse, shown }: ExploreScene): { value: number; label: string }[] {
    const { words, sayDay } = this.#options;
    if (byCourse) return dayTicks(shown).map((day) => ({ value: day, label: sayDay(day) }));
    return timeTicks(shown.from, shown.to, this.#offsetAt).map(({ at, day, month, year }) => {
      const name = words.months[month] ?? '';
      return {
        value: at,
        label: day ? words.day({ day, month: name, year }) : words.month({ month: name, year }),
      };
    });
  }
}
