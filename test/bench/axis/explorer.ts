import { Explorer, linesByDate, wholeOf } from '../../../shared/chart/explore/index.ts';
import { scoreView } from '../../../shared/score/index.ts';
import type { Mount } from '../contender.ts';
import { courseOf, MONTHS } from '../course.ts';
import { AXIS_ANSWERS, AXIS_EVENTS, AXIS_ROWS, ROW_SIZE } from './rows.ts';

const words = {
  months: MONTHS,
  decimal: '.',
  today: 'Today',
  dayOfYear: ({ day, month }: { day: number; month: string }) => `${day} ${month}`,
  day: ({ day, month, year }: { day: number; month: string; year: number }) => `${day} ${month} ${year}`,
  month: ({ month, year }: { month: string; year: number }) => `${month} ${year}`,
} as const;
const colors = {
  ink: '#1b2530',
  quiet: '#55616e',
  surface: '#fff',
  axis: '#7f8a96',
  risk: '#8c1823',
  bands: 'light',
} as const;

const DAY_MS = 86_400_000;
/** Two kinds of events, a few weeks apart, every sixth of which lasted. */
const toTreatments = (from: number, to: number) =>
  Array.from({ length: AXIS_EVENTS }, (_, index) => {
    const at = from + ((to - from) * (index + 0.5)) / AXIS_EVENTS;
    return {
      at,
      until: index % 6 ? null : at + 21 * DAY_MS,
      ongoing: false,
      kind: 'medication',
      label: `Sertraline ${index} mg`,
    };
  });

/** Made before anything is measured, as the data of the others are. */
const views = Array.from({ length: AXIS_ROWS }, () => scoreView({ graph: courseOf(AXIS_ANSWERS) }));

/** Our drawing of all scores on one time axis, with its events. */
export const mount: Mount = (host) => {
  const box = document.createElement('div');
  box.style.cssText = `position:relative;width:${ROW_SIZE.width}px;height:${AXIS_ROWS * ROW_SIZE.height}px`;
  const canvas = document.createElement('canvas');
  box.append(canvas);
  host.append(box);
  const explorer = new Explorer(canvas, {
    words,
    sayDay: String,
    timeZone: null,
    colors: () => colors,
    font: () => '12px sans-serif',
  });
  const lines = linesByDate(views);
  explorer.draw({
    lines,
    rows: views.map((view, index) => ({ view, name: `Series ${index}`, facts: [] })),
    byCourse: false,
    shown: wholeOf(lines),
    focus: null,
    treatments: toTreatments(views[0]?.from ?? 0, views[0]?.to ?? 0),
  });
  return { end: () => explorer.destroy() };
};
