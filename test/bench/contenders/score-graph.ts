import { chartStyles, drawScoreGraph, pointAt, pointerStyles } from '../../../shared/chart/index.ts';
import { nearestPoint, scoreView } from '../../../shared/score/index.ts';
import type { Mount } from '../contender.ts';
import { MONTHS } from '../course.ts';

const words = {
  months: MONTHS,
  decimal: '.',
  today: 'Today',
  dayOfYear: ({ day, month }: { day: number; month: string }) => `${day} ${month}`,
  day: ({ day, month, year }: { day: number; month: string; year: number }) => `${day} ${month} ${year}`,
  month: ({ month, year }: { month: string; year: number }) => `${month} ${year}`,
} as const;
const sheet = new CSSStyleSheet();
sheet.replaceSync(chartStyles + pointerStyles);

/** Our renderer alone: view and picture, in a shadow root as the widget has it. */
export const mount: Mount = (host, graph) => {
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [sheet];
  const drawing = drawScoreGraph(scoreView({ graph }), words);
  root.append(drawing.element);
  const pointer = pointAt(drawing);
  drawing.element.addEventListener('pointermove', (event) => {
    const nearest = nearestPoint(drawing.view, pointer.instantAt(event.clientX));
    pointer.focus(drawing.view.points[nearest] ?? null);
  });
  return { end: drawing.destroy, append: (longer) => drawing.update(scoreView({ graph: longer })) };
};
