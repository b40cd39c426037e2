import {
  chartStyles,
  drawScoreGraph,
  drawSparkline,
  type GraphPointer,
  pointAt,
  pointerStyles,
  type ScoreGraphDrawing,
  sparklineStyles,
} from '../../../shared/chart/index.ts';
import type { ScoreGraph, Submission } from '../../../shared/client/contract/index.ts';
import { nearestPoint, type ScoreView, safeColor, scoreView } from '../../../shared/score/index.ts';

/** What the test asks the page to draw: scores by week, with what is special of each week. */
export interface Course {
  readonly scores: readonly number[];
  readonly flagged?: readonly number[];
  readonly missed?: readonly number[];
  readonly ranges?: ScoreGraph['series'][number]['scoreRanges'];
  readonly max?: number;
  /** Week of today; not known where absent. */
  readonly today?: number;
  /** Weeks with an answer that could not be read. */
  readonly unread?: readonly number[];
}

const patientId = '5b8ef7a6-4a3e-4f7e-9d57-7a1f53b8c102';
const formTemplateId = '5b8ef7a6-4a3e-4f7e-9d57-7a1f53b8c101';
const WEEK = 7 * 86_400_000;
const at = (week: number): number => Date.UTC(2025, 0, 6, 12) + week * WEEK;
const instant = (week: number): string => new Date(at(week)).toISOString();
const PHQ_9 = [
  { title: 'Minimal', color: '#2e7d32', minScore: 0, maxScore: 4 },
  { title: 'Mild', color: '#cddc39', minScore: 5, maxScore: 9 },
  { title: 'Moderate', color: '#ffc107', minScore: 10, maxScore: 14 },
  { title: 'Moderately severe', color: '#ff7043', minScore: 15, maxScore: 19 },
  { title: 'Severe', color: '#b71c1c', minScore: 20, maxScore: 27 },
];

function viewOf({ scores, flagged = [], missed = [], ranges = PHQ_9, max = 27, ...more }: Course): ScoreView {
  const submissions = scores.map(
    (_, week): Submission => ({
      id: week + 1,
      patientId,
      formTemplateId,
      status: missed.includes(week) ? 'CANCELED_LATE' : 'ANSWERED',
      startedAt: instant(week),
      completedFillAt: missed.includes(week) ? null : instant(week),
      riskFlagCount: flagged.includes(week) ? 1 : 0,
    }),
  );
  const points = scores.flatMap((score, week) =>
    missed.includes(week) ? [] : [{ submissionId: week + 1, completedFillAt: instant(week), score }],
  );
  const view = scoreView({
    graph: {
      patientId,
      formTemplateId,
      series: [{ seriesId: 'GLOBAL', scoreRanges: ranges, yDomain: { min: 0, max }, points }],
    },
    submissions,
    now: more.today === undefined ? null : at(more.today),
  });
  return { ...view, unread: { at: (more.unread ?? []).map(at), undated: 0 } };
}

let drawing: ScoreGraphDrawing | undefined;
let pointer: GraphPointer | undefined;
const words = {
  months: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' '),
  decimal: '.',
  today: 'Today',
  dayOfYear: ({ day, month }: { day: number; month: string }) => `${day} ${month}`,
  day: ({ day, month, year }: { day: number; month: string; year: number }) => `${day} ${month} ${year}`,
  month: ({ month, year }: { month: string; year: number }) => `${month} ${year}`,
} as const;

const page = {
  violations: [] as string[],
  draw(course: Course): void {
    const host = document.createElement('section');
    document.body.replaceChildren(host);
    const root = host.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(chartStyles + pointerStyles);
    root.adoptedStyleSheets = [sheet];
    drawing = drawScoreGraph(viewOf(course), words, { timeZone: 'America/Sao_Paulo' });
    pointer = pointAt(drawing);
    root.append(drawing.element);
  },
  sparkline(course: Course, label: string): void {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(sparklineStyles);
    document.adoptedStyleSheets = [sheet];
    document.body.replaceChildren(drawSparkline(viewOf(course), label));
  },
  update: (course: Course): void => drawing?.update(viewOf(course)),
  focus: (index: number | null, tip?: string): void =>
    pointer?.focus(index === null ? null : (drawing?.view.points[index] ?? null), tip),
  indexAt: (clientX: number): number =>
    drawing && pointer ? nearestPoint(drawing.view, pointer.instantAt(clientX)) : -1,
  destroy: (): void => drawing?.destroy(),
  /** How we read a colour, and how the browser does. */
  colors(text: string): readonly [ours: string | null, browser: string] {
    const probe = document.createElement('i');
    probe.style.setProperty('color', text);
    document.body.append(probe);
    const [red, green, blue] = (getComputedStyle(probe).color.match(/[\d.]+/g) ?? []).map(Number);
    probe.remove();
    const hex = [red, green, blue]
      .map((part) =>
        Math.round(part ?? 0)
          .toString(16)
          .padStart(2, '0'),
      )
      .join('');
    return [safeColor(text), `#${hex}`];
  },
};

declare global {
  var chart: typeof page;
}
globalThis.chart = page;
document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
  page.violations.push(`${violatedDirective} ${blockedURI}`);
});
