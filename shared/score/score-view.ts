import type {
  InstrumentSummary as Instrument,
  ScoreGraphSummary as ScoreGraph,
  SubmissionSummary as Submission,
} from '@instrument-panel/client/contract';
import { isSameId } from '@instrument-panel/client/params';
import { bandOf, bandsOf, domainOf, wholeRanges } from './bands.ts';
import { directionOf, isGlobal } from './change.ts';
import { safeColor } from './color.ts';
import { answeredAt, couldBelongTo, findUnread, type LostAnswer } from './latest.ts';
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
  /** Ends of the period that was asked for, RFC 3339: answers outside it are not missing from the graph. */
  readonly startDate?: string | null | undefined;
  readonly endDate?: string | null | undefined;
  /** How many items the client could not read. */
  readonly unreadable?: number | undefined;
  /** The service's clock, milliseconds. Default: not known; then nothing rests on what time it is. */
  readonly now?: number | null | undefined;
}

type Sent = ScoreGraph['series'][number]['points'][number];

/** Largest difference between two instants of one answer that still count as the same. */
const SAME_INSTANT_MS = 3_600_000;

/** True if the list of submissions contradicts the graph, so that neither is known to be right. */
function isDisputed(
  { score }: Sent,
  at: number,
  known: Submission | undefined,
  subscale: string | null,
): boolean {
  if (!known) return false;
  const apart = Math.abs(Date.parse(known.completedFillAt ?? '') - at);
  const listed = subscale === null ? known : known.subscaleScores?.find(({ name }) => name === subscale);
  return (
    (known.status ?? 'ANSWERED') !== 'ANSWERED' ||
    apart > SAME_INSTANT_MS ||
    (listed?.score ?? score) !== score
  );
}

interface PointRules {
  readonly bands: readonly Band[];
  readonly submissions: ReadonlyMap<unknown, Submission>;
  /** Name of the subscale; null for the score of the whole instrument. A submission has both. */
  readonly subscale: string | null;
  readonly isOnScale: (score: number) => boolean;
  readonly now: number | null;
}

/** Returns points by time, each submission once, and the answers whose facts are invalid or contradict each other. */
function toPoints(sent: readonly Sent[], { bands, submissions, subscale, isOnScale, now }: PointRules) {
  const points: ViewPoint[] = [];
  const refused: LostAnswer[] = [];
  let isSorted = true;
  for (const one of sent) {
    const { submissionId, score, classification, completedFillAt } = one;
    const at = answeredAt(completedFillAt, now);
    const known = submissions.get(submissionId);
    if (Number.isNaN(at) || !isOnScale(score) || isDisputed(one, at, known, subscale)) {
      refused.push({ submissionId, completedFillAt });
      continue;
    }
    const title = classification?.title ?? null;
    const band = bandOf(bands, score, title);
    // A class whose own range does not hold the score, or that is not that of the list, is not known to be right.
    const isSure =
      (!bands.length || bands[band]?.title === title) &&
      (subscale !== null || (known?.globalClassification?.title ?? title) === title);
    const before = points.at(-1);
    if (before && (submissionId <= before.submissionId || at < before.at)) isSorted = false;
    points.push({
      submissionId,
      applicationId: one.formApplicationId ?? null,
      at,
      score,
      classification: isSure ? title : null,
      classificationColor: isSure ? safeColor(classification?.color) : null,
      band,
      risk: riskOf(known),
      indicators: one.indicators,
    });
  }
  // Nearly always they come in order, and none twice: a map of thousands would cost as much as drawing them.
  if (isSorted && !refused.length) return { points, refused };
  const byId = new Map<number, ViewPoint>();
  for (const point of points) {
    const { submissionId, at, score } = point;
    const twin = byId.get(submissionId);
    if (twin && (twin.at !== at || twin.score !== score)) refused.push({ submissionId });
    byId.set(submissionId, point);
  }
  for (const { submissionId } of refused) byId.delete(submissionId as number);
  const once = [...byId.values()].sort((a, b) => a.at - b.at || a.submissionId - b.submissionId);
  return { points: once, refused };
}

/**
 * Makes the view of one series (docs/decisions/0012-graph-rules.md). Never throws for a graph that the contract read; what
 * cannot be shown is counted, answers in `unread` and all else in `unreadable`.
 */
export function scoreView({
  graph,
  instrument,
  submissions: sent,
  seriesId,
  lost = [],
  startDate,
  endDate,
  unreadable = 0,
  now = null,
}: ScoreViewInput): ScoreView {
  const { patientId, formTemplateId } = graph;
  const isOurs = couldBelongTo(patientId, formTemplateId);
  const submissions = (sent ?? []).filter(isOurs);
  // As submissions, so that their risk flags count.
  const lostHere = lost.filter(isOurs) as readonly unknown[] as readonly (LostAnswer & Submission)[];
  const byId = new Map([...lostHere, ...submissions].map((one) => [one.id as unknown, one]));
  const series =
    seriesId == null
      ? (graph.series.find(isGlobal) ?? graph.series[0])
      : graph.series.find((one) => one.seriesId === seriesId);
  const seriesName = series && !isGlobal(series) ? (series.name ?? series.seriesId) : null;
  const [begin, end] = [Date.parse(startDate ?? ''), Date.parse(endDate ?? '')];
  const isIn = (at: number): boolean => !(at < begin || at > end);

  const sentPoints = series?.points ?? [];
  const ranges = series?.scoreRanges ?? [];
  const domain = domainOf(series?.yDomain, wholeRanges(series), sentPoints);
  const { yMin, yMax } = domain;
  const { bands, refused: refusedRanges } = bandsOf(ranges, yMin, yMax);
  const { points, refused } = toPoints(sentPoints, {
    bands,
    submissions: byId,
    subscale: seriesName,
    isOnScale: (score) => score >= yMin && score <= yMax,
    now,
  });
  const others = [...refused, ...lostHere, ...submissions];
  // Where nothing is looked for among them, no set of thousands is made.
  const idsOf = (rows: readonly { readonly submissionId: number }[]): ReadonlySet<unknown> =>
    new Set(others.length ? rows.map(({ submissionId }) => submissionId) : []);
  const unread = findUnread(others, idsOf(points), now, isIn);
  const inPoints = idsOf(sentPoints);
  const requests = submissions.filter(({ id }) => !inPoints.has(id));
  const { missed, count, refused: refusedRequests } = missedOf(requests, now, isIn);
  const instants = [points[0], missed[0], points.at(-1), missed.at(-1)].flatMap((one) => one?.at ?? []);
  instants.push(...unread.at);
  const last = points.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
  // The axis ends today, or with the period that was asked for.
  if (now !== null || !instants.length) instants.push(Math.min(now ?? 0, end || Number.POSITIVE_INFINITY));

  return {
    patientId,
    formTemplateId,
    seriesId: series?.seriesId ?? seriesId ?? '',
    seriesName,
    yMin,
    yMax,
    domainSource: domain.source,
    bands,
    yTicks: [...new Set([yMin, ...bands.map(({ minScore }) => Math.max(yMin, minScore)), yMax])],
    points,
    unread,
    // A series that was lost may hold any answer.
    isLatestKnown: !(
      unread.undated ||
      Number(unread.at.at(-1)) >= last ||
      (!series && 'unreadFields' in graph)
    ),
    since: begin || null,
    until: end || null,
    isEnded: end <= (now ?? Number.POSITIVE_INFINITY),
    missed,
    missedCount: count,
    gaps: gapsOf(points, missed, unread.at),
    from: Math.min(...instants),
    to: Math.max(...instants),
    now,
    direction:
      series && instrument && isSameId(instrument.id, formTemplateId)
        ? directionOf(series, instrument)
        : 'unknown',
    risk: riskStateOf(
      [...submissions, ...lostHere.filter(({ submissionId = 0 }) => !byId.has(submissionId))],
      points,
      now,
      unread.at.at(-1),
    ),
    unreadable: unreadable + domain.refused + refusedRanges + refusedRequests,
  };
}
