import { type OffsetAt, offsetIn } from '../../score/bands.ts';
import type { Treatment } from '../../score/treatments.ts';
import { namedTicks, number } from '../axis.ts';
import type { ChartWords } from '../score-graph.ts';
import { LANE_PX, NO_EVENTS, type PlacedEvents, placeEvents } from './events.ts';
import type { AxisWindow, ExploreLine } from './lines.ts';
import {
  type Cursor,
  type Decorations,
  type ExploreColors,
  type Plot,
  paintBack,
  paintFront,
  type Row,
  roomOf,
} from './paint.ts';

interface ExploreScene {
  readonly lines: readonly ExploreLine[];
  /** The plots, from above: one for each series, or one for both lines of a comparison. */
  readonly rows: readonly Row[];
  /** The horizontal axis tells days of a course, and not dates. */
  readonly byCourse: boolean;
  readonly shown: AxisWindow;
  readonly focus: Cursor | null;
  /** Events on an axis of dates, ascending, and what each is called. Default: none. */
  readonly treatments?: readonly Treatment[];
  readonly treatmentNames?: readonly string[];
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
  /** After the size has changed: which events are numbered, and how many lanes they need, may be another. */
  readonly resized?: () => void;
}

/** Least room for an answer, CSS pixels: with less, dots would only thicken the line, and with a third of it the line too. */
const ROOM_PX = 9;
/** Room for the name of a row, and below it, in parts of its scale. */
const ROW_AIR = 0.16;
/** Room that a date takes on the axis. */
const TICK_PX = 100;
/** Room above the plot, and below it for the axis. */
const TOP_PX = 8;
const BOTTOM_PX = 28;
const TICK_MARK_PX = 6;

/** How close the answers of a line stand in the part that is shown: with room for dots, without, or hardly for the line. */
type Crowd = 0 | 1 | 2;

function crowdOf({ points }: ExploreLine, { from, to }: AxisWindow, width: number): Crowd {
  const first = points.findIndex(({ x }) => x >= from);
  const last = points.findLastIndex(({ x }) => x <= to);
  const [begin, end] = [points[first], points[last]];
  if (!begin || !end || last - first < 2) return 0;
  const roomPx = ((end.x - begin.x) / (to - from)) * (width / (last - first));
  return roomPx >= ROOM_PX ? 0 : roomPx >= ROOM_PX / 3 ? 1 : 2;
}

const rowOf = ({ rows }: ExploreScene, { view }: ExploreLine): number =>
  Math.max(
    0,
    rows.findIndex((row) => row.view === view),
  );

/** The present, as the service tells it. */
const nowOf = (rows: readonly Row[]): number | null =>
  rows.find(({ view }) => view.now !== null)?.view.now ?? null;

const DAY_STEPS = [1, 2, 7, 14, 28, 56, 91, 182, 364, 728];

function dayTicks({ from, to }: AxisWindow): number[] {
  const step = DAY_STEPS.find((size) => (to - from) / size <= 6) ?? 1456;
  const first = Math.ceil(from / step) * step;
  const length = Math.max(0, Math.floor((to - first) / step) + 1);
  return Array.from({ length }, (_, index) => first + index * step);
}

/** A canvas with as many pixels as its box has. */
type FittedCanvas = Pick<Plot, 'ctx' | 'width'> & { readonly height: number };

/** Labelled scores of a row; in a low row, labels need more than their own height between them. */
function scoreTicks({ view }: Row, isAlone: boolean): number[] {
  const apart = (view.yMax - view.yMin) * (isAlone ? 0.03 : 0.15);
  return view.yTicks.filter(
    (score, index, all) =>
      index === all.length - 1 || (view.yMax - score >= apart && score - (all[index - 1] ?? -apart) >= apart),
  );
}

/** Draws those parts of a line that lead to the places with these indices. */
function strokeParts(
  ctx: CanvasRenderingContext2D,
  places: readonly (readonly [at: number, score: number])[],
  leadsTo: (index: number) => boolean,
  dash: readonly number[],
): void {
  ctx.beginPath();
  ctx.setLineDash([...dash]);
  for (const [index, [at, score]] of places.entries())
    if (index > 0 && leadsTo(index)) ctx.lineTo(at, score);
    else ctx.moveTo(at, score);
  ctx.stroke();
}

/**
 * Draws courses on a canvas, from the views, ranges and words of the SVG graph. What it shows has to be said beside it; zoom,
 * pan and keys are its owner's. Places are CSS pixels from the canvas' upper left corner.
 */
export class Explorer {
  readonly #canvas: HTMLCanvasElement;
  readonly #options: ExploreOptions;
  readonly #offsetAt: OffsetAt;
  /** Size of a canvas that keeps it. */
  readonly #fixed: { readonly width: number; readonly height: number } | null;
  readonly #observer: ResizeObserver | null;
  #scene: ExploreScene | null = null;
  #plot: Plot | null = null;

  constructor(canvas: HTMLCanvasElement, options: ExploreOptions) {
    this.#canvas = canvas;
    this.#options = options;
    this.#offsetAt = offsetIn(options.timeZone);
    const isFixed = options.fixedRatio !== undefined;
    this.#fixed = isFixed ? { width: canvas.width, height: canvas.height } : null;
    this.#observer = isFixed ? null : new ResizeObserver(() => this.#resize());
    if (canvas.parentElement) this.#observer?.observe(canvas.parentElement);
  }

  /** Draws a scene. */
  draw(next: ExploreScene): void {
    this.#scene = next;
    this.#paint(true);
  }

  /** Every answer that is drawn within the window, and where. */
  placed() {
    const [scene, plot] = [this.#scene, this.#plot];
    if (!scene || !plot) return [];
    const { from, to } = scene.shown;
    return scene.lines.flatMap((line) => {
      const scale = plot.scales[rowOf(scene, line)];
      return line.points
        .filter((at) => at.x >= from && at.x <= to)
        .map((at) => ({ line, at, left: plot.x(at.x), top: scale?.y(at.y) ?? 0 }));
    });
  }

  /** Bands of the first row from the top: title, upper and lower edge. */
  bands() {
    const scale = this.#plot?.scales[0];
    const bands = this.#scene?.rows[0]?.view.bands ?? [];
    return bands
      .toReversed()
      .map(({ title, from, to }) => ({ title, top: scale?.y(to) ?? 0, bottom: scale?.y(from) ?? 0 }));
  }

  /** The plot within the canvas. */
  area() {
    const { left = 0, right = 0, top = 0, bottom = 0 } = this.#plot ?? {};
    return { left, top, width: right - left, height: bottom - top };
  }

  /** Lanes of the events that are drawn, and which of them have a number, and no name: the first has the number 1. */
  events(): { readonly lanes: number; readonly numbered: readonly number[] } {
    const { lanes, isNumbered, events } = this.#plot?.placed ?? NO_EVENTS;
    return { lanes, numbered: isNumbered ? events.map(({ index }) => index) : [] };
  }

  /** The words of the axes, from the left and from below. */
  ticks() {
    const { rows = [] } = this.#scene ?? {};
    const [first] = rows;
    return {
      x: this.#xTicks().map(({ label }) => label),
      y: first ? scoreTicks(first, rows.length === 1).map((score) => this.#say(score)) : [],
    };
  }

  /** Place on the axis under a pixel from the canvas' left edge. */
  axisAt(at: number): number {
    const { left, width } = this.area();
    const { from = 0, to = 0 } = this.#scene?.shown ?? {};
    return width > 0 ? from + ((at - left) / width) * (to - from) : 0;
  }

  destroy(): void {
    this.#observer?.disconnect();
  }

  #resize(): void {
    this.#paint();
    const { resized } = this.#options;
    // An owner that changes the height while sizes are observed would be told of an error.
    if (resized) requestAnimationFrame(resized);
  }

  readonly #say = (score: number): string => number(score, this.#options.words.decimal);

  /** Gives the canvas as many pixels as its box has; null where nothing can be drawn. */
  #fit(isNew: boolean): FittedCanvas | null {
    const canvas = this.#canvas;
    const box = canvas.parentElement;
    const width = this.#fixed?.width ?? box?.clientWidth ?? 0;
    const height = this.#fixed?.height ?? box?.clientHeight ?? 0;
    const ratio = this.#options.fixedRatio ?? devicePixelRatio;
    const pixels = [Math.round(width * ratio), Math.round(height * ratio)] as const;
    const isSame = canvas.width === pixels[0] && canvas.height === pixels[1];
    const ctx = canvas.getContext('2d');
    if (!ctx || width === 0 || height === 0 || (isSame && !isNew)) return null;
    if (!isSame) [canvas.width, canvas.height] = pixels;
    if (!this.#fixed) Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    ctx.clearRect(0, 0, width, height);
    return { ctx, width, height };
  }

  #layOut(fitted: FittedCanvas, scene: ExploreScene, decorations: Decorations): Plot {
    const { ctx, width, height } = fitted;
    const { rows, shown } = scene;
    const right = Math.max(width / 2, width - roomOf(fitted, decorations));
    ctx.font = decorations.font;
    const isAlone = rows.length === 1;
    const measure = (text: string): number => ctx.measureText(text).width;
    const scores = new Set(rows.flatMap((row) => scoreTicks(row, isAlone)));
    const left = Math.max(0, ...Array.from(scores, (score) => measure(this.#say(score)))) + 10;
    const x = (at: number): number =>
      left + ((at - shown.from) / (shown.to - shown.from || 1)) * (right - left);
    const placed = this.#placeEvents(scene, { left, right, width, x }, measure);
    const top = TOP_PX + placed.lanes * LANE_PX;
    const bottom = height - BOTTOM_PX;
    const rowHeight = (bottom - top) / (rows.length || 1);
    const scales = rows.map(({ view: { yMin, yMax } }, index) => {
      const air = isAlone ? 0 : (yMax - yMin) * ROW_AIR;
      const rowTop = top + index * rowHeight;
      const perPoint = rowHeight / (yMax - yMin + (air * 4) / 3 || 1);
      return {
        top: rowTop,
        height: rowHeight,
        y: (score: number) => rowTop + (yMax + air - score) * perPoint,
      };
    });
    return { ctx, width, left, right, top, bottom, x, scales, placed };
  }

  #placeEvents(
    { rows, byCourse, treatments = [], treatmentNames = treatments.map(({ label }) => label) }: ExploreScene,
    area: Pick<Plot, 'left' | 'right' | 'width' | 'x'>,
    measure: (text: string) => number,
  ): PlacedEvents {
    if (byCourse) return NO_EVENTS;
    return placeEvents(treatments, treatmentNames, { ...area, now: nowOf(rows) }, measure);
  }

  /** Draws what is shown; by itself only where the size has changed. */
  #paint(isNew = false): void {
    const scene = this.#scene;
    const fitted = scene && this.#fit(isNew);
    if (!scene || !fitted) return;
    const { colors, font, words } = this.#options;
    const decorations: Decorations = {
      rows: scene.rows,
      colors: colors(),
      font: font(),
      decimal: words.decimal,
      byDate: !scene.byCourse,
      focus: scene.focus,
    };
    const plot = this.#layOut(fitted, scene, decorations);
    this.#plot = plot;
    paintBack(plot, decorations);
    this.#paintAxes(plot, scene, decorations);
    for (const line of scene.lines) this.#paintLine(plot, scene, line, decorations.colors);
    for (const line of scene.lines) this.#paintFlags(plot, scene, line, decorations.colors);
    paintFront(plot, decorations);
  }

  #paintAxes(
    { ctx, width, left, right, bottom, x, scales }: Plot,
    { rows }: ExploreScene,
    decorations: Decorations,
  ): void {
    const { colors, font } = decorations;
    ctx.font = font;
    ctx.textBaseline = 'middle';
    ctx.textAlign = 'right';
    ctx.fillStyle = colors.quiet;
    for (const [index, row] of rows.entries())
      for (const score of scoreTicks(row, rows.length === 1))
        ctx.fillText(this.#say(score), left - 6, scales[index]?.y(score) ?? 0);
    ctx.textAlign = 'center';
    const ticks = this.#xTicks(width);
    for (const { value, label } of ticks) {
      const half = ctx.measureText(label).width / 2;
      ctx.fillText(label, Math.min(Math.max(x(value), half), width - half), bottom + BOTTOM_PX / 2 + 4);
    }
    ctx.fillStyle = colors.axis;
    ctx.fillRect(left, Math.round(bottom), right - left, 1);
    for (const { value } of ticks) ctx.fillRect(Math.round(x(value)), bottom, 1, TICK_MARK_PX);
  }

  #paintLine(plot: Plot, scene: ExploreScene, line: ExploreLine, colors: ExploreColors): void {
    const { ctx, left, right, top, bottom, x } = plot;
    const scale = plot.scales[rowOf(scene, line)];
    if (!scale) return;
    const isEarlier = line.role === 'earlier';
    const crowd = crowdOf(line, scene.shown, plot.width);
    const places = line.points.map((one) => [x(one.x), scale.y(one.y)] as const);
    ctx.save();
    ctx.strokeStyle = ctx.fillStyle = isEarlier ? colors.quiet : colors.ink;
    ctx.lineWidth = [2, 1.5, 1][crowd] ?? 1;
    ctx.lineJoin = 'round';
    ctx.save();
    ctx.beginPath();
    ctx.rect(left - 1, top, right - left + 2, bottom - top);
    ctx.clip();
    // A missed request is not bridged silently.
    strokeParts(ctx, places, (index) => !line.gaps.has(index), isEarlier ? [8, 4] : []);
    strokeParts(ctx, places, (index) => line.gaps.has(index), [2, 6]);
    ctx.restore();
    if (isEarlier) ctx.fillStyle = colors.surface;
    this.#paintDots(plot, line, places, crowd > 0);
    ctx.restore();
  }

  /** Draws the answers of a line; where they are crowded, the latest one alone. */
  #paintDots(
    { ctx, left, right }: Plot,
    { role, view }: ExploreLine,
    places: readonly (readonly [at: number, score: number])[],
    isCrowded: boolean,
  ): void {
    const isEarlier = role === 'earlier';
    const latest = !isEarlier && view.isLatestKnown ? places.length - 1 : -1;
    ctx.lineWidth = 1;
    for (const [index, [at, score]] of places.entries()) {
      const radius = index === latest ? 5.5 : isCrowded ? 0 : 3;
      if (radius === 0 || at < left - 1 || at > right + 1) continue;
      ctx.beginPath();
      ctx.arc(at, score, radius, 0, 2 * Math.PI);
      ctx.fill();
      if (isEarlier) ctx.stroke();
    }
  }

  /** Draws the flags over all lines, dots and events of treatment: nothing lies on a flag. */
  #paintFlags(
    { ctx, left, right, x, scales }: Plot,
    scene: ExploreScene,
    line: ExploreLine,
    colors: ExploreColors,
  ): void {
    const scale = scales[rowOf(scene, line)];
    ctx.fillStyle = colors.surface;
    ctx.strokeStyle = colors.risk;
    ctx.lineWidth = 3;
    ctx.setLineDash([]);
    for (const one of line.points) {
      const at = x(one.x);
      if (one.point.risk !== 'flagged' || !scale || at < left - 1 || at > right + 1) continue;
      ctx.fillRect(at - 5, scale.y(one.y) - 5, 10, 10);
      ctx.strokeRect(at - 5, scale.y(one.y) - 5, 10, 10);
    }
  }

  #xTicks(width = this.#plot?.width ?? 0): { value: number; label: string }[] {
    const scene = this.#scene;
    const { words, sayDay } = this.#options;
    if (!scene) return [];
    if (scene.byCourse) return dayTicks(scene.shown).map((day) => ({ value: day, label: sayDay(day) }));
    const now = nowOf(scene.rows);
    const most = Math.max(3, Math.floor(width / TICK_PX));
    const ticks = namedTicks(scene.shown, now, words, this.#offsetAt, most);
    return ticks.map(({ at, text }) => ({ value: at, label: text }));
  }
}
