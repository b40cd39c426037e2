import { Explorer, linesByDate, wholeOf } from '../../../shared/chart/explore/index.ts';
import { drawScoreGraph } from '../../../shared/chart/index.ts';
import { scoreView } from '../../../shared/score/index.ts';
import type { Course } from '../panel-data.ts';

/** What one renderer drew: places from the plot's upper left corner, in parts of its width and height. */
export interface DrawnCourse {
  readonly points: readonly (readonly [x: number, y: number])[];
  readonly bands: readonly (readonly [title: string, middle: number])[];
  readonly scores: readonly string[];
  readonly times: readonly string[];
}

const words = {
  months: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' '),
  decimal: '.',
  today: 'Today',
  dayOfYear: ({ day, month }: { day: number; month: string }) => `${day} ${month}`,
  day: ({ day, month, year }: { day: number; month: string; year: number }) => `${day} ${month} ${year}`,
  month: ({ month, year }: { month: string; year: number }) => `${month} ${year}`,
} as const;

const texts = (root: Element, selector: string): string[] =>
  [...root.querySelectorAll(`${selector} text`)].map(({ textContent }) => textContent ?? '');

/** Draws one course with both renderers, over the same part of time, and tells what each drew. */
function both({ graph, instrument, submissions }: Course): { svg: DrawnCourse; canvas: DrawnCourse } {
  const view = scoreView({ graph, instrument, submissions });
  const graphic = drawScoreGraph(view, words, { timeZone: 'UTC' });
  document.body.replaceChildren(graphic.element);
  const dots = graphic.element.querySelector('.dots')?.getAttribute('d') ?? '';
  const tints = [...graphic.element.querySelectorAll<SVGElement>('.tint')].map(({ style }) => {
    const part = (name: string) => Number.parseFloat(style.getPropertyValue(name)) / 100;
    return part('y') + part('height') / 2;
  });
  const svg: DrawnCourse = {
    points: [...dots.matchAll(/M(-?\d+) (-?\d+)/g)].map(([, x, y]) => [Number(x) / 10_000, Number(y) / 1000]),
    bands: view.bands.map(({ title }, index) => [title, tints[index] ?? Number.NaN] as const).toReversed(),
    scores: texts(graphic.element, '.scores').toReversed(),
    times: texts(graphic.element, '.times'),
  };

  const box = document.createElement('div');
  box.style.cssText = 'position:relative;width:900px;height:400px';
  const element = document.createElement('canvas');
  box.append(element);
  document.body.append(box);
  const black = {
    ink: '#000',
    quiet: '#000',
    surface: '#fff',
    axis: '#000',
    risk: '#000',
    bands: 'light',
  } as const;
  const explorer = new Explorer(element, {
    words,
    sayDay: String,
    timeZone: 'UTC',
    colors: () => black,
    font: () => '12px sans-serif',
  });
  const lines = linesByDate([view]);
  // A single answer has no length of time: both put it in the middle.
  const shown = view.to > view.from ? { from: view.from, to: view.to } : wholeOf(lines);
  explorer.draw({ lines, rows: [{ view, name: '', facts: [] }], byCourse: false, shown, focus: null });
  const { left, top, width, height } = explorer.area();
  const ticks = explorer.ticks();
  return {
    svg,
    canvas: {
      points: explorer.placed().map((one) => [(one.left - left) / width, (one.top - top) / height] as const),
      bands: explorer
        .bands()
        .map((band) => [band.title, ((band.top + band.bottom) / 2 - top) / height] as const),
      scores: ticks.y,
      times: ticks.x,
    },
  };
}

declare global {
  var drawWithBoth: typeof both;
}
globalThis.drawWithBoth = both;
