import type {
  InstrumentSummary as Instrument,
  ScoreGraphSummary as ScoreGraph,
  SubmissionSummary as Submission,
} from '@instrument-panel/client/contract';
import { isSameId } from '@instrument-panel/client/params';
import { bandOf, bandsOf, domainOf } from './bands.ts';
import { directionOf, isGlobal } from './change.ts';
import { safeColor } from './color.ts';
import { asSubmissions, isLatest, type LostAnswer, mayBeOf } from './latest.ts';
import { gapsOf, missedOf } from './missed.ts';
import { riskOf, riskStateOf } from './risk.ts';
import type { Band, ScoreView, ViewPoint } from './view.ts';

interface ScoreViewInput {
  readonly graph: ScoreGraph;
  /** Gives the direction; another instrument than the graph's counts as none. */
  readonly instrument?: Instrument | null | undefined;
  /** Give risk and missed requests; those of other patients and instruments are left out. */
  readonly submissions?: readonly Submission[] | null | undefined;
  /** The global series where absent, else the first. */
  readonly seriesId?: string | null | undefined;
  /** What could be read of answers that were left out. */
  readonly lost?: readonly LostAnswer[] | undefined;
  /** End of the period that was asked for, RFC 3339: later answers are not missing from the graph. */
  readonly endDate?: string | null | undefined;
  /** How many items the client could not read. */
  readonly unreadable?: number | undefined;
  /** Milliseconds; a request due later is not missed yet. The clock's where absent. */
  readonly now?: number | undefined;
}

/** Points by time, each submission once; the last of those that say different things under one id wins. */
function pointsOf(
  sent: ScoreGraph['series'][number]['points'],
  bands: readonly Band[],
  submissions: ReadonlyMap<number, Submission>,
) {
  const points: ViewPoint[] = [];
  let isSorted = true;
  let refused = 0;
  for (const one of sent) {
    const { submissionId, score, classification, indicators } = one;
    const at = Date.parse(one.completedFillAt);
    if (Number.isNaN(at)) {
      refused++;
      continue;
    }
    const title = classification?.title ?? null;
    const before = points.at(-1);
    if (before && (submissionId <= before.submissionId || at < before.at)) isSorted = false;
    points.push({
      submissionId,
      applicationId: one.formApplicationId ?? null,
      at,
      score,
      classification: title,
      classificationColor: safeColor(classification?.color),
      band: bandOf(bands, score, title),
      risk: riskOf(submissions.get(submissionId)),
      changes: indicators ?? {},
    });
  }
  // Nearly always they come in order, and none twice: a map of thousands would cost as much as drawing them.
  if (isSorted) return { points, refused };
  const byId = new Map<number, ViewPoint>();
  for (const point of points) {
    const twin = byId.get(point.submissionId);
    if (twin && (twin.at !== point.at || twin.score !== point.score)) refused++;
    byId.set(point.submissionId, point);
  }
  const once = [...byId.values()].sort((a, b) => a.at - b.at || a.submissionId - b.submissionId);
  return { points: once, refused };
}

/**
 * Makes the view of one series (docs/decisions/0012-graph-rules.md). Never throws for a graph that the contract read; what
 * cannot be shown is counted in `unreadable`.
 */
export function scoreView({
  graph,
  instrument,
  submissions: sent,
  seriesId,
  lost = [],
  endDate,
  unreadable = 0,
  now = Date.now(),
}: ScoreViewInput): ScoreView {
  const { patientId, formTemplateId } = graph;
  const submissions = (sent ?? []).filter(
    (one) => isSameId(one.patientId, patientId) && isSameId(one.formTemplateId, formTemplateId),
  );
  const lostHere = lost.filter(mayBeOf(patientId, formTemplateId));
  const series =
    seriesId == null
      ? (graph.series.find(isGlobal) ?? graph.series[0])
      : graph.series.find((one) => one.seriesId === seriesId);

  const sentPoints = series?.points ?? [];
  const ranges = series?.scoreRanges ?? [];
  const domain = domainOf(series?.yDomain, ranges, sentPoints);
  const { yMin, yMax } = domain;
  const { bands, refused: refusedRanges } = bandsOf(ranges, yMin, yMax);
  const { points, refused } = pointsOf(sentPoints, bands, new Map(submissions.map((one) => [one.id, one])));
  const { missed, refused: refusedRequests } = missedOf(submissions, now);
  const instants = [points[0], missed[0], points.at(-1), missed.at(-1)].flatMap((one) => one?.at ?? []);
  if (!instants.length) instants.push(now);

  return {
    patientId,
    formTemplateId,
    seriesId: series?.seriesId ?? seriesId ?? '',
    seriesKnown: series !== undefined,
    seriesName: series && !isGlobal(series) ? (series.name ?? series.seriesId) : null,
    yMin,
    yMax,
    domainSource: domain.source,
    bands,
    yTicks: [...new Set([yMin, ...bands.map(({ minScore }) => Math.max(yMin, minScore)), yMax])],
    points,
    isLatestKnown: isLatest(points.at(-1)?.at, endDate ? lostHere : [...lostHere, ...submissions]),
    missed,
    gaps: gapsOf(points, missed),
    from: Math.min(...instants),
    to: Math.max(...instants),
    direction:
      series && instrument && isSameId(instrument.id, formTemplateId)
        ? directionOf(series, instrument)
        : 'unknown',
    risk: riskStateOf([...submissions, ...asSubmissions(lostHere)], points),
    unreadable: unreadable + refused + domain.refused + refusedRanges + refusedRequests,
  };
}
