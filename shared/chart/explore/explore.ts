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
import { namedTicks, number } from '../axis.ts';
import type { ChartWords } from '../score-graph.ts';
import type { AxisWindow, ExploreLine, ExplorePoint } from './lines.ts';
import {
  type Cursor,
  createDecorations,
  type Decorations,
  type ExploreColors,
  type Row,
  roomOf,
} from './paint.ts';

Chart.register(LineController, LineElement, PointElement, LinearScale);

interface ExploreScene {
  readonly lines: readonly ExploreLine[];
  /** The plots, from above: one for each series, or one for both lines of a comparison. */
  readonly rows: readonly Row[];
  /** The horizontal axis tells days of a course, and not dates. */
  readonly byCourse: boolean;
  readonly shown: AxisWindow;
  readonly focus: Cursor | null;
}

interface ExploreOptions {
  readonly words: ChartWords;
  /** A tick of the axis where courses are compared: `Day 14`. */
  readonly sayDay: (day: number) => string;
  readonly timeZone: string | null;
  readonly colors: () => ExploreColors;
  /** Of the labels, such as `12px system-ui`. */
  readonly font: () => string;
  /** Device pixels for a CSS pixel of a canvas that is in no page and keeps its size. */
  readonly fixedRatio?: number;
}

type ExploreScales = NonNullable<ChartOptions<'line'>['scales']>;

/** Least room for an answer, CSS pixels: with less, dots would only thicken the line, and with a third of it the line too. */
const ROOM_PX = 9;
/** Room for the name of a row, and below it, in parts of its scale. */
const ROW_AIR = 0.16;
/** Room that a date takes on the axis. */
const TICK_PX = 100;

/** How close the answers of a line stand in the part that is shown: with room for dots, without, or hardly for the line. */
type Crowd = 0 | 1 | 2;

function crowdOf({ points }: ExploreLine, { from, to }: AxisWindow, width: number): Crowd {
  const inside = points.filter(({ x }) => x >= from && x <= to);
  const [first, last] = [inside[0], inside.at(-1)];
  if (!first || !last) return 0;
  const roomPx = ((last.x - first.x) / (to - from)) * (width / (inside.length - 1 || 1));
  return inside.length < 3 || roomPx >= ROOM_PX ? 0 : roomPx >= ROOM_PX / 3 ? 1 : 2;
}

const rowOf = ({ rows }: ExploreScene, { view }: ExploreLine): number =>
  Math.max(
    0,
    rows.findIndex((row) => row.view === view),
  );

function datasetOf(
  line: ExploreLine,
  row: number,
  colors: ExploreColors,
  crowd: Crowd,
): ChartDataset<'line', ExplorePoint[]> {
  const isEarlier = line.role === 'earlier';
  const { length } = line.points;
  const color = isEarlier ? colors.quiet : colors.ink;
  const isFlagged = ({ point }: ExplorePoint) => point.risk === 'flagged';
  const latest = !isEarlier && line.view.isLatestKnown ? length - 1 : -1;
  const radius = crowd ? 0 : 3;
  return {
    data: [...line.points],
    yAxisID: `y${row}`,
    borderColor: color,
    borderWidth: [2, 1.5, 1][crowd] ?? 1,
    borderDash: isEarlier ? [8, 4] : [],
    // A missed request is not bridged silently.
    segment: {
      borderDash: ({ p1DataIndex }: ScriptableLineSegmentContext) =>
        line.gaps.has(p1DataIndex) ? [2, 6] : undefined,
    },
    tension: 0,
    pointStyle: line.points.map((one) => (isFlagged(one) ? 'rect' : 'circle')),
    pointRadius: line.points.map((one, index) => (isFlagged(one) ? 7 : index === latest ? 5.5 : radius)),
    pointBorderColor: line.points.map((one) => (isFlagged(one) ? colors.risk : color)),
    pointBackgroundColor: line.points.map((one) => (isFlagged(one) || isEarlier ? colors.surface : color)),
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
  #decorations: Decorations | null = null;
  #chart: Chart<'line', ExplorePoint[]> | null = null;
  /** Colour and crowds in which the datasets are drawn. */
  #drawnIn = '';

  constructor(canvas: HTMLCanvasElement, options: ExploreOptions) {
    this.#canvas = canvas;
    this.#options = options;
    this.#offsetAt = offsetIn(options.timeZone);
  }

  /** Draws a scene; the chart itself is made with the first one. */
  draw(next: ExploreScene): void {
    const before = this.#scene;
    this.#scene = next;
    const { colors: readColors, font, words } = this.#options;
    const colors = readColors();
    const { rows, lines, focus } = next;
    this.#decorations = {
      rows,
      colors,
      font: font(),
      decimal: words.decimal,
      byDate: !next.byCourse,
      focus,
    };
    this.#chart ??= this.#createChart(this.#decorations);
    const chart = this.#chart;
    const { options } = chart;
    if (before?.rows !== rows) options.scales = this.#scales();
    const border = { color: colors.axis };
    Object.assign(options.scales?.x ?? {}, { min: next.shown.from, max: next.shown.to, border });
    Object.assign(options.layout ?? {}, { padding: { top: 8, right: roomOf(chart, this.#decorations) } });
    const crowds = lines.map((line) => crowdOf(line, next.shown, chart.width));
    const drawnIn = [colors.ink, ...crowds].join();
    if (before?.lines !== lines || drawnIn !== this.#drawnIn) {
      chart.data.datasets = lines.map((line, index) =>
        datasetOf(line, rowOf(next, line), colors, crowds[index] ?? 0),
      );
      this.#drawnIn = drawnIn;
    }
    chart.update('none');
  }

  /** Every answer that is drawn within the window, and where. */
  placed() {
    const { x, ...rest } = this.#chart?.scales ?? {};
    const scene = this.#scene;
    if (!scene || !x) return [];
    const { from, to } = scene.shown;
    return scene.lines.flatMap((line) => {
      const y = rest[`y${rowOf(scene, line)}`];
      return line.points
        .filter((at) => at.x >= from && at.x <= to)
        .map((at) => ({ line, at, left: x.getPixelForValue(at.x), top: y?.getPixelForValue(at.y) ?? 0 }));
    });
  }

  /** Bands of the first row from the top: title, upper and lower edge. */
  bands() {
    const y = this.#chart?.scales.y0;
    const bands = this.#scene?.rows[0]?.view.bands ?? [];
    return bands.toReversed().map(({ title, from, to }) => ({
      title,
      top: y?.getPixelForValue(to) ?? 0,
      bottom: y?.getPixelForValue(from) ?? 0,
    }));
  }

  /** The plot within the canvas. */
  area() {
    const { left = 0, top = 0, width = 0, height = 0 } = this.#chart?.chartArea ?? {};
    return { left, top, width, height };
  }

  /** The words of the axes, from the left and from below. */
  ticks() {
    const read = (axis: 'x' | 'y0'): string[] =>
      (this.#chart?.scales[axis]?.ticks ?? []).map(({ label }) => String(label));
    return { x: read('x'), y: read('y0') };
  }

  /** Place on the axis under a pixel from the canvas' left edge. */
  axisAt(left: number): number {
    return this.#chart?.scales.x?.getValueForPixel(left) ?? 0;
  }

  destroy(): void {
    this.#chart?.destroy();
  }

  #createChart(decorations: Decorations): Chart<'line', ExplorePoint[]> {
    const { fixedRatio } = this.#options;
    return new Chart(this.#canvas, {
      type: 'line',
      data: { datasets: [] },
      plugins: [createDecorations(() => this.#decorations ?? decorations)],
      options: {
        animation: false,
        parsing: false,
        normalized: true,
        maintainAspectRatio: false,
        responsive: fixedRatio === undefined,
        ...(fixedRatio !== undefined && { devicePixelRatio: fixedRatio }),
        // The owner looks answers up by itself: cheaper, and the same for pointer and keys.
        events: [],
        layout: {},
        scales: this.#scales(),
      },
    });
  }

  #scales(): ExploreScales {
    const { words } = this.#options;
    const { rows = [] } = this.#scene ?? {};
    const font = this.#options.font();
    const family = font.replace(/^\S+ /, '');
    const ticks = {
      color: () => this.#decorations?.colors.quiet ?? '',
      font: { size: Number.parseFloat(font), family },
      maxRotation: 0,
      autoSkip: false,
    };
    const yScale = ({ view }: Row, index: number) => {
      const air = rows.length > 1 ? (view.yMax - view.yMin) * ROW_AIR : 0;
      // In a low row, labels need more than their own height between them.
      const apart = (view.yMax - view.yMin) * (rows.length > 1 ? 0.15 : 0.03);
      const isApart = (score: number, index: number, all: readonly number[]): boolean =>
        index === all.length - 1 ||
        (view.yMax - score >= apart && score - (all[index - 1] ?? -apart) >= apart);
      return {
        type: 'linear',
        stack: 'rows',
        // The heaviest is on top.
        weight: rows.length - index,
        min: view.yMin - air / 3,
        max: view.yMax + air,
        grid: { display: false },
        border: { display: false },
        ticks: { ...ticks, callback: (value: number | string) => number(Number(value), words.decimal) },
        afterBuildTicks: (axis: { ticks: { value: number }[] }) => {
          axis.ticks = view.yTicks.filter(isApart).map((value) => ({ value }));
        },
      } as const;
    };
    return {
      x: {
        type: 'linear',
        grid: { drawOnChartArea: false },
        ticks: {
          ...ticks,
          callback: (value) => this.#xTicks().find((tick) => tick.value === value)?.label ?? '',
        },
        afterBuildTicks: (axis) => {
          axis.ticks = this.#xTicks();
        },
      },
      ...Object.fromEntries(rows.map((row, index) => [`y${index}`, yScale(row, index)])),
    };
  }

  #xTicks(): { value: number; label: string }[] {
    const scene = this.#scene;
    const { words, sayDay } = this.#options;
    if (!scene) return [];
    if (scene.byCourse) return dayTicks(scene.shown).map((day) => ({ value: day, label: sayDay(day) }));
    const now = scene.rows.find(({ view }) => view.now !== null)?.view.now ?? null;
    const most = Math.max(3, Math.floor((this.#chart?.width ?? 0) / TICK_PX));
    const ticks = namedTicks(scene.shown, now, words, this.#offsetAt, most);
    return ticks.map(({ at, text }) => ({ value: at, label: text }));
  }
}
